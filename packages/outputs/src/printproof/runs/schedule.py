"""Runs what has no current record: each script once in each mode."""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path

from printproof.runs import environment
from printproof.runs.files_read import unchanged
from printproof.runs.imports import imports_of
from printproof.runs.libraries import JAX, versions_of
from printproof.runs.record import CellRun, Job, Outcome, Record, RunError, is_edited, read_record
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN, MODES, REDUCED, label
from printproof.scripts.promise import VALUE
from printproof.scripts.script import Cell, Script
from printproof_base.files import FULL, is_full, require_writable, write_whole
from printproof_base.findings import Finding
from printproof_base.locks import exclusive_lock
from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project

DURATIONS = "durations.json"  # below the folder of builds
CAN_FORK = hasattr(os, "fork")  # Windows cannot
PATIENCE_S = 2  # an interrupted runner ends its scripts in less


@dataclass(frozen=True)
class Ran:
    """What was run to bring records up to date, what failed, and the scripts whose records are current now.

    Their records are read by whoever compares them, of one script at a time: those of a large book are half a gigabyte.
    """

    runs: tuple[tuple[str, str], ...]
    failures: tuple[Finding, ...]
    current: tuple[str, ...]

    def __str__(self) -> str:
        """A count that a person can check: runs and scripts, and modes where all scripts have the same number."""
        scripts, modes = ({run[part] for run in self.runs} for part in (0, 1))
        extra = sum(mode not in MODES for _, mode in self.runs)
        if not self.runs:
            return "0 runs"
        each = len(modes.intersection(MODES))
        times = f" × {each} modes" if each > 1 and len(self.runs) - extra == len(scripts) * each else ""
        reduced = f" + {extra} reduced" if extra else ""
        return f"{len(self.runs)} runs ({len(scripts)} scripts{times}{reduced})"


def no_progress(line: str) -> None:
    """Drop a line of progress."""


def modes_of(project: Project, script: Script) -> tuple[str, ...]:
    """The modes in which the promises of a script hold: those of the project where it imports JAX, which is installed.

    Any other script has one mode.
    """
    return _modes(project, versions_with(project, script))


def versions_with(project: Project, script: Script) -> Mapping[str, str]:
    """The versions of the libraries that a script runs with, JAX among them where it imports what needs it."""
    return versions_of(imports_of(project, script, os.environ).names)


def _modes(project: Project, versions: Mapping[str, str]) -> tuple[str, ...]:
    return project.modes if JAX in versions else (AS_WRITTEN,)


def jobs_of(project: Project, script: Script) -> list[Job]:
    """A job for each mode of a script, as written first.

    A script with reduced constants, which the other modes shrink, is run as written with these as well.
    """
    imports = imports_of(project, script, os.environ)
    versions = versions_of(imports.names)
    modules = {str(project.shown(module)): code for module, code in imports.modules.items()}
    modes = _modes(project, versions)
    reduced = (REDUCED,) if script.reduced and len(modes) > 1 else ()
    return [
        Job(
            docname=script.docname,
            mode=mode,
            script=str(project.script(script.docname)),
            shown=str(script.path),
            record=str(project.record(script.docname, mode)),
            digest=environment.digest(script.run_by, mode, os.environ, versions, modules, project.svg_limit_kb),
            versions=versions,
            root=str(project.root),
            svg_limit_kb=project.svg_limit_kb,
        )
        for mode in (*modes, *reduced)
    ]


def current_records(project: Project, script: Script) -> dict[str, Record] | None:
    """The records of a script by mode, each up to an error that no promise announces. Imports no library.

    None where one is missing or out of date, or where another text than that of the script stands in its file.
    """
    try:
        if project.script(script.docname).read_bytes() != script.source.encode():
            return None
    except OSError:
        return None
    found = {job.mode: current_record(job) for job in jobs_of(project, script)}
    records = {mode: announced(record, script) for mode, record in found.items() if record}
    return records if len(records) == len(found) else None


def current_record(job: Job) -> Record | None:
    """The record that a job would make; None where there is none that can be read, or it is out of date.

    It is out of date where its digest is another one, or a file of the project has changed that the script read.
    """
    try:
        record = read_record(Path(job.record))
    except RunError:
        return None
    return record if record.digest == job.digest and unchanged(Path(job.root), record.files) else None


