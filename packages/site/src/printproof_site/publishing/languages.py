"""How are all languages built side by side? Sphinx is imported once, then each has a process of its own.

Sphinx keeps translations for the life of a process, so languages built one after the other in one process leak
into each other. A fork keeps the imports and nothing else; where there is no fork, a fresh process does the same.
"""

import contextlib
import errno
import gc
import io
import json
import multiprocessing
import os
import re
import sys
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from multiprocessing.connection import wait
from pathlib import Path
from pkgutil import walk_packages
from typing import TextIO

from printproof_base.files import is_full
from printproof_base.languages import public_address
from printproof_base.project import at
from printproof_base.report import paced
from printproof_catalogs.catalog import Catalog
from printproof_catalogs.compile import GIVEN, read_for_all

# Sphinx tells its progress to the terminal alone: "writing output... [ 45%] guide/stateful".
PERCENT = re.compile(r"(\w+) \w+\.\.\. \[ *(\d+)%\]")
# A crash is reported with a list of versions and extensions before its traceback; the same for each language, and no
# help to an author.
VERSIONS = re.compile(r"^Versions\n=+\n.*?^(?=Traceback\n=+)", re.MULTILINE | re.DOTALL)
FULL = errno.ENOSPC
"""The exit status of a process that found no room to write: it could not even say so in a file."""

# What every build imports on its way, so that one import serves all forks.
LOADED = ("sphinx.cmd.build", "sphinx.builders.html", "sphinx.ext.mathjax", "myst_nb.sphinx_ext", "xml.dom.minidom")

SELDOM = 50_000, 20, 100
"""When a build looks for garbage: by Python's own measure a quarter of its time goes there, for a fifth less memory."""


@dataclass(frozen=True)
class Job:
    """One language: the arguments of Sphinx, and the folder that takes what it says beside its pages."""

    language: str
    arguments: list[str]
    folder: str

    @property
    def log(self) -> Path:
        """The file that takes what it warns of."""
        return Path(self.folder, "log")


@dataclass(frozen=True)
class Answer:
    """What came of the jobs: the languages that were not built, and the public address of the site, if it has one."""

    failed: Sequence[str]
    address: str = ""


class Progress(io.TextIOBase):
    """A stream that passes on how far a language is, now and then; short builds are over before the first time."""

    def __init__(self, language: str, stream: TextIO) -> None:
        self._language, self._say = language, paced(partial(print, file=stream, flush=True))

    def write(self, text: str) -> int:
        """Take what Sphinx prints, and pass on the share of the work that is done."""
        if found := PERCENT.search(text):
            self._say(f"{self._language}: {found[1]} {found[2]} %")
        return len(text)


def load(conf: Path) -> str:
    """Import what every build of this site will need: Sphinx, the extensions that its conf.py names, and ours.

    Gives the public address of the site, as conf.py or the environment names it. From then on this process and its
    forks look for garbage ``SELDOM``, and never among what was imported. Raises ConfigError of Sphinx where there is
    no such file, or Python cannot run it.
    """
    from nbformat.v4 import new_notebook
    from sphinx.application import builtin_extensions
    from sphinx.config import eval_config_file
    from sphinx.util.tags import Tags

    from printproof import ext as glue

    settings = eval_config_file(conf, Tags())
    ours = (module.name for module in walk_packages(glue.__path__, "printproof.ext."))
    for name in (*LOADED, *builtin_extensions, *settings.get("extensions", ()), *ours):
        with contextlib.suppress(ImportError):  # the build itself says what is missing, with its place
            import_module(name)
    new_notebook()  # type: ignore[no-untyped-call]  # compiles the schema that every page is checked with
    gc.set_threshold(*SELDOM)
    gc.freeze()
    return public_address(settings.get("html_baseurl", ""))


def build(job: Job, catalogs: Mapping[Path, Catalog]) -> None:
    """Build one language as ``python -m sphinx`` does, and end this process with its exit status, or with `FULL`."""
    GIVEN.update(catalogs)
    from sphinx.cmd.build import main

    progress = contextlib.redirect_stdout(Progress(job.language, sys.stdout))
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        with job.log.open("w", encoding="utf-8") as log, contextlib.redirect_stderr(log), progress:
            status = main(job.arguments)
    except OSError as error:  # of the log itself
        if not is_full(error):
            raise
        status = FULL
    sys.exit(status)


def _end_with_parent() -> None:
    """End this process as soon as the one that waits for it has ended, killed or not."""
    if parent := multiprocessing.parent_process():
        wait([parent.sentinel])
        os._exit(1)


def side_by_side(jobs: list[Job], catalogs: Mapping[Path, Catalog]) -> list[str]:
    """The languages that could not be built; as many are built at a time as there are processors.

    Each gets the ``catalogs``, which are read once for all: every language shows how far the others are.
    What they warned of is printed at the end, each line once with the languages that it comes from.
    Raises OSError where there was no room for what they write: then nothing else that they say counts.
    """
    processes: dict[str, multiprocessing.Process] = {}
    ended: list[str] = []
    while len(ended) < len(jobs):
        running = [language for language in processes if language not in ended]
        for job in jobs[len(processes) :][: (os.cpu_count() or 1) - len(running)]:
            processes[job.language] = multiprocessing.Process(target=build, args=(job, catalogs))
            processes[job.language].start()
            running.append(job.language)
        wait([processes[language].sentinel for language in running])
        for language in running:
            if not processes[language].is_alive():
                ended.append(language)
                print(f"[{len(ended)}/{len(jobs)}] {language}", flush=True)
    lines = warnings(jobs)
    if any(process.exitcode == FULL for process in processes.values()) or is_full("\n".join(lines)):
        raise OSError(FULL, os.strerror(FULL))
    for line, languages in lines.items():
        print(f"{', '.join(languages)}: {line}", file=sys.stderr, flush=True)
    return [language for language, process in processes.items() if process.exitcode]


def warnings(jobs: list[Job]) -> dict[str, list[str]]:
    """What builds warned of, line by line, with the languages; paths begin at the project's root, where this runs."""
    found: dict[str, list[str]] = {}
    for job in jobs:
        text = VERSIONS.sub("", job.log.read_text(encoding="utf-8") if job.log.exists() else "")
        text = text.replace(f"{Path.cwd()}{os.sep}", "")
        for line in dict.fromkeys(line for line in text.splitlines() if line.strip()):
            found.setdefault(line, []).append(job.language)
    return found


def main() -> int:
    """Build the site of this folder: standard input has the jobs, the first argument is the file that takes the answer.

    Both are JSON. The exit status is 0 wherever there is an answer.
    """
    multiprocessing.set_start_method("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    from sphinx.errors import ConfigError

    jobs = [Job(**job) for job in json.load(sys.stdin)]
    try:
        project = at(Path.cwd())
        address = load(project.conf)
        answer = Answer(side_by_side(jobs, read_for_all(project)), address)
        Path(sys.argv[1]).write_text(json.dumps(asdict(answer)), encoding="utf-8")
    except ConfigError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        if not is_full(error):
            raise
        return FULL
    except KeyboardInterrupt:  # the program that started this one reports it
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
