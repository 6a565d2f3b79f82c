"""Are two outputs, or two states, the same by value? Integers and text exactly, floats to five digits."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

RTOL, ATOL = 1e-5, 1e-7
NUMBER = re.compile(r"(?<![\w.])-?(?:\d+\.?\d*(?:e[+-]?\d+)?|inf|nan)(?![\w])")
REPR = re.compile(r"Array\((?P<value>(?:[^()]|\([^()]*\))*?),? *(?:dtype=\w+)?(?:, *weak_type=True)?\)")


def same_lines(left: Sequence[str], right: Sequence[str]) -> bool:
    """True where both print the same text with the same numbers; an array may stand for a number."""
    one, other = (_bare("\n".join(lines)) for lines in (left, right))
    if one == other:
        return True
    if NUMBER.sub(_kind, one) != NUMBER.sub(_kind, other):
        return False
    return all(
        same_number(*map(_number, pair)) for pair in zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    )


def same_number(left: float, right: float) -> bool:
    """True for equal integers, and for floats that agree to five digits; not-a-number equals itself."""
    if isinstance(left, int) and isinstance(right, int):
        return left == right
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return math.isclose(left, right, rel_tol=RTOL, abs_tol=ATOL)


def same_leaf(left: Any, right: Any) -> bool:
    """True where two leaves of a state hold the same value."""
    if isinstance(left, int | float) and isinstance(right, int | float):
        return same_number(left, right)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same_leaf, left, right))
    if isinstance(left, Mapping) and isinstance(right, Mapping):
        return left.keys() == right.keys() and all(same_leaf(left[key], right[key]) for key in left)
    return bool(left == right)


def different_paths(left: Mapping[str, Any], right: Mapping[str, Any]) -> list[str]:
    """The paths at which two states differ, in order."""
    paths = sorted(left.keys() | right.keys())
    return [p for p in paths if p not in left or p not in right or not same_leaf(left[p], right[p])]


def _bare(text: str) -> str:
    return re.sub(r"\s+", " ", REPR.sub(r"\g<value>", text)).strip()


def _kind(number: re.Match[str]) -> str:
    return "#" if number[0].lstrip("-").isdigit() else "#."


def _number(text: str) -> float:
    return int(text) if re.fullmatch(r"-?\d+", text) else float(text)
