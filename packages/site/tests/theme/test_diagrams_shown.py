"""Every diagram of this project, in every language, in a real browser: nothing leaves its shape, nothing overlaps."""

import re

import pytest

from support.browser import browser_only
from support.built import ROOT
from support.tour import DOCNAMES, LANGUAGES, Tour

FENCE = re.compile(r"^```\{diagram\}", re.MULTILINE)
DRAWN = [name for name in DOCNAMES if FENCE.search((ROOT / f"docs/{name}.md").read_text(encoding="utf-8"))]
PATHS = [f"{folder}/{docname}.html" for docname in DRAWN for folder in LANGUAGES]

every_page = pytest.mark.parametrize("path", PATHS)


@browser_only
@every_page
def test_no_text_of_a_diagram_leaves_its_shape_or_meets_another(tour: Tour, path: str) -> None:
    """As the fonts of this machine draw it, which are wider than those of most readers."""
    seen = tour.seen(path)

    assert len(seen.drawn_narrow) > 0
    assert seen.overlaps == []


@browser_only
@every_page
def test_a_diagram_can_be_read_on_a_telephone(tour: Tour, path: str) -> None:
    """Whole, its letters at least 11 px high, what to notice below it."""
    sizes = tour.seen(path).drawn_narrow

    assert [size for size in sizes if size["width"] > 328 or size["type"] < 11 or size["beside"]] == []


@browser_only
@every_page
def test_a_diagram_has_its_caption_beside_it_where_there_is_room(tour: Tour, path: str) -> None:
    """It is never wider than 25 rem."""
    sizes = tour.seen(path).drawn_wide

    assert [size for size in sizes if size["width"] > 25 * 17 + 1 or not size["beside"]] == []
