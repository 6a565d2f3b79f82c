"""How wide is a text, where may its lines break, and what in it does nobody see?

A Hangul or Han character takes two columns.
"""

import re
import unicodedata

WIDEST = 72
"""Columns of a line of code in a lesson: what a phone shows."""

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories nobody can see: control, bidi and zero-width, private use, surrogates, unassigned."""

BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffd")
"""Characters of other categories that show nothing, and the mark of a lost character."""

_HAN = "[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_CLOSING = "[，。、；：？！）」』》〉】”’…—·,.;:?!)\\]]"
_OPENING = "[（「『《〈【“‘(\\[]"
# What no line break may part: a Han character or a run of others, with the marks that open before and close after it.
_PIECE = re.compile(rf"{_OPENING}*(?:{_HAN}|(?:(?!{_HAN}|{_OPENING}).)+)?{_CLOSING}*")


def columns(text: str) -> int:
    """The columns a text takes in a font of fixed width."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    return len(text) + wide - sum(bool(unicodedata.combining(character)) for character in text)


def wrap(text: str, width: int) -> list[str]:
    """The lines of a text, broken at blanks and between Han characters; none begins with a closing mark."""
    lines = [""]
    for word in text.split():
        for number, piece in enumerate(filter(None, _PIECE.findall(word))):
            glue = " " if number == 0 and lines[-1] else ""
            if lines[-1] and columns(lines[-1] + glue + piece) > width:
                lines.append(piece)
            else:
                lines[-1] += glue + piece
    return lines


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing where it stands, or moves the text around it."""
    return unicodedata.category(character) in UNSEEN or character in BLANK


def name_of(character: str) -> str:
    """A character by its number and name, so that one can look it up."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"
