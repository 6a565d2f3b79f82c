"""Where lines end on pages of this project, in a real browser: no particle first, no code cut, tables that fit."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from support.browser import browser_only
from support.tour import LANGUAGES, TRANSLATED, Tour, offending

SHEETS = 6
"""Pages of A4 that a lesson may take: half of what the longest took before paper had a style of its own."""

SHEET = b"/Type /Page\n"
LOOSE = """() => [...document.querySelectorAll("main p + :is(.cell, figure)")]
  .filter((cell) => getComputedStyle(cell).breakInside !== "avoid" ||
                    getComputedStyle(cell.previousElementSibling).breakAfter !== "avoid").length"""

LESSONS = [path for path in TRANSLATED if "/guide/" in path]


def lines(tour: Tour, paths: Iterable[str], what: str) -> dict[str, object]:
    """What is found of a kind on translated pages, at each width at which anything is."""

    def found(path: str) -> dict[int, Any]:
        return {width: answers[what] for width, answers in tour.seen(path).lines.items() if answers[what]}

    return offending((path for path in paths if path in TRANSLATED), found)


@browser_only
def test_no_line_begins_with_a_particle_or_a_closing_mark(tour: Tour, paths: tuple[str, ...]) -> None:
    """A reader would stumble: what ends a word stands with it."""
    assert lines(tour, paths, "first of lines") == {}


@browser_only
def test_a_short_word_of_code_stands_on_one_line(tour: Tour, paths: tuple[str, ...]) -> None:
    """Half a call reads as another one."""
    assert lines(tour, paths, "cut code") == {}


@browser_only
def test_every_table_is_as_wide_as_the_text(tour: Tour, paths: tuple[str, ...]) -> None:
    """Neither narrower nor clipped: on a telephone its rows are blocks."""
    assert lines(tour, paths, "tables") == {}


@browser_only
def test_no_column_is_narrower_than_five_letters(tour: Tour, paths: tuple[str, ...]) -> None:
    """Words that stand on five lines are no table."""
    assert lines(tour, paths, "narrow columns") == {}


@browser_only
def test_no_hangul_or_han_is_slanted(tour: Tour, paths: tuple[str, ...]) -> None:
    """No font has such letters: a browser would bend upright ones."""
    assert lines(tour, paths, "slanted") == {}


@browser_only
@pytest.mark.parametrize("path", [path for path in TRANSLATED if path.endswith(("/methods.html", "/versions.html"))])
def test_axe_finds_nothing_in_stacked_tables(tour: Tour, path: str) -> None:
    """Rows and heads stay what they are where they are shown as blocks."""
    found = Axe().run(tour.visit(path, 390), context="main").response["violations"]

    assert [(rule["id"], node["html"]) for rule in found for node in rule["nodes"]] == []


@pytest.fixture(scope="module")
def printed(tour: Tour) -> Callable[[str], tuple[int, int]]:
    """A lesson on paper: the cells that may be parted from the words before them, and the sheets that it takes."""

    @cache
    def printed(path: str) -> tuple[int, int]:
        tab = tour.visit(path)
        tab.emulate_media(media="print")
        return tab.evaluate(LOOSE), tab.pdf(format="A4").count(SHEET)

    return printed


@browser_only
def test_a_lesson_takes_few_sheets(printed: Callable[[str], tuple[int, int]], paths: tuple[str, ...]) -> None:
    """Also with its solutions, which print unfolded."""
    sheets = {path: printed(path)[1] for path in paths if path in LESSONS}

    assert {path: count for path, count in sheets.items() if not 0 < count <= SHEETS} == {}


@browser_only
@pytest.mark.parametrize("folder", LANGUAGES)
def test_the_cheat_sheet_takes_two_sheets(tour: Tour, folder: str) -> None:
    """It says so of itself, and hangs on walls."""
    sheets = tour.visit(f"{folder}/reference/cheat-sheet.html").pdf(format="A4").count(SHEET)

    assert 0 < sheets <= 2


@browser_only
def test_what_leads_to_a_cell_is_printed_with_it(
    printed: Callable[[str], tuple[int, int]], paths: tuple[str, ...]
) -> None:
    """No page ends between them, and no cell is cut unless it is longer than a page."""
    assert offending((path for path in paths if path in LESSONS), lambda path: printed(path)[0]) == {}
