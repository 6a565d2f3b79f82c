"""Which verbs are there, and how is each typed? In groups, by what a maintainer wants to do."""

import argparse
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import printproof
from printproof.cli import pages, promises, site, translations, trees
from printproof.cli.report import STATUSES, Arguments
from printproof.findings import nearest

Verbs = Mapping[str, tuple[Callable[[Namespace], int], Arguments]]
"""What does each verb, and its arguments as argparse takes them."""

GROUPS: Mapping[str, Verbs] = {
    "Promises of scripts": promises.VERBS,
    "Pages": pages.VERBS,
    "Translations": translations.VERBS,
    "Other trees": trees.VERBS,
    "The whole site, of a project whose theme is printproof.ext.theme": site.VERBS,
}
VERBS: Verbs = {name: verb for group in GROUPS.values() for name, verb in group.items()}


def parsed(arguments: Sequence[str]) -> Namespace:
    """The arguments as values; a misspelt verb or option is answered with the nearest one.

    Raises SystemExit where they are wrong or ask for help; no argument at all asks for help, too.
    """
    parser, verbs = _parsers()
    first = next((word for word in arguments if not word.startswith("-")), "")
    if first and first not in VERBS:  # argparse itself would list all verbs and offer none
        parser.error(f"no verb {first!r}; {nearest(first, list(VERBS))}")
    chosen, unknown = parser.parse_known_args(arguments or ["--help"])
    if unknown or not first:
        options = [name for name in VERBS[first][1] if name.startswith("-")] if first else ["--version"]
        word = next(iter(unknown), "")
        verbs.get(first, parser).error(f"no argument {word!r}; {nearest(word, [*options, '--help'])}")
    return chosen


def _parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The parser of the program, and of each verb."""
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    usage, about = "printproof [-h] [--version] VERB ...", f"{printproof.__doc__}\n\n{_listed()}"
    parser = argparse.ArgumentParser(prog="printproof", usage=usage, description=about, epilog=STATUSES, **form)
    parser.add_argument("--version", action="version", version=f"printproof {printproof.__version__}")
    # argparse knows no groups of verbs, so that the list is ours.
    verbs = parser.add_subparsers(dest="verb", prog="printproof", help=argparse.SUPPRESS)
    for name, (do, takes) in VERBS.items():
        verb = verbs.add_parser(name, description=_about(do), epilog=STATUSES, **form)
        for argument, settings in takes.items():
            verb.add_argument(argument, **settings)
    return parser, verbs.choices


def _listed() -> str:
    """The verbs, each with one line, below the title of their group."""
    groups = (
        [f"{title}:", *(f"  {name:<10}{_about(do)}" for name, (do, _) in verbs.items())]
        for title, verbs in GROUPS.items()
    )
    return "\n\n".join("\n".join(lines) for lines in groups)


def _about(do: Callable[[Namespace], int]) -> str:
    return (do.__doc__ or "").partition("\n")[0]
