"""What jit changes in silence is red on every page, also where nobody set up a comparison."""

from __future__ import annotations

import re
from itertools import zip_longest
from pathlib import Path

import pytest

from printproof.promises.compare import same_lines
from printproof.scripts.loading import load_script
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF
from printproof.scripts.script import Cell
from printproof_base.project import at
from support.built import ROOT
from support.tour import offending

PROJECT = at(ROOT)

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


UNCOMPARED = re.compile(r":example: (\S+)\n(?::[^\n]*\n)*:compare: none")

# What a stand-in or a program looks like: nothing that came out wrong.
INSIDE = re.compile(r"Tracer|\{ lambda ")


def silent(cell: Cell) -> int:
    """How many lines a cell promises that differ without jit, where nothing else says so: no error, no other length."""
    blocks = {block.mode: block for block in cell.promise.outputs if not any(block.edge)}
    if not {AS_WRITTEN, JIT_OFF} <= blocks.keys():
        return 0
    printed, wanted = blocks[AS_WRITTEN], blocks[JIT_OFF]
    pairs = [pair for pair in zip_longest(printed.printed, wanted.printed, fillvalue="") if not same_lines(*zip(pair))]
    told = printed.raised or wanted.raised or len(printed.printed) != len(wanted.printed)
    return 0 if told or any(INSIDE.search(left) for left, _right in pairs) else len(pairs)


def unmarked(site: Path, path: str) -> list[str]:
    """The cells of a page that print other lines than without jit, and mark fewer of them."""
    language, _, docname = path.partition("/")
    html = (site / language / f"{docname}.html").read_text(encoding="utf-8")
    uncompared = UNCOMPARED.findall((ROOT / f"docs/{docname}.md").read_text(encoding="utf-8"))
    found = []
    for cell in load_script(PROJECT.script(docname)).cells:
        marked = html.partition(f'id="cell-{cell.name}"')[2].partition('id="cell-')[0].count("<mark>")
        found += [cell.name] if cell.name not in uncompared and marked < silent(cell) else []
    return found


def test_no_output_that_differs_without_jit_is_plain(whole_site: Path) -> None:
    """On any page, unless the page says that nothing in it is wrong."""
    pages = [f"{language}/{docname}" for language in ("en", "ko", "zh-cn") for docname in PROJECT.docnames()]
    told = sum(
        silent(cell) > 0 for docname in PROJECT.docnames() for cell in load_script(PROJECT.script(docname)).cells
    )

    assert told >= 30
    assert offending(pages, lambda path: unmarked(whole_site, path)) == {}
