"""What do the processes of pytest-xdist share? What is expensive is made by the first one that asks for it."""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

GROUPS = {
    "scripts": ("examples/",),
    "tour": tuple(f"tests/gates/test_{name}.py" for name in ("gates", "cells_seen", "lines", "diagrams_shown")),
}
"""Files whose tests share what one process keeps in memory: the promises of all scripts, what visited pages showed."""


def group_of(nodeid: str) -> str:
    """The tests with which a test shares a process: those of a group of files, or those of its file."""
    file = nodeid.partition("::")[0]
    return next((group for group, parts in GROUPS.items() if any(part in file for part in parts)), file)


def shared_folder(factory: pytest.TempPathFactory) -> Path:
    """The folder that all processes of this run of the tests have in common; it is theirs alone."""
    base = factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@contextmanager
def one_at_a_time(lock: Path) -> Iterator[None]:
    """Hold a lock, once no other process holds it; the system drops it with the process, however that ends."""
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """A folder of this name, which ``make`` has filled; where that fails, the next process that asks tries again."""
    base = shared_folder(factory)
    folder, done = base / name, base / f"{name}.done"
    with one_at_a_time(base / f"{name}.lock"):
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            make(folder)
            done.touch()
    return folder
