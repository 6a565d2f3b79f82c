"""Each page lists the pages of the site, of a large one the parts around it, and its own sections."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.environment.adapters.toctree import TocTree

from printproof.ext.settings import Context, Doctree
from printproof_site.theme.contents import Part, contents_of

OPEN = 40
"""So many pages are listed: of a site with no more nothing is hidden behind a click."""

NEIGHBOURS = 12
"""Of a part with more, so many entries around the page: what fits beside a text without scrolling."""


@dataclass
class Entry:
    """One line of the list: a page, whether it is the one being read, and what stands below it."""

    title: str
    href: str
    current: bool = False
    below: list[Entry] = field(default_factory=list)


@dataclass
class Group:
    """Entries under a caption; those of lessons are numbered, from ``first`` on, others have the number 0."""

    caption: str
    entries: list[Entry]
    first: int = 0


def window(pages: list[str], above: list[str]) -> list[str]:
    """The neighbours of the page being read in a list of pages that is too long."""
    here = next((n for n, page in enumerate(pages) if page in above), 0)
    start = max(0, min(here - NEIGHBOURS // 2, len(pages) - NEIGHBOURS))
    return pages if len(pages) <= NEIGHBOURS else pages[start : start + NEIGHBOURS]


def whole_parts(parts: list[Part], here: Part | None) -> list[Part]:
    """The parts that are listed whole: the one being read, then the nearest of those for which there is room."""
    place = parts.index(here) if here else 0
    room, whole = OPEN, list[Part]()
    for _, part in sorted(enumerate(parts), key=lambda one: abs(one[0] - place)):
        if len(part.pages) <= room:
            whole.append(part)
            room -= len(part.pages)
    return whole


def around(app: Sphinx, page: str) -> Iterator[Group]:
    """The part being read (at the root the first) in full, then the nearest ones, as long as there is room.

    Of the others the first page by the part's name; without a name a part has nothing else to stand for it.
    """
    contents = contents_of(app.env)
    above = contents.trail(page)
    here = contents.part_of(above) or next(iter(contents.parts), None)
    whole = whole_parts(contents.parts, here)
    for number, part in enumerate(contents.parts):
        if not part.pages or (number >= NEIGHBOURS and part is not here):
            continue
        if part in whole or part is here or not part.caption:
            yield _group(app, part, part.pages if part in whole else window(part.pages, above), above)
        else:
            first = _entry(app, part.pages[0], above)
            first.title = part.caption
            yield Group("", [first])


def _group(app: Sphinx, part: Part, pages: list[str], above: list[str]) -> Group:
    first = contents_of(app.env).lessons[pages[0]].number if part.lessons else 0
    return Group(part.caption, [_entry(app, page, above) for page in pages], first)


def _entry(app: Sphinx, page: str, above: list[str]) -> Entry:
    """The line of one page, with the pages below it when the reader is among them."""
    labels = contents_of(app.env).labels
    below = app.env.toctree_includes.get(page, []) if page in above else []
    return Entry(
        title=labels[page],
        href=app.builder.get_relative_uri(above[0], page),
        current=page == above[0],
        below=[_entry(app, child, above) for child in window(below, above) if child in labels],
    )


def sections(app: Sphinx, page: str) -> str:
    """The links to the sections of a page, as HTML, without the page's own title; empty for fewer than two."""
    assert isinstance(app.builder, StandaloneHTMLBuilder)
    toc = TocTree(app.env).get_toc_for(page, app.builder)
    inner = [part for item in toc.children for part in item.children if isinstance(part, nodes.bullet_list)]
    if not inner or len(inner[0].children) < 2:
        return ""
    return app.builder.render_partial(inner[0])["fragment"]


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the chapters around a page and the sections in it to its template."""
    known = pagename in app.env.titles
    context["chapters"] = list(around(app, pagename)) if known else []
    context["sections"] = sections(app, pagename) if known else ""


def setup(app: Sphinx) -> None:
    """List chapters and sections on each page."""
    app.connect("html-page-context", on_html_page_context)
