"""How is a cost measured fairly? In copies of the project in which nothing was built, and by processor time."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project, at

LEFT = ("_build", ".*", "__pycache__", "node_modules")


@contextmanager
def copied(project: Project) -> Iterator[Project]:
    """A copy of a project in which nothing was built."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        copy = Path(folder) / project.root.name
        shutil.copytree(project.root, copy, ignore=shutil.ignore_patterns(*LEFT))
        yield at(copy)


def build_site(project: Project, *languages: str) -> float:
    """The processor time of a build of all languages, or of one, with all its processes.

    Raises CalledProcessError where it fails.
    """
    before = spent()
    command = [*own_module("printproof"), "site", "build", *languages]
    # Beside the rows: a build of a thousand pages is seen to go on.
    subprocess.run(command, cwd=project.root, env=own_environment(), stdout=sys.stderr, check=True)
    return spent() - before


def spent() -> float:
    """The processor time, in seconds, of this process and of all that it has waited for, theirs included."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@dataclass(frozen=True)
class Row:
    """A line of a table: what is asked, what was measured, what is allowed; why, where that cannot be had."""

    name: str
    measured: float
    limit: float
    unit: str = ""
    reason: str = ""

    @property
    def holds(self) -> bool:
        """Whether it is within the limit."""
        return self.measured <= self.limit

    def __str__(self) -> str:
        """The line as it is printed."""
        met = "met" if self.holds else f"not met: {self.reason}" if self.reason else "not met"
        return f"{self.name:<56}{self.measured:>10.3f}{self.unit:<4} limit {self.limit:g}{self.unit}, {met}"


def all_met(rows: Iterable[Row]) -> bool:
    """Print rows; True where all hold."""
    known = list(rows)
    print(*known, sep="\n", flush=True)
    return all(row.holds for row in known)
