"""Merging a catalog with its page when that has changed: nothing that was translated is lost, on any page."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from printproof_catalogs.catalog import Catalog, Key, Message

ALIKE = 0.6
"""How much of two texts must agree for the translation of one to be offered for the other."""


def remember(catalogs: Collection[Catalog]) -> dict[Key, Message]:
    """The translations of one language by their English: of each text a finished one if there is one.

    Of equals one that a page shows is taken, and that of the first catalog.
    """
    known = [message for one in catalogs for message in (*one.messages, *one.obsolete) if any(message.texts)]
    known.sort(key=lambda message: (message.fuzzy, message.obsolete))
    # Backwards, as the last message of a key is the one that stays in a dictionary.
    return {message.key: message for message in reversed(known)}


@dataclass
class Merged:
    """The messages of a page, then the obsolete ones, and how many came about in which way."""

    messages: list[Message] = field(default_factory=list)
    obsolete: list[Message] = field(default_factory=list)
    new: int = 0
    changed: int = 0
    recalled: int = 0


def merge(
    template: Iterable[Message], old: Catalog | None, memory: Mapping[Key, Message], in_templates: Collection[Key]
) -> Merged:
    """A catalog brought up to date with the messages of its page, in the order of the page.

    A sentence that still stands keeps its translation. So does one that is back, or moved here from another page: the
    same English needs the same words, which is how msgmerge and its compendium see it. One that changed is fuzzy, with
    the previous English; its translation also stays as obsolete, so that the sentence may come back.
    ``in_templates`` are the messages of all pages: what moved to another one does not stay here as obsolete.
    """
    wanted = list(template)
    keys = {message.key for message in wanted}
    here = {message.key: message for message in old.messages} if old else {}
    gone = {key: message for key, message in here.items() if key not in keys and _written(message)}
    past = {message.key: message for message in old.obsolete if any(message.texts)} if old else {}
    left = {key: message for key, message in gone.items() if key not in in_templates and any(message.texts)}
    merged = Merged()
    for message in wanted:
        key, was = message.key, here.get(message.key)
        known = was if was and any(was.texts) else past.get(key) or memory.get(key)
        if known is not None:
            merged.recalled += known is not was
        elif (near := most_alike(key, gone.values())) is not None:
            gone.pop(near.key)  # it is offered for one sentence alone
            known = _fuzzy(near, near.previous if _is_draft(near) else near.msgid)
            merged.changed += 1
        else:
            merged.new += was is None
        merged.messages.append(_placed(message, known, was))
    told = [message.texts for message in (*past.values(), *merged.messages)]
    left = {key: message for key, message in left.items() if not (_is_draft(message) and message.texts in told)}
    retired = [message for key, message in {**past, **left}.items() if key not in keys]
    merged.obsolete = [replace(one, obsolete=True, places=[], comments=remarks(one)) for one in retired]
    return merged


def most_alike(key: Key, known: Iterable[Message]) -> Message | None:
    """The message whose English is most like a text, if any is like it at all."""
    context, msgid = key
    best, found = ALIKE, None
    matcher = SequenceMatcher(b=msgid, autojunk=False)  # autojunk takes frequent letters of long texts for noise
    for message in known:
        if message.context != context:
            continue
        matcher.set_seq1(message.msgid)
        # Two upper bounds that take no time come before the ratio itself.
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and (r := matcher.ratio()) > best:
            best, found = r, message
    return found


def remarks(message: Message) -> list[str]:
    """The comments that people wrote, without those of the extractor, which speak of the page."""
    return [line for line in message.comments if not line.startswith("#.")]


def _written(message: Message) -> bool:
    """Whether a translator has put anything into a message."""
    return any(message.texts) or bool(remarks(message))


def _is_draft(message: Message) -> bool:
    """Whether its words were made for another sentence, and offered for this one."""
    return message.fuzzy and message.previous is not None


def _fuzzy(message: Message, previous: str | None) -> Message:
    """A message that a translator has to look at, with the English text it was made for."""
    if not any(message.texts):
        return message
    flags = ["fuzzy", *(flag for flag in message.flags if flag != "fuzzy")]
    return replace(message, flags=flags, previous=previous)


def _placed(message: Message, known: Message | None, was: Message | None) -> Message:
    """A message of the page with the translation that is known, and the remarks on it and on what stood there."""
    known = known or was or replace(message, texts=["" for _ in message.texts])
    said = [line for one in (known, was) if one for line in remarks(one)]
    flags = [flag for flag in message.flags if flag != "fuzzy"]
    return replace(
        message,
        texts=known.texts,
        flags=list(dict.fromkeys([*known.flags, *flags])),
        comments=list(dict.fromkeys([*said, *(line for line in message.comments if line.startswith("#."))])),
        previous=known.previous if known.fuzzy else None,
    )
