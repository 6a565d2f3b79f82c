"""Processes of these packages: with the same interpreter, and also where nothing is installed."""

import os
import pkgutil
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

FAMILY = "printproof"
"""What the names of all packages of these distributions begin with."""


@cache
def own_packages() -> tuple[Path, ...]:
    """The folders of the packages of these distributions that this interpreter can import, in the order of names."""
    found = {
        module.name: Path(module.module_finder.path, module.name)  # type: ignore[union-attr]
        for module in pkgutil.iter_modules()
        if module.ispkg and module.name.startswith(FAMILY)
    }
    return tuple(found[name] for name in sorted(found))


def own_module(name: str) -> list[str]:
    """The command that runs a module, such as ``printproof.runs.forkserver``."""
    return [sys.executable, "-m", name]


def own_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Environment variables with which a process of this interpreter imports these very packages."""
    places = dict.fromkeys(str(package.parent) for package in own_packages())
    return {**environ, "PYTHONPATH": os.pathsep.join(filter(None, [*places, environ.get("PYTHONPATH", "")]))}
