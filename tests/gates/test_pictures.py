"""A lesson shows as well as tells: it has at least one picture for every eight cells."""

from pathlib import Path

import pytest

from printproof_base.languages import segment
from support.built import ROOT, Page

CELLS = 8
"""How many cells a reader goes through with one picture; each tab of a block is one."""

LESSONS = [path.stem for path in sorted((ROOT / "docs/guide").glob("*.md"))]


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_has_a_picture_for_every_eight_cells(whole_site: Path, lesson: str) -> None:
    """At least, and one for what is left over: diagrams, calls and plots, as the page shows them."""
    page = Page(whole_site / segment("en") / f"guide/{lesson}.html")
    cells, pictures = len([one for one in page.ids() if one.startswith("cell-")]), len(page.all("figure"))

    assert cells > 0
    assert pictures * CELLS >= cells, f"{cells} cells, {pictures} pictures"
