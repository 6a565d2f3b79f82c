"""Reading a catalog: its header and its messages, each with its line; nothing is guessed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from zlib import crc32

from printproof_base.findings import ReportedError
from printproof_base.text import character_name, is_unseen

LARGEST = 20_000_000  # bytes beyond which a catalog is not read at all

# All but the characters of nearly every catalog: only what is found here is asked for its category.
_SUSPECT = re.compile(r"[^\n\t -~가-힣一-鿿぀-ヿ，。、；：？！（）“”‘’《》…—·−×→]")
# Unseen characters that a page may hold by accident, and that change nothing but where a line ends.
_HARMLESS = re.compile("[\u00ad\u200b-\u200d\u2060\ufffd]")
# A msgid with all its lines: what the pages themselves hold of those characters.
_MSGID = re.compile(r'^msgid(?:_plural)? ".*"\n(?:".*"\n)*', re.MULTILINE)
# A keyword, or none, and a string; gettext tools also take text without quotes, or several strings, and guess.
_LINE = re.compile(r'(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[(\d)\])?) )?"((?:[^"\\]|\\.)*)"\s*')
# What can only begin the next entry, obsolete (#~, which ``?+`` never takes for a comment) or not.
_NEXT = re.compile(r"(?:#~)?+\s*(?:#|msgid |msgctxt |\|)")
# An escape; those that a sentence needs stand below.
_ESCAPE = re.compile(r"\\(.)")
_FIELDS = {"msgid": "msgid", "msgctxt": "context", "msgid_plural": "plural"}
_ESCAPED = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
# What Babel makes of the previous text when it saves a catalog: a comment.
_AS_COMMENT = re.compile(r'# \| (?=msgid "|msgctxt "|msgid_plural "|")')
# The line of a place, and its column where a tool writes one; kept, they would change with every line of its page.
_LINE_NUMBER = re.compile(r"(?::\d+)+$")


Key = tuple[str | None, str]
"""A context, if there is one, and an English text."""


class CatalogError(ReportedError):
    """Catalogs that cannot be read, used or brought up to date."""


def _broken(shown: object, line: int, rule: str, fact: str, cure: str = "") -> CatalogError:
    return CatalogError.at(shown, fact, cure, line=line, rule=rule)


def checksum(msgid: str) -> str:
    """The name of a message in a preview, by its English alone: it stays the same while lines move."""
    return f"{crc32(msgid.encode()):08x}"


@dataclass
class Message:
    """One entry of a catalog.

    ``line`` is the line of its ``msgid``, ``text_line`` that of its ``msgstr``; ``texts`` holds one translation,
    or one for each plural form. ``places`` are the files it comes from, from the project's root, and ``comments``
    the lines above it that people (``# …``) or the extractor (``#. …``) wrote.
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
    comments: list[str] = field(default_factory=list)
    obsolete: bool = False

    @property
    def key(self) -> Key:
        """Its identity in a catalog: the context and the English text."""
        return self.context, self.msgid

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

    @property
    def state(self) -> str:
        """What a translator has to know of it, in words; empty where nothing is to be done."""
        if self.current:
            return ""
        return "fuzzy" if self.fuzzy and self.text else "not translated"


@dataclass
class Catalog:
    """A catalog as its file has it; the first entry, the header, stands apart."""

    head: Message
    messages: list[Message]
    obsolete: list[Message]

    @cached_property
    def header(self) -> dict[str, str]:
        """The fields of the header."""
        fields = (line.partition(":") for line in self.head.text.splitlines())
        return {name.strip(): value.strip() for name, _, value in fields}


def read_catalog(path: Path, shown: object = None) -> Catalog:
    """A catalog, read strictly; ``shown`` is the path that findings name, if another.

    Raises CatalogError where a file is not UTF-8, holds characters nobody can see, or departs from the
    catalog format: where gettext tools would guess, skip or fall back to English.
    """
    where = shown or path
    return parse_catalog(decode(path.read_bytes(), where), where)


def decode(raw: bytes, shown: object) -> str:
    """The text of a catalog, with Windows line ends made plain.

    Raises CatalogError where it is empty, too large, not UTF-8, marked as a byte order, or where any
    character in it, comments included, cannot be seen.
    """
    if not raw.strip():
        raise _broken(shown, 1, "syntax", "the file is empty", "restore it, or write it with: printproof i18n update")
    if len(raw) > LARGEST:
        raise _broken(shown, 1, "size", f"{len(raw):,} bytes", f"a catalog has at most {LARGEST:,}")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise _broken(shown, 1, "bom", "the file begins with a byte-order mark", "remove it with: printproof i18n fix")
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _broken(shown, line, "encoding", "these bytes are not UTF-8", "save the file as UTF-8") from None
    english = frozenset(_HARMLESS.findall("".join(_MSGID.findall(text)))) if _HARMLESS.search(text) else frozenset()
    for found in _SUSPECT.finditer(text):
        if is_unseen(found[0]) and found[0] not in english:  # where only English has one, rules tell of the others
            line = text.count("\n", 0, found.start()) + 1
            raise _broken(shown, line, "character", f"{character_name(found[0])}, which nobody can see", "remove it")
    return text


def parse_catalog(source: str, shown: object) -> Catalog:
    """The catalog that a text is; see read_catalog."""
    entries = list(_Parser(shown).entries(source))
    if not entries or entries[0].msgid or not entries[0].text:
        raise _broken(shown, 1, "header", "the first entry is no header", "write one with: printproof i18n fix")
    seen: dict[Key, int] = {}
    current = [message for message in entries[1:] if not message.obsolete]
    for message in current:
        if not message.msgid:
            raise _broken(shown, message.line, "syntax", "a second header", "keep the first one only")
        first = seen.setdefault(message.key, message.line)
        if first != message.line:
            fact = f"the same msgid stands at line {first}"
            raise _broken(shown, message.line, "duplicate", fact, "keep one of the two")
    return Catalog(entries[0], current, [message for message in entries[1:] if message.obsolete])


class _Parser:
    """The entries of a catalog, read line by line; a blank line, or a comment after a msgstr, begins the next."""

    def __init__(self, shown: object) -> None:
        self._shown, self._number = shown, 0
        self._begin()

    def _begin(self) -> None:
        self._message = Message()
        self._parts: set[str] = set()  # the keywords that were met
        self._key = ""  # the last of them, which strings on lines of their own belong to
        self._previous_key = ""

    def entries(self, source: str) -> Iterator[Message]:
        """Each entry of a text, the header first."""
        ended = [*source.rstrip("\n").split("\n"), ""]  # a blank line ends the last entry as any other
        for self._number, line in enumerate(ended, 1):
            if self._message.texts and (not line.strip() or _NEXT.match(line)):
                yield self._message
                self._begin()
            if line.strip():
                self._add(line)
            elif self._parts:
                raise self._error("an entry ends before its msgstr", "the file may be cut off")

    def _error(self, fact: str, cure: str = "", rule: str = "syntax") -> CatalogError:
        return _broken(self._shown, self._number, rule, fact, cure)

    def _add(self, line: str) -> None:
        obsolete = line.startswith("#~")
        if self._parts and obsolete != self._message.obsolete:
            raise self._error("half of this entry is obsolete (#~)", "mark all of it or none")
        if obsolete:
            self._message.obsolete = True
            line = line[2:].strip()
            line = f"#{line}" if line.startswith("|") else line
        if line.startswith("#"):
            self._comment(line)
        elif line:
            self._string(line)

    def _comment(self, line: str) -> None:
        if self._parts and not self._message.texts:
            raise self._error("a comment inside an entry", "move it above the msgid")
        line = _AS_COMMENT.sub("#| ", line)
        kind, rest = line[1:2], line[2:].strip()
        if kind == ":":
            self._message.places += [_LINE_NUMBER.sub("", place) for place in rest.split()]
        elif kind == ",":
            self._message.flags += [flag.strip() for flag in rest.split(",") if flag.strip()]
        elif kind == "|":
            self._previous(rest)
        else:
            self._message.comments.append(line)

    def _previous(self, rest: str) -> None:
        if not (matched := _LINE.fullmatch(rest)):
            raise self._error(f"this line is no previous text: {rest[:60]!r}")
        self._previous_key = matched[1] or self._previous_key
        if self._previous_key == "msgid":
            self._message.previous = (self._message.previous or "") + self._unescaped(matched[3])

    def _string(self, line: str) -> None:
        if not (matched := _LINE.fullmatch(line)):
            raise self._error(*_why(line))
        keyword, form, text = *matched.group(1, 2), self._unescaped(matched[3])
        if keyword:
            self._keyword(keyword, form)
        elif not self._key:
            raise self._error("a text before its msgid", "the file may be cut off")
        if self._key in _FIELDS:
            known = getattr(self._message, _FIELDS[self._key])
            setattr(self._message, _FIELDS[self._key], (known or "") + text)
        else:
            self._message.texts[-1] += text

    def _keyword(self, keyword: str, form: str | None) -> None:
        met, message = self._parts, self._message
        fits = {
            "msgctxt": not met,
            "msgid": met <= {"msgctxt"},
            "msgid_plural": "msgid" in met and not message.texts,
            "msgstr": "msgid" in met and "msgid_plural" not in met and not message.texts,
        }
        numbered = "msgid_plural" in met and form == str(len(message.texts))
        if not (numbered if form is not None else fits[keyword]):
            raise self._error(f"{keyword} is out of place", "an entry is msgid, then msgstr")
        self._key = keyword
        met.add(keyword)
        if keyword == "msgid":
            message.line = self._number
        if keyword.startswith("msgstr"):
            message.text_line = message.text_line or self._number
            message.texts.append("")

    def _unescaped(self, quoted: str) -> str:
        """A string without its escapes: the four that a sentence needs, for any other is refused."""
        odd = next((m[0] for m in _ESCAPE.finditer(quoted) if m[1] not in _ESCAPED), None)
        if odd:
            raise self._error(f"the escape {odd}", r"a sentence needs only \n, \t, \" and \\", "character")
        return _ESCAPE.sub(lambda m: _ESCAPED[m[1]], quoted)


def _why(line: str) -> tuple[str, str]:
    """What is wrong with a line that is neither comment nor text, and its cure."""
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        return "a conflict mark of git", "choose one side and delete the marks"
    if line.startswith(("msg", '"')):
        return f"the text is not closed by a quote on its line, or not opened: {line[:60]!r}", ""
    return f"this line is neither a comment nor a text in quotes: {line[:60]!r}", ""
