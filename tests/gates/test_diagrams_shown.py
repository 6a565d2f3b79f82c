"""Diagrams of this project, in every language, in a real browser: nothing leaves its shape, nothing overlaps."""

import re

import pytest

from support.browser import browser_only
from support.built import ROOT
from support.tour import DOCNAMES, Tour, offending

FENCE = re.compile(r"^```\{(?:diagram|rails)\}", re.MULTILINE)
DRAWN = [name for name in DOCNAMES if FENCE.search((ROOT / f"docs/{name}.md").read_text(encoding="utf-8"))]


@pytest.fixture
def drawn(paths: tuple[str, ...]) -> list[str]:
    """The pages that are visited and have a diagram."""
    return [path for path in paths if path.partition("/")[2].removesuffix(".html") in DRAWN]


@browser_only
def test_no_text_of_a_diagram_leaves_its_shape_or_meets_another(tour: Tour, drawn: list[str]) -> None:
    """As the fonts of this machine draw it, which are wider than those of most readers."""
    assert offending(drawn, lambda path: tour.seen(path).overlaps) == {}


@browser_only
def test_every_page_with_a_diagram_shows_it(tour: Tour, drawn: list[str]) -> None:
    """Else the others would hold of none."""
    assert [path for path in drawn if not tour.seen(path).drawn_narrow] == []


@browser_only
def test_a_diagram_can_be_read_on_a_telephone(tour: Tour, drawn: list[str]) -> None:
    """Whole, its letters at least 11 px high, what to notice below it."""

    def small(path: str) -> list[object]:
        sizes = tour.seen(path).drawn_narrow
        return [size for size in sizes if size["width"] > 328 or size["type"] < 11 or size["beside"]]

    assert offending(drawn, small) == {}


@browser_only
def test_a_diagram_has_its_caption_beside_it_where_there_is_room(tour: Tour, drawn: list[str]) -> None:
    """It is never wider than 25 rem."""

    def wide(path: str) -> list[object]:
        return [size for size in tour.seen(path).drawn_wide if size["width"] > 25 * 17 + 1 or not size["beside"]]

    assert offending(drawn, wide) == {}
