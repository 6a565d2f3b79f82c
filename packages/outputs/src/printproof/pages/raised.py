"""The errors that a cell ends with, on any version of JAX."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell

# On another version only: the cell that makes the name ended with an error there, and this one only follows.
NAME_MISSING = re.compile(r"NameError: name '\w+' is not defined")


@dataclass(frozen=True)
class RaisedError:
    """The last line of an error as a promise has it, and the section that explains it: its ``title`` and its id.

    ``edge`` is ``before`` or ``since`` with a version, or two empty texts.
    """

    message: str
    edge: tuple[str, str]
    title: str
    section: str


def raised_by(cell: Cell, title: str, section: str) -> Iterator[RaisedError]:
    """The errors that a cell in a section promises to end with as it is written, those of other versions too."""
    for block in cell.promise.outputs:
        if block.mode == AS_WRITTEN and block.raised and not (any(block.edge) and NAME_MISSING.match(block.raised)):
            yield RaisedError(block.raised, block.edge, title, section)
