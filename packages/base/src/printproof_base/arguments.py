"""Which verbs are there, and how is each typed? Each distribution offers its own, in groups by what one wants to do."""

import argparse
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import EntryPoint, entry_points, version
from typing import Any

from printproof_base.findings import suggestion
from printproof_base.report import STATUSES, Arguments

ABOUT = "Printed outputs in MyST-NB pages, each one checked: in every mode, in every language."
OFFERED = "printproof.verbs"
"""The group of entry points under which a distribution names the module whose ``GROUPS`` are its verbs."""

Verbs = Mapping[str, tuple[Callable[[Namespace], int], Arguments]]
"""What does each verb, and its arguments as argparse takes them."""


@cache
def groups() -> Mapping[str, Verbs]:
    """The verbs of what is installed, by the title of their group."""
    found: dict[str, dict[str, Any]] = {}
    for point in sorted(entry_points(group=OFFERED), key=_outputs_first):
        for title, verbs in point.load().GROUPS.items():
            found.setdefault(title, {}).update(verbs)
    return found


def _outputs_first(point: EntryPoint) -> tuple[bool, str]:
    """What sorts the distributions: the one that this program is for, then the others by name."""
    return point.name != "outputs", point.name


def verbs_by_name() -> Verbs:
    """The verbs of all groups."""
    return {name: verb for group in groups().values() for name, verb in group.items()}


def parsed(arguments: Sequence[str]) -> Namespace:
    """The arguments as values; a misspelt verb or option is answered with the nearest one.

    Raises SystemExit where they are wrong or ask for help; no argument at all asks for help, too.
    """
    parser, verbs = _parsers()
    first = next((word for word in arguments if not word.startswith("-")), "")
    if first and first not in verbs:  # argparse itself would list all verbs and offer none
        parser.error(f"no verb {first!r}; {suggestion(first, list(verbs))}")
    chosen, unknown = parser.parse_known_args(arguments or ["--help"])
    if unknown or not first:
        options = [name for name in verbs_by_name()[first][1] if name.startswith("-")] if first else ["--version"]
        word = next(iter(unknown), "")
        verbs.get(first, parser).error(f"no argument {word!r}; {suggestion(word, [*options, '--help'])}")
    return chosen


def _parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The parser of the program, and of each verb."""
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    usage, about = "printproof [-h] [--version] VERB ...", f"{ABOUT}\n\n{_listed()}"
    parser = argparse.ArgumentParser(prog="printproof", usage=usage, description=about, epilog=STATUSES, **form)
    parser.add_argument("--version", action="version", version=f"printproof {version('printproof-base')}")
    # argparse knows no groups of verbs, so that the list is ours.
    verbs = parser.add_subparsers(dest="verb", prog="printproof", help=argparse.SUPPRESS)
    for name, (do, takes) in verbs_by_name().items():
        verb = verbs.add_parser(name, description=_about(do), epilog=STATUSES, **form)
        for argument, settings in takes.items():
            verb.add_argument(argument, **settings)
    return parser, verbs.choices


def _listed() -> str:
    """The verbs, each with one line, below the title of their group."""
    lists = (
        [f"{title}:", *(f"  {name:<10}{_about(do)}" for name, (do, _) in verbs.items())]
        for title, verbs in groups().items()
    )
    return "\n\n".join("\n".join(lines) for lines in lists)


def _about(do: Callable[[Namespace], int]) -> str:
    return (do.__doc__ or "").partition("\n")[0]
