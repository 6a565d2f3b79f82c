"""The commands of the program and their arguments. Each distribution offers its own, grouped by what they are for."""

import argparse
import os
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points, version
from inspect import cleandoc
from typing import Any

from printproof_base.findings import suggestion
from printproof_base.report import STATUSES, Arguments

ABOUT = "Printed outputs in MyST-NB pages, each one checked: in every mode, in every language."
ENTRY_POINTS = "printproof.verbs"
"""The group of entry points under which a distribution names the module whose ``GROUPS`` are its commands."""

Commands = Mapping[str, tuple[Callable[[Namespace], int], Arguments]]
"""By name, the function that does a command, and its arguments as argparse takes them."""


@cache
def groups() -> Mapping[str, Commands]:
    """The commands of what is installed, by the title of their group; the name of one may be two words."""
    found: dict[str, dict[str, Any]] = {}
    # Of the distribution that this program is for, then of the others by name.
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name != "outputs", point.name)):
        for title, commands in point.load().GROUPS.items():
            found.setdefault(title, {}).update(commands)
    # What anybody needs stands above what has a word of its own.
    return dict(sorted(found.items(), key=lambda group: any(" " in name for name in group[1])))


def commands_by_name() -> Commands:
    """The commands of all groups."""
    return {name: command for group in groups().values() for name, command in group.items()}


def parsed(arguments: Sequence[str]) -> Namespace:
    """The arguments as values; a misspelt command or option is answered with the nearest one.

    Raises SystemExit where they are wrong or ask for help; no argument at all asks for help, too.
    """
    parser, commands = _parsers()
    if arguments and arguments[0] == "-C":
        arguments = _entered(parser, arguments)
    arguments = _named(list(arguments))
    first = next((word for word in arguments if not word.startswith("-")), "")
    if first and first not in commands:  # argparse itself would list all commands and suggest none
        parser.error(f"no command {first!r}; {suggestion(first, list(commands))}")
    chosen, unknown = parser.parse_known_args(arguments or ["--help"])
    if unknown or not first:
        options = [name for name in commands_by_name()[first][1] if name[0] == "-"] if first else ["--version"]
        word = next(iter(unknown), "")
        commands.get(first, parser).error(f"no argument {word!r}; {suggestion(word, [*options, '--help'])}")
    return chosen


def _named(arguments: list[str]) -> list[str]:
    """The arguments with a command of two words as one of them; the first of two alone asks for the program's help."""
    first, second = [*arguments, "", ""][:2]
    if (name := f"{first} {second}") in commands_by_name():
        return [name, *arguments[2:]]
    if not any(known.startswith(f"{first} ") for known in commands_by_name()):
        return arguments
    return [name, *arguments[2:]] if second and not second.startswith("-") else ["--help"]


def _entered(parser: argparse.ArgumentParser, arguments: Sequence[str]) -> Sequence[str]:
    """The arguments behind ``-C FOLDER``, with this process in that folder, as make and git have it."""
    folder = arguments[1] if len(arguments) > 1 else ""
    if not os.path.isdir(folder):
        parser.error(f"-C: {folder!r} is no folder; name that of the project")
    os.chdir(folder)
    return arguments[2:]


def _parsers() -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The parser of the program, and of each command."""
    # No abbreviations: one would change its meaning with the next option.
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    usage, about = "printproof [-h] [--version] [-C FOLDER] COMMAND ...", f"{ABOUT}\n\n{_listed()}"
    parser = argparse.ArgumentParser(prog="printproof", usage=usage, description=about, epilog=STATUSES, **form)
    parser.add_argument("--version", action="version", version=f"printproof {version('printproof-base')}")
    # argparse cannot group subcommands, so the help lists them itself.
    subparsers = parser.add_subparsers(dest="verb", prog="printproof", help=argparse.SUPPRESS)
    for name, (do, takes) in commands_by_name().items():
        subparser = subparsers.add_parser(name, description=_about(do), epilog=_examples(do), **form)
        for argument, settings in takes.items():
            subparser.add_argument(argument, **settings)
    return parser, subparsers.choices


def _listed() -> str:
    """The commands, each with one line, below the title of their group."""
    lists = (
        [f"{title}:", *(f"  {name:<12} {_about(do)}" for name, (do, _) in commands.items())]
        for title, commands in groups().items()
    )
    return "\n\n".join("\n".join(lines) for lines in lists)


def _examples(do: Callable[[Namespace], int]) -> str:
    """The command as one may type it, which the lines below the first one of its description show."""
    lines = cleandoc(do.__doc__ or "").split("\n")[2:]
    examples = ["examples:", *(f"  {line}" for line in lines), ""] if lines else []
    return "\n".join([*examples, "exit status: as 'printproof --help' says"])


def _about(do: Callable[[Namespace], int]) -> str:
    return (do.__doc__ or "").partition("\n")[0]
