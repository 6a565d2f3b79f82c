"""A trial: a script runs once, as written, to its last cell, and each cell tells what it did."""

import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printproof.promises.check import how_to_announce
from printproof.runs.libraries import JAX
from printproof.runs.record import CellRun, Record, read_record
from printproof.runs.schedule import jobs_of, no_progress, run_jobs, unfinished_run
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import numbers_of
from printproof.scripts.script import Script
from printproof_base.findings import Finding, summarize_names
from printproof_base.project import Project


def try_scripts(
    project: Project, scripts: Sequence[Script], progress: Callable[[str], None] = no_progress
) -> Iterator[tuple[Script, tuple[CellRun, ...], tuple[Finding, ...]]]:
    """Run scripts as written, each in a process of its own, and yield each with what its cells did, in order.

    No cells come where the run did not end as it should; the findings are what no promise announces. Scripts run now,
    whether or not they have records, and no record is kept. Rules: ``raise``, ``unfinished``. Raises RunError where the
    time limit is none.
    """
    with tempfile.TemporaryDirectory(prefix="records-") as folder:
        jobs = [
            replace(jobs_of(project, script)[0], record=str(Path(folder) / f"{number}.json"))
            for number, script in enumerate(scripts)
        ]
        if jobs:
            progress(f"running {summarize_names([job.docname for job in jobs])}")  # the first may take long
        failed = {outcome.docname: outcome for outcome in run_jobs(jobs, os.environ, progress)}
        for script, job in zip(scripts, jobs, strict=True):
            if script.docname in failed:
                yield script, (), (unfinished_run(script, failed[script.docname]),)
            else:
                record = read_record(Path(job.record))
                yield script, record.cells, tuple(_unannounced(script, record))


def _unannounced(script: Script, record: Record) -> Iterator[Finding]:
    """Each error that the promise of its cell does not announce, at the line that raises it."""
    version = numbers_of(record.versions.get(JAX, "")) or None
    for run in (run for run in record.cells if run.error):
        assert run.error
        cell = script.cell(run.name)
        promised = cell.promise.output(AS_WRITTEN, version)
        if not (promised and promised.raised and promised.announces(run.error.last_line)):
            fact = f"raises {run.error.last_line!r}, which its promise does not announce"
            line = script.raised_at(run.error.cell, run.error.line)
            yield script.finding(
                "raise", cell, AS_WRITTEN, fact, how_to_announce(run.error, AS_WRITTEN, cell), line=line
            )
