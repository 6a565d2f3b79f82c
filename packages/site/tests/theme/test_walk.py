"""A reader walks through the calls of a cell in their picture; without a script it is a strip that shows all."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import brotli
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from support.browser import Readers, browser_only
from support.built import ROOT, serve
from support.small import CELL, Small
from support.walked import SCRIPT, WALKED, record

CONF = """extensions = ["printproof.ext", "printproof_diagrams.ext", "printproof_site.theme"]
html_theme = "printproof"
locale_dirs = ["../locales"]
printproof_run = False
"""
LONG = "Much text, so that a reader has to move down the page.\n\n" * 40
TABLE = "| Line | What |\n|---|---|\n| `a = 1` | the constant |\n| `in (a,)` | the result |\n\n"
PAGE = "# Title\n\n" + "".join(map(CELL.format, ("calls", "jit", "stops", "program"))) + TABLE + LONG
PAGE += "```{rails} jit\nPython runs once\n```\n\n```{rails} stops\n```\n\n" + LONG
SPOKEN = [
    "Call 1 of 3: Python ran, then the compiled program; the output was 1. self.n went from 0 to 1.",
    "Call 2 of 3: the compiled program ran; the output was 1, expected 2. self.n stayed 1.",
    "Call 3 of 3: the compiled program ran; the output was 1, expected 3. self.n stayed 1.",
]
LARGEST = 3 * 1024


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Small:
    """A page with pictures of the calls of two cells, in three languages with the words of this project."""
    files = {"docs/conf.py": CONF, "docs/index.md": PAGE, "examples/index.py": SCRIPT}
    small = Small(tmp_path_factory.mktemp("walk"), files)
    for language in ("ko", "zh_CN"):
        small.write(f"locales/{language}/LC_MESSAGES/printproof.po", words_of(language))
    record(small)
    return small


def words_of(language: str) -> str:
    """The words of the packages in a language."""
    return (ROOT / f"locales/{language}/LC_MESSAGES/printproof.po").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def site(small: Small) -> Path:
    """The folder of the builds."""
    for language in ("en", "ko", "zh_CN"):
        assert small.build(language=language).wrong == []
    return small.root / "_build"


@pytest.fixture(scope="module")
def html(site: Path) -> str:
    """The English page."""
    return (site / "en/html/index.html").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def open_page(browser: Browser, site: Path) -> Iterator[Callable[..., Tab]]:
    """Open the page of a language as a reader, who goes down to the pictures."""
    with serve(site) as address:
        readers = Readers(browser, address)

        def visit(language: str = "en", walks: bool = True, **reader: object) -> Tab:
            tab = readers.visit(f"{language}/html/index.html", **reader)  # type: ignore[arg-type]
            if walks:
                tab.evaluate("scrollTo(0, 500)")
                tab.wait_for_selector(".walk")
                tab.locator(".walk").first.scroll_into_view_if_needed()
            return tab

        yield visit
        readers.leave()


def said(tab: Tab) -> str:
    """What the first picture says of the call that is shown."""
    return tab.locator(".walk p").first.inner_text()


def faint(tab: Tab) -> list[bool]:
    """Which calls of the first picture are still to come."""
    return (
        tab.locator("svg")
        .filter(has=tab.locator("[data-part]"))
        .first.locator("[data-part]")
        .evaluate_all("(all) => all.map((part) => part.classList.contains('later'))")
    )


def test_the_script_is_small_and_no_part_of_the_first_view(site: Path, html: str) -> None:
    """With its style and words at most 3 KB as a host sends it, and no page names it among what it loads."""
    files = [site / language / "html/_static/walk.js" for language in ("en", "ko", "zh_CN")]

    assert [len(brotli.compress(file.read_bytes())) for file in files if file.stat().st_size] != []
    assert max(len(brotli.compress(file.read_bytes())) for file in files) <= LARGEST
    assert "walk.js" not in html.partition("<main")[0]
    assert re.search(r'<main id="text" tabindex="-1" data-later="_static/reader\.js\?v=\w+ _static/walk\.js\?v=', html)


@browser_only
def test_the_script_comes_when_the_reader_moves_down(open_page: Callable[..., Tab]) -> None:
    """Not with the first view."""
    tab = open_page(walks=False)
    tab.wait_for_load_state("networkidle")
    loaded = "performance.getEntriesByType('resource').filter(({ name }) => name.includes('walk.js')).length"
    before = tab.evaluate(loaded)
    tab.evaluate("scrollTo(0, 500)")
    tab.wait_for_selector(".walk")

    assert (before, tab.evaluate(loaded)) == (0, 1)


@browser_only
def test_without_a_script_all_calls_are_there(open_page: Callable[..., Tab]) -> None:
    """The strip; nothing that could be pressed."""
    tab = open_page(walks=False, java_script_enabled=False)

    assert tab.locator("[data-part]").count() == 5
    assert tab.locator(".walk, .ring, .later").count() == 0
    assert tab.get_by_role("img").first.get_attribute("aria-label") == "\n".join(SPOKEN)


@browser_only
def test_buttons_and_arrows_walk_from_call_to_call(open_page: Callable[..., Tab]) -> None:
    """Forward and back, and from the last one to the strip."""
    tab = open_page()
    tab.get_by_role("button", name="Next call").first.click()
    first = said(tab), faint(tab)
    tab.keyboard.press("ArrowRight")
    second = said(tab), faint(tab)
    tab.keyboard.press("ArrowLeft")
    back = said(tab)
    for _ in WALKED:
        tab.keyboard.press("ArrowRight")

    assert (first, second) == ((SPOKEN[0], [False, True, True]), (SPOKEN[1], [False, False, True]))
    assert (back, said(tab), faint(tab)) == (SPOKEN[0], "", [False] * 3)


@browser_only
def test_a_call_that_is_clicked_is_shown(open_page: Callable[..., Tab]) -> None:
    """By touch as well, wherever in its column."""
    tab = open_page()
    tab.locator("[data-part] .result").nth(1).click()

    assert said(tab) == SPOKEN[1]


@browser_only
def test_a_button_plays_all_calls_and_stops(open_page: Callable[..., Tab]) -> None:
    """A second press stops: nothing moves that nobody can stop."""
    tab = open_page()
    play = tab.get_by_role("button", name="Play the calls").first
    play.click()
    first = said(tab)
    tab.wait_for_function("(text) => document.querySelector('.walk p').innerText === text", arg=SPOKEN[1])
    tab.get_by_role("button", name="Stop").click()

    assert first == SPOKEN[0]
    assert play.is_visible()


@browser_only
def test_a_picture_that_was_hidden_shows_how_far_a_call_went(open_page: Callable[..., Tab]) -> None:
    """One that waits for the answer to a question is set up before anything of it has a place."""
    tab = open_page(walks=False)
    shown = "(style) => document.querySelectorAll('figure').forEach((one) => { one.style.display = style; })"
    tab.evaluate(shown, "none")
    tab.evaluate("scrollTo(0, 500)")
    tab.wait_for_selector(".walk", state="attached")
    tab.evaluate(shown, "")
    tab.get_by_role("button", name="Next call").first.click()
    rested = tab.locator(".ring").get_attribute("cy")

    assert rested == tab.locator("[data-part]").first.locator(".compiled.filled").get_attribute("cy")


@browser_only
def test_the_lines_that_ran_are_lit(open_page: Callable[..., Tab]) -> None:
    """In the code of the function, as its cell shows it; where the program answered, none."""
    tab = open_page()
    tab.get_by_role("button", name="Next call").first.click()
    code = tab.locator(".walk pre").first
    lit = code.locator(".ran").all_inner_texts()
    tab.keyboard.press("ArrowRight")

    assert [line.strip() for line in lit] == ["self.n += 1", "return self.n"]
    assert code.inner_text().startswith("def count(self):")
    assert code.locator(".ran").count() == 0


@browser_only
def test_the_lines_of_a_program_that_ran_are_lit(open_page: Callable[..., Tab]) -> None:
    """Below the code, where the page prints it, in each call that ran it; gone with the last one."""
    tab = open_page()
    program = tab.locator(".walk .program").first
    lit = []
    for _ in WALKED:
        tab.get_by_role("button", name="Next call").first.click()
        lit.append(program.locator(".ran").all_text_contents())
    tab.get_by_role("button", name="Next call").first.click()

    assert lit == [["    a = 1"]] * 3
    assert not program.is_visible()


@browser_only
def test_a_line_of_code_and_what_became_of_it_are_marked_together(open_page: Callable[..., Tab]) -> None:
    """By a pointer on either, and by the focus; a line that became nothing is alone."""
    tab = open_page()
    tab.get_by_role("button", name="Next call").first.click()
    same = tab.locator(".walk .same")
    tab.locator(".walk .program .ran").hover()
    pointed = same.all_text_contents()
    tab.locator(".walk p").first.hover()
    left = same.count()
    tab.locator(".walk pre [tabindex]").focus()

    assert [line.strip() for line in pointed] == ["return self.n", "a = 1"]
    assert left == 0
    assert same.all_text_contents() == pointed


@browser_only
@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
def test_a_row_that_reads_a_line_of_a_program_is_marked_with_it(open_page: Callable[..., Tab], language: str) -> None:
    """In the output above the table, by a pointer on either and by the focus."""
    tab = open_page(language)
    tab.locator("tbody tr").nth(1).focus()
    focused = tab.locator(".same").all_inner_texts()
    tab.locator("#cell-program [data-output] > span").nth(1).hover()
    tab.locator("tbody tr").nth(1).blur()

    assert focused[0] == "  in (a,) }"
    assert "in (a,)" in focused[1]
    assert tab.locator(".same").first.inner_text() == "    a = 1"


@browser_only
def test_a_voice_hears_each_call_in_a_whole_sentence(open_page: Callable[..., Tab]) -> None:
    """From a place that tells of its changes; the buttons have names, and so has their group."""
    tab = open_page("ko")
    panel = tab.get_by_role("group", name="호출 하나씩 보기").first
    panel.get_by_role("button", name="다음 호출").click()
    tab.keyboard.press("ArrowRight")

    assert panel.locator("[aria-live=polite]").inner_text() == (
        "호출 3번 중 2번째: 컴파일된 프로그램만 실행되었습니다. 출력은 1, 기대한 값은 2입니다. "
        "self.n 값은 그대로 1입니다."
    )


@browser_only
@pytest.mark.parametrize(("motion", "moves"), [("no-preference", True), ("reduce", False)])
def test_nothing_moves_for_who_wants_no_motion(open_page: Callable[..., Tab], motion: str, moves: bool) -> None:
    """The call is shown at once."""
    tab = open_page(reduced_motion=motion)
    tab.get_by_role("button", name="Next call").first.click()

    assert (tab.evaluate("document.getAnimations().length") > 0) is moves
    assert said(tab) == SPOKEN[0]


@browser_only
def test_paper_shows_the_strip(open_page: Callable[..., Tab]) -> None:
    """Whatever was shown last."""
    tab = open_page()
    tab.get_by_role("button", name="Next call").first.click()
    tab.emulate_media(media="print")

    shown = "(all) => all.map((text) => getComputedStyle(text.closest('[data-part] > *')).opacity)"
    assert set(tab.locator("[data-part] text").evaluate_all(shown)) == {"1"}
    assert not tab.locator(".walk").first.is_visible()
    assert not tab.locator(".ring").is_visible()


@browser_only
@pytest.mark.parametrize("language", ["en", "ko", "zh_CN"])
@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_leaves_its_box(open_page: Callable[..., Tab], language: str, width: int) -> None:
    """Neither a word of the picture nor what stands below it, in any call."""
    tab = open_page(language, width=width)
    out = []
    for _ in WALKED:
        tab.locator(".walk button").nth(2).click()
        out += tab.evaluate(
            """() => [...document.querySelectorAll('.walked')].flatMap((box) => {
              const { left, right } = box.getBoundingClientRect();
              return [...box.querySelectorAll('svg text, button, p, pre')].filter((part) => {
                const { left: l, right: r, width } = part.getBoundingClientRect();
                const cut = part.localName === 'pre' && part.scrollWidth > part.clientWidth;
                return width && (l < left - 1 || r > right + 1 || cut);
              }).map((part) => part.textContent);
            })"""
        )

    assert out == []
    assert tab.evaluate("document.documentElement.scrollWidth") == width


@browser_only
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_a_walk(open_page: Callable[..., Tab], scheme: str) -> None:
    """Names, roles and contrast hold in the middle of it."""
    tab = open_page(color_scheme=scheme)
    tab.get_by_role("button", name="Next call").first.click()

    found = Axe().run(tab, ".walked").response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []
