"""The list of what a translator has to do next: each sentence with its place, and what changed in its English."""

import re
from collections.abc import Collection, Iterator
from difflib import SequenceMatcher

from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_catalogs.catalog import CatalogError, Message
from printproof_catalogs.layout import catalogs_of

# A word, a mark or the blanks between them: what a person sees change, rather than letters.
_PIECE = re.compile(r"\s+|[^\s\w]|\w+")


def todo(project: Project, languages: Collection[str] = ()) -> Iterator[str | Finding]:
    """Each message that is fuzzy or not translated, as finished text, in order of place.

    A catalog that cannot be read is given with its fault, as the first thing to do.
    """
    for place in catalogs_of(project, languages):
        try:
            messages = place.read().messages
        except CatalogError as error:
            yield from error.findings
            continue
        yield from (_task(f"{place.shown}:{m.text_line}", m) for m in messages if not m.current)


def _task(place: str, message: Message) -> str:
    """What is to be done for one message."""
    lines = [f"{place}: {message.state}", f"  English  {message.msgid}"]
    if message.text and message.previous is not None:
        lines.append(f"  changed  {changed_words(message.previous, message.msgid)}")
    if message.text:
        lines.append(f"  now      {message.text}")
    return "\n".join(lines)


def changed_words(old: str, new: str) -> str:
    """A text with its changed words marked: ``counts [-up-]{+down+}``."""
    before, after = _PIECE.findall(old), _PIECE.findall(new)
    shown = []
    # With autojunk the blanks of a long text would count for nothing, and split what stayed.
    for kind, i, j, k, m in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        gone, come = "".join(before[i:j]), "".join(after[k:m])
        if kind == "equal":
            shown.append(come)
        else:
            shown.append((f"[-{gone}-]" if gone else "") + (f"{{+{come}+}}" if come else ""))
    return "".join(shown)
