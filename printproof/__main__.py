"""Which verbs are there? ``python -m printproof VERB``: each is one function of one module."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

VERBS = {
    "run": "running",
    "check": "checking",
    "accept": "accepting",
    "catalogs": "catalog_check",
    "site": "site",
    "bench": "bench",
}


def verb(name: str) -> Callable[[list[str]], int]:
    """The function of a verb: it takes the other arguments and gives the exit status."""
    module = VERBS[name]
    found: Callable[[list[str]], int] = getattr(import_module(f"printproof.{module}"), f"run_{module}")
    return found


def main(arguments: list[str]) -> int:
    """Do what the first argument says; without one, list the verbs. Gives the exit status."""
    if arguments and arguments[0] in VERBS:
        return verb(arguments[0])(arguments[1:])
    for name in VERBS:
        said = (verb(name).__doc__ or "").partition("\n")[0]
        print(f"python -m printproof {name:<9} {said}")
    return 0 if not arguments or arguments[0] in {"-h", "--help"} else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
