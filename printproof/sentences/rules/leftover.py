"""No markup is left over as text: a star, a backtick, a bracket that a reader would see."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printproof.sentences.rules.fault import Fault, error, warning
from printproof.sentences.rules.pair import Pair

_EMPHASIS = re.compile(r"\*|__|(?<!\w)_(?=\S)|(?<=\S)_(?!\w)")
_LEFTOVER = {
    "backtick": (re.compile(r"[`｀´]"), "a backtick that closes nothing"),
    "role": (re.compile(r"\{[\w:+-]+\}\s?[`｀]"), "a role that is not closed"),
    "link": (re.compile(r"\]\s?\(|\)\s?\[|\]\s?\[|\]\s?（"), "a link that is read as text"),
    "reference": (re.compile(r"(?<![\w\])])\[[^\]]{1,80}\](?!\w)"), "brackets that no link follows"),
    "reST": (re.compile(r":\w+:`|`_\b|\.\. \w+::|\|\w+\|_"), "markup of another language"),
    "fence": (re.compile(r"^:::|^```|~~~"), "a fence"),
    "substitution": (re.compile(r"\{\{|\}\}|\{%"), "a substitution"),
}


def check_leftovers(pair: Pair) -> Iterator[Fault]:
    """Refuse marks that end up on the page as they were typed, unless the source shows them, too."""
    source, text = pair.source, pair.text
    stars = len(_EMPHASIS.findall(text.shown)) - len(_EMPHASIS.findall(source.shown))
    if stars > 0:
        cure = "put * or ** beside letters, marks and brackets outside"
        yield error("emphasis", f"emphasis is not balanced, its marks would be shown; {cure}")
    elif source.strong != text.strong and not pair.plain:
        yield warning("emphasis", f"{text.strong} emphasised pieces, in English {source.strong}")
    for rule, (pattern, what) in _LEFTOVER.items():
        if len(pattern.findall(text.shown)) > len(pattern.findall(source.shown)):
            named = rule if rule in {"role", "link", "substitution"} else "markup"
            yield error(named, f"{what} would be shown to the reader; compare with the English sentence")
            return
