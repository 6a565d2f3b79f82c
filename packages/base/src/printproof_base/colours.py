"""Colours of reports on a terminal: the place in bold, lines of a difference in red and green."""

import os
import re
from contextvars import ContextVar
from typing import TextIO

WHEN = ("auto", "always", "never")

chosen: ContextVar[str] = ContextVar("chosen", default="auto")
"""One of `WHEN`, as the command line says it."""

_BOLD, _RED, _GREEN, _END = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[0m"
# A place begins a line and ends with a colon and a blank; lines of a difference stand below one, or in one of files.
_PLACE = re.compile(r"^[^\s:]+(?::cell \d+)?(?::\d+)?(?=: )", re.MULTILINE)
# Not three of them, as before the names of the files above a difference.
_GONE = re.compile(r"^(?: {4})?-(?!--).*$", re.MULTILINE)
_COME = re.compile(r"^(?: {4})?\+(?!\+\+).*$", re.MULTILINE)


def coloured(text: str, stream: TextIO) -> str:
    """The text as a stream shows it: with colours on a terminal, unless NO_COLOR is set (no-color.org)."""
    if not _wanted(stream):
        return text
    for form, colour in ((_PLACE, _BOLD), (_GONE, _RED), (_COME, _GREEN)):
        text = form.sub(lambda found, colour=colour: f"{colour}{found[0]}{_END}", text)  # type: ignore[misc]
    return text


def _wanted(stream: TextIO) -> bool:
    when = chosen.get()
    if when != "auto":
        return when == "always"
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
