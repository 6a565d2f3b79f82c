"""What picture stands for the site where somebody links to it? What the cards of its start page printed, as a PNG.

A preview is fetched by an absolute address: where the site has none, or no cards, or no matplotlib, there is none.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

from printproof.ext.settings import theme_of
from printproof.html.page import Element, read_tree
from printproof_base.languages import language_data, segment
from printproof_base.text import JOINER
from printproof_site import look
from printproof_site.formats.card import NAME, Lane, draw


@cache  # asked for each page
def _has_card(app: Sphinx) -> bool:
    """Whether a start page with cards is published under an address by our theme, and can be drawn."""
    config = app.config
    if not config.html_baseurl or theme_of(app.builder) != look.NAME or find_spec("matplotlib") is None:
        return False
    start = app.env.get_doctree(config.root_doc)
    return any("lane" in element.get("classes", ()) for element in start.findall(nodes.Element))


def lanes_of(page: Element) -> list[Lane]:
    """The cards of a built start page: what they show was compared with a run."""
    lanes = []
    for card in (one for one in page.find("div") if "lane" in one.classes):
        caption = next((paragraph.text for paragraph in card.find("p")), "").replace(JOINER, "")
        parts = [part for pre in card.find("pre") if "data-output" in pre.attributes for part in pre.children]
        texts = [(part, False) if isinstance(part, str) else (part.text, part.tag == "mark") for part in parts]
        lanes.append(Lane(caption, [(value, wrong) for text, wrong in texts for value in text.split()]))
    return lanes


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Hand a page the address of the picture, which is that of its language."""
    if doctree is not None and _has_card(app):
        context["preview"] = f"{app.config.html_baseurl}{segment(app.config.language)}/{NAME}"


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Draw the picture when the start page is written."""
    if exception is None and _has_card(app):
        lanes = lanes_of(read_tree(Path(app.outdir, f"{app.config.root_doc}.html")))
        title = app.env.titles[app.config.root_doc].astext().replace(JOINER, "")
        fonts = language_data(app.config.language).get("style", {}).get("sans", "")
        draw(Path(app.outdir, NAME), title, lanes, [name.strip(' "') for name in fonts.split(",")])


def setup(app: Sphinx) -> None:
    """Draw a picture, and name it on each page."""
    app.connect("html-page-context", on_html_page_context)
    app.connect("build-finished", on_build_finished)
