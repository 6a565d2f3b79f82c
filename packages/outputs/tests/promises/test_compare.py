"""By value means: the same words, the same integers, floats to five digits."""

from __future__ import annotations

import pytest

from printproof.promises.compare import different_paths, same_lines


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss 0.33801958", "loss 0.33801964"),
        ("Array(1, dtype=int32)", "1"),
        ("Array([1., 2.], dtype=float32)", "[1., 2.]"),
        ("[1  11\n 101]", "[1 11 101]"),
        ("nan inf -inf", "nan inf -inf"),
        ("1e-09", "0.0"),
        ("v1.2 of x3", "v1.2 of x3"),
    ],
)
def test_the_same_by_value(left: str, right: str) -> None:
    """Blanks, the dress of an array and the sixth digit do not count."""
    assert same_lines([left], [right])


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("loss 0.3380", "loss 0.3381"),
        ("100000", "100001"),
        ("6", "6.0"),
        ("1", "-1"),
        ("nan", "inf"),
        ("1 2", "1 2 3"),
        ("True", "False"),
        ("x1", "x2"),
        ("one", "two"),
    ],
)
def test_not_the_same_by_value(left: str, right: str) -> None:
    """Integers, words, signs and kinds of numbers do."""
    assert not same_lines([left], [right])


def test_the_paths_at_which_states_differ() -> None:
    """Numbers by value, everything else exactly, and what only one of them has."""
    left = {"n": 1, "w": 0.5, "xs": {"shape": [2], "data": [1.0, 2.0]}, "gone": 1, "text": "a"}
    right = {"n": 2, "w": 0.500000001, "xs": {"shape": [2], "data": [1.0, 2.5]}, "new": 1, "text": "a"}

    assert different_paths(left, right) == ["gone", "n", "new", "xs"]
