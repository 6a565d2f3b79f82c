"""How is what is wider than its screen reached without a mouse? It is a stop of the Tab key, with a name."""

from html import escape

from printproof.text import columns

PHONE = 26
"""Columns of code that the narrowest screen shows without scrolling."""


def stop(label: str) -> str:
    """The attributes of an element that scrolls, for its start tag; ``label`` is what a voice calls it."""
    return f' tabindex="0" role="group" aria-label="{escape(label)}"'


def stop_where_wide(text: str, label: str) -> str:
    """The same for code, or nothing where a phone shows it whole."""
    return stop(label) if any(columns(line) > PHONE for line in text.splitlines()) else ""
