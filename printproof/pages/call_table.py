"""What do the calls of a cell show, one row each? Its run records alone say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printproof.promises.compare import same_lines
from printproof.promises.state import value_text
from printproof.runs.calls import MOST
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF

COMPILED, REUSED, PYTHON = "compiled", "reused", "python"
"""What answered a call: a program made for it, one made before, or Python alone."""


@dataclass(frozen=True)
class CallRow:
    """One call: ``program`` is what answered it, ``jaxpr`` its text where no row above has it.

    ``before`` and ``after`` are the state as text; ``wanted`` is empty where the call printed what it should.
    """

    name: str
    ran: bool
    program: str
    jaxpr: str
    before: str
    after: str
    printed: tuple[str, ...]
    wanted: tuple[str, ...] = ()


@dataclass(frozen=True)
class CallRows:
    """The rows of a cell. ``owned``: the state is that of the objects whose methods were called, else it is passed.

    ``printing``: each call printed something; ``judged``: that is compared with what the cell prints with jit off;
    ``more``: calls were left out.
    """

    rows: tuple[CallRow, ...]
    owned: bool = False
    printing: bool = False
    judged: bool = False
    more: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that were called, each once."""
        return tuple(dict.fromkeys(row.name for row in self.rows))


def call_rows(cell: str, records: Mapping[str, Record]) -> CallRows:
    """The rows of a cell, empty where it calls no function of the script.

    Where any function of the cell is compiled, calls of the others are left out. A last call that may have been
    followed by calls that no record has is left out as well, as its print may be theirs.
    """
    run = records[AS_WRITTEN].cell(cell)
    if run is None or not run.calls:
        return CallRows(())
    more = len(run.calls) >= MOST
    known = list(zip(run.calls, _wanted(run, records[JIT_OFF].cell(cell)), strict=True))[: -1 if more else None]
    compiled = {call.name for call, _ in known if _program(call) != PYTHON}
    known = [(call, wanted) for call, wanted in known if not compiled or call.name in compiled]
    printing = all(call.printed for call, _ in known)
    judged = printing and bool(compiled) and all(wanted is not None for _, wanted in known)
    states, owned = _states([call for call, _ in known])
    rows: list[CallRow] = []
    for (call, wanted), (before, after) in zip(known, states, strict=True):
        printed = _lines(call.printed)
        missed = wanted or () if judged and not same_lines(printed, wanted or ()) else ()
        jaxpr = call.jaxpr or ""
        shown = "" if jaxpr in {row.jaxpr for row in rows} else jaxpr
        rows.append(CallRow(call.name, call.ran, _program(call), shown, before, after, printed, missed))
    return CallRows(tuple(rows), owned, printing, judged, more)


def _program(call: Call) -> str:
    if call.traced:
        return COMPILED
    return PYTHON if call.ran else REUSED


def _lines(printed: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in printed.splitlines())


def _wanted(run: CellRun, off: CellRun | None) -> list[tuple[str, ...] | None]:
    """By call, the lines with jit off in the places of those that the call printed; None where there are no such."""
    whole = all(call.printed[-1:] in {"", "\n"} for call in run.calls)
    if off is None or off.error or run.error or not whole or len(off.printed) != len(run.printed):
        return [None] * len(run.calls)
    sizes = [len(_lines(call.printed)) for call in run.calls]
    starts = [len(off.printed) - sum(sizes[n:]) for n in range(len(sizes))]
    return [off.printed[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def _states(calls: Sequence[Call]) -> tuple[list[tuple[str, str]], bool]:
    """The state before and after each call, and whether it is that of an object: where any has attributes."""
    if not any(call.before or call.after for call in calls):
        return [(_text(call.given), _text(call.result)) for call in calls], False
    states = [values for call in calls for values in (call.before, call.after)]
    paths = sorted({path for values in states for path in values})
    # What never changes says nothing of the calls, unless there is nothing else.
    moving = [path for path in paths if any(values.get(path) != states[0].get(path) for values in states)] or paths
    again = moving if len(moving) > 1 else []  # one name is said before the arrow and understood after it
    return [(_named(call.before, moving, moving), _named(call.after, moving, again)) for call in calls], True


def _named(values: Mapping[str, Any], paths: Sequence[str], named: Sequence[str]) -> str:
    names = {path: f"{path.lstrip('.')} = " if path in named else "" for path in paths}
    return ", ".join(f"{names[path]}{value_text(values[path])}" for path in paths if path in values)


def _text(values: Mapping[str, Any]) -> str:
    parts = [value_text(value) for value in values.values()]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
