"""How does a test build pages cheaply? In a fork of one process that has imported Sphinx, all extensions and ours.

Each build is a process of its own, as Sphinx keeps translations for the life of a process. This file is also the
program that forks: it reads one build a line, and answers each with its exit status.
"""

from __future__ import annotations

import atexit
import io
import json
import os
import runpy
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from printproof_base.project import Project
from printproof_site.publishing import build

if TYPE_CHECKING:
    from printproof_site.publishing.languages import Job

ROOT = Path(__file__).parents[2]
SEED = "PYTHONHASHSEED"  # Python takes it as it starts, so that a fork has that of the server
MOST_FILES = 8

run_jobs_in_a_new_process = build.run_jobs


def run_sphinx(arguments: list[str], folder: Path, log: Path, environ: Mapping[str, str] = os.environ) -> int:
    """Sphinx as if it were started in a folder with these variables; its exit status, all it printed in the log."""
    with log.open("wb") as file:
        if not hasattr(os, "fork"):
            command = [sys.executable, "-m", "sphinx", *arguments]
            return subprocess.run(command, cwd=folder, env=environ, stdout=file, stderr=file, check=False).returncode
        job = {"name": "sphinx", "arguments": arguments, "folder": str(folder), "environ": dict(environ)}
        return _forked(job, file.fileno(), file.fileno())


def run_jobs(project: Project, jobs: Sequence[Job], answered: Path, lock: int) -> int:
    """What ``run_jobs`` of the package does, with its module run in a fork instead of a new process."""
    environ = build.build_environment(project)
    if not hasattr(os, "fork") or environ[SEED] != _environ()[SEED]:
        return run_jobs_in_a_new_process(project, jobs, answered, lock)
    job = {"name": "printproof_site.publishing.languages", "arguments": [str(answered)], "folder": str(project.root)}
    return _forked({**job, "environ": environ, "input": json.dumps(list(map(asdict, jobs)))}, 1, 2, lock)


def _forked(job: Mapping[str, object], *files: int) -> int:
    """The exit status of a fork, which prints into the first two of these open files and holds them all."""
    server, line = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    server.stdin.write(json.dumps(job) + "\n")
    server.stdin.flush()
    socket.send_fds(line, [b"."], files)
    return int(server.stdout.readline())


def _environ() -> dict[str, str]:
    return {SEED: "0", **os.environ}


@cache
def _server() -> tuple[subprocess.Popen[str], socket.socket]:
    """The process that forks, begun by the first build and ended with the tests, and the line for open files."""
    ours, theirs = socket.socketpair()
    server = subprocess.Popen(
        [sys.executable, __file__, str(theirs.fileno())], cwd=ROOT, env=_environ(), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, pass_fds=[theirs.fileno()],
    )  # fmt: skip
    theirs.close()
    atexit.register(server.communicate)
    return server, ours


def _import_all() -> None:
    """Import what builds need, and fill the caches that every page would fill anew."""
    from pygments.lexers.python import PythonLexer

    from printproof_site.publishing.languages import load

    for extension in ("docutils.languages.en", "babel.numbers", "jinja2.ext", "sphinx.builders.gettext"):
        __import__(extension)
    load(ROOT / "conf.py")
    PythonLexer()  # its regular expressions, compiled


def _run(job: dict[str, object], files: Sequence[int]) -> None:
    """Run a module in this process, a fork, as ``python -m`` does, and end it."""
    os.environ.clear()
    os.environ.update(job["environ"])  # type: ignore[call-overload]
    os.chdir(str(job["folder"]))
    # As ``python -m`` has it in the checkout; a project of its own has its modules beside its settings.
    sys.path[0] = str(ROOT if job["name"] == "sphinx" else job["folder"])
    sys.argv[1:] = job["arguments"]  # type: ignore[call-overload]
    sys.stdin = io.StringIO(str(job.get("input", "")))
    os.dup2(files[0], 1)
    os.dup2(files[1], 2)
    sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - ends with the process
    sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    try:
        runpy.run_module(str(job["name"]), run_name="__main__", alter_sys=True)
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(ended.code or 0))


def _serve(line: socket.socket) -> None:
    _import_all()
    for job in sys.stdin:
        _, files, _, _ = socket.recv_fds(line, 1, MOST_FILES)
        child = os.fork()
        if not child:
            _run(json.loads(job), files)
        for file in files:
            os.close(file)
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve(socket.socket(fileno=int(sys.argv[1])))
