"""Whatever two people do to a message, no text that one of them wrote is missing from what the merge says."""

from itertools import product

import pytest

from printproof_catalogs.catalog import Catalog, Key, Message, parse_catalog
from printproof_catalogs.merging.three_way import merged_text
from printproof_catalogs.writer import catalog_text, expected_header

KEY: Key = (None, "English")
STATES = {
    "absent": None,
    "empty": ("", [], False),
    "old": ("처음", [], False),
    "old, in question": ("처음", ["fuzzy"], False),
    "old, obsolete": ("처음", [], True),
    "new": ("새로", [], False),
    "new, in question": ("새로", ["fuzzy"], False),
    "new, obsolete": ("새로", [], True),
    "other": ("다르게", [], False),
    "other, obsolete": ("다르게", [], True),
}


def catalog(name: str) -> Catalog:
    """Give a catalog whose one message is in a state."""
    state = STATES[name]
    fields = {"texts": [state[0]], "flags": state[1], "obsolete": state[2]} if state else {}
    messages = [Message(msgid=KEY[1], **fields)] if state else []
    return parse_catalog(catalog_text(expected_header("ko"), messages), name)


def merged(base: str, ours: str, theirs: str) -> Message | None:
    """The message after a merge of these states; None where it is gone."""
    text, _ = merged_text(*map(catalog, (base, ours, theirs)))
    result = parse_catalog(text, "merged")
    return next((message for message in (*result.messages, *result.obsolete)), None)


@pytest.mark.parametrize("base", STATES)
def test_no_text_is_lost(base: str) -> None:
    """What one side wrote is in the message, which is fuzzy where it holds two texts; sides count alike."""
    for ours, theirs in product(STATES, repeat=2):
        message, swapped = merged(base, ours, theirs), merged(base, theirs, ours)
        was = STATES[base][0] if STATES[base] else ""
        written = {state[0] for side in (ours, theirs) if (state := STATES[side]) and state[0] not in (was, "")}
        held = message.text if message else ""

        assert all(text in held for text in written), (ours, theirs)
        assert len(written) < 2 or message.fuzzy, (ours, theirs)
        assert (message and (message.fuzzy, message.obsolete)) == (swapped and (swapped.fuzzy, swapped.obsolete))


@pytest.mark.parametrize("side", STATES)
@pytest.mark.parametrize("base", STATES)
def test_what_one_side_did_is_what_comes_of_it(base: str, side: str) -> None:
    """The other has done nothing, or the same."""
    wanted = merged(side, side, side)

    assert merged(base, side, base) == wanted
    assert merged(base, base, side) == wanted
    assert merged(base, side, side) == wanted


PLURAL = 'msgid "{n} page"\nmsgid_plural "{n} pages"\nmsgstr[0] "%s"\nmsgstr[1] "%s"\n'


def test_forms_of_a_plural_merge_one_by_one() -> None:
    """Each person has written another form: a person looks at both together."""
    head = catalog_text(expected_header("fr"), []) + "\n"
    sides = [parse_catalog(head + PLURAL % forms, "a.po") for forms in (("", ""), ("une", ""), ("", "des"))]
    message = parse_catalog(merged_text(*sides)[0], "merged").messages[0]

    assert (message.plural, message.texts, message.fuzzy) == ("{n} pages", ["une", "des"], True)


def test_a_draft_with_a_plural_keeps_it_where_the_other_side_had_none() -> None:
    """The better translation of the former sentence is offered for all that it has forms for."""
    head = catalog_text(expected_header("fr"), []) + "\n"
    old, better = (f'msgid "a page"\nmsgstr "{text}"\n' for text in ("page", "une page"))
    new = '#, fuzzy\n#| msgid "a page"\n' + PLURAL % ("page", "")
    base, ours, theirs = (parse_catalog(head + text, "a.po") for text in (old, better, new))
    message = parse_catalog(merged_text(base, ours, theirs)[0], "merged").messages[0]

    assert (message.plural, message.texts, message.fuzzy) == ("{n} pages", ["une page", ""], True)
