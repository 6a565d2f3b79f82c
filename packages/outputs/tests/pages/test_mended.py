"""What changes from code that goes wrong to code that does not is told in a few lines of both."""

import pytest

from printproof.pages.raised import Change, change


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (
            "def f(x):\n    return np.sqrt(x)",
            "def f(x):\n    return jnp.sqrt(x)",
            Change(("return np.sqrt(x)",), ("return jnp.sqrt(x)",)),
        ),
        ("print(f(2))", "print(f(2, n=3))", Change(("print(f(2))",), ("print(f(2, n=3))",))),
        ("print(x)", "use_64_bits(True)\nprint(x)", Change((), ("use_64_bits(True)",))),
        ("x = 1", "x = 1", Change((), ())),
    ],
)
def test_lines_that_differ_are_told(before: str, after: str, told: Change) -> None:
    """Those in whose place others stand; where something was missing there is no such line."""
    assert change(before, after) == told


def test_a_line_that_nothing_stands_in_place_of_is_left_out() -> None:
    """A cell that mends another one need not define again what that one defines."""
    before = "sizes = {1: 10}\n\n\ndef size_of(level):\n    return sizes[level]\n\n\nprint(jit(size_of)(2))"

    assert change(before, 'print(jit(size_of, static_argnames="level")(2))').wrong == ("print(jit(size_of)(2))",)


def test_what_is_printed_is_told_where_nothing_else_changes() -> None:
    """Else it only shows the change, and so does what opens a block or is a comment."""
    before = "def mean(xs):\n    return float(xs.sum())\n\n\nprint(mean(xs))"
    after = "# Outside.\ndef average(xs):\n    return xs.sum()\n\n\nprint(float(mean(xs)))"

    assert change(before, after) == Change(("return float(xs.sum())",), ("return xs.sum()",))


def test_no_side_has_more_than_three_lines() -> None:
    """The cells show all."""
    lines = [f"x = {number} + 1" for number in range(9)]

    told = change("\n".join(lines), "\n".join(f"{line}0" for line in lines))

    assert (len(told.wrong), len(told.right)) == (3, 3)
