"""Comparison by value of two outputs or two states: integers and text exactly, floats to five digits."""

import difflib
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

RTOL, ATOL = 1e-5, 1e-7  # five digits: what float32 keeps through a few operations on any machine
# A number that stands alone: no part of a word or of a version such as 0.10.2.
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)(?![\w])")
# An array in its full dress, with brackets in it at most one deep; without it, it prints as its numbers do.
REPR = re.compile(r"Array\((?P<value>(?:[^()]|\([^()]*\))*?),? *(?:dtype=\w+)?(?:, *weak_type=True)?\)")
BLANKS = re.compile(r"\s+")  # an array in its full dress is wrapped at other places
LEGEND = "  (- promised, + printed)"
AROUND = 2  # equal lines above and below a difference that show where it stands


def difference(promised: Sequence[str], printed: Sequence[str]) -> tuple[str, ...]:
    """The lines that differ, marked, with a legend above them and a few equal lines around; others are counted."""
    # Lines with a question mark only point at columns of the line above.
    marked = [line for line in difflib.ndiff(list(promised), list(printed)) if not line.startswith("?")]
    changed = [at for at, line in enumerate(marked) if not line.startswith("  ")]
    near = {at + away for at in changed for away in range(-AROUND, AROUND + 1)}
    return (LEGEND, *(f"    {line}".rstrip() for line in _with_gaps(marked, near)))


def _with_gaps(lines: Sequence[str], kept: set[int]) -> Iterator[str]:
    """Those lines whose places are kept; of two and more others that follow each other, how many they are."""
    for is_kept, group in groupby(enumerate(lines), key=lambda one: one[0] in kept):
        shown = [line for _at, line in group]
        yield from shown if is_kept or len(shown) == 1 else [f"  … {len(shown)} equal lines"]


def same_lines(left: Sequence[str], right: Sequence[str]) -> bool:
    """True where both print the same text with the same numbers; an array may stand for a number."""
    one, other = (BLANKS.sub(" ", REPR.sub(r"\g<value>", "\n".join(lines))).strip() for lines in (left, right))
    if one == other:
        return True
    if NUMBER.sub(_kind, one) != NUMBER.sub(_kind, other):
        return False
    return same_numbers(NUMBER.findall(one), NUMBER.findall(other))


def same_numbers(left: Sequence[str], right: Sequence[str], rtol: float = RTOL, atol: float = ATOL) -> bool:
    """The same for numbers as they were printed, pair by pair; there are as many of both."""
    pairs = zip(map(_number, left), map(_number, right), strict=True)
    return all(same_number(*pair, rtol, atol) for pair in pairs)


def same_number(left: float, right: float, rtol: float = RTOL, atol: float = ATOL) -> bool:
    """True for equal integers, and for floats that agree to five digits; not-a-number equals itself."""
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return math.isclose(left, right, rel_tol=rtol, abs_tol=atol)


def same_value(left: Any, right: Any, rtol: float = RTOL, atol: float = ATOL) -> bool:
    """True where two plain values of a state are the same."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        return same_number(left, right, rtol, atol)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(same_value(*pair, rtol, atol) for pair in zip(left, right, strict=True))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same_value(left[key], right[key], rtol, atol) for key in left)
    return bool(left == right)


def different_paths(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    """The paths at which two states differ, in order."""
    paths = sorted(left.keys() | right.keys())
    return [p for p in paths if p not in left or p not in right or not same_value(left[p], right[p])]


def _kind(number: re.Match[str]) -> str:
    # An integer and a float are no pair, however near they are: 1 became 1.0 where a type changed.
    return "#" if number[0].lstrip("-").isdigit() else "#."


def _number(text: str) -> float:
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)
