"""All rules for one message and its translation, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from printproof.checks.characters import check_characters
from printproof.checks.comment import check_comment
from printproof.checks.ending import check_ending
from printproof.checks.english import check_english
from printproof.checks.fault import Fault
from printproof.checks.leftover import check_leftovers
from printproof.checks.marks import check_marks
from printproof.checks.numbers import check_numbers
from printproof.checks.pair import Pair
from printproof.checks.shape import check_shape
from printproof.checks.size import check_size
from printproof.checks.terms import check_terms
from printproof.checks.typography import check_typography

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
