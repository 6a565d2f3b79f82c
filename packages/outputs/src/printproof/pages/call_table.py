"""The calls of a cell as rows of a table, from its run records alone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printproof.promises.compare import same_lines
from printproof.promises.state import value_text
from printproof.runs.calls import MOST
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF

COMPILED, REUSED, PYTHON, NONE = "compiled", "reused", "python", "none"
"""What answered a call: a program made for it, one made before, Python alone, or nothing, as an error came first."""

Wanted = tuple[str, ...] | None
"""The lines that are wanted of a call, None where nothing is known of them."""


@dataclass(frozen=True)
class Moved:
    """A value before and after a call, as text, empty where there was none; what is passed as a whole has no name."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class CallRow:
    """One ``call``: ``program`` is what answered it.

    ``before`` and ``after`` are the state as text; ``moved`` are its parts, those in refs among them, or where nothing
    is known to be state (``kept``) what went in and came out. ``result`` is what it printed, line by line, where each
    call of the cell did, or else what it returned as text, or the type of the error that ended it; empty where it
    returned nothing. ``wanted`` is empty where the call printed what it should.
    """

    call: Call
    program: str
    before: str
    after: str
    moved: tuple[Moved, ...]
    kept: bool
    result: tuple[str, ...]
    wanted: tuple[str, ...]


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
        return tuple(dict.fromkeys(row.call.name for row in self.rows))


def rows_of(cells: Sequence[str], records: Mapping[str, Record]) -> CallRows:
    """The rows of cells, one cell after the other."""
    tables = [call_rows(cell, records) for cell in cells]
    return CallRows(
        tuple(row for table in tables for row in table.rows),
        owned=any(table.owned for table in tables),
        printing=all(table.printing for table in tables),
        judged=all(table.judged for table in tables),
        more=any(table.more for table in tables),
    )


def call_rows(cell: str, records: Mapping[str, Record]) -> CallRows:
    """The rows of a cell, empty where it calls no function of the script.

    Where any function of the cell is compiled, calls of the others are left out. A last call that may have been
    followed by calls that no record has is left out as well, as its print may be theirs.
    """
    run = records[AS_WRITTEN].cell(cell)
    if run is None or not run.calls:
        return CallRows(())
    more, off = len(run.calls) >= MOST, records.get(JIT_OFF)
    known = list(zip(run.calls, _wanted(run, off.cell(cell) if off else None), strict=True))[: -1 if more else None]
    compiled = {call.name for call, _ in known if _program(call) in {COMPILED, REUSED}}
    known = [(call, wanted) for call, wanted in known if not compiled or call.name in compiled]
    printing = any(call.printed for call, _ in known) and all(call.printed or call.raised for call, _ in known)
    judged = printing and bool(compiled) and all(wanted is not None for _, wanted in known)
    rows, owned = _rows(known, printing, judged)
    return CallRows(tuple(rows), owned, printing, judged, more)


def _rows(known: Sequence[tuple[Call, Wanted]], printing: bool, judged: bool) -> tuple[list[CallRow], bool]:
    """The rows of calls, each with the lines that are wanted of it, and whether their state is that of an object."""
    calls = [call for call, _ in known]
    moves, owned = _moves(calls)
    handed_on = {} if owned else _handed_on(calls)
    rows: list[CallRow] = []
    for (call, wanted), moved in zip(known, moves, strict=True):
        passed = handed_on.get(call.name, {}).items()
        state = tuple(Moved(name, _at(call.given, name), _at(call.result, path)) for name, path in passed)
        refs = call.refs_before
        state += tuple(Moved(name, _at(refs, name), _at(call.refs_after, name)) for name in refs)
        # What only some calls printed may be of several: a line about all of them stands behind the last one.
        printed = _lines(call.printed) if printing else ()
        row = CallRow(
            call,
            _program(call),
            before=_joined([(one.name, one.before) for one in moved], named=True),
            # One name is said before the arrow and understood after it.
            after=_joined([(one.name, one.after) for one in moved], named=len(moved) > 1),
            moved=state or moved,
            kept=owned or bool(state),
            result=printed or (call.raised or (_text(call.result) if call.result else ""),),
            wanted=wanted or () if judged and not same_lines(printed, wanted or ()) else (),
        )
        rows.append(row)
    return rows, owned


def _program(call: Call) -> str:
    if call.traced:
        return COMPILED
    if call.raised:
        return NONE
    return PYTHON if call.ran else REUSED


def _lines(printed: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in printed.splitlines())


def _wanted(run: CellRun, off: CellRun | None) -> list[Wanted]:
    """By call, the lines with jit off in the places of those that the call printed; None where there are no such."""
    # A call that ends within a line shares it with the next one, and no line can be given to either.
    whole = all(call.printed[-1:] in {"", "\n"} for call in run.calls)
    if off is None or off.error or run.error or not whole or len(off.printed) != len(run.printed):
        return [None] * len(run.calls)
    sizes = [len(_lines(call.printed)) for call in run.calls]
    # Counted from the end: what the cell prints before its first call belongs to none.
    starts = [len(off.printed) - sum(sizes[n:]) for n in range(len(sizes))]
    return [off.printed[start : start + size] for start, size in zip(starts, sizes, strict=True)]


def _moves(calls: Sequence[Call]) -> tuple[list[tuple[Moved, ...]], bool]:
    """What each call moved, and whether it is the state of an object: where any has attributes."""
    if not any(call.before or call.after for call in calls):
        return [(Moved("", _text(call.given), "" if call.raised else _text(call.result)),) for call in calls], False
    states = [values for call in calls for values in (call.before, call.after)]
    paths = sorted({path for values in states for path in values})
    # What never changes says nothing of the calls, unless there is nothing else.
    moving = [path for path in paths if any(values.get(path) != states[0].get(path) for values in states)] or paths
    return [tuple(Moved(one, _at(call.before, one), _at(call.after, one)) for one in moving) for call in calls], True


def _handed_on(calls: Sequence[Call]) -> dict[str, dict[str, str]]:
    """By function, the arguments that are what the call before gave, each with its place in the result of that."""
    found: dict[str, dict[str, str]] = {}
    for call in calls:
        found.setdefault(call.name, {}).update(call.handed_on)
    return found


def _at(values: Mapping[str, Any], path: str) -> str:
    return value_text(values[path]) if path in values else ""


def _joined(pairs: Sequence[tuple[str, str]], named: bool) -> str:
    return ", ".join(f"{name} = {text}" if named and name else text for name, text in pairs if text)


def _text(values: Mapping[str, Any]) -> str:
    parts = [value_text(value) for value in values.values()]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
