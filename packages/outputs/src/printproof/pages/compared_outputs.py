"""The rows of an output that are not as wanted. Wanted is what the cell prints without jit."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest

from printproof.pages.page_view import PageCell, Printed
from printproof.promises.compare import same_lines
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF

WITHOUT, WITH = "without", "with"
"""What two compared outputs are called of which only one is with jit; any other is called by its mode."""


@dataclass(frozen=True)
class ComparedOutput:
    """What a cell printed in one mode; its ``name`` is WITHOUT, WITH or the mode, empty where it stands alone.

    ``wrong`` are the rows that are not as wanted, by number (0 = first), each with what was wanted there, or None where
    no row was. ``rows`` is how many rows the longest of them has.
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
    """The rows of an output that are not as wanted, by number, with what was wanted; numbers count by value."""
    if same_lines(printed.rows, wanted.rows):
        return {}
    pairs = enumerate(zip_longest(printed.rows, wanted.rows))
    found = {n: right for n, (left, right) in pairs if None in (left, right) or not same_lines([left], [right])}
    if printed.raised and _error(printed) == _error(wanted):
        found.pop(len(printed.rows) - 1, None)  # of two errors the types are compared
    return found


def wrong_rows(cell: PageCell, mode: str = AS_WRITTEN) -> dict[int, str | None]:
    """The rows that a cell prints in a mode and that jit has made wrong."""
    rendered = cell.rendered
    # As written it may have run with other constants than with jit off; then only the verdict tells.
    same = mode == AS_WRITTEN and rendered.versions and JIT_OFF not in rendered.differs
    printed = rendered.outputs[mode]
    return {} if same or printed.varies else other_rows(printed, rendered.outputs.get(JIT_OFF, printed))


def compared_outputs(cell: PageCell) -> list[ComparedOutput]:
    """The outputs that a page shows of a cell, the one without jit first."""
    shown = sorted(cell.outputs, key=(JIT_OFF, AS_WRITTEN, JIT_EVERYWHERE).index)
    wrong = {mode: wrong_rows(cell, mode) for mode in shown}
    pair = len(shown) == 2 and not wrong[shown[0]]
    names = dict(zip(shown, (WITHOUT, WITH) if pair else shown, strict=True)) if len(shown) > 1 else {}
    rows = max(len(printed.rows) for printed in cell.outputs.values())
    return [ComparedOutput(mode, names.get(mode, ""), cell.outputs[mode], wrong[mode], rows) for mode in shown]


def _error(printed: Printed) -> str:
    return printed.raised.partition(":")[0]
