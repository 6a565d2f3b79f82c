"""What becomes of a catalog when its page has changed: nothing that was translated is lost."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field, replace

from printproof.catalogs.catalog import Catalog, Message
from printproof.catalogs.memory import Key, Memory, key_of, marked_fuzzy, most_alike


@dataclass
class Merged:
    """The messages of a page, then the obsolete ones, and how many came about in which way."""

    messages: list[Message] = field(default_factory=list)
    obsolete: list[Message] = field(default_factory=list)
    new: int = 0
    changed: int = 0
    recalled: int = 0


def merge(template: Iterable[Message], old: Catalog | None, memory: Memory, elsewhere: Collection[Key]) -> Merged:
    """Bring a catalog up to date with the messages of its page, in the order of the page.

    A sentence that still stands keeps its translation, also one that moved here from another page; one that
    changed keeps it as fuzzy, with the previous English; an obsolete one that is back comes back fuzzy.
    `elsewhere` are the messages of the other pages: what moved there does not stay here as obsolete.
    """
    wanted = list(template)
    keys = {key_of(message) for message in wanted}
    here = {key_of(message): message for message in old.messages} if old else {}
    gone = {key: message for key, message in here.items() if key not in keys and message.text}
    past = {key_of(message): message for message in old.obsolete if message.text} if old else {}
    merged = Merged()
    for message in wanted:
        key = key_of(message)
        known = here[key] if key in here and here[key].text else memory.recall(key)
        if known is not None:
            merged.recalled += key not in here or not here[key].text
        elif (near := most_alike(key, gone.values())) is not None:
            gone.pop(key_of(near))
            known = marked_fuzzy(near, near.previous if near.fuzzy and near.previous else near.msgid)
            merged.changed += 1
        else:
            merged.new += key not in here
            known = here.get(key)
        merged.messages.append(_placed(message, known))
    kept = [m for key, m in past.items() if key not in keys | gone.keys()]
    left = [m for key, m in gone.items() if key not in elsewhere]
    merged.obsolete = [_retired(message) for message in (*kept, *left)]
    return merged


def _placed(message: Message, known: Message | None) -> Message:
    """Give a message of the page with the translation that is known."""
    remarks = [remark for remark in message.remarks if remark.startswith("#.")]
    flags = [flag for flag in message.flags if not flag.endswith("-format") and flag != "fuzzy"]
    if known is None:
        return replace(message, texts=["" for _ in message.texts], flags=flags, remarks=remarks, previous=None)
    own = [remark for remark in known.remarks if not remark.startswith("#.")]
    marks = [flag for flag in known.flags if not flag.endswith("-format")]
    return replace(
        message,
        texts=known.texts,
        flags=list(dict.fromkeys([*marks, *flags])),
        remarks=[*own, *remarks],
        previous=known.previous if known.fuzzy else None,
    )


def _retired(message: Message) -> Message:
    """Give a message as it is kept when no page has it any more."""
    remarks = [remark for remark in message.remarks if not remark.startswith("#.")]
    return replace(message, obsolete=True, places=[], remarks=remarks)
