"""What picture stands for a page where somebody links to it? Title, lead and printed values of a lesson, as a PNG.

For any other page those of the cards of the start page stand. A preview is fetched by an absolute address: where the
site has none, or no cards, or no matplotlib, there is none.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx

from printproof.ext.settings import Context, Doctree, theme_of
from printproof.html.page import Element, read_tree
from printproof_base.languages import language_data, segment
from printproof_base.text import JOINER, columns
from printproof_site import look
from printproof_site.formats.card import NAME, draw
from printproof_site.lanes import Lane, lanes_of, values_in
from printproof_site.theme.contents import Lesson, contents_of
from printproof_site.theme.lessons import first_sentence, minutes_of, place_of

SHORT = 24
"""Columns of values that are read at a glance."""


@cache  # asked for each page
def _has_card(app: Sphinx) -> bool:
    """Whether a start page with cards is published under an address by our theme, and can be drawn."""
    config = app.config
    if not config.html_baseurl or theme_of(app.builder) != look.NAME or find_spec("matplotlib") is None:
        return False
    start = app.env.get_doctree(config.root_doc)
    return any("lane" in element.get("classes", ()) for element in start.findall(nodes.Element))


def lane_of(page: Element, lesson: Lesson, site: str = "") -> Lane:
    """What a built lesson prints that is wrong, the sides of a comparison first; else the name that it is about.

    Below it stands which lesson of what ``site`` it is.
    """
    sides = [side for both in page.find("div") if "compared" in both.classes for side in both.find("pre")]
    outputs = (list(values_in(pre)) for pre in [*sides, *page.find("pre")] if "data-output" in pre.attributes)
    short = (one for one in outputs if columns(" ".join(value for value, _wrong in one)) <= SHORT)
    hook = next((one for one in short if any(wrong for _value, wrong in one)), [])
    caption = " · ".join(filter(None, [site, place_of(lesson), minutes_of(lesson)]))
    return Lane(caption, hook or [(lesson.shows or lesson.label, False)])


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand a page the address of its picture, which is in its language."""
    if doctree is not None and _has_card(app):
        drawn = f"{pagename}.{NAME}" if pagename in contents_of(app.env).lessons else NAME
        context["preview"] = f"{app.config.html_baseurl}{segment(app.config.language)}/{drawn}"


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Draw the pictures when the pages are written."""
    if exception is not None or not _has_card(app):
        return
    root, folder = app.config.root_doc, Path(app.outdir)
    style = language_data(app.config.language).get("style", {}).get("sans", "")
    fonts = [name.strip(' "') for name in style.split(",")]
    title = app.env.titles[root].astext().replace(JOINER, "")
    draw(folder / NAME, title, list(lanes_of(read_tree(folder / f"{root}.html"))), fonts)
    for lesson in contents_of(app.env).lessons.values():
        lane = lane_of(read_tree(folder / f"{lesson.page}.html"), lesson, title)
        draw(folder / f"{lesson.page}.{NAME}", lesson.label, [lane], fonts, first_sentence(lesson.lead))


def setup(app: Sphinx) -> None:
    """Draw the pictures, and name one on each page."""
    app.connect("html-page-context", on_html_page_context)
    app.connect("build-finished", on_build_finished)
