"""Why a catalog cannot be read."""

from __future__ import annotations


class CatalogError(ValueError):
    """A catalog that departs from its format: the line, the rule and a finished sentence with its cure."""

    def __init__(self, line: int, rule: str, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line
        self.rule = rule
        self.sentence = sentence
