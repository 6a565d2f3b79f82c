"""When does a tree become the published one? Whole, at once, and only by one build at a time."""

import ctypes
import os
import shutil
import sys
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

from printproof_base import locks
from printproof_base.project import ProjectError

# Python has no name for renameat2 of Linux, nor for these two of its arguments: AT_FDCWD and RENAME_EXCHANGE.
AT_WORKING_FOLDER = -100
EXCHANGE = 2


def exclusive_lock(build: Path) -> AbstractContextManager[int]:
    """Hold the build folder for one build; gives the descriptor that holds it, for processes that must as well.

    It is held until all of them have ended, however they end. Raises ProjectError where another build is at work.
    """
    return locks.exclusive_lock(build, partial(_refuse, build))


def _refuse(build: Path) -> None:
    raise ProjectError.at(build.name, "another build is at work here", "wait until it has ended")


def publish(tree: Path, place: Path, former: Path | None = None) -> None:
    """Put a finished tree in its place.

    Whenever this is interrupted, one whole tree stands there, or ``recover`` brings one back; where ``former`` is
    named, the one before stands there meanwhile.
    """
    former = former or _former(place)
    shutil.rmtree(former, ignore_errors=True)
    place.parent.mkdir(parents=True, exist_ok=True)
    if place.exists() and not _exchanged(tree, place):
        place.rename(former)
    # After an exchange the former tree lies where the new one was, and is removed below.
    if tree.exists() and not place.exists():
        tree.rename(place)
    shutil.rmtree(former, ignore_errors=True)
    shutil.rmtree(tree, ignore_errors=True)


def recover(place: Path) -> None:
    """Bring back the former tree where a build ended between the two renames of a system without exchange."""
    former = _former(place)
    if former.is_dir() and not place.exists():
        former.rename(place)


def _former(place: Path) -> Path:
    return place.with_name(f"{place.name}.former")


def _exchanged(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False where the system has no such step."""
    if not sys.platform.startswith("linux"):
        return False
    rename = getattr(ctypes.CDLL(None), "renameat2", None)
    if rename is None:
        return False
    names = os.fsencode(one), os.fsencode(other)
    return bool(rename(AT_WORKING_FOLDER, names[0], AT_WORKING_FOLDER, names[1], EXCHANGE) == 0)
