"""What a rule gets and gives: a message beside its translation, and findings that have no place yet."""

from collections import Counter
from dataclasses import dataclass, field
from functools import partial

from printproof_base.findings import Finding, Place, Severity
from printproof_base.project import STYLE
from printproof_catalogs.sentences.glossary import Glossary
from printproof_catalogs.sentences.sentence import Sentence

LONGEST = 60
"""Characters of a piece that a finding quotes."""

NOWHERE = Place("")
"""The place of a finding until the catalog that asked says where the message stands."""


@dataclass(frozen=True)
class Pair:
    """The source sentence, its translation and where they are shown.

    ``in_code`` says that the message is a comment, a docstring or a label of a script. ``names`` are words that the
    page uses as code, ``style`` the rules of taste that are asked for, ``written`` the language of the source.
    """

    source: Sentence
    text: Sentence
    language: str
    glossary: Glossary = field(default_factory=Glossary)
    in_code: bool = False
    names: frozenset[str] = frozenset()
    style: frozenset[str] = frozenset(STYLE)
    written: str = "en"


def _finding(severity: Severity, rule: str, fact: str, cure: str = "") -> Finding:
    return Finding(NOWHERE, severity, rule, fact, cure)


error = partial(_finding, "error")
"""A finding that blocks, from its rule, fact and cure."""

warning = partial(_finding, "warning")
"""A finding that is shown and blocks nothing, from its rule, fact and cure."""


def quoted(text: str) -> str:
    """A piece of a message in quotes on one line, cut where it is long."""
    return repr(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


def missing_and_added(source: tuple[str, ...], text: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """What stands in the source only and what stands in the translation only, each as often as it does."""
    here, there = Counter(source), Counter(text)
    return list((here - there).elements()), list((there - here).elements())
