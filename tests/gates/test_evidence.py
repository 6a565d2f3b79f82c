"""What jit changes in silence is red on every page, also where nobody set up a comparison."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.tour import offending

SILENT = [
    ("guide/methods", "static", 1),
    ("guide/methods", "hash", 2),
    ("guide/optimizers", "hidden", 1),
    ("guide/tracing", "rate", 1),
    ("guide/tracing", "exercise-start", 2),
    ("guide/stateful", "side-effect-jit", 1),
    ("guide/pytrees", "dict-outside", 3),
]
"""Page, cell, and how many of its lines are not what Python prints without jit."""


def marks(site: Path, path: str) -> list[str]:
    """What is wrong with the marks of the cells of a page, by the number that each should have."""
    language, _, docname = path.partition("/")
    html = (site / language / f"{docname}.html").read_text(encoding="utf-8")
    found = []
    for name, wanted in ((cell, number) for page, cell, number in SILENT if page == docname):
        cell = html.partition(f'id="cell-{name}"')[2].partition('id="cell-')[0]
        number = cell.count("<mark>")
        found += [f"{name}: {number} of {wanted}"] if (number, cell.count("data-said")) != (wanted, wanted) else []
    return found


def test_a_line_that_jit_made_wrong_is_marked_with_what_was_wanted(whole_site: Path) -> None:
    """In every language."""
    pages = sorted({f"{language}/{page}" for page, *_ in SILENT for language in ("en", "ko", "zh-cn")})
    assert offending(pages, lambda path: marks(whole_site, path)) == {}


@pytest.mark.parametrize("page", ["guide/retracing", "reference/cheat-sheet"])
def test_a_line_that_counts_traces_is_not(whole_site: Path, page: str) -> None:
    """It is what its lesson wants to show."""
    html = (whole_site / "en" / f"{page}.html").read_text(encoding="utf-8")
    assert "<mark>" not in html
