"""All rules for one message and its translation, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from printproof.sentences.rules.characters import check_characters
from printproof.sentences.rules.comment import check_comment
from printproof.sentences.rules.ending import check_ending
from printproof.sentences.rules.english import check_english
from printproof.sentences.rules.fault import Fault
from printproof.sentences.rules.leftover import check_leftovers
from printproof.sentences.rules.marks import check_marks
from printproof.sentences.rules.numbers import check_numbers
from printproof.sentences.rules.pair import Pair
from printproof.sentences.rules.shape import check_shape
from printproof.sentences.rules.size import check_size
from printproof.sentences.rules.terms import check_terms
from printproof.sentences.rules.typography import check_typography

_SAFETY = (check_shape, check_characters, check_marks, check_leftovers, check_numbers, check_comment)
_STYLE = (check_english, check_ending, check_terms, check_typography)

__all__ = ["Fault", "Pair", "check_pair", "check_size"]


def check_pair(pair: Pair) -> Iterator[Fault]:
    """Ask every rule; what a reviewer would say about style is said only of a sound sentence."""
    faults = [fault for rule in _SAFETY for fault in rule(pair)]
    yield from faults
    if not any(fault.severity == "error" for fault in faults):
        for rule in _STYLE:
            yield from rule(pair)
