"""What is a page of a book made of, and does each link in it lead somewhere? Read from what Sphinx wrote."""

import posixpath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from printproof.formats import xhtml
from printproof.html.page import Element, parse
from printproof_base.findings import Finding, Place
from printproof_site.books.still import inside

SUFFIX = ".xhtml"


@dataclass(frozen=True)
class Page:
    """A page of a book: its text as a tree, ``title`` as its heading says it, with its number, and what is in it.

    ``sections`` are the ids and headings one level below.
    """

    docname: str
    tree: Element
    title: str = ""
    sections: Sequence[tuple[str, str]] = ()
    ids: frozenset[str] = field(default_factory=frozenset)

    @property
    def body(self) -> str:
        """The text as XHTML."""
        return xhtml.inner(self.tree)

    @property
    def has_drawing(self) -> bool:
        """Whether a drawing stands in the text, which a package has to say."""
        return any(self.tree.find("svg"))


def read_page(docname: str, html: str) -> Page:
    """A page as a book shows it, from its HTML."""
    tree = Element("", {}, inside(parse(html)))
    title = next((_words(heading) for heading in tree.find("h1")), "")
    ids = frozenset(element.attributes["id"] for element in tree.below() if "id" in element.attributes)
    return Page(docname, tree, title, tuple(_sections(tree)), ids)


def _words(heading: Element) -> str:
    return " ".join(heading.text.split())


def _sections(tree: Element) -> Iterator[tuple[str, str]]:
    for section in tree.find("section"):
        heading = next((child for child in section.elements if child.tag == "h2"), None)
        if heading is not None and "id" in section.attributes:
            yield section.attributes["id"], _words(heading)


def settle_links(pages: Mapping[str, Page], address: str) -> Iterator[Finding]:
    """Let each link lead to its place in the book, or to the web; a finding for one that leads nowhere.

    What a site has and a book has not, such as its other languages, is a link to the public site at ``address``, and
    without one plain words.
    """
    for page in pages.values():
        for element in page.tree.find("a"):
            href = element.attributes.get("href")
            if href is None or urlsplit(href).scheme or urlsplit(href).netloc:
                continue
            target, fragment = target_of(page.docname, href)
            if target not in pages:
                _lead_out(element, target, fragment, address)
            elif fragment and fragment not in pages[target].ids:
                fact = f"links to {href}, and {target} has no such place"
                yield Finding(Place(f"{page.docname}{SUFFIX}"), "error", "dead-link", fact)


def target_of(docname: str, href: str) -> tuple[str, str]:
    """The docname and the id that a relative link of a page leads to."""
    parts = urlsplit(href)
    if not parts.path:
        return docname, unquote(parts.fragment)
    path = posixpath.normpath(posixpath.join(posixpath.dirname(docname), unquote(parts.path)))
    return path.removesuffix(SUFFIX), unquote(parts.fragment)


def _lead_out(element: Element, target: str, fragment: str, address: str) -> None:
    """Let a link lead to the site; from a page its other languages lie one step upwards, where the address is."""
    if address and target.startswith("../"):
        element.attributes["href"] = address + target.removeprefix("../") + (f"#{fragment}" if fragment else "")
    else:
        element.tag = "span"
        element.attributes.pop("href")
