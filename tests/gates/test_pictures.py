"""A lesson shows as well as tells: it has at least one picture for every eight cells, and each can be read."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from printproof_base.languages import segment
from support.browser import Readers, browser_only
from support.built import ROOT, Page
from support.tour import LANGUAGES, Tour

CELLS = 8
"""How many cells a reader goes through with one picture; each tab of a block is one."""

LEGIBLE = 10
"""The least height of a letter in a plot on a telephone, in pixels; no label of a tick may be less."""

SMALL = """(least, scale = ({ a, b }) => Math.hypot(a, b)) =>
  [...document.querySelectorAll("figure[data-figure] :is(text, tspan)")]
  .map((text) => [text.textContent, parseFloat(getComputedStyle(text).fontSize) * scale(text.getScreenCTM())])
  .filter(([words, size]) => words.trim() && size < least)"""
"""Letters of plots that are smaller, with their size."""

LESSONS = [path.stem for path in sorted((ROOT / "docs/guide").glob("*.md"))]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_picture_for_every_eight_cells(whole_site: Path, lesson: str) -> None:
    """At least, and one for what is left over: diagrams, calls and plots, as the page shows them."""
    page = Page(whole_site / segment("en") / f"guide/{lesson}.html")
    cells, pictures = len([one for one in page.ids() if one.startswith("cell-")]), len(page.all("figure"))

    assert cells > 0
    assert pictures * CELLS >= cells, f"{cells} cells, {pictures} pictures"


@browser_only
@pytest.mark.parametrize("folder", LANGUAGES)
def test_each_letter_of_a_plot_is_legible_on_a_telephone(
    browser: Browser, tour: Tour, whole_site: Path, folder: str
) -> None:
    """The exponents at the ticks of an axis with powers, too."""
    shown = {one: Page(whole_site / folder / f"guide/{one}.html").all("figure") for one in LESSONS}
    plotted = [one for one, figures in shown.items() if any("data-figure" in figure.given for figure in figures)]
    readers = Readers(browser, tour.address)
    small = {one: readers.visit(f"{folder}/guide/{one}.html", 390).evaluate(SMALL, LEGIBLE) for one in plotted}
    readers.leave()

    assert (len(plotted) > 2, {one: words for one, words in small.items() if words}) == (True, {})