def announced(record: Record, script: Script) -> Record:
    """The part of a record that is compared, by the promises of its script.

    It ends with the first cell that raised and does not say so, as what follows only follows from it: a script runs to
    its end whatever its promises say, so that a record depends on its code alone. What varies by its nature is the
    example that the script gives.
    """
    raising = (n for n, cell in enumerate(record.cells, 1) if cell.error and not script.cell(cell.name).promise.raises)
    cells = record.cells[: next(raising, None)]
    return replace(record, cells=tuple(_with_examples(cell, script.cell(cell.name)) for cell in cells))


def _with_examples(run: CellRun, cell: Cell) -> CellRun:
    for block in (block for block in cell.promise.outputs if block.varies and block.printed):
        text = "\n".join(block.printed)
        run = replace(run, value=text) if block.kind == VALUE else replace(run, stdout=f"{text}\n")
    return run


def bring_up_to_date(project: Project, scripts: Iterable[Script], progress: Callable[[str], None] = no_progress) -> Ran:
    """Make the records that are not current, of every script in all its modes.

    A run that fails leaves no record; a script that is another one after its run has none that is current: of each
    script there are records or a failure. Raises RunError where the time limit is none.
    """
    by_name = {script.docname: script for script in scripts}
    # By the files as they are now: one may be another than was read.
    jobs = [job for docname in by_name for job in jobs_of(project, script_of(project, docname))]
    ran, failed = run_stale(project, jobs, os.environ, progress)
    failures = [unfinished_run(by_name[outcome.docname], outcome) for outcome in _first_of_each(failed)]
    current = tuple(docname for docname, script in by_name.items() if current_records(project, script) is not None)
    settled = {*current, *(outcome.docname for outcome in failed)}
    failures += [changed(script) for docname, script in by_name.items() if docname not in settled]
    return Ran(tuple((job.docname, job.mode) for job in ran), tuple(failures), current)


def run_stale(
    project: Project, jobs: Sequence[Job], environ: Mapping[str, str], progress: Callable[[str], None]
) -> tuple[list[Job], list[Outcome]]:
    """Run the jobs that have no current record: those that ran, and the outcomes of those that failed.

    One process at a time does so in a project: another waits, and finds what the first one ran.
    """
    if all(map(current_record, jobs)):
        return [], []
    folder = project.build / "runs"
    waiting = f"{project.shown(folder)}: another process runs scripts here; waiting for its records"
    with exclusive_lock(folder, partial(progress, waiting)):
        # Looked at again: another process may have made them while this one waited.
        stale = [job for job in jobs if current_record(job) is None]
        for record in (Path(job.record) for job in stale):
            if is_edited(record):
                progress(f"{record.parent.name}/{record.name}: the record was edited, so the script runs again")
            record.unlink(missing_ok=True)
            require_writable(record.parent)  # else it would look like a fault of the script
        ended = list(_ended(stale, environ, progress))
        failed = [outcome for outcome in ended if outcome.fact]
        if len(failed) < len(ended):
            _note_durations(project, stale, ended)
        return stale, failed


def durations(project: Project) -> dict[str, float]:
    """How many seconds the runs of a script take together, by docname, as far as scripts were run here."""
    return {docname: sum(by_record.values()) for docname, by_record in _durations(project).items()}


def _durations(project: Project) -> dict[str, dict[str, float]]:
    try:
        known = json.loads((project.build / DURATIONS).read_text(encoding="utf-8"))
        return {str(docname): {name: float(s) for name, s in runs.items()} for docname, runs in known.items()}
    except (OSError, ValueError, TypeError, AttributeError):  # missing, or not what was written
        return {}


def _note_durations(project: Project, jobs: Sequence[Job], ended: Iterable[Outcome]) -> None:
    """Keep how long each run took, beside the records: the same run leaves the same record, however long it takes."""
    records, known = {(job.docname, job.mode): Path(job.record).stem for job in jobs}, _durations(project)
    for outcome in (outcome for outcome in ended if not outcome.fact):  # what stopped a run stopped its clock, too
        known.setdefault(outcome.docname, {})[records[outcome.docname, outcome.mode]] = outcome.seconds
    write_whole(project.build / DURATIONS, json.dumps(known, indent=1, sort_keys=True))


