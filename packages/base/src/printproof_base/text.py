"""Text on a screen: how wide it is, where its lines may break, and which characters nobody sees.

A Hangul or Han character takes two columns.
"""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from itertools import accumulate, pairwise

from printproof_base.languages import language_data

WIDEST = 72
"""Columns of a line of code in a lesson: what a phone shows."""

JOINER = "\u2060"
"""The word joiner: nothing to see, and no line ends at it. It is set when a page is written, and no reader keeps it."""

UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})
"""Unicode categories nobody can see: control, bidi and zero-width, private use, surrogates, unassigned."""

BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\ufffd")
"""Characters of other categories that show nothing, and the mark of a lost character."""

NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML may hold, not even escaped, such as the escapes of a terminal that a script prints."""

# From radicals to kana, ideographs, compatibility ideographs, and the planes of the later ideographs. No Hangul:
# Korean breaks its lines at blanks.
_HAN = "[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_CLOSING = "[，。、；：？！）」』》〉】”’…—·,.;:?!)\\]]"
_OPENING = "[（「『《〈【“‘(\\[]"
# What no line break may part: a Han character or a run of others, with the marks that open before and close after it.
_PIECE = re.compile(rf"{_OPENING}*(?:{_HAN}|(?:(?!{_HAN}|{_OPENING}).)+)?{_CLOSING}*")


def columns(text: str) -> int:
    """The columns a text takes in a font of fixed width."""
    wide = sum(unicodedata.east_asian_width(character) in "WF" for character in text)
    # A combining mark stands on the character before it and takes no column.
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


def alternatives(words: Iterable[str]) -> str:
    """A pattern that matches any of some words, the longest first; of no words it matches nothing."""
    # The longest first, as `re` takes the first that fits.
    return "|".join(re.escape(word) for word in sorted(set(words), key=lambda word: (-len(word), word))) or "(?!)"


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing where it stands, or moves the text around it."""
    return unicodedata.category(character) in UNSEEN or character in BLANK


def character_name(character: str) -> str:
    """A character by its number and its Unicode name: ``U+200B ZERO WIDTH SPACE``."""
    return f"U+{ord(character):04X} {unicodedata.name(character, 'without a name')}"


def insert_joiners(texts: Sequence[str], whole: Collection[int], language: str, kind: str = "lines") -> list[str]:
    """The texts of a passage, one for each piece of its markup, with joiners where no line may end.

    ``whole`` are the numbers of texts that stay as they are, such as code; a joiner at their border stands outside.
    ``kind`` is the section of what the language needs: ``lines`` of a browser, or ``paper``.
    """
    inside, at_borders = _held(language, kind)
    passage, ends = "".join(texts), list(accumulate(map(len, texts)))
    spots = {match.start() for pattern in inside for match in pattern.finditer(passage)}
    spots |= {match.start() for pattern in at_borders for match in pattern.finditer(passage)} & set(ends)
    held = []
    for number, (text, end) in enumerate(zip(texts, ends, strict=True)):
        start = end - len(text)
        # A joiner between two pieces is that of the second, unless this one is whole.
        last = end + (number + 1 in whole)
        places = sorted(spot - start for spot in spots if start <= spot < last) if text and number not in whole else []
        held.append(JOINER.join(text[one:other] for one, other in pairwise([0, *places, len(text)])))
    return held


@cache
def _held(language: str, kind: str) -> tuple[list[re.Pattern[str]], list[re.Pattern[str]]]:
    """The places of a language where no line may end: anywhere, and where a piece of markup begins or ends."""
    needs = language_data(language).get(kind, {})
    inside, at_borders = ([re.compile(p) for p in needs.get(kind, ())] for kind in ("held", "held_at_borders"))
    return inside, at_borders
