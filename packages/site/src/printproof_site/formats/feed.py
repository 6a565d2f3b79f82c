"""How is a list of changes written as a feed? In Atom (RFC 4287), one entry for each change, newest first."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree

from printproof_base.text import NO_XML

ATOM = "http://www.w3.org/2005/Atom"
LANG = "{http://www.w3.org/XML/1998/namespace}lang"


@dataclass(frozen=True)
class Change:
    """What changed on a day, such as ``2026-11-22``: the address that leads to it, its title, what is said of it."""

    address: str
    date: str
    title: str
    summary: str


@dataclass(frozen=True)
class Feed:
    """The changes of a site in one language, newest first: where the feed and its page are, absolute, and who writes.

    ``tag`` is the language by BCP 47.
    """

    address: str
    page: str
    tag: str
    title: str
    author: str
    changes: Sequence[Change]


def atom(feed: Feed) -> str:
    """A feed as the text of its file: the same changes give the same bytes.

    Addresses name feed and entries for ever, as readers of feeds know by them what they have shown.
    """
    root = ElementTree.Element(f"{{{ATOM}}}feed", {LANG: feed.tag})
    _texts(root, id=feed.page, title=feed.title, updated=_moment(max(change.date for change in feed.changes)))
    _link(root, "self", "application/atom+xml", feed.address)
    _link(root, "alternate", "text/html", feed.page)
    _texts(ElementTree.SubElement(root, f"{{{ATOM}}}author"), name=feed.author)
    for change in feed.changes:
        entry = ElementTree.SubElement(root, f"{{{ATOM}}}entry")
        _texts(entry, id=change.address, title=change.title, updated=_moment(change.date))
        _link(entry, "alternate", "text/html", change.address)
        _texts(entry, summary=change.summary)
    ElementTree.indent(root, "")
    ElementTree.register_namespace("", ATOM)  # a name of its own on each element helps nobody
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, "unicode")}\n'


def _texts(parent: ElementTree.Element, **texts: str) -> None:
    for name, text in texts.items():
        ElementTree.SubElement(parent, f"{{{ATOM}}}{name}").text = NO_XML.sub("", text)


def _link(parent: ElementTree.Element, rel: str, kind: str, href: str) -> None:
    ElementTree.SubElement(parent, f"{{{ATOM}}}link", {"rel": rel, "type": kind, "href": href})


def _moment(date: str) -> str:
    """The first moment of a day: nobody wrote down the hour."""
    return f"{date}T00:00:00Z"
