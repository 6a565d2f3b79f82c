"""A line of progress is said now and then, so that a long work shows that it lives, and a short one is quiet."""

from __future__ import annotations

import pytest

from printproof_base import report
from printproof_base.report import paced


@pytest.mark.parametrize(("every_s", "heard"), [(-1.0, ["1 %", "2 %"]), (3600.0, [])], ids=["long ago", "just now"])
def test_a_line_is_said_when_the_last_was_long_ago(
    monkeypatch: pytest.MonkeyPatch, every_s: float, heard: list[str]
) -> None:
    """The first counts from the beginning."""
    monkeypatch.setattr(report, "REPORTS_EVERY_S", every_s)
    said: list[str] = []

    say = paced(said.append)
    for line in ("1 %", "2 %"):
        say(line)

    assert said == heard
