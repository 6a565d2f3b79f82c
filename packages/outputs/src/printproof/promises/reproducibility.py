"""The rerun: a script runs once more in a perturbed environment, and must do what its record says."""

import contextlib
import getpass
import os
import platform
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from printproof.promises.compare import difference, different_paths
from printproof.runs.perturbed_environment import perturbed_variables
from printproof.runs.record import CellRun, Job, Record
from printproof.runs.schedule import announced, current_record, jobs_of, no_progress, run_stale, unfinished_run
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.rewrite import without_promises
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding, summarize_names
from printproof_base.project import Project

RERUN = "rerun"
"""The mode of a place where the finding is one of the rerun."""

ELLIPSIS = "expect a part of it, with '# doctest: +ELLIPSIS'"
CURE = "seed it, sort it, leave it out, or say why it varies: '# Output varies: REASON'"
ALONE = "a reader has the script alone: move that code into a cell, install it, or put its folder on PYTHONPATH"


def run_again(
    project: Project, scripts: Iterable[Script], progress: Callable[[str], None] = no_progress
) -> list[Finding]:
    """Run scripts once more, as written, in a perturbed environment, and say which did not end as they should.

    Each script runs from a copy in another folder, so that an output that holds its path differs, and JAX's checker of
    PRNG keys listens. The rerun leaves a record of its own and happens again where that is not current. The rule is
    ``unfinished``.
    """
    by_name = {script.docname: script for script in scripts}
    with tempfile.TemporaryDirectory(prefix="rerun-") as folder:
        jobs = [_moved(project, script, Path(folder)) for script in by_name.values()]
        outcomes = run_stale(project, jobs, perturbed_variables(os.environ, Path(folder)), progress)[1]
    return _of_rerun(unfinished_run(by_name[outcome.docname], outcome) for outcome in outcomes)


def check_rerun(project: Project, script: Script, first: Record, again: Record | None) -> list[Finding]:
    """Compare the rerun of a script, if there is one, with its run as written. Rules: ``unstable``, ``key-reuse``."""
    if again is None:
        return []
    again = announced(again, script)
    found = list(unstable(script, first, again)) or list(_machine(script, first, str(project.root)))
    return _of_rerun([*_reused_keys(script, again), *found])


def _of_rerun(findings: Iterable[Finding]) -> list[Finding]:
    return [replace(finding, place=replace(finding.place, mode=RERUN)) for finding in findings]


def rerun_of(project: Project, script: Script) -> Record | None:
    """The record of the rerun of a script, None where there is none that is current. Imports no library."""
    return current_record(_job(project, script))


def _job(project: Project, script: Script) -> Job:
    """The job as written, with a record of its own."""
    # The first one is as written.
    return replace(jobs_of(project, script)[0], record=str(project.record(script.docname, RERUN)))


def _moved(project: Project, script: Script, folder: Path) -> Job:
    """The same for a copy of a script without promises, and of nothing beside it.

    A script that reads its own promises, or prints numbers of its lines, prints something else there.
    """
    job = _job(project, script)
    path = folder / "scripts" / f"{job.docname}{script.path.suffix}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(without_promises(script).encode())
    return replace(job, script=str(path), moved=True)


def _reused_keys(script: Script, again: Record) -> Iterator[Finding]:
    """Keys that a cell uses twice and does not say so, and announcements that do not hold."""
    for run in again.cells:
        cell = script.cell(run.name)
        announced_reuse, line = cell.promise.key_reuse, cell.promise.key_reuse_line or cell.line
        if run.reused_key and not announced_reuse:
            cure = "split the key, or announce it: '# Key reuse: KeyReuseError: …'"
            yield script.finding("key-reuse", cell, AS_WRITTEN, f"uses a PRNG key twice: {run.reused_key!r}", cure)
        elif announced_reuse and not cell.promise.announces_reuse(run.reused_key):
            found = repr(run.reused_key) if run.reused_key else "nothing"
            fact = f"announces {announced_reuse!r}, and JAX's key checker says {found}"
            yield script.finding("key-reuse", cell, AS_WRITTEN, fact, "correct the line, or remove it", line=line)


