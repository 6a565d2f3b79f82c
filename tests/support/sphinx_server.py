"""How does a test build pages cheaply? In a fork of one process that has imported Sphinx, all extensions and ours.

Each build is a process of its own, as Sphinx keeps translations for the life of a process. This file is also the
program that forks: it reads one build a line, and answers each with its exit status.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]


def run_sphinx(arguments: list[str], folder: Path, log: Path, environ: Mapping[str, str] = os.environ) -> int:
    """Sphinx as if it were started in a folder with these variables; its exit status, all it printed in the log."""
    if not hasattr(os, "fork"):
        with log.open("wb") as file:
            command = [sys.executable, "-m", "sphinx", *arguments]
            return subprocess.run(command, cwd=folder, env=environ, stdout=file, stderr=file, check=False).returncode
    server = _server()
    assert server.stdin is not None
    assert server.stdout is not None
    job = {"arguments": arguments, "folder": str(folder), "log": str(log), "environ": dict(environ)}
    server.stdin.write(json.dumps(job) + "\n")
    server.stdin.flush()
    return int(server.stdout.readline())


@cache
def _server() -> subprocess.Popen[str]:
    """The process that forks, begun by the first build and ended with the tests."""
    command = [sys.executable, __file__]
    server = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)
    return server


def _import_all() -> None:
    """Import what builds need, and fill the caches that every page would fill anew."""
    from pygments.lexers.python import PythonLexer

    from printproof_site.publishing.languages import load

    for extension in ("docutils.languages.en", "babel.numbers", "jinja2.ext", "sphinx.builders.gettext"):
        __import__(extension)
    load(str(ROOT))
    PythonLexer()  # its regular expressions, compiled


def _build(job: dict[str, object]) -> None:
    """Build in this process, a fork, and end it."""
    from sphinx.cmd.build import main

    os.environ.clear()
    os.environ.update(job["environ"])  # type: ignore[call-overload]
    os.chdir(str(job["folder"]))
    file = os.open(str(job["log"]), os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o666)
    os.dup2(file, 1)
    os.dup2(file, 2)
    sys.stdout = sys.stderr = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - ends with the process
    status = main(job["arguments"])  # type: ignore[arg-type]
    sys.stdout.flush()
    os._exit(status)


def _serve() -> None:
    sys.path[0] = str(ROOT)  # as ``python -m sphinx`` has it in the checkout
    _import_all()
    gc.freeze()  # a fork then copies no page of memory for the sake of a count
    for line in sys.stdin:
        child = os.fork()
        if not child:
            _build(json.loads(line))
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)


if __name__ == "__main__":
    _serve()
