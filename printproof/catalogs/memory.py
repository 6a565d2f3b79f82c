"""What all catalogs of a language remember: every sentence that was ever translated and is still on file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from difflib import SequenceMatcher

from printproof.catalogs.catalog import Catalog, Message

ALIKE = 0.6
"""How much of two texts must agree for the translation of one to be offered for the other."""

Key = tuple[str | None, str]


def key_of(message: Message) -> Key:
    """Give what tells a message from all others in its catalog."""
    return message.context, message.msgid


class Memory:
    """Translations of one language by their English text, current ones before obsolete ones."""

    def __init__(self, catalogs: Iterable[Catalog]) -> None:
        self.current: dict[Key, Message] = {}
        self.obsolete: dict[Key, Message] = {}
        for catalog in catalogs:
            for message in catalog.messages:
                if message.text:
                    self._keep(self.current, message)
            for message in catalog.obsolete:
                if message.text:
                    self._keep(self.obsolete, message)

    @staticmethod
    def _keep(store: dict[Key, Message], message: Message) -> None:
        """Keep the first translation met, but a finished one rather than a fuzzy one."""
        known = store.get(key_of(message))
        if known is None or (known.fuzzy and not message.fuzzy):
            store[key_of(message)] = message

    def recall(self, key: Key) -> Message | None:
        """Give the translation of the very same text; one that was obsolete comes back fuzzy."""
        if key in self.current:
            return self.current[key]
        if key in self.obsolete:
            return marked_fuzzy(self.obsolete[key], None)
        return None


def most_alike(key: Key, known: Iterable[Message]) -> Message | None:
    """Give the translated message whose English is most like a text, if any is like it at all."""
    context, msgid = key
    best, found = ALIKE, None
    matcher = SequenceMatcher(b=msgid, autojunk=False)
    for message in known:
        if message.context != context or not message.text:
            continue
        matcher.set_seq1(message.msgid)
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and (r := matcher.ratio()) > best:
            best, found = r, message
    return found


def marked_fuzzy(message: Message, previous: str | None) -> Message:
    """Give a message that a translator has to look at, with the English text it was made for."""
    flags = ["fuzzy", *(flag for flag in message.flags if flag != "fuzzy")]
    return replace(message, flags=flags, previous=previous, obsolete=False)
