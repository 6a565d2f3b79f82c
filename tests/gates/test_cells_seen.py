"""Cells of this project, in every language, in a real browser: nothing is cut, covered, or said 21 times."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page as Tab

from support.browser import browser_only, move
from support.tour import COMMON, LANGUAGES, Tour, offending

pytestmark = browser_only

COMPARING = [f"{folder}/guide/{name}.html" for folder in LANGUAGES for name in ("stateful", "methods")]


def found_at(tour: Tour, path: str, what: str) -> dict[int, Any]:
    """What is found of a kind at each width at which anything is."""
    return {width: answers[what] for width, answers in tour.seen(path).cells.items() if answers[what]}


def test_no_code_goes_on_without_a_sign(tour: Tour, paths: tuple[str, ...]) -> None:
    """Code has a shade at its edge, and an output wraps."""
    assert offending(paths, lambda path: found_at(tour, path, "cut")) == {}


def test_no_control_covers_code(tour: Tour, paths: tuple[str, ...]) -> None:
    """Copy and the mark stand over it or beside it."""
    assert offending(paths, lambda path: found_at(tour, path, "covered")) == {}


def test_a_page_has_one_mark(tour: Tour, paths: tuple[str, ...]) -> None:
    """With words, where it has cells that print."""

    def wrong(path: str) -> list[dict[str, Any]]:
        shown = tour.seen(path).cells.values()
        return [found for found in shown if not found["worded"] == found["marks"] == min(1, found["printing"])]

    assert offending(paths, wrong) == {}


def test_no_cell_leaves_the_screen(tour: Tour, paths: tuple[str, ...]) -> None:
    """It hangs out as far as there is room."""
    assert offending(paths, lambda path: found_at(tour, path, "outside")) == {}


@pytest.mark.parametrize("path", COMPARING)
@pytest.mark.parametrize("width", COMMON)
def test_short_sides_stand_beside_each_other(tour: Tour, path: str, width: int) -> None:
    """Also on the narrowest telephone."""
    tops = tour.visit(path, width).evaluate(
        "[...document.querySelectorAll('.compared')].map((sides) => [...sides.children].map((side) => side.offsetTop))"
    )

    assert tops != []
    assert [pair for pair in tops if len(set(pair)) > 1] == []


def edge(tab: Tab) -> set[tuple[int, ...]]:
    """The colours at the right edge of the first code of a page."""
    code = tab.locator(".highlight > pre").first
    code.scroll_into_view_if_needed()
    box = code.bounding_box()
    assert box
    clip = {"x": box["x"] + box["width"] - 24, "y": box["y"] + 2, "width": 24, "height": 6}
    picture = Image.open(BytesIO(tab.screenshot(clip=clip))).convert("RGB")  # type: ignore[arg-type]
    return {colour for _, colour in picture.getcolors() or []}


@pytest.mark.parametrize(
    ("script", "shaded"),
    [("", True), ("box.scrollLeft = box.scrollWidth", False), ("box.textContent = 'x = 1'", False)],
    ids=["goes on", "its end", "short"],
)
def test_the_shade_is_there_while_code_goes_on(tour: Tour, script: str, shaded: bool) -> None:
    """It is gone at the end of the line, and never where everything is seen."""
    tab = tour.visit("en/guide/stateful.html", 360)
    tab.evaluate(f"const box = document.querySelector('.highlight > pre'); box.textContent = 'x'.repeat(99); {script}")

    assert (edge(tab) != {(255, 255, 255)}) == shaded


def test_copy_stands_in_the_strip(tour: Tour) -> None:
    """One for each cell, after its mark."""
    page = tour.visit("ko/guide/basics.html")
    move(page)
    found = page.evaluate(
        "[...document.querySelectorAll('main .cell')].map((cell) => cell.querySelector('.strip > .copy:last-child'))"
    )

    assert found
    assert None not in found
