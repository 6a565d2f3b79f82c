"""A block of a promise that no version of jax compares is a finding, wherever promises are checked."""

from __future__ import annotations

import re
from importlib.metadata import version
from pathlib import Path

import pytest

from printproof.promises.versions import check_versions, compared_versions, locks
from printproof.runs.record import Record
from printproof.scripts.loading import script_of
from printproof_base.project import at
from support.built import ROOT
from support.one_cell import project_of, reports_of
from support.small import CELL, Small

JAX = version("jax")
PLAIN = "# %% a\nimport jax; print(1)\n\n# Output:\n# 1\n"
CURES = {
    "Output before jax 0.5:": "0.4.38",
    "Output since jax 999.1:": "999.1.0",
    "Output with jit off before jax 0.5:": "0.4.38",
}


def with_blocks(*headings: str) -> str:
    """A script whose one cell has further blocks: the first heading stands in line 7, the next in line 10."""
    return PLAIN + "".join(f"#\n# {heading}\n# 1\n" for heading in headings)


def lines_told(folder: Path, *headings: str, locked: tuple[str, ...] = ()) -> list[int]:
    """At which lines a project with these locks is told of a block that no run compares."""
    project = project_of(folder, [("a", with_blocks(*headings))], {"reference": "0.10.2"})
    (folder / "locks").mkdir()
    for name in locked:
        (folder / f"locks/requirements-jax-{name}.txt").write_text("", encoding="utf-8")
    records = {"as-written": Record("a", "as-written", "", {"jax": JAX}, ())}
    return [finding.place.line for finding in check_versions(project, script_of(project, "a"), records)]


@pytest.mark.parametrize("heading", CURES)
def test_a_block_for_a_version_without_a_job_is_told_of_at_its_heading(tmp_path: Path, heading: str) -> None:
    """In each mode, and at either end of the versions."""
    assert lines_told(tmp_path, heading) == [7]


@pytest.mark.parametrize(("heading", "lock"), CURES.items())
def test_a_lock_of_such_a_version_is_the_cure(tmp_path: Path, heading: str, lock: str) -> None:
    """Its job compares the block."""
    assert lines_told(tmp_path, heading, locked=(lock,)) == []


def test_a_block_in_the_shadow_of_a_nearer_one_is_told_of(tmp_path: Path) -> None:
    """It speaks of a version that has a job, and that job takes the other block."""
    assert lines_told(tmp_path, "Output before jax 0.7:", "Output before jax 0.8.1:", locked=("0.6.2",)) == [10]


def test_an_output_that_other_blocks_leave_no_version_is_told_of(tmp_path: Path) -> None:
    """No run compares it either, although it is the one that readers see."""
    assert lines_told(tmp_path, "Output since jax 0.9:") == [4]


def test_the_finding_names_the_versions_and_the_lock_that_is_missing(tmp_path: Path) -> None:
    """A project without locks has one version; the check of the project itself says so."""
    project = project_of(tmp_path, [("a", with_blocks("Output since jax 999.1:"))])

    assert reports_of(project) == [
        f"examples/a.py:7: cell 'a' says 'Output since jax 999.1:', which no run compares: the only version is {JAX}; "
        "add locks/requirements-jax-999.1.txt, or remove the block"
    ]


def test_a_plain_build_refuses_such_a_block(tmp_path: Path) -> None:
    """Its readers would take it for one that was compared."""
    files = {"docs/index.md": f"# T\n\n{CELL.format('a')}", "examples/index.py": with_blocks("Output before jax 0.5:")}
    small = Small(tmp_path, files)
    small.record("index", {"a": "1\n"})

    assert "examples/index.py:7: cell 'a' says 'Output before jax 0.5:', which no run compares" in small.build().said


def test_the_versions_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """Not of their names, in which 0.12 stands before 0.6; other files beside the locks are none of them."""
    lines_told(tmp_path, locked=("0.12.0.1", "0.6.2", "cuda", "0.8.x"))
    project = project_of(tmp_path, [], {"reference": JAX})

    assert compared_versions(project) == ["0.6.2", JAX, "0.12.0.1"]


@pytest.mark.parametrize("name", locks(at(ROOT)))
def test_a_lock_holds_the_jax_that_it_is_named_after(name: str) -> None:
    """Its column in the table says no other."""
    text = (ROOT / f"locks/requirements-jax-{name}.txt").read_text(encoding="utf-8")

    assert re.findall(r"^jax(?:lib)?==(\S+) ", text, re.MULTILINE) == [name, name]
