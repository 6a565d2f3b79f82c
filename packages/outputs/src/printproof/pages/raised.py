"""The errors that a cell ends with, on any version of JAX."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch

from printproof.pages.mended import Change
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell

# On another version only: the cell that makes the name ended with an error there, and this one only follows.
NAME_MISSING = re.compile(r"NameError: name '\w+' is not defined")

CUT = "…"
"""What ends a message of which a promise has the beginning alone."""


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
    for page, one in errors:
        same = next((found for found in groups if any(one.is_like(other) for _page, other in found)), None)
        if same is None:
            groups.append(same := [])
        same.append((page, one))
    return groups


def rank(page: str, patterns: Sequence[str]) -> int:
    """The place of the first pattern that names a page; behind all of them where none does."""
    return next((place for place, one in enumerate(patterns) if fnmatch(page, one)), len(patterns))


def by_pages(errors: Iterable[Found], patterns: Sequence[str]) -> list[list[Found]]:
    """Each error with all its pages, those that patterns name first and in their order; the others by message."""
    groups = merged(sorted(errors, key=lambda one: rank(one[0], patterns)))
    named = [found for found in groups if rank(found[0][0], patterns) < len(patterns)]
    others = [found for found in groups if found not in named]
    return named + sorted(others, key=lambda found: (found[0][1].message.casefold(), found[0][1].message))
