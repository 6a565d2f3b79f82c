"""The errors that a cell ends with on any version of JAX: what mends them, and as much of them as two runs agree on."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatch
from itertools import takewhile

from printproof.runs.record import CellRun, RaisedError
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell

# On another version only: the cell that makes the name ended with an error there, and this one only follows.
NAME_MISSING = re.compile(r"NameError: name '\w+' is not defined")

CUT = "…"
"""What ends a message of which a promise has the beginning alone."""

# What nobody else's run says: a file of this machine, a frame of what ran the script, the last digits of a float.
_OF_THIS_RUN = re.compile(r"(?<![\w:/.])/\w|\b[A-Z]:\\|<frozen |\d\.\d{5}")


ALIKE = 0.4
"""How much of a line another one has to have in order to stand in its place."""

MOST = 3
"""So many lines of each side; the cells show all."""

# What says nothing of a change: comments, what opens a block, and output where another line changes as well.
AROUND = re.compile(r"(?:#|\"\"\"|@|import |from |(?:def|class|for|with) )|\W*$")
PRINTED = re.compile(r"(?:jax\.debug\.)?print\(")


@dataclass(frozen=True)
class Change:
    """Lines that go wrong, and those to write instead; there may be none of the former, where something is missing."""

    wrong: tuple[str, ...]
    right: tuple[str, ...]


@dataclass(frozen=True)
class ListedError:
    """The last line of an error as a promise has it, and the section that explains it: its ``title`` and its id.

    ``edge`` is ``before`` or ``since`` with a version, or two empty texts. ``cell`` ends with it, and ``change`` is
    what mends that cell, where the page shows it.
    """

    message: str
    edge: tuple[str, str]
    title: str
    section: str
    cell: str
    change: Change | None = None

    @property
    def kind(self) -> tuple[str, bool]:
        """What decides of which others it is the like."""
        return self.message, any(self.edge)

    def is_like(self, other: "ListedError") -> bool:
        """Whether both are the same error of the same versions: one message may have less of its beginning."""
        # What only another version raises is listed by itself, with that version behind it.
        if any(self.edge) != any(other.edge):
            return False
        short, long = sorted((self.message, other.message), key=len)
        return short == long or (short.endswith(CUT) and long.startswith(short.removesuffix(CUT).rstrip()))


Found = tuple[str, ListedError]
"""The page that has an error, and the error."""


def raised_by(cell: Cell, title: str, section: str, change: Change | None = None) -> Iterator[ListedError]:
    """The errors that a cell in a section promises to end with as it is written, those of other versions too."""
    for block in cell.promise.outputs:
        if block.mode == AS_WRITTEN and block.raised and not (any(block.edge) and NAME_MISSING.match(block.raised)):
            yield ListedError(block.raised, block.edge, title, section, cell.name, change)


def merged(errors: Iterable[Found]) -> list[list[Found]]:
    """Those that are the same error together."""
    groups: list[list[Found]] = []
    # Of each group, one error of each kind: a large book has the same error many times.
    kinds: list[dict[tuple[str, bool], ListedError]] = []
    known: dict[tuple[str, bool], int] = {}
    for page, one in errors:
        if one.kind not in known:
            like = (place for place, own in enumerate(kinds) if any(map(one.is_like, own.values())))
            place = next(like, len(groups))
            if place == len(groups):
                groups.append([])
                kinds.append({})
            if one.kind not in kinds[place]:
                kinds[place][one.kind] = one
                known.clear()  # what is like this one may belong to an earlier group from now on
            known[one.kind] = place
        groups[known[one.kind]].append((page, one))
    return groups


def rank(page: str, patterns: Sequence[str]) -> int:
    """The place of the first pattern that names a page; behind all of them where none does."""
    return next((place for place, one in enumerate(patterns) if fnmatch(page, one)), len(patterns))


def by_pages(errors: Iterable[Found], patterns: Sequence[str]) -> list[list[Found]]:
    """Each error with all its pages, those that patterns name first and in their order; the others by message."""
    groups = merged(sorted(errors, key=lambda one: rank(one[0], patterns)))
    named = [found for found in groups if rank(found[0][0], patterns) < len(patterns)]
    others = [found for found in groups if rank(found[0][0], patterns) == len(patterns)]
    return named + sorted(others, key=lambda found: (found[0][1].message.casefold(), found[0][1].message))


def whole_message(shown: str, runs: Sequence[CellRun | None], script: str) -> str:
    """The message whose beginning is ``shown`` and ends in ``…``; empty where all runs agree on no more than that.

    The folder of the file ``script`` is left out, and of its lines the numbers, which are others where its promises are
    left out. From the first line on that is not the same in all runs, nothing is said.
    """
    errors = [run.error for run in runs if run and run.error]
    if not shown.endswith(CUT) or len(errors) < len(runs):
        return ""
    first, *others = (_lines(error, script) for error in errors)
    rows = zip(first, *others, strict=False)
    agreed = [row[0] for row in takewhile(lambda row: len({*row}) == 1 and not _OF_THIS_RUN.search(row[0]), rows)]
    text = "\n".join(agreed).rstrip()
    more = f"\n{CUT}" if len(agreed) < len(first) else ""
    return text + more if len(text) > len(shown) else ""


def _lines(error: RaisedError, script: str) -> list[str]:
    place = re.compile(rf"[^\s\"'<>]*[/\\]({re.escape(script)})(?:(?::\d+)+|\", line \d+)?")
    return [line.rstrip() for line in place.sub(rf"\1:{CUT}", f"{error.type}: {error.text}").split("\n")]


def change(before: str, after: str) -> Change:
    """The lines that code has in place of those of other code, without what both share."""
    old, new = _of_change(before), _of_change(after)
    gone, come = [line for line in old if line not in new], [line for line in new if line not in old]
    if any(not PRINTED.match(line) for line in come):
        gone, come = ([line for line in lines if not PRINTED.match(line)] for lines in (gone, come))
    # Of what went away, only lines that another one replaces: the rest stood for the fault alone.
    matched = {match for line in come for match in get_close_matches(line, gone, 1, ALIKE)}
    return Change(tuple(line for line in gone if line in matched)[:MOST], tuple(come)[:MOST])


def _of_change(code: str) -> list[str]:
    stripped = (line.strip() for line in code.splitlines())
    return [line for line in stripped if not AROUND.match(line)]
