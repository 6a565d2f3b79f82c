"""A built page, read from its HTML as a browser would: cells, outputs, ids, links, words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape
from html.parser import HTMLParser
from pathlib import Path

from printproof_base.text import JOINER

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NO_WORDS = {"code", "kbd", "math", "pre", "samp", "script", "style", "template"}
LOADED_LINKS = {
    *("apple-touch-icon", "dns-prefetch", "icon", "manifest", "modulepreload", "preconnect", "prefetch", "preload"),
    "stylesheet",
}
LOADING = {"src": None, "srcset": None, "poster": None, "data": "object", "href": "image", "xlink:href": "image"}
"""Attributes whose address a browser fetches, each with the only element on which it does, where there is one."""
CELL_ID = "cell-"
"""How the ids of cells begin."""

STYLE_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)")  # the address in a style, quoted or not


@dataclass
class Element:
    """An element of a page: its tag, its attributes, and the elements and texts in it, in their order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Element | str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text in the element."""
        return "".join(child if isinstance(child, str) else child.text for child in self.children)

    @property
    def classes(self) -> list[str]:
        """Its classes, as they are written."""
        return self.attributes.get("class", "").split()

    @property
    def elements(self) -> list[Element]:
        """The elements right in it, without the texts between them."""
        return [child for child in self.children if isinstance(child, Element)]

    def below(self) -> Iterator[Element]:
        """All elements below this one, in the order of the page."""
        for child in self.elements:
            yield child
            yield from child.below()

    def find(self, tag: str) -> Iterator[Element]:
        """The elements of a tag below this one, in the order of the page."""
        return (element for element in self.below() if element.tag == tag)

    @property
    def cell(self) -> str:
        """The name of the cell that it is, empty for anything else; a heading may have an id that begins alike."""
        given = self.attributes
        return given.get("id", "").removeprefix(CELL_ID) if "cell" in given.get("class", "").split() else ""

    def inner_html(self) -> str:
        """What stands in the element, as HTML."""
        return "".join(escape(c, quote=False) if isinstance(c, str) else c._html() for c in self.children)

    def _html(self) -> str:
        given = "".join(f' {name}="{escape(value)}"' for name, value in self.attributes.items())
        inside = "" if self.tag in VOID else f"{self.inner_html()}</{self.tag}>"
        return f"<{self.tag}{given}>{inside}"


def parse(html: str) -> Element:
    """The tree of a page; its root is an element without a tag."""
    builder = _TreeBuilder()
    builder.feed(html)
    builder.close()
    return builder.open[0]


class _TreeBuilder(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open = [Element("")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element."""
        element = Element(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that closes itself, such as a shape of a figure."""
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those in it that were left open; an end without a start is none."""
        # Not the first, which is the root.
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        """Take text, as it was before its lines were held together; code and outputs as they are."""
        kept = any(element.tag in NO_WORDS for element in self.open)
        self.open[-1].children.append(data if kept else data.replace(JOINER, ""))


@dataclass
class Rendered:
    """A built page: ``code`` by cell, ``outputs`` by cell and mode, ``ids`` in their order.

    ``loaded`` are the addresses a browser fetches to show the page, ``links`` those a reader may follow,
    ``alternates`` the addresses of this page by language. ``words`` is the text outside code, ``title`` and
    ``description`` are what the page says of itself.
    """

    code: dict[str, str] = field(default_factory=dict)
    outputs: dict[tuple[str, str], str] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    alternates: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    title: str = ""
    description: str = ""


Pages = Mapping[str, Rendered]
"""Built pages by their address below the site's root, such as ``ko/guide/stateful.html``."""


def read_tree(path: Path) -> Element:
    """The tree of a built page. Raises OSError."""
    return parse(path.read_text(encoding="utf-8"))


def read_page(path: Path) -> Rendered:
    """What a built page holds. Raises OSError."""
    return rendered(read_tree(path))


def rendered(tree: Element) -> Rendered:
    """What the tree of a built page holds."""
    page = Rendered()
    _survey(page, tree, cell=None, inside=False, spoken=True)
    return page


def _survey(page: Rendered, element: Element, cell: str | None, inside: bool, spoken: bool) -> None:
    """Take what an element and those in it say.

    ``cell`` is the cell around it, ``inside`` whether that cell's code or output is, ``spoken`` whether text is words.
    """
    given = element.attributes
    cell = element.cell or cell
    _head(page, element)
    _addresses(page, element)
    page.ids += [given["id"]] if "id" in given else []
    if cell is not None and "data-output" in given:
        key, inside = (cell, given["data-output"]), True
        page.outputs[key] = page.outputs.get(key, "") + element.text
    # The first `pre` of a cell is its code; others are outputs, or stand in them.
    elif cell is not None and element.tag == "pre" and not inside and cell not in page.code:
        page.code[cell], inside = element.text, True
    spoken = spoken and not inside and element.tag not in NO_WORDS
    for child in element.children:
        if isinstance(child, Element):
            _survey(page, child, cell, inside, spoken)
        elif spoken:
            page.words.append(child)


def _head(page: Rendered, element: Element) -> None:
    if element.tag == "title" and not page.title:  # a figure may have a title of its own
        page.title = element.text
    elif element.tag == "meta" and element.attributes.get("name") == "description":
        page.description = element.attributes.get("content", "")


def _addresses(page: Rendered, element: Element) -> None:
    tag, given = element.tag, element.attributes
    relations = set(given.get("rel", "").lower().split())
    if tag == "a" and "href" in given:
        page.links.append(given["href"])
    elif tag == "link" and "alternate" in relations and "hreflang" in given:
        page.alternates[given["hreflang"]] = given.get("href", "")
    elif tag == "link" and relations & LOADED_LINKS:
        page.loaded.append(given.get("href", ""))
    page.loaded += _fetched(tag, given)


def _fetched(tag: str, given: Mapping[str, str]) -> Iterator[str]:
    """The addresses that an element fetches by an attribute other than that of a link."""
    for name, only in LOADING.items():
        if name in given and only in {None, tag}:
            parts = given[name].split(",") if name == "srcset" else [given[name]]
            yield from (part.split()[0] for part in parts if part.strip())
    yield from STYLE_URL.findall(given.get("style", ""))
