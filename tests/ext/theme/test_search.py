"""A reader finds the right section, in each language, with the words of that language."""

from collections.abc import Callable, Iterator
from gzip import compress
from pathlib import Path
from urllib.request import urlopen

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page

from printproof.html.search_index import read_sections
from printproof.language import segment
from support.browser import browser_only
from support.built import ROOT, serve

FILES = (ROOT / "tests/support/queries").glob("*.txt")
TABLES = {path.stem: path.read_text(encoding="utf-8").splitlines() for path in FILES}
QUERIES = [(language, *line.split(" | ")) for language, lines in sorted(TABLES.items()) for line in lines]


@pytest.fixture(scope="module")
def address(whole_site: Path) -> Iterator[str]:
    """The site of this project, served."""
    with serve(whole_site) as address:
        yield address


@pytest.fixture(scope="module")
def box(browser: Browser, address: str) -> Iterator[Callable[[str], Page]]:
    """The page of a language on which ``/`` was pressed, and the engine is there."""
    pages: dict[str, Page] = {}

    def open_box(language: str) -> Page:
        if language not in pages:
            page = pages[language] = browser.new_page()
            page.goto(f"{address}/{segment(language)}/guide/basics.html")
            page.wait_for_selector(".search input")
            page.keyboard.press("/")
            page.wait_for_selector(".results", state="attached")
        pages[language].fill(".search input", "")
        return pages[language]

    yield open_box
    for page in pages.values():
        page.close()


@browser_only
@pytest.mark.parametrize(("language", "query", "expected"), QUERIES)
def test_the_right_section_is_among_the_first_three(
    box: Callable[[str], Page], language: str, query: str, expected: str
) -> None:
    """Whole words and parts, with particles, inside sentences, and names of the API."""
    found = box(language).evaluate("query => document.querySelector('.search').find(query)", query)

    assert expected.replace("#", ".html#") in [url.split(f"/{segment(language)}/")[1] for url in found[:3]]


@browser_only
def test_results_are_links_that_appear_while_typing(box: Callable[[str], Page]) -> None:
    """Each leads to a section; how many there are is announced."""
    page = box("ko")
    page.locator(".search input").press_sequentially("카운")
    page.wait_for_selector(".results a")

    assert page.locator(".results a").first.get_attribute("href").endswith("#watch-a-counter-forget")  # type: ignore[union-attr]
    assert page.locator(".results [role=status]").text_content() == f"검색 결과: {page.locator('.results a').count()}개"


@browser_only
def test_arrows_walk_the_results_and_escape_closes_them(box: Callable[[str], Page]) -> None:
    """No mouse is needed."""
    page = box("en")
    page.locator(".search input").press_sequentially("pytree")
    page.wait_for_selector(".results a")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    second = page.evaluate("[...document.querySelectorAll('.results a')].indexOf(document.activeElement)")
    page.keyboard.press("Escape")

    assert second == 1
    assert page.evaluate("document.activeElement.type") == "search"
    assert page.locator(".results").is_hidden()


@browser_only
@pytest.mark.parametrize("query", ["状态", "zzzz"])
def test_axe_finds_nothing_while_searching(box: Callable[[str], Page], query: str) -> None:
    """With results, and with none, all rules hold."""
    page = box("zh_CN")
    page.fill(".search input", query)
    page.wait_for_function("document.querySelector('.results p').textContent")

    found = Axe().run(page).response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@browser_only
def test_nothing_found_is_said(box: Callable[[str], Page]) -> None:
    """The reader hears that there is nothing, and what to do."""
    page = box("ko")
    page.fill(".search input", "zzzz")
    page.wait_for_function("document.querySelector('.results p').textContent.includes('다른')")

    assert page.locator(".results a").count() == 0


@browser_only
@pytest.mark.parametrize("language", TABLES)
def test_the_first_answer_is_light(address: str, language: str) -> None:
    """Engine and index of a language come in at most 30 KiB, compressed."""
    names = ("search.json", "_static/search.js")
    files = [urlopen(f"{address}/{segment(language)}/{name}").read() for name in names]

    assert sum(len(compress(file, 9)) for file in files) <= 30 * 1024


def test_a_section_holds_its_own_words_only() -> None:
    """Text belongs to the innermost section; marks, pictures and the frame of the page to none."""
    html = (
        "<nav>frame</nav><main><section id='a'><h1>First</h1><p>One.</p><p class='strip'>seal</p>"
        "<section id='b'><h2>Second</h2><p>Two <b>words</b>.</p><svg><text>label</text></svg>"
        "</section></section></main>"
    )

    found = read_sections(html)

    assert [(s.anchor, s.title, s.text) for s in found] == [("a", "First", "One."), ("b", "Second", "Two words.")]


@pytest.mark.parametrize("language", TABLES)
def test_each_language_is_asked_enough(language: str) -> None:
    """At least thirty queries, each naming page and section."""
    assert len([line for line in TABLES[language] if "#" in line]) >= 30
