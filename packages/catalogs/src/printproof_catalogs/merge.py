"""Merging a catalog with its page when that has changed: nothing that was translated is lost, on any page."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from printproof_catalogs.catalog import Catalog, Key, Message

ALIKE = 0.6
"""How much of two texts must agree for the translation of one to be offered for the other."""


def remember(catalogs: Collection[Catalog]) -> dict[Key, Message]:
    """The translations of one language by their English: of each text a finished one, a fuzzy one, or an obsolete one.

    One that was obsolete comes back fuzzy. Of equals that of the first catalog is taken.
    """
    current = [message for catalog in catalogs for message in catalog.messages if message.text]
    obsolete = [message for catalog in catalogs for message in catalog.obsolete if message.text]
    current, obsolete = (sorted(messages, key=lambda message: message.fuzzy) for messages in (current, obsolete))
    known = [*current, *(_fuzzy(message, None) for message in obsolete)]
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

    A sentence that still stands keeps its translation, also one that moved here from another page. One that
    changed is fuzzy, with the previous English; its translation also stays as obsolete, so that the sentence may
    come back. An obsolete one that is back is fuzzy. ``in_templates`` are the messages of all pages: what moved to
    another one does not stay here as obsolete.
    """
    wanted = list(template)
    keys = {message.key for message in wanted}
    here = {message.key: message for message in old.messages} if old else {}
    gone = {key: message for key, message in here.items() if key not in keys and message.text}
    past = {message.key: message for message in old.obsolete if message.text} if old else {}
    left = {key: message for key, message in gone.items() if key not in in_templates}
    merged = Merged()
    for message in wanted:
        key = message.key
        known = here[key] if key in here and here[key].text else memory.get(key)
        if known is not None:
            merged.recalled += key not in here or not here[key].text
        elif (near := most_alike(key, gone.values())) is not None:
            gone.pop(near.key)  # it is offered for one sentence alone
            known = _fuzzy(near, near.previous if near.fuzzy and near.previous else near.msgid)
            merged.changed += 1
            if near.fuzzy:  # its text was made for a sentence that is obsolete already
                left.pop(near.key, None)
        else:
            merged.new += key not in here
            known = here.get(key)
        merged.messages.append(_placed(message, known))
    obsolete = {key: message for key, message in {**past, **left}.items() if key not in keys}
    merged.obsolete = [_retired(message) for message in obsolete.values()]
    return merged


def most_alike(key: Key, known: Iterable[Message]) -> Message | None:
    """The translated message whose English is most like a text, if any is like it at all."""
    context, msgid = key
    best, found = ALIKE, None
    matcher = SequenceMatcher(b=msgid, autojunk=False)  # autojunk takes frequent letters of long texts for noise
    for message in known:
        if message.context != context or not message.text:
            continue
        matcher.set_seq1(message.msgid)
        # Two upper bounds that take no time come before the ratio itself.
        if matcher.real_quick_ratio() > best and matcher.quick_ratio() > best and (r := matcher.ratio()) > best:
            best, found = r, message
    return found


def _fuzzy(message: Message, previous: str | None) -> Message:
    """A message that a translator has to look at, with the English text it was made for."""
    flags = ["fuzzy", *(flag for flag in message.flags if flag != "fuzzy")]
    return replace(message, flags=flags, previous=previous, obsolete=False)


def _placed(message: Message, known: Message | None) -> Message:
    """A message of the page with the translation that is known."""
    comments = [line for line in message.comments if line.startswith("#.")]
    flags = [flag for flag in message.flags if flag != "fuzzy"]
    if known is None:
        return replace(message, texts=["" for _ in message.texts], flags=flags, comments=comments, previous=None)
    own = [line for line in known.comments if not line.startswith("#.")]
    return replace(
        message,
        texts=known.texts,
        flags=list(dict.fromkeys([*known.flags, *flags])),
        comments=[*own, *comments],
        previous=known.previous if known.fuzzy else None,
    )


def _retired(message: Message) -> Message:
    """A message as it is kept when no page has it any more."""
    # Those of the extractor speak of a page that has it no more.
    comments = [line for line in message.comments if not line.startswith("#.")]
    return replace(message, obsolete=True, places=[], comments=comments)
