"""The drift meter counts code that changed, not code that was translated."""

import pytest

from printproof_converter.blocks import Block
from printproof_converter.drift import Drift, align, measure

CELL = 'def f(x):\n    """Add one."""\n    # now\n    return g(x, "one")\n'

SAME = {
    "a translated comment": CELL.replace("# now", "# 지금"),
    "a translated docstring": CELL.replace("Add one.", "하나를 더한다."),
    "no comment at all": CELL.replace("    # now\n", ""),
    "other quotes": CELL.replace('"one"', "'one'"),
    "a trailing comma": CELL.replace('"one")', '"one",)'),
    "another layout": CELL.replace('g(x, "one")', 'g(\n        x,\n        "one",\n    )'),
    "another indentation": "".join(f"  {line}" for line in CELL.replace("# now", "# 지금").splitlines(keepends=True)),
}


def drift(source: list[str], target: list[str]) -> Drift:
    """How far texts have moved."""
    return measure(align(*([Block(text, 1) for text in side] for side in (source, target))))


@pytest.mark.parametrize("name", SAME)
def test_translation_and_layout_are_no_drift(name: str) -> None:
    """Code that does the same thing is the same code."""
    assert drift([CELL], [SAME[name]]) == Drift(1, 1)


def test_a_translated_string_is_drift_of_code_but_not_of_logic() -> None:
    """What is printed changes, what is computed does not."""
    assert drift([CELL], [CELL.replace("one", "하나")]) == Drift(1, 1, 1, 0) + Drift()


@pytest.mark.parametrize("change", [("g(", "h("), ("x):", "y):"), ("return ", "")])
def test_a_changed_token_is_drift(change: tuple[str, str]) -> None:
    """A renamed function is another program."""
    assert drift([CELL], [CELL.replace(*change)]).logic == 1


def test_pieces_are_aligned_in_order() -> None:
    """A piece left out moves no other; it is missing, and a new one has drifted."""
    assert drift(["a = 1", "b = f(2, 3)", "c = 3"], ["a = 1", "c = 3", "print(d)"]) == Drift(3, 1, 1, 1, 1)


def test_a_piece_is_compared_with_the_one_that_it_is_a_version_of() -> None:
    """Not with its neighbour, also where several changed one after the other."""
    source, target = ["a = f(1)", "b = g(2, 3, 4)"], ["import h", "b = g(2, 3, 5)"]

    pairs = align([Block(text, n) for n, text in enumerate(source)], [Block(text, n) for n, text in enumerate(target)])

    lines = [(pair.source and pair.source.line, pair.target and pair.target.line, pair.level) for pair in pairs]
    assert lines == [(0, None, "missing"), (None, 0, "logic"), (1, 1, "logic")]


def test_magics_and_broken_code_are_compared_by_line() -> None:
    """Code that Python cannot read is still compared."""
    assert drift(["%time f() # now\nx = 1"], ["%time f()\nx = 1"]).code == 0
    assert drift(["if (:  # a"], ["if (:  # b"]).code == 0
    assert drift(["if (:"], ["if [:"]).code == 1


def test_a_long_difference_is_shortened() -> None:
    """It is a hint, not a listing."""
    [pair] = align([Block("x = 1\n" * 60, 1)], [Block("x = 1\n" * 20 + "y = 2\n" * 40, 1)])

    assert (len(pair.difference), pair.difference[-1]) == (21, "    … and 62 lines more")
