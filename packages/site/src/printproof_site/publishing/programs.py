"""How do git and rsync work for us? With their progress now and then, and with one line where they cannot."""

import os
import re
import subprocess
from collections.abc import Mapping, Sequence
from typing import Any

from printproof_base.files import is_full
from printproof_base.project import ProjectError
from printproof_base.report import Say, paced

PERCENT = re.compile(r"(\d+)%")
COMPLAINT = re.compile(r"error:|fatal:|rejected\]|^(rsync|ssh):|denied|failed", re.IGNORECASE)


def answer(*command: str, given: str = "", **environ: str) -> str:
    """What a program prints. Raises ProjectError where it fails or is not installed."""
    with _started(command, environ, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        said, complaint = process.communicate(given)
    if process.returncode:
        raise _refused(command, complaint.splitlines())
    return said


def work(*command: str, doing: str, report: Say) -> None:
    """Let a program work that tells its progress in percent. Raises ProjectError where it fails or is not installed."""
    said, say = [], paced(report)
    with _started(command, {}, stdin=subprocess.DEVNULL, stderr=subprocess.STDOUT) as process:
        for line in process.stdout or ():
            if found := PERCENT.search(line):
                say(f"{doing}: {found[1]} %")
            else:
                said.append(line.strip())
    if process.returncode:
        raise _refused(command, said)


def _started(command: Sequence[str], environ: Mapping[str, str], **pipes: Any) -> subprocess.Popen[str]:
    """A program that says in English what goes wrong, whatever language its user has."""
    env = {**os.environ, "LC_ALL": "C", **environ}
    try:
        return subprocess.Popen(command, stdout=subprocess.PIPE, env=env, encoding="utf-8", errors="replace", **pipes)
    except FileNotFoundError:
        fact, cure = f"{command[0]} is not installed", f"install it, for example: apt-get install {command[0]}"
        raise ProjectError.at("", fact, cure) from None


def _refused(command: Sequence[str], said: Sequence[str]) -> ProjectError:
    """Why a program could not do its work: the first line that complains, as those below follow from it."""
    if is_full("\n".join(said)):
        return ProjectError.at("", "no room there: the disk is full, or a quota is", "make room, then run it again")
    complaints = (line for line in said if COMPLAINT.search(line))
    words = next(complaints, next(filter(str.strip, said), "it said nothing"))
    return ProjectError.at(command[0], words.removeprefix(f"{command[0]}: ").strip())
