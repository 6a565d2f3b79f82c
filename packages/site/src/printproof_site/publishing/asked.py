"""What did a build ask the system for? The variables of the environment that were read, and the files.

Nobody can list what the conf.py of a project and its extensions read; a process that listens to itself knows.
"""

import os
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

IN_C = ("LANG", "LC_ALL", "LC_CTYPE", "LC_TIME", "PYTHONHASHSEED", "PYTHONPATH", "TZ")
"""Variables that are read where nobody can listen: by the C library, and by Python as it starts."""

OF_TERMINALS = {"TERM", "COLUMNS", "LINES", "NO_COLOR", "NO_COLOUR", "FORCE_COLOR", "FORCE_COLOUR", "COLORTERM"}
"""Variables that say how lines of progress look, and nothing about a page."""


@dataclass(frozen=True)
class Asked:
    """Names of variables, whether or not they were set, and paths of files below a folder, from there."""

    variables: tuple[str, ...] = IN_C
    files: tuple[str, ...] = ()


def asked_of(answer: Mapping[str, Iterable[str]]) -> Asked:
    """What was asked for, as JSON has it by the names of its fields. Raises TypeError where it has others."""
    return Asked(**{name: tuple(values) for name, values in answer.items()})


class _Noting(os._Environ[str]):
    """The environment of this process, which notes what is read of it."""

    def __getitem__(self, key: str) -> str:
        if isinstance(key, str):  # who looks for a program on the path tries whether names are bytes
            _read.add(key)
        return super().__getitem__(key)


_read: set[str] = set()
_opened: set[str] = set()


def listen() -> None:
    """Note from now on what this process, and each process that it forks, reads. It cannot be undone."""
    if not isinstance(os.environ, _Noting):
        os.environ.__class__ = _Noting
        sys.addaudithook(_note)


def _note(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(arguments[0], str | os.PathLike):
        _opened.add(os.fsdecode(arguments[0]))


def asked(root: Path) -> Asked:
    """What was read since this process, or the one it was forked from, began to listen; of files those below a folder.

    A module counts by its source, as Python may have read what it once compiled.
    """
    modules = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
    files = _below(root, {*_opened, *(path for path in modules if path)})
    return Asked(tuple(sorted({*IN_C, *_read} - OF_TERMINALS)), tuple(files))


def _below(root: Path, paths: Iterable[str]) -> list[str]:
    """Those paths that lie in a folder, as they are called from there, with and without links on the way."""
    found = [(os.path.abspath(path), os.path.abspath(root)) for path in paths]
    found += [(os.path.realpath(path), os.path.realpath(root)) for path in paths]
    return sorted({Path(path).relative_to(top).as_posix() for path, top in found if Path(path).is_relative_to(top)})
