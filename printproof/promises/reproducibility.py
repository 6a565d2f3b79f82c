"""Does a script print the same elsewhere? A second run in other surroundings, compared with the first."""

from __future__ import annotations

import contextlib
import getpass
import os
import platform
import shutil
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from printproof.project import Project
from printproof.promises.check import Breach
from printproof.promises.compare import different_paths
from printproof.promises.hints import difference
from printproof.promises.purity import lines_of, states
from printproof.runs.forkserver import Job
from printproof.runs.record import CellRun, Record, RecordError, read_record
from printproof.runs.schedule import Failure, jobs_of, run_jobs
from printproof.runs.surroundings import other_environment
from printproof.scripts.promise import AS_WRITTEN
from printproof.scripts.script import Script, load_script

CURE = "seed it, sort it, or leave it out"


def prove_again(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    said: Callable[[str], None] = lambda line: None,
    programs: str | None = None,
) -> tuple[list[Breach], list[Failure]]:
    """Run scripts once more, as written, elsewhere, and compare with their records as written.

    Each script runs from a copy in another folder, so that an output that holds its path differs.
    """
    with tempfile.TemporaryDirectory(prefix="elsewhere-") as folder:
        jobs = [_moved(job, Path(folder)) for name in docnames for job in jobs_of(project, name, environ)[:1]]
        failures = list(run_jobs(jobs, other_environment(environ, Path(folder)), said, programs))
        return [breach for job in jobs for breach in _compare(project, job, environ)], failures


def _moved(job: Job, folder: Path) -> Job:
    script = folder / "scripts" / f"{job.docname}.py"
    script.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(job.script, script)
    record = folder / "runs" / f"{job.docname}.json"
    return replace(job, script=str(script), record=str(record), elsewhere=True)


def _compare(project: Project, job: Job, environ: Mapping[str, str]) -> Iterator[Breach]:
    path = project.script(job.docname)
    script = load_script(path, project.shown(path))
    try:
        first = read_record(project.record(job.docname, AS_WRITTEN))
        again = read_record(Path(job.record))
    except RecordError:
        return
    yield from list(unstable(script, first, again)) or _machine(script, first, environ, str(project.root))


def unstable(script: Script, first: Record, again: Record) -> Iterator[Breach]:
    """The first cell whose print, figure, traces or state differ between two runs; those after it may only follow."""
    where = "with another hash seed, home, user, folder, time zone and date"
    for cell, one, other, left, right in zip(
        script.cells, first.cells, again.cells, states(first), states(again), strict=False
    ):
        what = _what(one, other, different_paths(left, right))
        if what:
            line = cell.promise.outputs[0].line if cell.promise.outputs else cell.line
            sentence = f"cell '{cell.name}' {what} when it runs again {where}; {CURE}"
            parts = difference(lines_of(one), lines_of(other)) if lines_of(one) != lines_of(other) else ()
            yield Breach(str(script.path), line, "unstable", sentence, parts, cell=cell.name)
            return


def _what(one: CellRun, other: CellRun, paths: list[str]) -> str:
    if lines_of(one) != lines_of(other):
        return "prints something else"
    if (one.stderr, one.warnings) != (other.stderr, other.warnings):
        return "warns or writes to stderr something else"
    if one.figures != other.figures:
        return "draws another figure"
    if one.traces != other.traces:
        return "traces something else"
    return f"leaves another {paths[0]}" if paths else ""


def _machine(script: Script, first: Record, environ: Mapping[str, str], root: str) -> Iterator[Breach]:
    """A printed text that holds a path of this very machine, or a line that is the name of its user or host.

    A child process finds these out by itself, so the second run prints them again.
    """
    # A prefix such as /usr stands in honest text as well; the folders of libraries below it do not.
    libraries = sysconfig.get_paths().values()
    true = {text for text in (root, sys.prefix, sys.base_prefix, environ.get("HOME", ""), *libraries) if len(text) > 4}
    names = {name for name in (*(environ.get(key) for key in ("USER", "LOGNAME")), *_names()) if name}
    for cell in script.cells:
        run = first.cell(cell.name)
        if run is None:
            continue
        found = next((text for text in sorted(true) if text in run.stdout), None)
        found = found or next((line for line in run.printed if line in names), None)
        if found:
            line = cell.promise.outputs[0].line if cell.promise.outputs else cell.line
            fact = f"cell '{cell.name}' prints {found!r}, {'a name' if found in names else 'a path'} of this machine"
            yield Breach(str(script.path), line, "unstable", f"{fact}; {CURE}", cell=cell.name)


def _names() -> Iterator[str]:
    """The names of the user and of the host."""
    yield platform.node()
    with contextlib.suppress(OSError, KeyError, ImportError):
        yield getpass.getuser()
