"""All languages side by side: Sphinx is imported once, and each language is built in a process of its own.

Sphinx keeps translations for the life of a process, so languages built one after the other in one process leak
into each other. A fork keeps the imports and nothing else; where there is no fork, a fresh process does the same.
"""

from __future__ import annotations

import contextlib
import io
import json
import multiprocessing
import os
import re
import sys
import time
from dataclasses import dataclass
from importlib import import_module
from multiprocessing.connection import wait
from pathlib import Path
from pkgutil import iter_modules
from typing import TextIO

PERCENT = re.compile(r"(\w+) \w+\.\.\. \[ *(\d+)%\]")
VERSIONS = re.compile(r"^Versions\n=+\n.*?^(?=Traceback\n=+)", re.MULTILINE | re.DOTALL)
SAYS_EVERY_S = 2.0
LOADED = ("sphinx.cmd.build", "sphinx.builders.html", "sphinx.ext.mathjax", "myst_nb.sphinx_ext", "xml.dom.minidom")


@dataclass(frozen=True)
class Job:
    """One language: the arguments of Sphinx, and the file that takes what it warns of."""

    language: str
    arguments: list[str]
    log: str


class Progress(io.TextIOBase):
    """Says how far a language is, now and then; short builds are over before the first word."""

    def __init__(self, language: str, stream: TextIO) -> None:
        self._language, self._stream = language, stream
        self._said = time.monotonic()

    def write(self, text: str) -> int:
        """Take what Sphinx says, and pass on a share of the work that is done."""
        found = PERCENT.search(text)
        if found and time.monotonic() - self._said > SAYS_EVERY_S:
            self._said = time.monotonic()
            self._stream.write(f"{self._language}: {found[1]} {found[2]} %\n")
            self._stream.flush()
        return len(text)


def load(confdir: str) -> None:
    """Import what every build of this site will need: Sphinx, the extensions that its conf.py names, and ours."""
    from nbformat.v4 import new_notebook
    from sphinx.application import builtin_extensions
    from sphinx.config import Config
    from sphinx.util.tags import Tags

    named = Config.read(confdir, overrides={}, tags=Tags()).extensions
    glue = iter_modules([str(Path(__file__).parents[1] / "ext")], "printproof.ext.")
    dress = iter_modules([str(Path(__file__).parents[1] / "ext" / "theme")], "printproof.ext.theme.")
    ours = (module.name for module in (*glue, *dress))
    for name in (*LOADED, *builtin_extensions, *named, *ours):
        with contextlib.suppress(ImportError):  # the build itself says what is missing, with its place
            import_module(name)
    new_notebook()  # type: ignore[no-untyped-call]  # compiles the schema that every page is checked with


def build(job: Job) -> None:
    """Build one language as ``python -m sphinx`` does, and end this process with its exit status."""
    from sphinx.cmd.build import main

    progress = contextlib.redirect_stdout(Progress(job.language, sys.stdout))
    with Path(job.log).open("w", encoding="utf-8") as log, contextlib.redirect_stderr(log), progress:
        status = main(job.arguments)
    sys.exit(status)


def side_by_side(jobs: list[Job]) -> list[str]:
    """Build all languages, as many at a time as there are processors; gives those that failed.

    What they warned of is shown at the end, each line once with the languages that it comes from.
    """
    processes: dict[str, multiprocessing.Process] = {}
    ended: list[str] = []
    while len(ended) < len(jobs):
        running = [language for language in processes if language not in ended]
        for job in jobs[len(processes) :][: (os.cpu_count() or 1) - len(running)]:
            processes[job.language] = multiprocessing.Process(target=build, args=(job,))
            processes[job.language].start()
            running.append(job.language)
        wait([processes[language].sentinel for language in running])
        for language in running:
            if not processes[language].is_alive():
                ended.append(language)
                print(f"[{len(ended)}/{len(jobs)}] {language}", flush=True)
    for line, languages in warnings(jobs).items():
        print(f"{', '.join(languages)}: {line}", file=sys.stderr, flush=True)
    return [language for language, process in processes.items() if process.exitcode]


def warnings(jobs: list[Job]) -> dict[str, list[str]]:
    """What builds warned of, line by line, with the languages; paths begin at the project's root, where this runs."""
    found: dict[str, list[str]] = {}
    for job in jobs:
        log = Path(job.log)
        said = VERSIONS.sub("", log.read_text(encoding="utf-8") if log.exists() else "")
        said = said.replace(f"{Path.cwd()}{os.sep}", "")
        for line in dict.fromkeys(line for line in said.splitlines() if line.strip()):
            found.setdefault(line, []).append(job.language)
    return found


def main() -> int:
    """Build the jobs on standard input; gives the exit status."""
    multiprocessing.set_start_method("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    asked = json.load(sys.stdin)
    load(asked["confdir"])
    try:
        failed = side_by_side([Job(**job) for job in asked["jobs"]])
    except KeyboardInterrupt:  # the site says it
        return 1
    if failed:
        print(f"not built: {', '.join(failed)}", file=sys.stderr)
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
