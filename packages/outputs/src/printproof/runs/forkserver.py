"""The process that runs scripts: it imports their libraries once, touches no array, and forks a child per run.

Started as a module with a job per line on its standard input; for each job that ended it writes an outcome as a line.
A parent that has compiled once hangs its children, so this one only imports. Every child starts with empty caches and
ends with its script.
"""

import atexit
import contextlib
import gc
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from printproof.runs.compilation_cache import give_programs, share_context, take_programs
from printproof.runs.execute import execute
from printproof.runs.files_read import FilesRead
from printproof.runs.key_reuse import listen_for_reused_keys
from printproof.runs.perturbed_environment import perturb_process
from printproof.runs.record import Job, Outcome, Record, write_record
from printproof.scripts.loading import load_script
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED
from printproof_base.files import FULL, is_full

POLL_S = 0.01  # short beside the fifth of a second that the shortest run takes
GRACE = 20  # looks at a process that is about to be gone
PROCESSES = Path("/proc")  # where Linux shows them
EARLY = {"jax": ("jax", "jax.numpy"), "matplotlib": ("matplotlib.pyplot",), "numpy": ("numpy",)}
"""By library, what takes long to import and may be forked: it starts no thread and holds no file."""
INTERRUPTIONS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
SEES_GROUPS = hasattr(os, "waitid") and (PROCESSES / "self" / "stat").exists()


def main() -> None:
    """Run all jobs, as many at a time as the argument says, and write an outcome for each that ended."""
    jobs = [Job(**json.loads(line)) for line in sys.stdin]
    for interruption in INTERRUPTIONS:
        if signal.getsignal(interruption) is not signal.SIG_IGN:  # as in a job of a shell's background
            signal.signal(interruption, lambda number, _: sys.exit(128 + number))
    # A stream of its own: the children put files in the place of descriptor 1.
    outcomes = os.fdopen(os.dup(1), "w", encoding="utf-8")
    _import_early(jobs)
    try:
        for outcome in _run_all(jobs, int(sys.argv[1])):
            print(json.dumps(asdict(outcome)), file=outcomes, flush=True)
    except BrokenPipeError:  # who asked was killed, so nobody reads how the others end
        sys.exit(1)
    except OSError as error:
        if not is_full(error):
            raise
        sys.exit(FULL[0])


def _import_early(jobs: list[Job]) -> None:
    # No library that no script imports: JAX and Matplotlib take longer than most scripts.
    wanted = {library for job in jobs for library in job.versions}
    for name in (name for library, names in EARLY.items() if library in wanted for name in names):
        with contextlib.suppress(ImportError):
            __import__(name)
    # What is imported stays: no child has to look through it for garbage, and pages stay shared.
    gc.collect()
    gc.freeze()


@dataclass
class _Child:
    """The process of a job; ``status`` is how it ended, once it is known and its number free."""

    job: Job
    pid: int
    folder: Path
    deadline: float
    status: int | None = None


def _run_all(jobs: list[Job], at_once: int) -> Iterator[Outcome]:
    # Mode by mode: what one run of a script compiles is there when its next mode begins.
    order = {mode: rank for rank, mode in enumerate((AS_WRITTEN, JIT_OFF, REDUCED, JIT_EVERYWHERE))}
    # Reversed, as the next one is taken from the end.
    waiting, running = sorted(jobs, key=lambda job: order[job.mode], reverse=True), list[_Child]()
    try:
        while waiting or running:
            while waiting and len(running) < at_once:
                # Held back until the child is listed here, and in the child until it has handlers of its own.
                signal.pthread_sigmask(signal.SIG_BLOCK, INTERRUPTIONS)
                running.append(_start(waiting.pop()))
                signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTIONS)
            for child in list(running):
                outcome = _poll(child)
                if outcome is not None:
                    # Their bodies have begun twice: the job is run again without them.
                    refused = sorted(set(_noted(child, "refused").splitlines()))
                    running.remove(child)
                    shutil.rmtree(child.folder, ignore_errors=True)
                    if refused:
                        waiting.append(replace(child.job, not_jitted=(*child.job.not_jitted, *refused)))
                    else:
                        yield outcome
            time.sleep(POLL_S)
    finally:
        # Interrupted: a child leads a group of its own and would run on.
        for child in running:
            _kill_group(child.pid)
            with contextlib.suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)  # forked so lately that it leads no group yet
            shutil.rmtree(child.folder, ignore_errors=True)


def _start(job: Job) -> _Child:
    folder = Path(tempfile.mkdtemp(prefix="run-"))
    deadline = time.monotonic() + job.limit_s
    pid = os.fork()
    if pid == 0:
        os.setsid()  # a group of its own, so that what it starts can be ended with it
        _run_job(job, folder)
    return _Child(job, pid, folder, deadline)


