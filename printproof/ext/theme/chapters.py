"""Each page lists the chapters around it and its own sections; the list does not grow with the site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment import BuildEnvironment
from sphinx.environment.adapters.toctree import TocTree
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE

NEIGHBOURS = 12
"""Of a longer list, so many entries around the page: what fits beside a text without scrolling."""


@dataclass
class Part:
    """A caption and the pages below it: one table of contents of the root page."""

    caption: str
    pages: list[str]


@dataclass
class Entry:
    """One line of the list: a page, whether it is the one being read, and what stands below it."""

    title: str
    href: str
    current: bool = False
    below: list[Entry] = field(default_factory=list)


def parts_of(env: BuildEnvironment, root: str) -> list[Part]:
    """The parts of the site, as its root page names them, captions translated."""
    return [
        Part(toctree.get("caption") or "", [page for page in toctree["includefiles"] if page in env.titles])
        for toctree in env.get_doctree(root).findall(addnodes.toctree)
    ]


def trail(page: str, parents: dict[str, str]) -> list[str]:
    """The page and the pages above it, nearest first; pages that list each other end it."""
    found: list[str] = []
    while page and page not in found:
        found.append(page)
        page = parents.get(page, "")
    return found


def window(pages: list[str], above: list[str]) -> list[str]:
    """The neighbours of the page being read in a list of pages that is too long."""
    here = next((n for n, page in enumerate(pages) if page in above), 0)
    start = max(0, min(here - NEIGHBOURS // 2, len(pages) - NEIGHBOURS))
    return pages if len(pages) <= NEIGHBOURS else pages[start : start + NEIGHBOURS]


class Chapters:
    """The parts of a site, read once per build, and the list each page gets from them."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.parents: dict[str, str] = {}

    def on_write_started(self, app: Sphinx, builder: Builder) -> None:
        """Read the parts when all pages are known and before the first is written."""
        if isinstance(builder, StandaloneHTMLBuilder):
            self.parts = parts_of(app.env, app.config.root_doc)
            lists = app.env.toctree_includes.items()
            self.parents = {page: parent for parent, pages in lists for page in pages}

    def on_html_page_context(
        self, app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
    ) -> None:
        """Hand the chapters around a page and the sections in it to its template."""
        known = pagename in app.env.titles
        context["chapters"] = list(self.around(app, pagename)) if known else []
        context["sections"] = sections(app, pagename) if known else ""

    def around(self, app: Sphinx, page: str) -> Iterator[tuple[str, list[Entry]]]:
        """The part being read in full (at the root the first), of the others the first page by the part's name."""
        above = trail(page, self.parents)
        here = [part for part in self.parts if any(child in above for child in part.pages)] or self.parts[:1]
        for number, part in enumerate(self.parts):
            if not part.pages or (number >= NEIGHBOURS and part not in here):
                continue
            if part in here or not part.caption:
                yield part.caption, [self.entry(app, child, above) for child in window(part.pages, above)]
            else:
                first = self.entry(app, window(part.pages, above)[0], above)
                first.title = part.caption
                yield "", [first]

    def entry(self, app: Sphinx, page: str, above: list[str]) -> Entry:
        """The line of one page, with the pages below it when the reader is among them."""
        reader = above[0]
        below = app.env.toctree_includes.get(page, []) if page in above else []
        return Entry(
            title=app.env.titles[page].astext(),
            href=app.builder.get_relative_uri(reader, page),
            current=page == reader,
            below=[self.entry(app, child, above) for child in window(below, above) if child in app.env.titles],
        )


def sections(app: Sphinx, page: str) -> str:
    """The links to the sections of a page, as HTML, without the page's own title; empty for fewer than two."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    toc = TocTree(app.env).get_toc_for(page, app.builder)
    inner = [part for item in toc.children for part in item.children if isinstance(part, nodes.bullet_list)]
    if not inner or len(inner[0].children) < 2:
        return ""
    return app.builder.render_partial(inner[0])["fragment"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Read the parts once, then list them on each page."""
    chapters = Chapters()
    app.connect("write-started", chapters.on_write_started)
    app.connect("html-page-context", chapters.on_html_page_context)
    return SIDE_BY_SIDE
