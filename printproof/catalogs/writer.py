"""How a catalog is written: one order, one wrapping, no line numbers, no dates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from printproof.catalogs.catalog import Message
from printproof.text import columns

WIDTH = 79
"""Columns of a line; a wide character takes two."""

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n", "\t": r"\t"})
_PIECE = re.compile(r"[\u1100-\u11ff\u2e80-\U0003ffff]\s*|[^\s\u1100-\u11ff\u2e80-\U0003ffff]+\s*|\s+")


def catalog_text(header: Mapping[str, str], messages: Iterable[Message], remarks: Iterable[str] = ()) -> str:
    """Give the text of a catalog: its header, then each entry as it comes, obsolete ones marked.

    The same header and messages always give the same text.
    """
    head = Message(texts=["".join(f"{name}: {value}\n" for name, value in header.items())])
    head.remarks = list(remarks)
    entries = ("\n".join(_entry(message)) for message in (head, *messages))
    return "\n\n".join(entries) + "\n"


def _entry(message: Message) -> Iterator[str]:
    """Give the lines of one entry."""
    yield from message.remarks
    if not message.obsolete:
        yield from (f"#: {place}" for place in message.places)
    if message.flags:
        yield f"#, {', '.join(message.flags)}"
    mark = "#~ " if message.obsolete else ""
    if message.previous is not None:
        yield from _prefixed("#~| " if message.obsolete else "#| ", _strings("msgid", message.previous))
    if message.context is not None:
        yield from _prefixed(mark, _strings("msgctxt", message.context))
    yield from _prefixed(mark, _strings("msgid", message.msgid))
    if message.plural is None:
        yield from _prefixed(mark, _strings("msgstr", message.text))
        return
    yield from _prefixed(mark, _strings("msgid_plural", message.plural))
    for index, text in enumerate(message.texts):
        yield from _prefixed(mark, _strings(f"msgstr[{index}]", text))


def _prefixed(prefix: str, lines: Iterable[str]) -> Iterator[str]:
    return (prefix + line for line in lines)


def _strings(keyword: str, text: str) -> Iterator[str]:
    """Give a keyword with its text, on one line where it fits."""
    whole = f'{keyword} "{text.translate(_ESCAPES)}"'
    if "\n" not in text and columns(whole) <= WIDTH:
        yield whole
        return
    yield f'{keyword} ""'
    for line in text.splitlines(keepends=True):
        yield from (f'"{part}"' for part in _wrapped(line))


def _wrapped(line: str) -> Iterator[str]:
    """Break a line after blanks and beside wide characters; nothing is lost."""
    room, kept = 0, ""
    for found in _PIECE.finditer(line):
        piece = found[0].translate(_ESCAPES)
        width = columns(piece)
        if kept and room + width > WIDTH - 2:
            yield kept
            room, kept = 0, ""
        room, kept = room + width, kept + piece
    if kept:
        yield kept
