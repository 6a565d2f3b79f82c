"""The process that runs scripts: it imports JAX once, touches no array, and forks a child per script and mode.

Started as ``python -m printproof.runs.forkserver`` with a list of jobs as JSON on its standard input. A parent that has
compiled once hangs its children, so this one only imports. Every child starts with empty caches and ends with
its script. For each job one line of JSON tells what came of it.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from printproof.runs.compilation_cache import give_programs, take_programs
from printproof.runs.environment import versions
from printproof.runs.execute import execute
from printproof.runs.record import CellRun, Record, write_record
from printproof.runs.surroundings import move_elsewhere
from printproof.scripts.promise import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED
from printproof.scripts.script import load_script

POLL_S = 0.01
GRACE = 20  # looks at a process that is about to be gone


@dataclass(frozen=True)
class Job:
    """One script in one mode: where it is, where its record goes, and how long it may take in seconds."""

    docname: str
    mode: str
    script: str
    shown: str
    record: str
    digest: str
    limit_s: float
    reduced: bool = False
    elsewhere: bool = False
    programs: str = ""


def main() -> None:
    """Run all jobs, as many at a time as there are processors, and print a line for each that ended."""
    jobs = [Job(**job) for job in json.load(sys.stdin)]
    for interruption in (signal.SIGINT, signal.SIGTERM):
        signal.signal(interruption, lambda number, _: sys.exit(128 + number))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    _import_early()
    for job, ended in _all(jobs, os.cpu_count() or 1):
        print(json.dumps({"docname": job.docname, "mode": job.mode, "ended": ended}), file=answers, flush=True)


def _import_early() -> None:
    for name in ("jax", "jax.numpy", "numpy", "matplotlib.pyplot"):
        try:
            __import__(name)
        except ImportError:
            continue
    # What is imported stays: no child has to look through it for garbage, and pages stay shared.
    gc.collect()
    gc.freeze()


@dataclass
class _Child:
    job: Job
    pid: int
    folder: str
    deadline: float


def _all(jobs: list[Job], at_once: int) -> Iterator[tuple[Job, str]]:
    # Mode by mode: what one run of a script compiles is there when its next mode begins.
    order = {mode: rank for rank, mode in enumerate((AS_WRITTEN, JIT_OFF, REDUCED, JIT_EVERYWHERE))}
    waiting, running = sorted(jobs, key=lambda job: order[job.mode], reverse=True), list[_Child]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                running.append(_start(waiting.pop()))
            for child in list(running):
                ended = _look(child)
                if ended is not None:
                    running.remove(child)
                    shutil.rmtree(child.folder, ignore_errors=True)
                    yield child.job, ended
            time.sleep(POLL_S)
    finally:
        # Interrupted: a child leads a group of its own and would run on.
        for child in running:
            _end_group(child.pid)
            shutil.rmtree(child.folder, ignore_errors=True)


def _start(job: Job) -> _Child:
    folder = tempfile.mkdtemp(prefix="run-")
    deadline = time.monotonic() + job.limit_s
    if not hasattr(os, "fork"):
        command = [sys.executable, "-m", "printproof.runs.forkserver", "--child", json.dumps(asdict(job)), folder]
        return _Child(job, subprocess.Popen(command, cwd=folder).pid, folder, deadline)
    pid = os.fork()
    if pid == 0:
        os.setsid()
        _child(job, Path(folder))
    return _Child(job, pid, folder, deadline)


def _look(child: _Child) -> str | None:
    """None while a child runs, else how it ended: nothing where its record is written."""
    pid, status = os.waitpid(child.pid, os.WNOHANG)
    if pid == 0 and time.monotonic() < child.deadline:
        return None
    timed_out = pid == 0
    left = not timed_out and _group_lives(child.pid)
    _end_group(child.pid)
    if timed_out:
        os.waitpid(child.pid, 0)
        return _said(child, f"did not end within {child.job.limit_s:g} s (SCRIPT_LIMIT_S sets another limit)")
    code = os.waitstatus_to_exitcode(status)
    if code == 0 and Path(child.folder, "done").exists() and not left:
        return ""
    Path(child.job.record).unlink(missing_ok=True)
    if code == 0 and left:
        return _said(child, "left a process running that a cell has started")
    how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"
    return _said(child, f"ended the process {how}" + _last_words(child))


def _group_lives(pid: int) -> bool:
    """True where a process that a script has started is still there after a moment."""
    for _ in range(GRACE):
        try:
            os.killpg(pid, 0)
        except (ProcessLookupError, PermissionError):
            return False
        time.sleep(POLL_S)
    return True


def _end_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _said(child: _Child, fact: str) -> str:
    cell = Path(child.folder, "cell")
    name = cell.read_text(encoding="utf-8") if cell.exists() else ""
    return json.dumps({"cell": name, "fact": fact})


def _last_words(child: _Child) -> str:
    trouble = Path(child.folder, "trouble")
    return f": {trouble.read_text(encoding='utf-8').strip()}" if trouble.exists() else ""


def _child(job: Job, folder: Path) -> None:
    """Run one job and end this process; only a whole record is left behind."""
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        atexit._clear()
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        script = load_script(Path(job.script), Path(job.shown))
        for name in ("work", "tmp"):
            (folder / name).mkdir()
        os.chdir(folder / "work")
        os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")
        if job.elsewhere:
            move_elsewhere()
        shared = Path(job.programs or folder, "shared")
        take_programs(shared, folder / "programs")
        cells = execute(script, Path(job.script), job.mode, job.reduced, lambda name: _note(folder, name))
        write_record(Path(job.record), _record(job, cells))
        give_programs(shared, folder / "programs")
        (folder / "done").touch()
    except BaseException as error:
        (folder / "trouble").write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
        os._exit(1)
    os._exit(0)


def _note(folder: Path, name: str) -> None:
    (folder / "cell").write_text(name, encoding="utf-8")


def _record(job: Job, cells: list[CellRun]) -> Record:
    platform: Any = os.environ.get("JAX_PLATFORMS", "")
    return Record(job.docname, job.mode, job.digest, versions(), platform, tuple(cells))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--child"]:
        _child(Job(**json.loads(sys.argv[2])), Path(sys.argv[3]))
    main()
