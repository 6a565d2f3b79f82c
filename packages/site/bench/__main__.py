"""Which ratios are there? ``python -m bench NAME``: one parser here, one module for each ratio.

The exit status is 1 where a ratio is above its limit, 2 where nothing could be measured.
"""

from __future__ import annotations

import argparse
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import ModuleType

from packages.site.bench import catalogs, executed, large, parts, plain, promises, serve, site

from printproof_base.findings import ReportedError
from printproof_base.project import find_project

RATIOS: Mapping[str, tuple[ModuleType, Callable[[Namespace], bool]]] = {
    "site": (site, lambda chosen: site.measure_languages(find_project(Path.cwd()), chosen.rounds)),
    "executed": (executed, lambda chosen: executed.measure_executed(find_project(Path.cwd()), chosen.languages)),
    "parts": (parts, lambda chosen: parts.measure_parts(find_project(Path.cwd()), chosen.rounds)),
    "promises": (promises, lambda chosen: promises.measure_promises(find_project(Path.cwd()), chosen.rounds)),
    "plain": (plain, lambda chosen: plain.measure_plain(chosen.rounds)),
    "catalogs": (catalogs, lambda chosen: catalogs.measure_checker(find_project(Path.cwd()))),
    "large": (large, lambda chosen: large.measure_large(find_project(Path.cwd()), chosen.pages, chosen.languages)),
    "serve": (serve, lambda chosen: serve.measure_preview(find_project(Path.cwd()), chosen.rounds)),
}
LANGUAGES = {"large": 1, "executed": 3}
ROUNDS = {"site": 3, "parts": 3, "promises": 3, "plain": 5, "serve": 5}


def parser() -> argparse.ArgumentParser:
    """The parser of all ratios; what each measures is the first line of its module."""
    known = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    names = known.add_subparsers(metavar="NAME", dest="name", required=True)
    for name, (module, _) in RATIOS.items():
        about = (module.__doc__ or "").partition("\n")[0]
        ratio = names.add_parser(name, help=about, description=about)
        if name in ROUNDS:
            told = f"how often both are measured ({ROUNDS[name]})"
            ratio.add_argument("--rounds", type=int, default=ROUNDS[name], help=told)
        if name == "large":
            ratio.add_argument("--pages", type=int, default=1000, help="pages of a language (1000)")
        if name in LANGUAGES:
            told = f"languages, the one it is written in first ({LANGUAGES[name]})"
            ratio.add_argument("--languages", type=int, default=LANGUAGES[name], help=told)
    return known


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure what is asked for and print it; gives the exit status."""
    chosen = parser().parse_args(arguments)
    try:
        _, within = RATIOS[chosen.name]
        return 0 if within(chosen) else 1
    except ReportedError as refusal:
        print(refusal, file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
