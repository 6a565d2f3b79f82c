"""What one rule has to say about one message, before it is given a place."""

from __future__ import annotations

from typing import NamedTuple

from printproof.findings import Severity, visible


class Fault(NamedTuple):
    """How grave it is, the rule, and a finished sentence: what, expected, cure."""

    severity: Severity
    rule: str
    sentence: str


def error(rule: str, sentence: str) -> Fault:
    """Give a fault that blocks."""
    return Fault("error", rule, visible(sentence))


def warning(rule: str, sentence: str) -> Fault:
    """Give a fault that is shown and blocks nothing."""
    return Fault("warning", rule, visible(sentence))


def quoted(text: str, longest: int = 60) -> str:
    """Show a piece of a message on one line, cut where it is long."""
    shown = text if len(text) <= longest else text[: longest - 1] + "…"
    return repr(shown)
