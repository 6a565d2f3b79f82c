"""What does a built page hold? Read from its HTML, as a browser would: cells, outputs, ids, links, words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
NO_WORDS = {"code", "kbd", "math", "pre", "samp", "script", "style", "template"}
LOADED_LINKS = {
    "apple-touch-icon", "dns-prefetch", "icon", "manifest", "modulepreload", "preconnect", "prefetch", "preload",
    "stylesheet",
}  # fmt: skip
LOADING = {"src": None, "srcset": None, "poster": None, "data": "object", "href": "image", "xlink:href": "image"}
STYLE_URL = re.compile(r"url\(\s*['\"]?([^'\")]+)")


@dataclass
class Rendered:
    """A built page: ``code`` by cell, ``outputs`` by cell and mode, ``ids`` in their order.

    ``loaded`` are the addresses a browser fetches to show the page, ``links`` those a reader may follow,
    ``alternates`` the addresses of this page by language, ``canonical`` its own. ``words`` is the text outside code.
    """

    code: dict[str, str] = field(default_factory=dict)
    outputs: dict[tuple[str, str], str] = field(default_factory=dict)
    ids: list[str] = field(default_factory=list)
    loaded: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    alternates: dict[str, str] = field(default_factory=dict)
    words: list[str] = field(default_factory=list)
    canonical: str = ""


Pages = Mapping[str, Rendered]
"""Built pages by their address below the site's root, such as ``ko/guide/stateful.html``."""


@dataclass
class _Open:
    """An element while it is open: the cell it is, and where the text in it goes."""

    tag: str
    cell: str | None = None
    kind: str = ""
    text: list[str] = field(default_factory=list)


def read_rendered(path: Path) -> Rendered:
    """Read a built page."""
    return parse_rendered(path.read_text(encoding="utf-8"))


def parse_rendered(html: str) -> Rendered:
    """Read the HTML of a page."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return reader.page


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.page = Rendered()
        self._open: list[_Open] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an element, and take its id and addresses."""
        given = {name: value or "" for name, value in attrs}
        if "id" in given:
            self.page.ids.append(given["id"])
        self._addresses(tag, given)
        if tag not in VOID:
            self._open.append(self._opened(tag, given))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take an element that closes itself."""
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        """Close an element, and those inside it that were left open."""
        if not any(element.tag == tag for element in self._open):
            return
        while self._open:
            element = self._open.pop()
            self._close(element)
            if element.tag == tag:
                return

    def handle_data(self, data: str) -> None:
        """Give text to the code or output it stands in, else to the words."""
        for element in self._open:
            if element.kind:
                element.text.append(data)
        if not any(element.tag in NO_WORDS or element.kind for element in self._open):
            self.page.words.append(data)

    def _opened(self, tag: str, given: dict[str, str]) -> _Open:
        cell = given.get("data-cell", self._open[-1].cell if self._open else None)
        inside = any(element.kind for element in self._open)
        if "data-output" in given and cell is not None:
            return _Open(tag, cell, given["data-output"])
        if tag == "pre" and cell is not None and not inside and cell not in self.page.code:
            return _Open(tag, cell, "code")
        return _Open(tag, cell)

    def _close(self, element: _Open) -> None:
        if element.kind == "code" and element.cell is not None:
            self.page.code[element.cell] = "".join(element.text)
        elif element.kind and element.cell is not None:
            key = (element.cell, element.kind)
            self.page.outputs[key] = self.page.outputs.get(key, "") + "".join(element.text)

    def _addresses(self, tag: str, given: dict[str, str]) -> None:
        relations = set(given.get("rel", "").lower().split())
        if tag == "a" and "href" in given:
            self.page.links.append(given["href"])
        elif tag == "link" and "alternate" in relations and "hreflang" in given:
            self.page.alternates[given["hreflang"]] = given.get("href", "")
        elif tag == "link" and "canonical" in relations:
            self.page.canonical = given.get("href", "")
        elif tag == "link" and relations & LOADED_LINKS:
            self.page.loaded.append(given.get("href", ""))
        self.page.loaded += _fetched(tag, given)


def _fetched(tag: str, given: dict[str, str]) -> Iterator[str]:
    """The addresses that an element fetches by an attribute other than that of a link."""
    for name, only in LOADING.items():
        if name in given and only in {None, tag}:
            parts = given[name].split(",") if name == "srcset" else [given[name]]
            yield from (part.split()[0] for part in parts if part.strip())
    yield from STYLE_URL.findall(given.get("style", ""))
