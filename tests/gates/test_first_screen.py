"""The first screen of the site shows 1 2 3, 1 1 1, 1 2 3, whole and the wrong ones in red, and says what this is."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from support.browser import Readers, browser_only
from support.tour import LANGUAGES, Tour

SCREENS = [(1366, 650), (390, 844)]
PAGES = {"index.html": "en", "en/index.html": "en", "ko/index.html": "ko", "zh-cn/index.html": "zh-CN"}

# Of each card: its values, those that are marked, the lowest edge of its numerals and of its picture.
CARDS = """[...document.querySelectorAll('.lane, .lanes li')].map((card) => {
  const values = card.querySelector('pre[data-output], .values'), picture = card.querySelector('svg');
  const red = [...values.querySelectorAll('mark, b')];
  return {
    values: values.textContent.trim().split(/\\s+/).join(' '),
    wrong: red.map((one) => one.textContent).join(' '),
    colours: [...new Set(red.map((one) => getComputedStyle(one).color))],
    bottom: Math.max(values.getBoundingClientRect().bottom, picture.getBoundingClientRect().bottom),
  };
})"""

# The name of each language that stands whole above an edge, by its tag.
OFFERED = """(edge) => Object.fromEntries([...document.querySelectorAll("main a[hreflang]")]
  .map((link) => [link.hreflang, link.querySelector("strong") ?? link])
  .filter(([, name]) => name.checkVisibility() && name.getBoundingClientRect().bottom <= edge)
  .map(([tag, name]) => [tag, name.textContent]))"""

# Where the first line of the title ends.
FIRST_LINE = """() => {
  const title = document.querySelector("h1");
  return title.getBoundingClientRect().top + parseFloat(getComputedStyle(title).lineHeight);
}"""

OFFERS = "document.querySelectorAll('main .offer').length"


@browser_only
@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("path", PAGES)
def test_the_numerals_stand_in_the_first_screen(
    browser: Browser, tour: Tour, path: str, width: int, height: int
) -> None:
    """With their pictures, to readers whose browser speaks the language of the page."""
    readers = Readers(browser, tour.address)
    cards = readers.visit(path, width, locale=PAGES[path]).evaluate(CARDS)
    readers.leave()

    assert [(card["values"], card["wrong"]) for card in cards] == [("1 2 3", ""), ("1 1 1", "1 1"), ("1 2 3", "")]
    assert cards[1]["colours"] == ["rgb(176, 40, 31)"]
    assert max(card["bottom"] for card in cards) <= height


@browser_only
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_each_language_of_the_root_is_in_the_first_screen(
    browser: Browser, tour: Tour, width: int, height: int
) -> None:
    """In its own words, so that nobody scrolls through others to find theirs."""
    readers = Readers(browser, tour.address)
    offered = readers.visit("index.html", width).evaluate(OFFERED, height)
    readers.leave()

    assert offered == dict(zip(LANGUAGES.values(), ["English", "한국어", "简体中文"], strict=True))


@browser_only
@pytest.mark.parametrize("path", PAGES)
def test_it_says_how_many_lessons_and_how_long(browser: Browser, tour: Tour, path: str) -> None:
    """For whom, too; the number of lessons is that of the path, which stands once."""
    readers = Readers(browser, tour.address)
    page = readers.visit(path, 1366, locale=PAGES[path])
    said = page.evaluate("document.querySelector('.course, .languages small').textContent")
    shown = "[...document.querySelectorAll('.chapters ol > li, .path > li')].filter((one) => one.checkVisibility())"
    lessons = page.evaluate(f"{shown}.length")
    readers.leave()

    assert ("28" in said, "8" in said, "NumPy" in said) == (True, True, True)
    assert lessons == (0 if path == "index.html" else 28)


@browser_only
def test_on_a_telephone_the_title_of_a_page_is_near_the_top(
    browser: Browser, tour: Tour, paths: tuple[str, ...]
) -> None:
    """Above it stand the bar, the languages with the search, and one line, also where another language is offered."""
    readers = Readers(browser, tour.address)
    others = {folder: next(tag for name, tag in LANGUAGES.items() if name != folder) for folder in LANGUAGES}
    tabs = ((path, readers.visit(path, 390, locale=others[path.partition("/")[0]])) for path in paths)
    seen = {path: tab.evaluate(f"[({FIRST_LINE})(), {OFFERS}]") for path, tab in tabs}
    readers.leave()

    assert {path for path, (_end, offers) in seen.items() if offers != 1} == set()
    assert {path: end for path, (end, _offers) in seen.items() if end > 200} == {}
