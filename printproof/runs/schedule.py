"""Which runs are current, and how does what is not current get run? Each script and mode once."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from printproof.project import Project
from printproof.runs import environment
from printproof.runs.forkserver import Job
from printproof.runs.record import Record, RecordError, read_record
from printproof.scripts.promise import AS_WRITTEN, MODES, REDUCED
from printproof.scripts.script import Script, load_script

PATIENCE_S = 2  # an interrupted runner ends its scripts in less


@dataclass(frozen=True)
class Failure:
    """A run that left no record: the cell in which it ended, and the fact that ended it."""

    docname: str
    mode: str
    cell: str
    fact: str


@dataclass(frozen=True)
class Ran:
    """What was run to bring records up to date, and what failed."""

    runs: tuple[tuple[str, str], ...]
    failures: tuple[Failure, ...]

    def __str__(self) -> str:
        """A count that a person can check: runs, scripts, modes."""
        scripts = len({docname for docname, _ in self.runs})
        extra = sum(mode not in MODES for _, mode in self.runs)
        if not self.runs:
            return "0 runs"
        reduced = f" + {extra} reduced" if extra else ""
        return f"{len(self.runs)} runs ({scripts} scripts × {len(MODES)} modes{reduced})"


def modes_of(script: Script) -> tuple[str, ...]:
    """The modes of a script's records; one with reduced constants is run as written with these as well."""
    return (*MODES, REDUCED) if script.reduced else MODES


def digest_of(project: Project, docname: str, mode: str, environ: Mapping[str, str]) -> str:
    """The digest that a current record of this script and mode has."""
    return environment.digest(project.script(docname).read_bytes(), mode, environ)


def current_records(
    project: Project, docname: str, environ: Mapping[str, str] = os.environ
) -> dict[str, Record] | None:
    """The records of a script by mode, or None where one is missing or out of date. Imports no JAX."""
    script = load_script(project.script(docname), project.shown(project.script(docname)))
    records = {}
    for mode in modes_of(script):
        try:
            records[mode] = read_record(project.record(docname, mode))
        except RecordError:
            return None
        if records[mode].digest != digest_of(project, docname, mode, environ):
            return None
    return records


def bring_up_to_date(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    said: Callable[[str], None] = lambda line: None,
    programs: str | None = None,
) -> Ran:
    """Run every script that has no current record, in all its modes; ``said`` hears of each run that ended.

    Raises ScriptError where a script cannot be read. A run that fails leaves no record.
    """
    stale = [docname for docname in docnames if current_records(project, docname, environ) is None]
    jobs = [job for docname in stale for job in jobs_of(project, docname, environ)]
    for job in jobs:
        Path(job.record).unlink(missing_ok=True)
    failures = _one_each(run_jobs(jobs, environ, said, programs))
    return Ran(tuple((job.docname, job.mode) for job in jobs), failures)


def _one_each(failures: Iterable[Failure]) -> tuple[Failure, ...]:
    """One failure for each fact of a cell, in the first mode that has it."""
    order = (*MODES, REDUCED)
    found = sorted(failures, key=lambda failure: (failure.docname, order.index(failure.mode)))
    first = {(failure.docname, failure.cell, failure.fact): failure for failure in reversed(found)}
    return tuple(reversed(first.values()))


def jobs_of(project: Project, docname: str, environ: Mapping[str, str]) -> list[Job]:
    """A job for each mode of a script."""
    path = project.script(docname)
    script = load_script(path, project.shown(path))
    return [
        Job(
            docname=docname,
            mode=mode,
            script=str(path),
            shown=str(project.shown(path)),
            record=str(project.record(docname, mode)),
            digest=digest_of(project, docname, mode, environ),
            limit_s=environment.time_limit(environ),
            reduced=bool(script.reduced) and mode != AS_WRITTEN,
        )
        for mode in modes_of(script)
    ]


def run_jobs(
    jobs: Sequence[Job],
    environ: Mapping[str, str],
    said: Callable[[str], None] = lambda line: None,
    programs: str | None = None,
) -> Iterable[Failure]:
    """Run jobs in a process of their own; yields the failures. No jobs, no process.

    What one run compiles serves the others from the folder ``programs``, by default one that ends with the jobs.
    """
    if not jobs:
        return
    if programs is None:
        with tempfile.TemporaryDirectory(prefix="programs-") as folder:
            yield from run_jobs(jobs, environ, said, folder)
        return
    command = [sys.executable, "-m", "printproof.runs.forkserver"]
    env = environment.surroundings(environ)
    # The runner is this very package, also where it is not installed.
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), env.get("PYTHONPATH", "")]))
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env) as runner:
        assert runner.stdin is not None
        runner.stdin.write(json.dumps([asdict(replace(job, programs=programs)) for job in jobs]))
        runner.stdin.close()
        waiting = {(job.docname, job.mode): job for job in jobs}
        for number, line in enumerate(_lines(runner), 1):
            answer = json.loads(line)
            waiting.pop((answer["docname"], answer["mode"]))
            said(f"[{number}/{len(jobs)}] {answer['docname']} {answer['mode']}")
            if answer["ended"]:
                yield Failure(answer["docname"], answer["mode"], **json.loads(answer["ended"]))
    for docname, mode in waiting:
        yield Failure(docname, mode, "", f"was not run: the runner ended with exit status {runner.returncode}")


def _lines(runner: subprocess.Popen[str]) -> Iterator[str]:
    """What a runner says; where this is interrupted, the runner and its scripts have ended before anything goes on."""
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
