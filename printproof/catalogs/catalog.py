"""What a catalog says: its header and its messages, each with its line. Nothing is guessed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from printproof.catalogs.decode import decode
from printproof.catalogs.error import CatalogError

_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?) )?"((?:[^"\\]|\\.)*)"\s*')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


@dataclass
class Message:
    """One entry of a catalog.

    `line` is the line of its ``msgid``, `text_line` that of its ``msgstr``; `texts` holds one translation,
    or one for each plural form. `places` are the files it comes from, from the project's root.
    """

    line: int = 0
    text_line: int = 0
    msgid: str = ""
    plural: str | None = None
    context: str | None = None
    texts: list[str] = field(default_factory=list)
    places: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    previous: str | None = None
    remarks: list[str] = field(default_factory=list)
    obsolete: bool = False

    @property
    def text(self) -> str:
        """The translation, or its first plural form."""
        return self.texts[0] if self.texts else ""

    @property
    def fuzzy(self) -> bool:
        """Whether a translator still has to look at it; readers see English until then."""
        return "fuzzy" in self.flags

    @property
    def current(self) -> bool:
        """Whether readers see the translation."""
        return not self.obsolete and not self.fuzzy and bool(self.texts) and all(self.texts)


@dataclass
class Catalog:
    """A catalog as its file has it; the first entry, the header, stands apart."""

    path: Path
    head: Message
    messages: list[Message]
    obsolete: list[Message]

    @cached_property
    def header(self) -> dict[str, str]:
        """The fields of the header."""
        fields = (line.partition(":") for line in self.head.text.splitlines())
        return {name.strip(): value.strip() for name, _, value in fields}


def read_catalog(path: Path) -> Catalog:
    """Read a catalog strictly.

    Raises CatalogError where a file is not UTF-8, holds characters nobody can see, or departs from the
    catalog format: where gettext tools would guess, skip or fall back to English.
    """
    return parse_catalog(decode(path.read_bytes()), path)


def parse_catalog(source: str, path: Path) -> Catalog:
    """Parse the text of a catalog; see read_catalog."""
    entries = list(_entries(source))
    if not entries or entries[0].msgid or not entries[0].text:
        raise CatalogError(1, "header", "the first entry is no header; write one with: make fix")
    head, *messages = entries
    seen: dict[tuple[str | None, str], int] = {}
    for message in (m for m in messages if not m.obsolete):
        key = (message.context, message.msgid)
        if not message.msgid:
            raise CatalogError(message.line, "syntax", "a second header; keep the first one only")
        if key in seen:
            said = f"the same msgid stands at line {seen[key]}; keep one of the two"
            raise CatalogError(message.line, "duplicate", said)
        seen[key] = message.line
    current = [m for m in messages if not m.obsolete]
    return Catalog(path, head, current, [m for m in messages if m.obsolete])


def _entries(source: str) -> Iterator[Message]:
    """Read entry after entry; a blank line, or a comment after a msgstr, begins the next."""
    entry = _Entry()
    lines = source.split("\n")
    for number, line in enumerate(lines, 1):
        if entry.complete and (not line.strip() or _begins_entry(line)):
            yield entry.message
            entry = _Entry()
        if line.strip():
            entry.add(number, line)
        elif entry.begun:
            raise CatalogError(number, "syntax", "an entry ends before its msgstr; the file may be cut off")
    if entry.complete:
        yield entry.message
    elif entry.begun:
        raise CatalogError(len(lines), "syntax", "an entry ends before its msgstr; the file may be cut off")


def _begins_entry(line: str) -> bool:
    """Whether a line can only belong to the next entry."""
    bare = line.removeprefix("#~").strip()
    return bare.startswith(("#", "msgid ", "msgctxt ", "|"))


class _Entry:
    """An entry while it is read, line by line."""

    def __init__(self) -> None:
        self.message = Message()
        self.parts: dict[str, str] = {}
        self.key = ""
        self.before = ""  # previous msgid while it is read
        self.begun = False

    @property
    def complete(self) -> bool:
        """Whether a msgstr was read."""
        return bool(self.message.texts)

    def add(self, number: int, line: str) -> None:
        """Take the next line."""
        obsolete = line.startswith("#~")
        if self.begun and obsolete != self.message.obsolete:
            raise CatalogError(number, "syntax", "half of this entry is obsolete (#~); mark all of it or none")
        if obsolete:
            self.message.obsolete = True
            line = line[2:].strip()
            if line.startswith("|"):
                line = "#" + line
        if line.startswith("#"):
            self._comment(number, line)
        elif line:
            self._string(number, line)

    def _comment(self, number: int, line: str) -> None:
        if self.begun and not self.complete:
            raise CatalogError(number, "syntax", "a comment inside an entry; move it above the msgid")
        kind, rest = line[1:2], line[2:].strip()
        if kind == ":":
            self.message.places += [re.sub(r":\d+$", "", place) for place in rest.split()]
        elif kind == ",":
            self.message.flags += [flag.strip() for flag in rest.split(",") if flag.strip()]
        elif kind == "|":
            self._previous(number, rest)
        else:
            self.message.remarks.append(line)

    def _previous(self, number: int, rest: str) -> None:
        matched = _LINE.fullmatch(rest)
        if matched is None:
            raise CatalogError(number, "syntax", f"this line is no previous text: {rest[:60]!r}")
        self.before = matched[1] or self.before
        if self.before == "msgid":
            self.message.previous = (self.message.previous or "") + _unescape(number, matched[3])

    def _string(self, number: int, line: str) -> None:
        matched = _LINE.fullmatch(line)
        if matched is None:
            raise CatalogError(number, "syntax", _why(line))
        keyword, form, quoted = matched.groups()
        text = _unescape(number, quoted)
        if keyword:
            self._keyword(number, keyword, form)
        elif not self.key:
            raise CatalogError(number, "syntax", "a text before its msgid; the file may be cut off")
        self._store(text)

    def _keyword(self, number: int, keyword: str, form: str | None) -> None:
        said = set(self.parts)
        fits = {
            "msgctxt": not said,
            "msgid": said <= {"msgctxt"},
            "msgid_plural": "msgid" in said and not self.complete,
            "msgstr": "msgid" in said and "msgid_plural" not in said and not self.complete,
        }
        numbered = "msgid_plural" in said and form == str(len(self.message.texts))
        if not (numbered if form is not None else fits[keyword]):
            raise CatalogError(number, "syntax", f"{keyword} is out of place; an entry is msgid, then msgstr")
        self.key, self.parts[keyword], self.begun = keyword, "", True
        if keyword == "msgid":
            self.message.line = number
        if keyword.startswith("msgstr"):
            self.message.text_line = self.message.text_line or number
            self.message.texts.append("")

    def _store(self, text: str) -> None:
        message = self.message
        if self.key == "msgid":
            message.msgid += text
        elif self.key == "msgctxt":
            message.context = (message.context or "") + text
        elif self.key == "msgid_plural":
            message.plural = (message.plural or "") + text
        else:
            message.texts[-1] += text


def _unescape(number: int, quoted: str) -> str:
    """Resolve the four escapes a sentence needs; any other is refused."""
    odd = next((m[0] for m in _ESCAPE.finditer(quoted) if m[1] not in _ESCAPED), None)
    if odd:
        raise CatalogError(number, "character", rf"the escape {odd}; a sentence needs only \n, \t, \" and \\")
    return _ESCAPE.sub(lambda m: _ESCAPED[m[1]], quoted)


def _why(line: str) -> str:
    """Say what is wrong with a line that is neither comment nor text."""
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        return "a conflict mark of git; choose one side and delete the marks"
    if line.startswith(("msg", '"')):
        return f"the text is not closed by a quote on its line, or not opened: {line[:60]!r}"
    return f"this line is neither a comment nor a text in quotes: {line[:60]!r}"
