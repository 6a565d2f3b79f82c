"""With plain Python the script of a page reaches its end, and that of the project the first error that it teaches."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from printproof.formats.exported_page import Kind
from printproof.formats.script import script
from printproof.runs.environment import run_environment
from printproof.runs.libraries import jax_here
from printproof.scripts.comments import code_tokens
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import Output, numbers_of
from printproof.scripts.script import Cell, script_of
from printproof_base.project import at
from support.built import ROOT
from support.taken import HEADINGS, taken_of

PROJECT = at(ROOT)
VERSION = numbers_of(jax_here())


def python(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """What plain Python does with a script."""
    env = run_environment(os.environ)
    return subprocess.run([sys.executable, path], env=env, cwd=folder, capture_output=True, text=True, check=False)


def compared(stdout: str, promised: Sequence[str | None]) -> list[str | None]:
    """The printed lines; None where the promised one is None, as it varies."""
    lines = [line.rstrip() for line in stdout.splitlines()]
    shown = [None if wanted is None else line for line, wanted in zip(lines, promised, strict=False)]
    return [*shown, *lines[len(shown) :]]


def output_of(cell: Cell) -> Output:
    """What a cell promises to print as written."""
    promised = cell.promise.output(AS_WRITTEN, VERSION)
    assert promised
    return promised


@pytest.mark.parametrize("docname", PROJECT.docnames())
def test_the_script_of_a_page_prints_what_the_page_shows(docname: str, tmp_path: Path) -> None:
    """To its end, each announced error among the lines; only values of last expressions are not printed."""
    page = taken_of(docname)
    path = tmp_path / "page.py"
    path.write_text(script(page, HEADINGS), encoding="utf-8")
    outputs = [one for cell in page.cells for one in cell.outputs if one.kind in (Kind.PRINTED, Kind.ERROR)]
    promised = [None if one.varies else line for one in outputs for line in one.text.split("\n")]

    done = python(path, tmp_path)

    assert (done.returncode, compared(done.stdout, promised)) == (0, promised)


@pytest.mark.parametrize("docname", PROJECT.docnames())
def test_a_script_of_the_project_stops_at_the_first_error_that_it_teaches(docname: str, tmp_path: Path) -> None:
    """There, and with exactly the lines that are promised until then; one that teaches none reaches its end."""
    source = script_of(PROJECT, docname)
    if code_tokens(source.text) == code_tokens(script(taken_of(docname), HEADINGS)):
        return  # the same script as that of its page, which has been run
    taught = next((cell for cell in source.cells if output_of(cell).raised), None)
    reached = source.cells[: source.cells.index(taught) + 1] if taught else source.cells
    promised = [None if output_of(cell).varies else line for cell in reached for line in output_of(cell).printed]

    done = python(PROJECT.script(docname), tmp_path)

    assert (done.returncode, compared(done.stdout, promised)) == (1 if taught else 0, promised)
    if taught:
        last = re.findall(rf'File ".*/{docname}\.py", line (\d+), in <module>', done.stderr)[-1]
        words = re.escape(output_of(taught).raised.removesuffix("…").rstrip())
        assert source.in_cell(int(last))[0] == taught.name
        assert re.search(rf"^(?:\w+\.)*{words}", done.stderr, re.MULTILINE)
