"""Colours of reports on a terminal: the place in bold, lines of a difference in red and green."""

import os
import re
from typing import TextIO

_BOLD, _RED, _GREEN, _END = "\x1b[1m", "\x1b[31m", "\x1b[32m", "\x1b[0m"
# A place begins a line and ends with a colon and a blank; lines of a difference stand below one, or in one of files.
_PLACE = re.compile(r"^[^\s:]+(?::cell \d+)?(?::\d+)?(?=: )", re.MULTILINE)
# Not three of them, as before the names of the files above a difference.
_GONE = re.compile(r"^(?: {4})?-(?!--).*$", re.MULTILINE)
_COME = re.compile(r"^(?: {4})?\+(?!\+\+).*$", re.MULTILINE)


def coloured(text: str, stream: TextIO) -> str:
    """The text as a stream shows it: with colours on a terminal, unless NO_COLOR is set (no-color.org)."""
    if not stream.isatty() or os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return text
    for form, colour in ((_PLACE, _BOLD), (_GONE, _RED), (_COME, _GREEN)):
        text = form.sub(lambda found, colour=colour: f"{colour}{found[0]}{_END}", text)  # type: ignore[misc]
    return text
