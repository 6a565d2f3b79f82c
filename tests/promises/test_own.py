"""Every cell of every script prints what it promises, in every mode, and again elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from printproof.project import find_project
from printproof.promises.suite import Checked, check_scripts
from printproof.runs.schedule import current_records
from printproof.scripts.promise import MODES
from printproof.scripts.script import ScriptError, load_script

PROJECT = find_project(Path(__file__).parents[1])


def promises() -> Iterator[Any]:
    """Each docname, mode and cell of this repository; one that cannot be read has the cell ``script``."""
    for docname in PROJECT.docnames():
        path = PROJECT.script(docname)
        try:
            names = [cell.name for cell in load_script(path, PROJECT.shown(path)).cells]
        except ScriptError:
            names = ["script"]
        for mode in MODES:
            yield from (pytest.param(docname, mode, name, id=f"{docname}-{mode}-{name}") for name in names)


@pytest.fixture(scope="module")
def checked() -> Checked:
    """All scripts, run where there is no current record, then once more elsewhere."""
    return check_scripts(PROJECT, PROJECT.docnames(), again=True)


@pytest.mark.parametrize(("docname", "mode", "cell"), list(promises()))
def test_a_cell_prints_what_it_promises(checked: Checked, docname: str, mode: str, cell: str) -> None:
    """Its output, traces and state are those of the promise."""
    found = [r for r in checked.reports if r.docname == docname and r.rule != "unstable"]
    own = [str(r) for r in found if r.cell in {cell, ""} and r.mode in {mode, ""}]
    if own:
        pytest.fail("\n".join(own), pytrace=False)
    records = current_records(PROJECT, docname)

    assert records, f"{docname} was not run in every mode"
    assert records[mode].cell(cell), f"{docname} ended before cell '{cell}' in mode {mode}"


@pytest.mark.parametrize("docname", PROJECT.docnames())
def test_a_script_prints_the_same_elsewhere(checked: Checked, docname: str) -> None:
    """Neither hash seed, home, user, host, folder, time zone, date nor address shows in what it prints."""
    own = [str(report) for report in checked.reports if report.docname == docname and report.rule == "unstable"]
    if own:
        pytest.fail("\n".join(own), pytrace=False)

    assert docname in checked.twice, f"{docname} was not run again: another of its promises does not hold"
