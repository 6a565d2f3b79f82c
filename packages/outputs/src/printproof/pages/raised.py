"""With which errors does a cell end, and on which versions of JAX?"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell


@dataclass(frozen=True)
class Raised:
    """The last line of an error as a promise has it, and ``before`` or ``since`` with a version, or two empty texts."""

    message: str
    edge: tuple[str, str] = ("", "")


NAME_MISSING = re.compile(r"NameError: name '\w+' is not defined")
"""On another version only: the cell that makes the name ended with an error there, and this one only follows."""


def raised_by(cell: Cell) -> Iterator[Raised]:
    """The errors that a cell promises to end with as it is written, those of other versions too."""
    for block in cell.promise.outputs:
        if block.mode == AS_WRITTEN and block.raised:
            raised = Raised(block.raised, block.edge)
            if not (any(raised.edge) and NAME_MISSING.match(raised.message)):
                yield raised
