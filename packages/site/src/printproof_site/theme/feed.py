"""How do readers learn of changes? A page that calls itself a feed is one: each section with its date is an entry."""

import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging

from printproof.ext.priorities import PageContext
from printproof.ext.settings import Context, Doctree, published
from printproof.formats.exported_page import File
from printproof_base.languages import tag
from printproof_base.text import JOINER
from printproof_site.formats.feed import Change, Feed, atom

MARK = ("feed", "atom")
"""What the front matter of a page of changes says: ``feed: atom``."""

DATED = re.compile(r"(\d{4}-\d\d-\d\d)[:：]?\s*")
"""The date in the heading of a change, and what parts it from the words."""

logger = logging.getLogger(__name__)


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Write the feed of a page of changes beside it, and hand the start page and this one the way to it.

    An entry is known by an absolute address: where the site has none there is no feed, and the page is a page.
    """
    if doctree is None or app.builder.name not in {"html", "dirhtml"}:  # a book is no place for what changes
        return
    changes = list(_changes(app, pagename, doctree)) if MARK in app.env.metadata[pagename].items() else []
    if not app.config.html_baseurl:
        return
    pages = sorted(page for page, metadata in app.env.metadata.items() if MARK in metadata.items())
    shown = [page for page in pages if pagename in {page, app.config.root_doc}]
    context["feeds"] = [
        {"href": context["pathto"](f"{page}.atom", 1), "title": _words(app.env.titles[page])} for page in shown
    ]
    if changes:
        written = _write(app, pagename, changes)
        href = context["pathto"](f"{pagename}.atom", 1)
        context["files"] = [*context.get("files", ()), File("Atom", href, written)]


def _changes(app: Sphinx, pagename: str, doctree: nodes.document) -> Iterator[Change]:
    """The sections below the heading of a page, each a change; one without a date is an error of its author."""
    page = next(doctree.findall(nodes.section), doctree)  # it may have no heading
    for section in (child for child in page.children if isinstance(child, nodes.section)):
        title = _words(next(section.findall(nodes.title)))
        found = DATED.search(title)
        if found is None or not _is_date(found[1]):
            cure = "a section of a feed is a change, and its heading holds its date, such as 2026-11-22"
            logger.warning("%r has no date; %s", title, cure, location=section, type="printproof", subtype="feed")
            continue
        address = f"{_page_address(app, pagename)}#{section['ids'][0]}"
        summary = " ".join(map(_words, section.findall(nodes.paragraph)))
        yield Change(address, found[1], title.replace(found[0], "").strip(), summary)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _words(node: nodes.Node) -> str:
    return " ".join(node.astext().replace(JOINER, "").split())


def _page_address(app: Sphinx, pagename: str) -> str:
    return published(app.config, app.builder.get_target_uri(pagename))


def _write(app: Sphinx, pagename: str, changes: list[Change]) -> int:
    """Write the feed of a page, newest first whatever the order of the page; gives its size in bytes."""
    titles = (_words(app.env.titles[page]) for page in (app.config.root_doc, pagename))
    feed = Feed(
        address=published(app.config, f"{pagename}.atom"),
        page=_page_address(app, pagename),
        tag=tag(app.config.language),
        title=" · ".join(titles),
        author=app.config.author,
        changes=sorted(changes, key=lambda change: change.date, reverse=True),
    )
    content = atom(feed).encode()
    place = Path(app.outdir, f"{pagename}.atom")
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(content)
    return len(content)


def setup(app: Sphinx) -> None:
    """Write feeds."""
    app.connect("html-page-context", on_html_page_context, priority=PageContext.WRITE_FEED)
