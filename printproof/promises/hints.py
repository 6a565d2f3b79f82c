"""Why may a promise not hold? The difference line by line, and a sentence where the pattern is known."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence

from printproof.promises.compare import same_lines
from printproof.runs.record import CellRun, Record
from printproof.scripts.promise import AS_WRITTEN, JIT_OFF, Output
from printproof.scripts.script import Cell

LEGEND = "  (- promised, + printed)"


def difference(promised: Sequence[str], printed: Sequence[str]) -> tuple[str, ...]:
    """The lines that differ, marked, with a legend above them."""
    marked = [line for line in difflib.ndiff(list(promised), list(printed)) if not line.startswith("?")]
    return (LEGEND, *(f"    {line}".rstrip() for line in marked))


def diagnose(cell: Cell, records: Mapping[str, Record], promised: Output, run: CellRun) -> tuple[str, ...]:
    """One sentence for each known pattern that fits."""
    return tuple(f"  {sentence}" for sentence in _patterns(cell, records, promised, run))


def _patterns(cell: Cell, records: Mapping[str, Record], promised: Output, run: CellRun) -> Iterator[str]:
    off = cell.promise.output(JIT_OFF)
    if promised.mode == AS_WRITTEN and off and off.printed == run.printed:
        yield "it prints the same with jit off: was jax.jit removed?"
    elif promised.printed != run.printed and same_lines(promised.printed, run.printed):
        yield "the numbers agree to five digits: print them rounded, the last digits depend on the machine"
    elif promised.printed != run.printed and sorted(promised.printed) == sorted(run.printed):
        yield "the same lines came in another order: does it depend on the order of a set?"
    record = records[AS_WRITTEN]
    others = [other.name for other in record.cells if other.name != cell.name and other.printed == promised.printed]
    if promised.printed and promised.mode == AS_WRITTEN and others:
        yield f"cell '{others[0]}' prints just that: does the promise stand under the wrong cell?"
