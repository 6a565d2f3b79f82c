"""How is a cost measured fairly? In copies of the project in which nothing was built, and by processor time."""

from __future__ import annotations

import resource
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from printproof_base.project import Project, at

LEFT = ("_build", ".*", "__pycache__", "node_modules")


@contextmanager
def copied(project: Project) -> Iterator[Project]:
    """A copy of a project in which nothing was built."""
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        copy = Path(folder) / project.root.name
        shutil.copytree(project.root, copy, ignore=shutil.ignore_patterns(*LEFT))
        yield at(copy)


def spent() -> float:
    """The processor time, in seconds, of this process and of all that it has waited for, theirs included."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)
