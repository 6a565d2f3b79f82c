"""Each page lists the chapters around it and its own sections; the list does not grow with the site."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import TocTree

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

NEIGHBOURS = 12  # of longer lists, so many entries around the page


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
    """Read the parts of the site from its root page, captions translated."""
    return [
        Part(toctree.get("caption") or "", [page for page in toctree["includefiles"] if page in env.titles])
        for toctree in env.get_doctree(root).findall(addnodes.toctree)
    ]


def parents_of(env: BuildEnvironment) -> dict[str, str]:
    """Say of each page which page lists it."""
    return {page: parent for parent, pages in env.toctree_includes.items() for page in pages}


def trail(page: str, parents: dict[str, str]) -> list[str]:
    """List the page and the pages above it, nearest first."""
    found: list[str] = []
    while page and page not in found:
        found.append(page)
        page = parents.get(page, "")
    return found


def window(pages: list[str], above: list[str]) -> list[str]:
    """Cut a long list to the neighbours of the page being read."""
    here = next((n for n, page in enumerate(pages) if page in above), 0)
    start = max(0, min(here - NEIGHBOURS // 2, len(pages) - NEIGHBOURS))
    return pages if len(pages) <= NEIGHBOURS else pages[start : start + NEIGHBOURS]


class Chapters:
    """The parts of a site, read once per build, and the list each page gets from them."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.parents: dict[str, str] = {}

    def collect(self, app: Sphinx, builder: Builder) -> None:
        """Read the parts when all pages are known and before the first is written."""
        if isinstance(builder, StandaloneHTMLBuilder):
            self.parts = parts_of(app.env, app.config.root_doc)
            self.parents = parents_of(app.env)

    def entry(self, app: Sphinx, page: str, above: list[str]) -> Entry:
        """Make the line of one page, with the pages below it when the reader is among them."""
        reader = above[0] if above else page
        title = app.env.titles[page].astext()
        below = app.env.toctree_includes.get(page, []) if page in above else []
        return Entry(
            title=title,
            href=app.builder.get_relative_uri(reader, page),
            current=page == reader,
            below=[self.entry(app, child, above) for child in window(below, above) if child in app.env.titles],
        )

    def listed(self, app: Sphinx, page: str) -> list[tuple[str, list[Entry]]]:
        """List the part being read in full (at the root the first), of the others the first page by the part's name."""
        above = trail(page, self.parents)
        here = [part for part in self.parts if any(child in above for child in part.pages)] or self.parts[:1]
        around = {id(part) for part in self.parts[:NEIGHBOURS]} | {id(part) for part in here}
        found = []
        for part in (part for part in self.parts if part.pages and id(part) in around):
            full = part in here or not part.caption
            entries = [self.entry(app, child, above) for child in window(part.pages, above)[: None if full else 1]]
            if not full:
                entries[0].title = part.caption
            found.append((part.caption if full else "", entries))
        return found

    def add(
        self, app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
    ) -> None:
        """Give the templates the chapters around this page and the sections in it."""
        known = pagename in app.env.titles
        context["chapters"] = self.listed(app, pagename if known else app.config.root_doc) if known else []
        context["sections"] = sections(app, pagename) if known else ""


def sections(app: Sphinx, page: str) -> str:
    """Render the links to the sections of a page, without the page's own title; empty for fewer than two."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    toc = TocTree(app.env).get_toc_for(page, app.builder)
    inner = [part for item in toc.children for part in item.children if isinstance(part, nodes.bullet_list)]
    if not inner or len(inner[0].children) < 2:
        return ""
    return app.builder.render_partial(inner[0])["fragment"]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Read the parts once, then list them on each page."""
    chapters = Chapters()
    app.connect("write-started", chapters.collect)
    app.connect("html-page-context", chapters.add)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