def _poll(child: _Child) -> Outcome | None:
    """None while a child runs, else how it ended: without a fact where its record is written."""
    ended = _has_ended(child)
    if not ended and time.monotonic() < child.deadline:
        return None
    left = ended and _group_lives(child)
    _kill_group(child.pid)
    status = child.status if child.status is not None else os.waitpid(child.pid, 0)[1]
    if not ended:
        fact = f"did not end within {child.job.limit_s:g} s (SCRIPT_LIMIT_S sets another limit)"
        return _outcome(child, fact, timed_out=True)
    code = os.waitstatus_to_exitcode(status)
    # A script can end the process with status 0 itself; the file is written by the runner alone, at its end.
    if code == 0 and (child.folder / "done").exists() and not left:
        return _outcome(child, "")
    Path(child.job.record).unlink(missing_ok=True)
    if code == 0 and left:
        return _outcome(child, "left a process running that a cell has started")
    how = f"by signal {signal.Signals(-code).name}" if code < 0 else f"with exit status {code}"
    trouble = _noted(child, "trouble").strip() or (os.strerror(code) if code in FULL else "")
    return _outcome(child, f"ended the process {how}: {trouble}" if trouble else f"ended the process {how}")


def _has_ended(child: _Child) -> bool:
    """True where a child is over.

    It is not waited for yet, where the system can do that: as long as it is not, no other process can get its number,
    so that what is killed by this number is its own group and no stranger's.
    """
    if SEES_GROUPS:
        return os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    pid, status = os.waitpid(child.pid, os.WNOHANG)
    child.status = status if pid else None
    return bool(pid)


def _group_lives(child: _Child) -> bool:
    """True where a process that a script has started is still there after a moment."""
    for _ in range(GRACE):
        if not _has_members(child.pid):
            return False
        time.sleep(POLL_S)
    return True


def _has_members(group: int) -> bool:
    """True where a group whose leader has ended holds a process that runs."""
    if SEES_GROUPS:
        # A signal would reach the leader too, which is not waited for; so the processes are looked through.
        return any(_runs_in(group, entry) for entry in PROCESSES.iterdir() if entry.name.isdigit())
    try:
        os.killpg(group, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def _runs_in(group: int, entry: Path) -> bool:
    try:
        # After the name, which may hold anything: state, parent, group.
        state, _parent, own_group = (entry / "stat").read_bytes().rpartition(b")")[2].split()[:3]
    except OSError:  # it has just ended
        return False
    return int(own_group) == group and state not in (b"Z", b"X")


def _kill_group(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def _outcome(child: _Child, fact: str, timed_out: bool = False) -> Outcome:
    seconds = round(time.monotonic() - child.deadline + child.job.limit_s, 2)
    return Outcome(child.job.docname, child.job.mode, _noted(child, "cell"), fact, timed_out, seconds)


def _noted(child: _Child, name: str) -> str:
    """What a child has written into a file of its folder; nothing where there is none."""
    note = child.folder / name
    return note.read_text(encoding="utf-8") if note.exists() else ""


def _run_job(job: Job, folder: Path) -> None:
    """Run one job and end this process; only a whole record is left behind."""
    try:
        _enter(folder)
        script = load_script(Path(job.script), Path(job.shown), job.docname)
        if job.moved:
            perturb_process()
        if job.moved or job.mode != AS_WRITTEN:
            share_context()
        # While keys are checked, jax.no_tracing refuses known calls as well.
        listens = job.moved and "no_tracing" not in script.text
        reused_key = listen_for_reused_keys() if listens else str
        take_programs(Path(job.programs), folder / "programs")
        read = FilesRead(Path(job.root), (Path(job.script), folder)).digests if job.root else {}
        cells = execute(script, job, folder, reused_key)
        files = dict(sorted(read.items()))
        write_record(Path(job.record), Record(job.docname, job.mode, job.digest, job.versions, tuple(cells), files))
        give_programs(Path(job.programs), folder / "programs")
        (folder / "done").touch()
    except BaseException as error:
        # Ended whatever comes, as a child that goes on would run the jobs of its parent.
        try:
            (folder / "trouble").write_text(f"{type(error).__name__}: {error}", encoding="utf-8")
        finally:
            os._exit(FULL[0] if isinstance(error, OSError) and is_full(error) else 1)
    # Not sys.exit: the exit handlers of libraries wait for threads that a fork does not have.
    os._exit(0)


def _enter(folder: Path) -> None:
    """Make this process that of a script: nothing of its parent's, and a working folder of its own."""
    # The handlers first: unblocking lets in what was held back since before the fork.
    for ending in INTERRUPTIONS:
        signal.signal(ending, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, INTERRUPTIONS)
    atexit._clear()  # what libraries of the parent registered is not the script's
    # A script that asks for input finds its end at once, instead of waiting for its time limit.
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for name in ("work", "tmp"):
        (folder / name).mkdir()
    os.chdir(folder / "work")
    # The module has read the variable already, in the parent; child processes read it anew.
    os.environ["TMPDIR"] = tempfile.tempdir = str(folder / "tmp")


if __name__ == "__main__":
    main()
