"""A message beside its translation, with all that a rule may ask about them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from printproof.sentences.glossary import Glossary
from printproof.sentences.sentence import Sentence


@dataclass(frozen=True)
class Pair:
    """The source sentence, its translation and where they are shown.

    `in_code` says that the message is a comment, a docstring or a label of a script; `plain` that it is
    shown without markup, as the package's own words are. `names` are words that the page uses as code.
    """

    source: Sentence
    text: Sentence
    language: str
    glossary: Glossary = field(default_factory=Glossary)
    in_code: bool = False
    plain: bool = False
    names: frozenset[str] = frozenset()


def missing_and_added(source: tuple[str, ...], text: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """Give what stands in the source only and what stands in the translation only, each as often as it does."""
    here, there = Counter(source), Counter(text)
    return list((here - there).elements()), list((there - here).elements())
