"""A translation ends as its source ends and is about as long."""

from __future__ import annotations

from collections.abc import Iterator

from printproof.sentences.rules.fault import Fault, warning
from printproof.sentences.rules.pair import Pair
from printproof.text import columns

_ENDS = {
    ".": "a full stop",
    "。": "a full stop",
    "．": "a full stop",
    "?": "a question mark",
    "？": "a question mark",
    "!": "an exclamation mark",
    "！": "an exclamation mark",
    ":": "a colon",
    "：": "a colon",
    "…": "an ellipsis",
}
_CLOSING = " )）]」』”’\"'*_"


def check_ending(pair: Pair) -> Iterator[Fault]:
    """Warn of another kind of end mark, and of a length that no faithful translation has."""
    here, there = _end(pair.source.words), _end(pair.text.words)
    if here != there and pair.text.words:
        yield warning("end", f"the translation ends with {there}, the English sentence with {here}")
    width, wanted = columns(pair.text.shown), columns(pair.source.shown)
    if width > 2 * wanted + 24 or (width + 8) * 5 < wanted:
        yield warning("length", f"{width} columns wide, {wanted} in English; is something missing or added?")


def _end(words: str) -> str:
    """Name the kind of the last mark, closing quotes and brackets aside."""
    return _ENDS.get(words.rstrip(_CLOSING)[-1:], "no mark")
