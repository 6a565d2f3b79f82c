"""Two small sites, one after the other, for tests of what publishes them: what readers of a place get, and a kill."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path

from printproof_base.processes import own_environment
from printproof_site.publishing.plan import MANIFEST

OLD = {
    "index.html": "<script src='_static/list-0a1b2c3d.js'></script>old",
    "ko/index.html": "old",
    "ko/page.html": "old",
    "ko/more/page.html": "old",
    "_static/list-0a1b2c3d.js": "old",
    "_static/same.css": "same",
}
NEW = {
    "index.html": "<script src='_static/list-9f8e7d6c.js'></script>new",
    "ko/index.html": "new",
    "ko/guide/page.html": "new",
    "_static/list-9f8e7d6c.js": "new",
    "_static/same.css": "same",
}
OTHER = {
    "index.html": "<script src='_static/list-0a1b2c3d.js'></script>old",
    "ko/index.html": "other",
    "ko/page.html": "old",
    "_static/list-0a1b2c3d.js": "old",
    "_static/same.css": "other",
}
"""What another publisher made of the old one; most of it is the same, and must be there as well."""

OURS = {"CNAME": "state.example", ".well-known/token": "secret"}
"""What a host has put beside a site."""

# A step is what a program does to files, or by another program: before one of them it ends, and cleans nothing up.
# What publishes is imported once; each attempt is a fork of it, ended at the step whose number stands on the next line.
KILLED = """
import os, signal, sys
from pathlib import Path
from printproof_site.publishing.branch import Branch
from printproof_site.publishing.folder import Folder
from printproof_site.publishing.remote import Remote
from printproof_site.publishing.send import deliver

FILES = {"os.mkdir", "os.rename", "os.link", "os.remove", "os.rmdir", "shutil.copyfile", "shutil.rmtree"}
FILES |= {"ctypes.dlsym"}
programs = sys.argv[4] == "programs"
site, scratch = Path(sys.argv[1]), Path(sys.argv[2])
for line in sys.stdin:
    left = int(line)
    def step(event, arguments):
        global left
        ours = event in FILES or (event == "open" and str(arguments[1])[0] in "wx")
        if event == "subprocess.Popen" if programs else ours:
            left -= 1
            if left < 0:
                os.kill(os.getpid(), signal.SIGKILL)
    if (child := os.fork()) == 0:
        sys.addaudithook(step)
        deliver(site, eval(sys.argv[3]), 0.0, "abc", False, lambda line: None)
        os._exit(0)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""

AT_ONCE = """
import sys
from pathlib import Path
from printproof_site.publishing.branch import Branch
from printproof_site.publishing.folder import Folder
from printproof_site.publishing.remote import Remote
from printproof_site.publishing.send import deliver

print(flush=True)
sys.stdin.readline()
try:
    deliver(Path(sys.argv[1]), eval(sys.argv[2]), 0.0, "abc", False, lambda line: None)
except Exception as error:
    print(error)
"""


def written(folder: Path, files: dict[str, str]) -> Path:
    """A folder with files."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def read(folder: Path) -> dict[str, str]:
    """The files of a folder but the manifest, which readers of pages never ask for."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in paths}


def killed(site: Path, scratch: Path, target: str, steps: str = "files") -> Iterator[int]:
    """Publish again and again, each time killed one step later, until it comes to its end; each step by its number.

    The steps that count are those that change ``files``, or ``programs`` that are started.
    """
    command = [sys.executable, "-c", KILLED, str(site), str(scratch), target, steps]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(command, env=own_environment(), text=True, **pipes) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for number in count():
            shutil.rmtree(scratch, ignore_errors=True)
            scratch.mkdir()
            print(number, file=program.stdin, flush=True)
            status = int(program.stdout.readline())
            assert status in {0, -9}
            yield number
            if status == 0:
                break
        program.stdin.close()


def at_once(publishings: Mapping[Path, str]) -> list[str]:
    """Publish sites, each to its target, at one time; what each publisher complains of, empty where it published."""
    commands = [[sys.executable, "-c", AT_ONCE, str(site), target] for site, target in publishings.items()]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    started = [subprocess.Popen(command, env=own_environment(), text=True, **pipes) for command in commands]
    for program in started:
        assert program.stdout is not None
        program.stdout.readline()  # it has imported all it needs
    for program in started:
        assert program.stdin is not None
        program.stdin.write("\n")
        program.stdin.flush()
    return [program.communicate()[0].removesuffix("\n") for program in started]


def pages(site: Mapping[str, str]) -> dict[str, str]:
    """What a site is without the files that stay for a day."""
    return {name: text for name, text in site.items() if name.endswith(".html")}
