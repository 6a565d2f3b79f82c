"""What changes from code that goes wrong to code that does not: a few lines of each, as their cells have them."""

import re
from dataclasses import dataclass
from difflib import get_close_matches

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


def change(before: str, after: str) -> Change:
    """The lines that code has in place of those of other code, without what both share."""
    old, new = _lines(before), _lines(after)
    gone, come = [line for line in old if line not in new], [line for line in new if line not in old]
    if any(not PRINTED.match(line) for line in come):
        gone, come = ([line for line in lines if not PRINTED.match(line)] for lines in (gone, come))
    # Of what went away, only lines that another one replaces: the rest stood for the fault alone.
    matched = {match for line in come for match in get_close_matches(line, gone, 1, ALIKE)}
    return Change(tuple(line for line in gone if line in matched)[:MOST], tuple(come)[:MOST])


def _lines(code: str) -> list[str]:
    stripped = (line.strip() for line in code.splitlines())
    return [line for line in stripped if not AROUND.match(line)]
