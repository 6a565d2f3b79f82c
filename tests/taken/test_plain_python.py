"""With plain Python the script of a page reaches its end, and that of the project the first error that it teaches."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from printproof.formats.exported_page import Kind
from printproof.formats.script import script
from printproof.runs.environment import run_environment
from printproof.runs.libraries import jax_here
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import Output, numbers_of
from printproof.scripts.script import Cell
from printproof_base.project import at
from support import representative
from support.built import ROOT
from support.taken import HEADINGS, taken_of

PROJECT = at(ROOT)
WARM = ROOT / "tests/support/warm_python.py"
VERSION = numbers_of(jax_here())


CACHE = {
    "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
    "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
    "JAX_PERSISTENT_CACHE_ENABLE_XLA_CACHES": "none",
}
"""Every program is kept, however small: that is what scripts of a lesson are made of."""

Python = Callable[[Path, Path], "subprocess.CompletedProcess[str]"]
"""What plain Python does with a script in a folder."""

FAILING = """
import atexit
import os
import sys

import jax

print(__name__, __file__, sys.argv, sys.path[0], os.getcwd(), sys.stdin.read(), sys.stdout.encoding)
print(jax.numpy.arange(3).sum(), jax.default_backend(), "printproof" in sys.modules)
atexit.register(print, "the end")
raise ValueError("as it comes")
"""


def cold(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """In a new interpreter."""
    env, nothing = run_environment(os.environ), subprocess.DEVNULL
    command = [sys.executable, path]
    return subprocess.run(command, env=env, cwd=folder, stdin=nothing, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Python]:
    """In a fork of an interpreter that has imported JAX, where there are forks: the script behaves the same.

    Each is traced anew; a program that an earlier script has compiled is taken as JAX keeps it.
    """
    if not hasattr(os, "fork"):
        yield cold
        return
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    env = {**run_environment(os.environ), **CACHE, "JAX_COMPILATION_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    with subprocess.Popen([sys.executable, WARM], env=env, text=True, **pipes) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        ask, answers = server.stdin, server.stdout

        def warm(path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
            said = [folder / "stdout", folder / "stderr"]
            print(json.dumps([str(path), str(folder), *map(str, said)]), file=ask, flush=True)
            status = int(answers.readline())
            return subprocess.CompletedProcess([path], status, *(file.read_text(encoding="utf-8") for file in said))

        yield warm


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


@pytest.mark.parametrize("text", [FAILING, "print(1)\nraise SystemExit(3)\n", "print(1\n"])
def test_a_script_behaves_in_a_fork_as_in_a_new_interpreter(text: str, tmp_path: Path, python: Python) -> None:
    """What it finds and prints, how it ends, and its traceback from its own first line on."""
    path = tmp_path / "script.py"
    path.write_text(text, encoding="utf-8")

    new, forked = cold(path, tmp_path), python(path, tmp_path)

    assert (forked.returncode, forked.stdout) == (new.returncode, new.stdout)
    assert forked.stderr.endswith(new.stderr.removeprefix("Traceback (most recent call last):\n"))


@pytest.mark.parametrize("docname", representative.run(PROJECT.docnames()))
def test_the_script_of_a_page_prints_what_the_page_shows(docname: str, tmp_path: Path, python: Python) -> None:
    """To its end, each announced error among the lines; only values of last expressions are not printed."""
    page = taken_of(docname)
    path = tmp_path / "page.py"
    path.write_text(script(page, HEADINGS), encoding="utf-8")
    outputs = [one for cell in page.cells for one in cell.outputs if one.kind in (Kind.PRINTED, Kind.ERROR)]
    promised = [None if one.varies else line for one in outputs for line in one.text.split("\n")]

    done = python(path, tmp_path)

    assert (done.returncode, compared(done.stdout, promised)) == (0, promised)


@pytest.mark.parametrize("docname", PROJECT.docnames())
def test_a_script_of_the_project_stops_at_the_first_error_that_it_teaches(
    docname: str, tmp_path: Path, python: Python
) -> None:
    """There, and with exactly the lines that are promised until then; one that teaches none reaches its end."""
    source = script_of(PROJECT, docname)
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
