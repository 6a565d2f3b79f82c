"""Writing a catalog: as Babel writes it, which sphinx-intl calls, but without line numbers and dates.

A catalog that another tool has written back through Babel is then the same, byte by byte, below its header. What
Babel would lose is kept: the previous English of a fuzzy message, and the flags of an obsolete one.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import suppress

from babel import UnknownLocaleError
from babel.messages.catalog import Message as BabelMessage
from babel.messages.plurals import get_plural
from babel.messages.pofile import escape, normalize
from babel.util import TextWrapper

from printproof_catalogs.catalog import Catalog, Message

WIDTH = 76
"""Columns of a line: the default of Babel and of sphinx-intl."""

LONGEST_WORD = 500
"""Characters without a blank beyond which a text is not wrapped: Babel's time grows with their square."""

_COMMENT = TextWrapper(width=WIDTH, break_long_words=False)

DATES = frozenset({"POT-Creation-Date", "PO-Revision-Date", "X-Generator", "Generated-By"})
"""Fields that change with each program that writes a catalog, and say nothing that git does not."""

# What Babel and Poedit put where nobody has written anything: it reads back as if somebody had.
_NOBODY = re.compile("PROJECT VERSION|EMAIL@ADDRESS|LL@li.org|^$")


def expected_header(language: str) -> dict[str, str]:
    """The fields every catalog of a language has, with their one value."""
    fields = {
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
    }
    with suppress(UnknownLocaleError):  # a language that Babel does not know may have any plural
        fields["Plural-Forms"] = str(get_plural(language))
    return fields


def header_of(language: str, old: Catalog | None) -> dict[str, str]:
    """The header of a catalog: who translated it, then the fields with one value; no dates."""
    fixed = expected_header(language)
    known = old.header if old else {}
    own = {name: value for name, value in known.items() if not _NOBODY.search(value)}
    return {name: value for name, value in own.items() if name not in DATES | fixed.keys()} | fixed


def catalog_text(header: Mapping[str, str], messages: Iterable[Message], comments: Collection[str] = ()) -> str:
    """The text of a catalog: its header, then each entry as it comes, obsolete ones marked.

    ``comments`` are those above the header. The same header and messages always give the same text.
    """
    fields = "".join(f"{name}: {value}\n" for name, value in header.items())
    said = comments if any(line.strip("# ") for line in comments) else ()  # polib puts an empty one where none is
    head = [*said, 'msgid ""', f"msgstr {normalize(fields, width=WIDTH)}"]
    entries = ["\n".join(head), *("\n".join(_entry(message)) for message in messages)]
    return "\n\n".join(entries) + "\n"


def _entry(message: Message) -> Iterator[str]:
    """The lines of one entry, in Babel's order."""
    for kind in ("#", "#."):
        yield from _comment(kind, (line for line in message.comments if (line[:2] == "#.") == (kind == "#.")))
    if message.places and not message.obsolete:
        yield from _comment("#:", [f"#: {' '.join(sorted(set(message.places)))}"])
    if flags := flags_of(message):
        yield f"#, {', '.join(flags)}"
    mark = "#~ " if message.obsolete else ""
    if message.previous is not None:
        yield from _string("msgid", message.previous, "#~| " if message.obsolete else "#| ")
    if message.context is not None:
        yield from _string("msgctxt", message.context, mark)
    yield from _string("msgid", message.msgid, mark)
    if message.plural is not None:
        yield from _string("msgid_plural", message.plural, mark)
    yield from text_lines(message)


def text_lines(message: Message) -> Iterator[str]:
    """The lines of the translation of an entry."""
    mark = "#~ " if message.obsolete else ""
    for index, text in enumerate(message.texts):
        yield from _string("msgstr" if message.plural is None else f"msgstr[{index}]", text, mark)


def flags_of(message: Message) -> list[str]:
    """The flags of a message: those that people set, and those that Babel sets for a text with placeholders."""
    # Babel finds flags such as python-format anew in each text, so those that a file has may be out of date.
    own = {flag for flag in message.flags if not flag.endswith("-format")}
    return sorted(own if message.obsolete else own | BabelMessage(message.msgid).flags)


def _comment(mark: str, lines: Iterable[str]) -> Iterator[str]:
    """Comments of one kind, each once, without their old marks and wrapped."""
    texts = dict.fromkeys(line.removeprefix(mark).strip() for line in lines)
    return (f"{mark} {part.strip()}" for text in texts for part in _COMMENT.wrap(text))


def _string(keyword: str, text: str, mark: str) -> Iterator[str]:
    """A keyword with its text, on one line where it fits."""
    width = WIDTH if max(map(len, text.split()), default=0) <= LONGEST_WORD else 0
    lines = normalize(text, prefix=mark, width=width).split("\n")
    if "".join(line.removeprefix(mark)[1:-1] for line in lines) != escape(text)[1:-1]:
        lines = [escape(text)]  # Babel adds a line break to some texts that end with a blank
    return iter([f"{mark}{keyword} {lines[0]}", *lines[1:]])
