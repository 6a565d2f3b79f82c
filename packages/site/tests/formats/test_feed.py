"""A feed is Atom as RFC 4287 has it: whole, escaped, and the same bytes for the same changes."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest

from printproof_site.formats.feed import Change, Feed, atom
from support.atom import ATOM, faults

FIRST = Change("https://a.example/ko/new.html#one", "2026-11-21", "<One> & “하나”", "Says ]]> and <b>nothing</b>.")
SECOND = Change("https://a.example/ko/new.html#two", "2026-11-22", "Two", "두 번째")
FEED = Feed("https://a.example/ko/new.atom", "https://a.example/ko/new.html", "ko", "A & B", "C < D", [SECOND, FIRST])


def test_a_feed_has_all_that_the_standard_asks_for() -> None:
    """Id, title, author and date of the feed; id, title, date and a link of each entry; each once, all absolute."""
    assert faults(atom(FEED)) == []


def test_texts_come_back_as_they_were() -> None:
    """Whatever signs they hold."""
    root = ElementTree.fromstring(atom(FEED))

    assert root.findtext(f"{ATOM}author/{ATOM}name") == "C < D"
    assert [entry.findtext(f"{ATOM}title") for entry in root.iter(f"{ATOM}entry")] == ["Two", "<One> & “하나”"]
    assert [entry.findtext(f"{ATOM}summary") for entry in root.iter(f"{ATOM}entry")] == [
        "두 번째",
        "Says ]]> and <b>nothing</b>.",
    ]


@pytest.mark.parametrize("character", ["\0", "\x1b", "\ufffe", "\ud800"])
def test_what_no_xml_may_hold_is_left_out(character: str) -> None:
    """A reader of feeds would refuse the whole file."""
    text = atom(replace(FEED, title=f"A{character}B"))

    assert ElementTree.fromstring(text.encode()).findtext(f"{ATOM}title") == "AB"


def test_a_feed_is_as_new_as_its_newest_change() -> None:
    """In whatever order they stand."""
    feed = replace(FEED, changes=[FIRST, SECOND])

    assert ElementTree.fromstring(atom(feed)).findtext(f"{ATOM}updated") == "2026-11-22T00:00:00Z"


def test_a_feed_says_its_language_and_where_it_is() -> None:
    """Itself, and the page that it follows."""
    root = ElementTree.fromstring(atom(FEED))

    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "ko"
    assert {link.get("rel"): link.get("href") for link in root.findall(f"{ATOM}link")} == {
        "self": FEED.address,
        "alternate": FEED.page,
    }


def test_the_same_changes_give_the_same_bytes() -> None:
    """No clock and no number of the process."""
    assert atom(FEED) == atom(replace(FEED))
    assert atom(FEED).startswith('<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"')


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("<id>https://a.example/ko/new.html</id>\n", "", "feed: 0 × id"),
        ("2026-11-21T00:00:00Z", "2026-11-21", "'2026-11-21' is no moment"),
        ("new.html#one</id>", "new.html#two</id>", "the same id twice"),
        ("<id>https://a.example/ko/new.html#one", "<id>new.html#one", "'new.html#one' is not absolute"),
        ('<link rel="self"', '<link rel="other"', "no link to itself"),
    ],
)
def test_the_checks_of_these_tests_see_a_fault(before: str, after: str, fault: str) -> None:
    """Else they would prove nothing."""
    text = atom(FEED)
    assert before in text

    assert fault in faults(text.replace(before, after, 1))
