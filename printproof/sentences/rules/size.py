"""Bounds that hold before a message is parsed, so that no message can make a build slow."""

from __future__ import annotations

from collections.abc import Iterator

from printproof.sentences.rules.fault import Fault, error

LONGEST = 8_000
"""Characters of the longest message or translation that is parsed."""

MOST_MARKS = 200
"""How often a mark may stand in a message: brackets take time that grows with their square."""

MARKS = '[]()<>`*_$\\{}&!|~"'


def check_size(msgid: str, text: str) -> Iterator[Fault]:
    """Refuse what is too long for a sentence or holds more marks than any sentence needs."""
    if len(msgid) > LONGEST:
        yield error("size", f"the English text has {len(msgid):,} characters; a message has at most {LONGEST:,}")
        return
    most = min(LONGEST, 200 + 8 * len(msgid))
    if len(text) > most:
        yield error("size", f"{len(text):,} characters for {len(msgid):,} English ones; at most {most:,}")
        return
    for mark in MARKS:
        if msgid.count(mark) > MOST_MARKS:
            yield error("size", f"the English text has {mark!r} more than {MOST_MARKS} times")
            return
        needed = 20 + 2 * msgid.count(mark)
        if text.count(mark) > needed:
            said = f"{text.count(mark):,} times {mark!r}; the English sentence has {msgid.count(mark):,}"
            yield error("size", f"{said}; copy its marks, no more")
            return