def changed(script: Script) -> Finding:
    """What is wrong with a script whose runs have ended as they should and whose records are not current."""
    fact = "the script was changed while it ran, or a file that it reads"
    cure = "let it leave both alone, and check again"
    return Finding(script.place(1), "error", "unfinished", fact, cure)


def _first_of_each(failures: Iterable[Outcome]) -> list[Outcome]:
    """One failure for each fact of a cell, in the first mode that has it."""
    order = (*MODES, REDUCED)
    found = sorted(failures, key=lambda failure: (failure.docname, order.index(failure.mode)))
    # Reversed twice: of equal keys the last one put in stays, and that is then the one of the first mode.
    first = {(failure.docname, failure.cell, failure.fact): failure for failure in reversed(found)}
    return list(reversed(first.values()))


def unfinished_run(script: Script, outcome: Outcome) -> Finding:
    """What is wrong with a script whose run left no record, at the cell in which it ended."""
    cell = next((cell for cell in script.cells if cell.name == outcome.cell), script.cells[0])
    cure = "let the cell end in Python, by itself"
    if outcome.timed_out:
        smaller = "name a smaller constant under '# Reduced:', " if outcome.mode in MODES[1:] else ""
        cure = f"make it shorter, {smaller}or set SCRIPT_LIMIT_S"
    return script.finding("unfinished", cell, outcome.mode, f"{outcome.fact} [{label(outcome.mode)}]", cure)


@cache
def _programs() -> tempfile.TemporaryDirectory[str]:
    """The folder in which the runs of this process share what they compile; it is removed when the process ends."""
    return tempfile.TemporaryDirectory(prefix="programs-")


def require_fork() -> None:
    """Raises RunError where the system cannot fork, so that no script can run."""
    if not CAN_FORK:
        fact = f"{sys.platform} has no fork, in which each script runs"
        raise RunError.at("", fact, "run it on Linux or macOS, or in WSL on Windows")


def run_jobs(
    jobs: Sequence[Job], environ: Mapping[str, str], progress: Callable[[str], None] = no_progress
) -> Iterator[Outcome]:
    """Run jobs in a process of their own; yields those that failed. No jobs, no process.

    Raises RunError where the time limit, or how many may go on at a time, is no number, or the system cannot fork, and
    OSError where there is no room for a record.
    """
    yield from (outcome for outcome in _ended(jobs, environ, progress) if outcome.fact)


def _ended(jobs: Sequence[Job], environ: Mapping[str, str], progress: Callable[[str], None]) -> Iterator[Outcome]:
    if not jobs:
        return
    require_fork()
    limit_s = environment.time_limit(os.environ)
    asked = [replace(job, limit_s=job.limit_s or limit_s, programs=_programs().name) for job in jobs]
    command = [*own_module("printproof.runs.forkserver"), str(environment.parallel_runs(os.environ))]
    env = own_environment(environment.run_environment(environ))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as runner:
        assert runner.stdin is not None
        runner.stdin.writelines(f"{json.dumps(asdict(job))}\n" for job in asked)
        # The runner reads all its jobs before it starts one, so it waits for this end.
        runner.stdin.close()
        waiting = {(job.docname, job.mode) for job in jobs}
        for number, line in enumerate(_lines(runner), 1):
            outcome = Outcome(**json.loads(line))
            waiting.remove((outcome.docname, outcome.mode))
            # Not the cell's fault: an error that a cell meets is kept in its record, and this is of the record itself.
            if is_full(outcome.fact):
                runner.terminate()
                raise OSError(FULL[0], os.strerror(FULL[0]))
            progress(f"[{number}/{len(jobs)}] {outcome.docname} {outcome.mode}")
            yield outcome
    if runner.returncode in FULL:
        raise OSError(runner.returncode, os.strerror(runner.returncode))
    for docname, mode in sorted(waiting):
        yield Outcome(docname, mode, "", f"was not run: the runner ended with exit status {runner.returncode}")


def _lines(runner: subprocess.Popen[str]) -> Iterator[str]:
    """The lines that a runner writes. On Ctrl-C it ends its scripts, and only then is the interruption raised here."""
    assert runner.stdout is not None
    try:
        yield from runner.stdout
    except KeyboardInterrupt:
        try:
            runner.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:  # the interruption reached this process alone
            runner.terminate()
            runner.wait()
        raise
