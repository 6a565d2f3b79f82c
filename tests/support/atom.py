"""What is wrong with a feed, by RFC 4287? Its rules written out, as far as a feed of ours comes near them."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(?:\.\d+)?(?:Z|[+-][0-2]\d:[0-5]\d)")
IRI = re.compile(r"[a-z][a-z0-9+.-]*:\S+")
KNOWN = {"author", "category", "contributor", "generator", "icon", "id", "link", "logo", "rights", "subtitle", "title"}
OF_ENTRIES = {*KNOWN - {"generator", "icon", "logo", "subtitle"}, "content", "published", "source", "summary"}


def faults(text: str) -> list[str]:
    """Each rule that a feed breaks, in a few words."""
    root = ElementTree.fromstring(text.encode())
    entries = root.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    found = [] if root.tag == f"{ATOM}feed" else ["the root is no feed"]
    found += _of(root, "feed", {*KNOWN, "updated", "entry"})
    found += [fault for entry in entries for fault in _of(entry, "entry", {*OF_ENTRIES, "updated"})]
    found += ["the same id twice"] if len(set(ids)) < len(ids) else []
    authors = [root.findtext(f"{ATOM}author/{ATOM}name")]
    found += [] if all(authors) else ["nobody wrote it"]
    found += [] if any(link.get("rel") == "self" for link in root.findall(f"{ATOM}link")) else ["no link to itself"]
    return found


def _of(element: ElementTree.Element, name: str, known: set[str]) -> Iterator[str]:
    children = [child.tag.removeprefix(ATOM) for child in element]
    yield from (f"{name}: unknown {child}" for child in children if child not in known)
    yield from (
        f"{name}: {children.count(one)} × {one}" for one in ("id", "title", "updated") if children.count(one) != 1
    )
    for moment in element.findall(f"{ATOM}updated"):
        if not MOMENT.fullmatch(moment.text or ""):
            yield f"{moment.text!r} is no moment"
    addresses = [link.get("href", "") for link in element.findall(f"{ATOM}link")]
    for address in [*addresses, *(one.text or "" for one in element.findall(f"{ATOM}id"))]:
        if not IRI.fullmatch(address):
            yield f"{address!r} is not absolute"
    if name == "entry" and not any(link.get("rel") == "alternate" for link in element.findall(f"{ATOM}link")):
        yield "an entry without content leads nowhere"
