"""Merging two people's edits of one catalog, message by message: what one of them changed is taken, no text is lost."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest
from typing import TypeVar

from printproof_catalogs.catalog import Catalog, Key, Message
from printproof_catalogs.merging.merge import remarks
from printproof_catalogs.writer import DATES, catalog_text

MARK = "#-#-#-#-#  {}  #-#-#-#-#\n"
"""The line above each of two texts, as msgcat writes it and editors of catalogs show it."""

Entries = Mapping[Key, Message]
"""The messages of one side, obsolete ones included."""

T = TypeVar("T")


def merged_text(base: Catalog, ours: Catalog, theirs: Catalog) -> tuple[str, list[Key]]:
    """The text of the catalog that holds both edits, and what one side has removed and the other changed.

    Messages have the order of ``ours``; one that ``theirs`` adds follows the one that it follows there.
    """
    was, here, there = sides = [_entries(catalog) for catalog in (base, ours, theirs)]
    merged: list[Message] = []
    removed: list[Key] = []
    for key in _order(here, there):
        if key not in was or (key in here and key in there):
            merged.append(_merged(*_with_drafts(key, sides)))
        elif _written(left := here.get(key) or there[key]) != _written(was[key]):
            removed.append(key)
            merged.append(replace(left, obsolete=True))
    merged.sort(key=lambda message: message.obsolete)
    header, comments = _head(base, ours, theirs)
    return catalog_text(header, merged, comments), removed


def _entries(catalog: Catalog) -> Entries:
    return {message.key: message for message in (*catalog.obsolete, *catalog.messages)}


def _order(here: Entries, there: Entries) -> list[Key]:
    keys, place = list(here), 0
    for key in there:
        if key not in here:
            keys.insert(place, key)
        place = keys.index(key) + 1
    return keys


def _written(message: Message) -> tuple[object, ...]:
    """What people have put into a message."""
    return message.texts, message.flags, remarks(message)


def _with_drafts(key: Key, sides: Sequence[Entries]) -> list[Message]:
    """A message as each side has it. A draft was made of the message with its previous text: so it is for all sides."""
    context, msgid = key
    previous = next((side[key].previous for side in sides if key in side and side[key].previous), None)
    base = Message(msgid=msgid, context=context, obsolete=True)
    found: list[Message] = []
    for side in sides:
        origin = side.get((context, previous)) if previous else None
        draft = origin and replace(base, texts=origin.texts, flags=["fuzzy"], previous=previous)
        found.append(side.get(key) or draft or (found[0] if found else base))
    return found


def _merged(base: Message, ours: Message, theirs: Message) -> Message:
    """A message with what both sides have changed; fuzzy where a person has to choose."""
    sides = (base, ours, theirs)
    said = [(message.texts, message.fuzzy, message.previous) for message in sides]
    texts, fuzzy, previous = _changed(*said)
    if said[1] != said[2] and said[0] not in said[1:]:
        texts = [_both(*forms) for forms in zip_longest(*(message.texts for message in sides), fillvalue="")]
        fuzzy = ours.fuzzy or theirs.fuzzy or texts not in (ours.texts, theirs.texts)
    flags = [flag for flag in _union(*(message.flags for message in sides)) if flag != "fuzzy"]
    return replace(
        ours if ours.line else theirs,  # what a file has knows its plural
        texts=texts,
        previous=previous,
        flags=["fuzzy", *flags] if fuzzy else flags,
        comments=_union(*(message.comments for message in sides)),
        places=_union(*(message.places for message in sides)),
        obsolete=_changed(*(message.obsolete for message in sides)),
    )


def _changed(base: T, ours: T, theirs: T) -> T:
    """The value that one side has changed; that of ours where both have."""
    return theirs if ours == base else ours


def _union(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[str]:
    """What both sides have, and what one of them added."""
    both = dict.fromkeys([*ours, *theirs])
    return [one for one in both if (one in ours and one in theirs) or one not in base]


def _both(base: str, ours: str, theirs: str) -> str:
    """A text that both sides may have changed, with both where they differ."""
    if theirs in (base, ours, ""):
        return ours
    return theirs if ours in (base, "") else f"{MARK.format('ours')}{ours}\n{MARK.format('theirs')}{theirs}"


def _head(*sides: Catalog) -> tuple[dict[str, str], list[str]]:
    """The header with what both sides have changed, and the comments above it: where they differ, theirs is one."""
    fields: dict[str, str] = {}
    comments = _union(*(side.head.comments for side in sides))
    for name in dict.fromkeys([*sides[1].header, *sides[2].header]):
        was, ours, theirs = values = [side.header.get(name, "") for side in sides]
        fields[name] = max(values) if name in DATES else _changed(was, ours, theirs)
        if name not in DATES and fields[name] != theirs not in (was, ""):
            comments.append(f"# {name}: {theirs}")
    return {name: value for name, value in fields.items() if value}, comments
