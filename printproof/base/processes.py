"""How is a process of this package started? With the same interpreter, and also where nothing is installed."""

import os
import sys
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def own_module(name: str) -> list[str]:
    """The command that runs a module of this package, such as ``runs.forkserver``; ``__main__`` is its command line."""
    return [sys.executable, "-m", f"{PACKAGE.name}.{name}"]


def own_environment(environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Environment variables with which a process of this interpreter imports this very package."""
    paths = [str(PACKAGE.parent), environ.get("PYTHONPATH", "")]
    return {**environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
