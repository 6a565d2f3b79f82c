"""The message of an error opens as far as two runs agree on it, and names no file of one machine."""

from __future__ import annotations

import pytest

from printproof.pages.raised import whole_message
from printproof.runs.record import CellRun, RaisedError

BEGINNING = "TypeError: no …"
HERE, THERE = "/srv/one/my guide/leaks.py", "/srv/rerun-1/leaks.py"


def ended(text: str) -> CellRun:
    """A cell that ended with an error of this text."""
    return CellRun("use", error=RaisedError("TypeError", text, "use", 1))


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("no number\nSee the page", "no number\nSee the page", "TypeError: no number\nSee the page"),
        (
            "no: f at /srv/one/leaks.py:9 for jit",
            f"no: f at {THERE}:4 for jit",
            "TypeError: no: f at leaks.py:… for jit",
        ),
        (
            'no\n  File "/a/leaks.py", line 9, in f',
            f'no\n  File "{THERE}", line 4, in f',
            'TypeError: no\n  File "leaks.py:…, in f',
        ),
        ("no number\n<list 139>[1]\nend", "no number\n<list 140>[1]\nend", "TypeError: no number\n…"),
        (
            "no number\nin /usr/lib/jax/core.py\nend",
            "no number\nin /usr/lib/jax/core.py\nend",
            "TypeError: no number\n…",
        ),
        ("no number\ngot 0.12345678", "no number\ngot 0.12345678", "TypeError: no number\n…"),
        (
            "no number, see https://docs.jax.dev/errors",
            "no number, see https://docs.jax.dev/errors",
            "TypeError: no number, see https://docs.jax.dev/errors",
        ),
        ("no number start/stop", "no number start/stop", "TypeError: no number start/stop"),
    ],
    ids=["the same", "its script", "a frame", "an address", "a file", "digits", "a link", "a slash"],
)
def test_a_message_is_whole_as_far_as_both_runs_say_it(first: str, second: str, whole: str) -> None:
    """From the first line on that another machine would not say, nothing is shown."""
    assert whole_message(BEGINNING, [ended(first), ended(second)], "leaks.py") == whole


def test_a_folder_with_a_blank_in_its_name_is_not_shown() -> None:
    """Better less of the message than half of a path."""
    runs = [ended(f"no number\nat {HERE}:9\nend"), ended(f"no number\nat {THERE}:4\nend")]

    assert whole_message(BEGINNING, runs, "leaks.py") == "TypeError: no number\n…"


@pytest.mark.parametrize(
    ("shown", "second"),
    [
        ("TypeError: no number at all", ended("no number at all")),
        (BEGINNING, None),
        (BEGINNING, CellRun("use")),
        (BEGINNING, ended("no, said otherwise")),
    ],
    ids=["promised whole", "run once", "no error", "nothing more"],
)
def test_nothing_opens_where_no_more_is_known(shown: str, second: CellRun | None) -> None:
    """A message that was promised whole, or that only one run has raised."""
    assert whole_message(shown, [ended("no number at all"), second], "leaks.py") == ""