def unstable(script: Script, first: Record, again: Record) -> Iterator[Finding]:
    """The first cell whose print, figure, traces or state differ between two runs, with those after it.

    The others may only follow from the first, so they are named in a line of its report.
    """
    found: list[tuple[Cell, str, tuple[str, ...]]] = []
    where = "with another hash seed, home, user, folder, time zone and date"
    for cell, one, other, left, right in zip(
        script.cells, first.cells, again.cells, first.states(), again.states(), strict=False
    ):
        if other.error and other.error.type == "ModuleNotFoundError" and not one.error and not found:
            fact = f"raises {other.error.last_line!r} where nothing lies beside the script"
            yield script.finding(
                "unstable", cell, AS_WRITTEN, fact, ALONE, line=script.raised_at(other.error.cell, other.error.line)
            )
            return
        shown, reshown = _compared(one, cell), _compared(other, cell)
        what = "prints something else" if shown != reshown else _what(one, other, different_paths(left, right))
        if what:
            found.append((cell, what, difference(shown, reshown) if shown != reshown else ()))
    for cell, what, detail in found[:1]:
        others = [other.name for other, change, _ in found[1:] if change == what]
        more = (f"  so do, or only follow: {summarize_names(others)}",) if others else ()
        yield _finding(script, cell, f"{what} when it runs again {where}", (*detail, *more))


def _finding(script: Script, cell: Cell, fact: str, detail: tuple[str, ...] = ()) -> Finding:
    line = cell.promise.outputs[0].line if cell.promise.outputs else cell.line
    cure = CURE.replace("say why it varies: '# Output varies: REASON'", ELLIPSIS) if cell.echoes else CURE
    return script.finding("unstable", cell, AS_WRITTEN, fact, cure, detail, line)


def _compared(run: CellRun, cell: Cell) -> tuple[str, ...]:
    """What a run shows; of an error or an output that is expected in part, what is expected: the rest may vary."""
    promised = cell.promise.output(AS_WRITTEN)
    printed = promised.printed if promised and promised.says(run.printed) else run.printed
    if run.error and promised and promised.raised and promised.announces(run.error.last_line):
        return (*printed, *run.value_lines, promised.raised)
    return (*printed, *run.lines[len(run.printed) :])


def _what(one: CellRun, other: CellRun, paths: list[str]) -> str:
    if (one.stderr, one.warnings) != (other.stderr, other.warnings):
        return "warns or writes to stderr something else"
    if one.figures != other.figures:
        return "draws another figure"
    if one.rich != other.rich:
        return f"ends in another {' and '.join(one.rich or other.rich)}"
    if one.traces != other.traces:
        return "traces something else"
    return f"leaves another {paths[0]}" if paths else ""


def _machine(script: Script, first: Record, root: str) -> Iterator[Finding]:
    """A printed text that holds a path of this very machine, or a line that is the name of its user or host.

    A child process finds these out by itself, so the rerun prints them again.
    """
    # A prefix such as /usr stands in honest text as well; the folders of libraries below it do not.
    libraries = sysconfig.get_paths().values()
    paths = {
        text for text in (root, sys.prefix, sys.base_prefix, os.environ.get("HOME", ""), *libraries) if len(text) > 4
    }
    names = {name for name in (*(os.environ.get(key) for key in ("USER", "LOGNAME")), *_names()) if name}
    for cell in script.cells:
        run = first.cell(cell.name)
        if run is None:
            continue
        found = next((text for text in sorted(paths) if text in run.stdout), None)
        found = found or next((line for line in run.printed if line in names), None)
        if found:
            what = "a name" if found in names else "a path"
            yield _finding(script, cell, f"prints {found!r}, {what} of this machine")


def _names() -> Iterator[str]:
    """The names of the user and of the host."""
    yield platform.node()
    with contextlib.suppress(OSError, KeyError, ImportError):
        yield getpass.getuser()
