"""Every diagram of this project, in every language, in a real browser: nothing leaves its shape, nothing overlaps."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from printproof.languages import known_languages, segment, tag
from support.browser import Readers, browser_only
from support.built import ROOT, serve

LANGUAGES = {segment(language): tag(language) for language in known_languages("en", [ROOT / "locales"])}
DRAWN = [
    path.relative_to(ROOT / "docs").with_suffix("").as_posix()
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if re.search(r"^```\{diagram\}", path.read_text(encoding="utf-8"), re.MULTILINE)
]
PATHS = [f"{folder}/{docname}.html" for docname in DRAWN for folder in LANGUAGES]

every_page = pytest.mark.parametrize("path", PATHS)

# By the boxes that the browser measures; above and below a letter a font has room for others, up to 4 units.
MEASURED = """() => [...document.querySelectorAll("figure.diagram svg")].flatMap((svg) => {
  const wrong = [], sheet = svg.viewBox.baseVal, place = (mark) => {
    const { x, y, width, height } = mark.getBBox(), low = mark.tagName === "text" ? 4 : 0;
    return { left: x, right: x + width, top: y + low, foot: y + height - low, text: mark.textContent };
  };
  const inside = (one, other) => one.left >= other.left - 1 && one.right <= other.right + 1
    && one.top >= other.top - 1 && one.foot <= other.foot + 1;
  const texts = [...svg.querySelectorAll("text")].map(place), boxes = [...svg.querySelectorAll("rect")].map(place);
  for (const text of texts) {
    if (!inside(text, { left: 0, right: sheet.width, top: 0, foot: sheet.height })) wrong.push(["sheet", text]);
    const x = (text.left + text.right) / 2, y = (text.top + text.foot) / 2;
    for (const box of boxes) if (x > box.left && x < box.right && y > box.top && y < box.foot && !inside(text, box))
      wrong.push(["shape", text, box]);
    for (const other of texts) if (other !== text && text.left < other.right && other.left < text.right
      && text.top < other.foot && other.top < text.foot) wrong.push(["overlap", text, other]);
  }
  return wrong;
})"""
SIZES = """() => [...document.querySelectorAll("figure.diagram svg")].map((svg) => {
  const sizes = [...svg.querySelectorAll("text")].map((text) => parseFloat(getComputedStyle(text).fontSize));
  const box = svg.getBoundingClientRect(), caption = svg.parentElement.querySelector("figcaption");
  return { width: box.width, type: Math.min(...sizes) * box.width / 360,
           beside: caption.getBoundingClientRect().top < box.bottom };
})"""


@pytest.fixture(scope="module")
def visit(browser: Browser, whole_site: Path) -> Iterator[Callable[..., Tab]]:
    """Open a page as a reader of its language."""
    with serve(whole_site) as address:
        readers = Readers(browser, address)
        yield lambda path, width, **reader: readers.visit(
            path, width, locale=LANGUAGES[path.partition("/")[0]], **reader
        )
        readers.leave()


@browser_only
@every_page
def test_no_text_of_a_diagram_leaves_its_shape_or_meets_another(visit: Callable[..., Tab], path: str) -> None:
    """As the fonts of this machine draw it, which are wider than those of most readers."""
    tab = visit(path, 360)

    assert tab.locator("figure.diagram svg").count() > 0
    assert tab.evaluate(MEASURED) == []


@browser_only
@every_page
def test_a_diagram_can_be_read_on_a_telephone(visit: Callable[..., Tab], path: str) -> None:
    """Whole, its letters at least 11 px high, what to notice below it."""
    sizes = visit(path, 360).evaluate(SIZES)

    assert [size for size in sizes if size["width"] > 328 or size["type"] < 11 or size["beside"]] == []


@browser_only
@every_page
def test_a_diagram_has_its_caption_beside_it_where_there_is_room(visit: Callable[..., Tab], path: str) -> None:
    """It is never wider than 25 rem."""
    sizes = visit(path, 1280).evaluate(SIZES)

    assert [size for size in sizes if size["width"] > 25 * 17 + 1 or not size["beside"]] == []
