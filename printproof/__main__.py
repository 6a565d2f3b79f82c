"""Which verbs are there? ``python -m printproof VERB``: each is one function of one module."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module

VERBS = {
    "run": "script_verbs.run_scripts",
    "check": "script_verbs.check_promises",
    "accept": "script_verbs.accept_promises",
    "site": "site.build.run_site",
    "serve": "preview.serve.run_serve",
    "catalogs": "catalogs.check.run_catalog_check",
    "update": "script_verbs.run_update",
    "fix": "catalogs.fix.run_fix",
    "todo": "catalogs.todo.run_todo",
    "status": "catalogs.status.run_status",
    "new": "catalogs.new_language.run_new",
    "matrix": "promises.matrix.run_matrix",
}


def verb(name: str) -> Callable[[list[str]], int]:
    """The function of a verb: it takes the other arguments and gives the exit status."""
    module, _, function = VERBS[name].rpartition(".")
    found: Callable[[list[str]], int] = getattr(import_module(f"printproof.{module}"), function)
    return found


def main(arguments: list[str]) -> int:
    """Do what the first argument says; without one, list the verbs. Gives the exit status."""
    if arguments and arguments[0] in VERBS:
        return _done(arguments[0], arguments[1:])
    for name in VERBS:
        said = (verb(name).__doc__ or "").partition("\n")[0]
        print(f"python -m printproof {name:<15} {said}")
    return 0 if not arguments or arguments[0] in {"-h", "--help"} else 2


def _done(name: str, arguments: list[str]) -> int:
    """Do a verb; an interruption, or a file that the system refuses, is one line on stderr."""
    try:
        return verb(name)(arguments)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return 130
    except OSError as error:
        if error.filename is None:
            raise
        cure = "make it readable and writable, or remove it"
        print(f"{error.filename}: cannot be used ({error.strerror}); {cure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
