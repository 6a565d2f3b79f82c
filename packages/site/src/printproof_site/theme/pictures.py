"""Each picture of calls has an address of its own, where it is played alone and which other pages can show."""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util import logging

from printproof.ext.nodes import _
from printproof.ext.priorities import PageContext
from printproof.ext.settings import Context, Doctree, theme_of
from printproof_base.text import insert_joiners
from printproof_site import look
from printproof_site.pictures import Picture, address_of, pictures_in

TEMPLATE = "picture.html"

logger = logging.getLogger(__name__)


def on_collect_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """A page for each picture of calls of the pages that are written by now; of two with one address, the first."""
    builder = app.builder
    if not isinstance(builder, StandaloneHTMLBuilder) or theme_of(builder) != look.NAME or builder.name != "html":
        return
    known = set(app.env.found_docs)
    for page in sorted(app.env.found_docs):
        path = Path(builder.get_outfilename(page))
        html = path.read_text(encoding="utf-8") if path.is_file() else ""
        for picture in pictures_in(html, builder.get_target_uri(page)):
            address = address_of(page, picture.cell)
            if address in known:
                fact = "another page or picture has the address %r of the picture of cell '%s'; rename the cell"
                logger.warning(fact, address, picture.cell, location=page, type="printproof", subtype="picture")
                continue
            known.add(address)
            yield address, _context(app, page, address, picture), TEMPLATE


def _context(app: Sphinx, page: str, address: str, picture: Picture) -> dict[str, Any]:
    """What the template gets: the picture, its point as heading, and the way to where it stands."""
    (heading,) = insert_joiners([picture.point], (), app.config.language)
    href = f"{app.builder.get_relative_uri(address, page)}#calls-{picture.cell}"
    link = f'<a href="{escape(href)}">{escape(app.env.titles[page].astext())}</a>'
    return {
        "title": escape(picture.point),
        "heading": heading,
        "heading_lang": picture.lang,
        "body": picture.html,
        "origin": escape(_("From: {page}")).format(page=link),
    }


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """The page of a picture is played at once, and has no search: it is small, and shown inside of others."""
    if templatename == TEMPLATE:
        context |= {"search_js": "", "player": context["walk_js"], "walk_js": ""}


def setup(app: Sphinx) -> None:
    """Write the pages of pictures when the others are written."""
    app.connect("html-collect-pages", on_collect_pages)
    app.connect("html-page-context", on_html_page_context, priority=PageContext.SHOW_PICTURE)
