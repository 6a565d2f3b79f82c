"""The rows of an output that are not as wanted: as the cell prints them without jit, or as another cell does."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest

from printproof.pages.page_view import PageCell, Printed
from printproof.promises.compare import same_lines
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF

# A row that shows a stand-in or a program shows what jit does, and nothing that came out wrong.
_INSIDE = re.compile(r"Tracer|\{ lambda ")

# With all that may follow a digit in one: rows are paired by what they say beside numbers.
_NUMBER = re.compile(r"-?\d[\d.e+-]*")

WITHOUT, WITH = "without", "with"
"""What two compared outputs are called of which only one is with jit; any other is called by its mode."""


@dataclass(frozen=True)
class ComparedOutput:
    """What a cell printed in one mode; its ``name`` is WITHOUT, WITH or the mode, empty where it stands alone.

    ``wrong`` are the rows that are not as wanted, by number (0 = first), each with what was wanted there, or None where
    no row was; of one that stands alone those that jit made wrong in silence. ``rows`` is how many rows the longest of
    them has.
    """

    mode: str
    name: str
    printed: Printed
    wrong: Mapping[int, str | None]
    rows: int

    @property
    def lacking(self) -> list[str]:
        """What was wanted in rows that it does not have."""
        return [row for n, row in self.wrong.items() if n >= len(self.printed.rows) and row]


def other_rows(printed: Printed, wanted: Printed) -> dict[int, str | None]:
    """The rows of an output that are not as wanted, by number, with what was wanted; numbers count by value.

    Rows that are lacking have the numbers behind the last one.
    """
    if same_lines(printed.rows, wanted.rows):
        return {}
    pairs = list(_pairs(printed.rows, wanted.rows))
    lacking = (right for left, right in pairs if left is None)
    shown = enumerate(pair for pair in pairs if pair[0] is not None)
    found = {n: right for n, (left, right) in shown if right is None or not same_lines([str(left)], [right])}
    found |= dict(enumerate(lacking, len(printed.rows)))
    if printed.raised and printed.raised.partition(":")[0] == wanted.raised.partition(":")[0]:
        found.pop(len(printed.rows) - 1, None)  # of two errors the types are compared
    return found


def _pairs(printed: Sequence[str], wanted: Sequence[str]) -> Iterator[tuple[str | None, str | None]]:
    """Each row beside the one that was wanted in its place, in the order of the rows; where there is none, None.

    Where one has more rows, those are paired that say the same but for numbers.
    """
    if len(printed) == len(wanted):
        yield from zip(printed, wanted, strict=True)
        return
    said = [[" ".join(_NUMBER.sub("0", row).split()) for row in rows] for rows in (printed, wanted)]
    for _what, i, j, k, m in SequenceMatcher(a=said[0], b=said[1], autojunk=False).get_opcodes():
        yield from zip_longest(printed[i:j], wanted[k:m])


def wrong_rows(cell: PageCell, mode: str = AS_WRITTEN) -> dict[int, str | None]:
    """The rows that a cell prints in a mode and that jit has made wrong."""
    rendered = cell.rendered
    # As written it may have run with other constants than with jit off; then only the verdict tells.
    same = mode == AS_WRITTEN and rendered.versions and JIT_OFF not in rendered.differs
    printed = rendered.outputs[mode]
    return {} if same or printed.varies else other_rows(printed, rendered.outputs.get(JIT_OFF, printed))


def silent_rows(cell: PageCell) -> dict[int, str | None]:
    """The rows that look right and are not, of a cell that stands alone; none where its page says there are none.

    Where rows come or go, an error ends one of both, or a row shows a tracer, the difference can be seen.
    A cell that another one puts right has all rows that this one prints otherwise.
    """
    if cell.wanted:
        return other_rows(cell.rendered.outputs[AS_WRITTEN], cell.wanted)
    wrong, printed = wrong_rows(cell), cell.rendered.outputs[AS_WRITTEN]
    wanted = cell.rendered.outputs.get(JIT_OFF, printed)
    seen = printed.raised or wanted.raised or len(printed.rows) != len(wanted.rows)
    inside = any(_INSIDE.search(printed.rows[row]) for row in wrong if row < len(printed.rows))
    return {} if seen or inside or cell.shown.compares_nothing else wrong


def compared_outputs(cell: PageCell) -> list[ComparedOutput]:
    """The outputs that a page shows of a cell, the one without jit first."""
    shown = sorted(cell.outputs, key=(JIT_OFF, AS_WRITTEN, JIT_EVERYWHERE).index)
    alone = len(shown) == 1
    wrong = {mode: silent_rows(cell) if alone else wrong_rows(cell, mode) for mode in shown}
    pair = len(shown) == 2 and not wrong[shown[0]]
    names = dict(zip(shown, (WITHOUT, WITH) if pair else shown, strict=True)) if len(shown) > 1 else {}
    rows = max(len(printed.rows) for printed in cell.outputs.values())
    return [ComparedOutput(mode, names.get(mode, ""), cell.outputs[mode], wrong[mode], rows) for mode in shown]
