"""Reading a message of reStructuredText as docutils reads a paragraph; no directive in it is followed."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import category

from printproof_catalogs.sentences.markup import WORD_ROLES, is_cjk
from printproof_catalogs.sentences.sentence import CODE, TITLE, Sentence

_NAMED = "`…`_"
"""What a reference by name leads to: its words are translated, and Sphinx pairs them with their targets in order."""

# What an inline piece begins with, the longest first; a role may stand before a backquote or behind its end.
_START = re.compile(r"(?P<role>:[A-Za-z][\w.+:-]*:)?(?P<mark>``|\*\*|_`|[`*|])|\[(?P<note>#?[\w.-]*|\*)\]_(?!\w)")
# What is no plain word without any mark: an address, and a reference by name.
_UNMARKED = re.compile(
    r"\b(?:https?|ftp|mailto):[^\s<>，。、；：！？）」』】”]*[^\s<>.,:;!?)\]'\"，。、；：！？（）」』】“”]"
    r"|(?<![\w.:-])[^\W_](?:[\w.+:-]*[^\W_])?__?(?![\w`])"
)
# words <target> of a role or a link
_TITLED = re.compile(r"(.*?)\s*<([^<>]+)>", re.DOTALL)
_ENDS = {"``": "``", "**": "**", "*": "*", "|": "|", "`": "`", "_`": "`"}
_FIXED = {"``": "code", "|": "substitution"}
_QUOTES = {"'": "'", '"': '"', "(": ")", "[": "]", "{": "}", "<": ">", "“": "”", "‘": "’"}
# What docutils reads behind the mark that closes a piece: a role, or the underscores that make a link of it.
_BEHIND = re.compile(r":(?P<role>[A-Za-z][\w.+:-]*):|(?P<link>__?)(?![A-Za-z0-9])")

# Roles whose words are translated; of another one the target is the same in every language.
_WORDS = WORD_ROLES | {"subscript", "superscript", "dfn", "index", "emphasis", "strong"}
_WORDS |= {"title", "title-reference", "term", "abbreviation", "acronym"}

# A line that begins a block of another kind than a paragraph.
_BLOCKS = {
    "a directive": re.compile(r"\.\.(?:\s|$)|__ "),
    "a list": re.compile(r"[-*+•‣⁃]\s|(?:\d+|#|[A-Za-z]|[ivxlcdm]+)[.)]\s|\((?:\d+|#|[A-Za-z])\)\s"),
    "a field list": re.compile(r":(?![\s:])(?:[^:\n\\]|\\.|:(?![\s`]|$))+:(?:\s|$)"),
    "a line block": re.compile(r"\|\s"),
    "a session": re.compile(r">>>(?:\s|$)"),
    "a table": re.compile(r"\+[-=+]{3,}|=+ +=+"),
    "a quotation": re.compile(r"[ \t]"),
}
# A heading: a line, and below it three or more times the same mark of ASCII, of which docutils takes any.
_ADORNED = re.compile(r"\S[^\n]*\n([!-/:-@\[-`{-~])\1{2,}\s*(?:\n|$)")


class _Piece(NamedTuple):
    """An inline piece: its kind, what is the same in every language, and the words that a reader sees."""

    kind: str
    same: str
    words: str
    glued: str = ""


@lru_cache(maxsize=4096)
def rst_sentence(text: str) -> Sentence:
    """A message of a page of reStructuredText, taken apart."""
    pieces = list(_pieces(text))
    words = "".join(piece.words for piece in pieces)
    return Sentence(
        raw=text,
        blocks=tuple(_block(block) for block in re.split(r"\n[ \t]*\n", text)),
        words=re.sub(r"\\(?:\s|(.))", r"\1", words, flags=re.DOTALL),
        codes=_of(pieces, "code"),
        roles=tuple((kind.strip(":"), same) for kind, same, *_ in pieces if kind[:1] == ":"),
        links=_of(pieces, "link"),
        footnotes=_of(pieces, "footnote"),
        substitutions=_of(pieces, "substitution"),
        strong=len(_of(pieces, "strong")),
        glued=tuple(piece.glued for piece in pieces if piece.glued),
        reader="rst",
    )


def _of(pieces: Iterable[_Piece], kind: str) -> tuple[str, ...]:
    return tuple(piece.same for piece in pieces if piece.kind == kind)


def _block(text: str) -> str:
    """The kind of a block, as findings name it."""
    found = (kind for kind, begins in _BLOCKS.items() if begins.match(text))
    return "a heading" if _ADORNED.match(text) else next(found, "paragraph")


def _pieces(text: str) -> Iterator[_Piece]:
    """The pieces of a paragraph, in order; what closes nothing is text."""
    place = done = 0
    while start := _START.search(text, place):
        piece, end = (
            _marked(text, start) if start["note"] is None else (_Piece("footnote", start["note"], ""), start.end())
        )
        if piece is None:
            place = start.end()
            continue
        yield from _plain(text[done : start.start()])
        yield piece
        place = done = end
    yield from _plain(text[done:])


def _marked(text: str, start: re.Match[str]) -> tuple[_Piece | None, int]:
    """The piece that begins with a mark, and where it ends; none where docutils would see text."""
    mark, inside = start["mark"], start.end()
    before, first = text[start.start() - 1 : start.start()] if start.start() else "", text[inside : inside + 1]
    if not _parted(before, "<-/:") or first.isspace() or (before and _QUOTES.get(before) == first):
        return None, inside
    if start["role"] and mark != "`":
        return None, inside
    closing = _ENDS[mark]
    end = text.find(closing, inside + 1)
    while end > 0:
        behind = _BEHIND.match(text, end + 1) if mark in "`|" else None
        after = behind.end() if behind else end + len(closing)
        escaped = mark != "``" and text[end - 1] == "\\"
        if not text[end - 1].isspace() and not escaped and _parted(text[after : after + 1], ">-/\\:"):
            role = start["role"] or (f":{behind['role']}:" if behind and behind["role"] else "")
            piece = _piece(mark, role, bool(behind and behind["link"]), text[inside:end])
            # Docutils takes marks for text beside such a letter, where a reader sees the end of a piece at once.
            glued = any(b and is_cjk(b) and category(b)[0] != "P" for b in (before, text[after : after + 1]))
            return piece._replace(glued=before + text[start.start() : after + 1] if glued else ""), after
        end = text.find(closing, end + 1)
    return None, inside


def _parted(beside: str, marks: str) -> bool:
    """Whether a piece may stand beside a character: one that parts it from words, or one that ought to."""
    if beside == "\\" and beside not in marks:  # it takes the meaning from the mark behind it
        return False
    return not beside or beside.isspace() or beside in marks or category(beside)[0] == "P" or is_cjk(beside)


def _piece(mark: str, role: str, link: bool, content: str) -> _Piece:
    """What stands between two marks."""
    if mark in _FIXED:
        return _Piece(_FIXED[mark], content, CODE)
    if mark != "`":
        return _Piece("strong" if mark in "**" else "target", "", content)
    titled = _TITLED.fullmatch(content)
    if link:
        target = titled[2] if titled and not titled[2].endswith("_") else _NAMED
        return _Piece("link", target, titled[1] if titled else content)
    if not role:
        return _Piece("strong", "", content)
    return _role(role, titled[1] if titled else "", titled[2] if titled else content)


def _role(role: str, title: str, target: str) -> _Piece:
    """What a role leads to, and what it shows without a title of its own."""
    name = role.strip(":").rpartition(":")[2]
    if name in _WORDS:
        return _Piece(role, "", title or target)
    shown = TITLE if name in {"ref", "doc", "numref", "any"} else CODE
    return _Piece(role, re.sub(r"\s+", " ", target).strip("~!. "), title or shown)


def _plain(text: str) -> Iterator[_Piece]:
    """Text without marks, but with references by name, and with addresses, which are no words."""
    done = 0
    for found in _UNMARKED.finditer(text):
        yield _Piece("text", "", text[done : found.start()])
        if found[0].endswith("_"):
            yield _Piece("link", _NAMED, found[0].rstrip("_"))
        else:
            yield _Piece("text", "", CODE)
        done = found.end()
    yield _Piece("text", "", text[done:])
