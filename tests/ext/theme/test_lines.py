"""Where lines end on every page of this project, in a real browser: no particle first, no code cut, tables that fit."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

from support.browser import Readers, browser_only
from support.built import ROOT, serve

WIDTHS = [360, 390, 1280]
SHEETS = 6
"""Pages of A4 that a lesson may take: half of what the longest took before paper had a style of its own."""

DOCNAMES = sorted(path.relative_to(ROOT / "docs").with_suffix("").as_posix() for path in (ROOT / "docs").rglob("*.md"))
PATHS = [f"{folder}/{docname}.html" for docname in DOCNAMES for folder in ("ko", "zh-cn")]
LESSONS = [path for path in PATHS if "/guide/" in path]

every_page = pytest.mark.parametrize("path", PATHS)

# Each character is asked where it stands; the first of a line is the one that is lower and further left than the last.
FIRST_OF_LINES = r"""() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const inline = (element) => getComputedStyle(element).display === "inline";
  let block, last, before;
  while (walker.nextNode()) {
    const node = walker.currentNode, around = node.parentElement;
    if (around.closest("pre, svg, script, style, .skip") || !around.checkVisibility()) continue;
    let own = around;
    while (inline(own) && !own.matches(".definition > *")) own = own.parentElement; // a line of its own each
    if (own !== block) [block, last, before] = [own, null, " "];
    for (let at = 0; at < node.length; at++) {
      const range = new Range(), rest = node.data.slice(at);
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getClientRects()[0];
      if (rest[0] !== "\u2060" && /\S/.test(rest[0]) && box && box.width) {
        const first = last && (box.top + box.bottom) / 2 > last.bottom && box.left < last.left;
        const particle = /\S/.test(before) && /^[\uac00-\ud7a3]/.test(rest);
        const mark = /^[)\]}.,:;?!%，。、；：？！）》”’…」』】]/.test(rest) && !around.closest("code, kbd, samp");
        if (first && (particle || mark)) found.push(rest.slice(0, 12));
        last = box;
      }
      if (rest[0] !== "\u2060") before = rest[0];
    }
  }
  return found;
}"""
CUT_CODE = """() => [...document.querySelectorAll("body :not(pre) > code")]
  .filter((code) => code.checkVisibility() && code.textContent.length <= 24)
  .filter((code) => new Set([...code.getClientRects()].map((box) => Math.round(box.top))).size > 1)
  .map((code) => code.textContent)"""
TABLES = """() => [...document.querySelectorAll("main [role=table]")].filter((table) => table.checkVisibility())
  .filter((table) => table.offsetWidth !== table.parentElement.clientWidth || table.parentElement.scrollWidth >
                     table.parentElement.clientWidth).map((table) => table.outerHTML.slice(0, 90))"""
# There is room for less than five letters, which stand beside each other; a Hangul or Han character is as wide as its
# font, a Latin one half of it.
NARROW_COLUMNS = """() => [...document.querySelectorAll("main [role=table] :is(th, td)")].filter((cell) => {
  const look = getComputedStyle(cell), words = cell.innerText.trim();
  const letter = parseFloat(look.fontSize) * (/[가-힣一-鿿]/.test(words) ? 1 : 0.5);
  const room = cell.clientWidth - parseFloat(look.paddingLeft) - parseFloat(look.paddingRight);
  const upright = getComputedStyle(cell.firstElementChild ?? cell).writingMode !== "horizontal-tb";
  return cell.checkVisibility() && !upright && /.{6}/.test(words) && room < 5 * letter;
}).map((cell) => cell.innerText)"""
SLANTED = """() => {
  const found = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { data, parentElement } = walker.currentNode;
    if (/[가-힣一-鿿]/.test(data) && getComputedStyle(parentElement).fontStyle !== "normal") found.push(data);
  }
  return found;
}"""
QUESTIONS = {
    "first of lines": FIRST_OF_LINES,
    "cut code": CUT_CODE,
    "tables": TABLES,
    "narrow columns": NARROW_COLUMNS,
    "slanted": SLANTED,
}


@pytest.fixture(scope="module")
def readers(browser: Browser, whole_site: Path) -> Iterator[Readers]:
    """Readers of the whole site."""
    with serve(whole_site) as address:
        readers = Readers(browser, address)
        yield readers
        readers.leave()


@pytest.fixture(scope="module")
def answers(readers: Readers) -> Callable[[str], dict[str, dict[int, Any]]]:
    """What a page answers at each width, with all that is folded open; one visit answers every gate."""

    @cache
    def answers(path: str) -> dict[str, dict[int, Any]]:
        tab = readers.visit(path)
        tab.evaluate("document.querySelectorAll('main details').forEach((fold) => (fold.open = true))")
        found: dict[str, dict[int, Any]] = {name: {} for name in QUESTIONS}
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 720})
            for name, question in QUESTIONS.items():
                found[name][width] = tab.evaluate(question)
        return found

    return answers


def nowhere(found: dict[int, Any]) -> bool:
    """Whether there is nothing to find at any width."""
    return not any(found.values())


@browser_only
@every_page
def test_no_line_begins_with_a_particle_or_a_closing_mark(answers: Callable[..., Any], path: str) -> None:
    """A reader would stumble: what ends a word stands with it."""
    found = answers(path)["first of lines"]

    assert (nowhere(found), found) == (True, found)


@browser_only
@every_page
def test_a_short_word_of_code_stands_on_one_line(answers: Callable[..., Any], path: str) -> None:
    """Half a call reads as another one."""
    found = answers(path)["cut code"]

    assert (nowhere(found), found) == (True, found)


@browser_only
@every_page
def test_every_table_is_as_wide_as_the_text(answers: Callable[..., Any], path: str) -> None:
    """Neither narrower nor clipped: on a telephone its rows are blocks."""
    found = answers(path)["tables"]

    assert (nowhere(found), found) == (True, found)


@browser_only
@every_page
def test_no_column_is_narrower_than_five_letters(answers: Callable[..., Any], path: str) -> None:
    """Words that stand on five lines are no table."""
    found = answers(path)["narrow columns"]

    assert (nowhere(found), found) == (True, found)


@browser_only
@every_page
def test_no_hangul_or_han_is_slanted(answers: Callable[..., Any], path: str) -> None:
    """No font has such letters: a browser would bend upright ones."""
    found = answers(path)["slanted"]

    assert (nowhere(found), found) == (True, found)


@browser_only
@pytest.mark.parametrize("path", [path for path in PATHS if path.endswith(("/methods.html", "/versions.html"))])
def test_axe_finds_nothing_in_stacked_tables(readers: Readers, path: str) -> None:
    """Rows and heads stay what they are where they are shown as blocks."""
    found = Axe().run(readers.visit(path, 390), context="main").response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@browser_only
@pytest.mark.parametrize("path", LESSONS)
def test_a_lesson_takes_few_sheets(readers: Readers, path: str) -> None:
    """Also with its solutions, which print unfolded."""
    sheets = readers.visit(path).pdf(format="A4").count(b"/Type /Page\n")

    assert 0 < sheets <= SHEETS


@browser_only
@pytest.mark.parametrize("folder", ["en", "ko", "zh-cn"])
def test_the_cheat_sheet_takes_two_sheets(readers: Readers, folder: str) -> None:
    """It says so of itself, and hangs on walls."""
    sheets = readers.visit(f"{folder}/reference/cheat-sheet.html").pdf(format="A4").count(b"/Type /Page\n")

    assert 0 < sheets <= 2


@browser_only
@pytest.mark.parametrize("path", LESSONS)
def test_what_leads_to_a_cell_is_printed_with_it(readers: Readers, path: str) -> None:
    """No page ends between them, and no cell is cut unless it is longer than a page."""
    tab: Tab = readers.visit(path)
    tab.emulate_media(media="print")
    loose = """() => [...document.querySelectorAll("main p + :is(.cell, .calls, figure)")]
      .filter((cell) => getComputedStyle(cell).breakInside !== "avoid" ||
                        getComputedStyle(cell.previousElementSibling).breakAfter !== "avoid").length"""

    assert tab.evaluate(loose) == 0
