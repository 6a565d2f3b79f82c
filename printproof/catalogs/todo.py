"""What a translator has to do next: each sentence with its place, and what changed in its English."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from printproof.catalogs.catalog import Message, read_catalog
from printproof.catalogs.error import CatalogError
from printproof.catalogs.layout import CatalogFile, walk_catalogs
from printproof.project import Project

_PIECE = re.compile(r"\s+|[^\s\w]|\w+")


def todo(project: Project, languages: Collection[str] = ()) -> Iterator[str]:
    """Give, as finished text, each message that is fuzzy or not translated, in order of place.

    A catalog that cannot be read is given with its fault, as the first thing to do.
    """
    places = walk_catalogs(project.locales, project.pages(), "locales")
    for place in sorted((p for p in places if isinstance(p, CatalogFile)), key=lambda p: (p.language, p.docname)):
        if languages and place.language not in languages:
            continue
        shown = project.shown(place.path)
        try:
            catalog = read_catalog(place.path)
        except CatalogError as error:
            yield f"{shown}:{error.line}: {error.rule}: {error}"
            continue
        waiting = (message for message in catalog.messages if not message.current)
        yield from (_task(f"{shown}:{message.text_line}", message) for message in waiting)


def _task(place: str, message: Message) -> str:
    """Say what is to be done for one message."""
    if not message.text:
        return f"{place}: not translated\n  English  {message.msgid}"
    lines = [f"{place}: fuzzy", f"  English  {message.msgid}"]
    if message.previous is not None:
        lines.append(f"  changed  {changed_words(message.previous, message.msgid)}")
    return "\n".join([*lines, f"  now      {message.text}"])


def changed_words(old: str, new: str) -> str:
    """Give a text with its changed words marked: ``counts [-up-]{+down+}``."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    shown = []
    for kind, i, j, k, m in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        gone, come = "".join(before[i:j]), "".join(after[k:m])
        if kind == "equal":
            shown.append(come)
        else:
            shown.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return "".join(shown)
