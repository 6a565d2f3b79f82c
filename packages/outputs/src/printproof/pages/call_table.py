"""What do the calls of a cell show, one row each? Its run records alone say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from printproof.promises.compare import same_lines
from printproof.promises.state import value_text
from printproof.runs.calls import MOST
from printproof.runs.libraries import JAX
from printproof.runs.record import Call, CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF

COMPILED, REUSED, PYTHON, NONE = "compiled", "reused", "python", "none"
"""What answered a call: a program made for it, one made before, Python alone, or nothing, as an error came first."""


@dataclass(frozen=True)
class Moved:
    """A value before and after a call, as text, empty where there was none; what is passed as a whole has no name."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class CallRow:
    """One call: ``program`` is what answered it, ``used`` its text, ``jaxpr`` the same where no row above has it.

    The function begins at ``line`` of the code of the cell ``cell``; ``lines`` of that code ran. ``before`` and
    ``after`` are the state as text; ``moved`` are its parts, or where nothing is known to be state (``kept``) what went
    in and came out. ``returned`` is the result as text, ``raised`` the type of the error that ended the call instead;
    ``wanted`` is empty where the call printed what it should.
    """

    name: str
    cell: str
    line: int
    lines: tuple[int, ...]
    ran: bool
    program: str
    used: str
    jaxpr: str
    before: str
    after: str
    moved: tuple[Moved, ...]
    kept: bool
    printed: tuple[str, ...]
    returned: str
    raised: str
    wanted: tuple[str, ...] = ()


@dataclass(frozen=True)
class CallRows:
    """The rows of a cell. ``owned``: the state is that of the objects whose methods were called, else it is passed.

    ``printing``: each call printed something; ``judged``: that is compared with what the cell prints with jit off;
    ``more``: calls were left out. ``jax``: it ran, so that a call may have been answered by a compiled program.
    """

    rows: tuple[CallRow, ...]
    owned: bool = False
    printing: bool = False
    judged: bool = False
    more: bool = False
    jax: bool = True

    @property
    def names(self) -> tuple[str, ...]:
        """The functions that were called, each once."""
        return tuple(dict.fromkeys(row.name for row in self.rows))

    @property
    def first(self) -> int:
        """The row that is shown before a reader has chosen one: the first wrong one, as it is what the table is for."""
        return next((number for number, row in enumerate(self.rows) if row.wanted), 0)


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
    calls = [call for call, _ in known]
    moves, owned = _moves(calls)
    handed_on = {} if owned else _handed_on(calls)
    rows: list[CallRow] = []
    for (call, wanted), moved in zip(known, moves, strict=True):
        row = _row(call, moved, [_between(call, *paths) for paths in handed_on.get(call.name, {}).items()], owned)
        missed = wanted or () if judged and not same_lines(row.printed, wanted or ()) else ()
        jaxpr = "" if row.used in {above.used for above in rows} else row.used
        rows.append(replace(row, wanted=missed, jaxpr=jaxpr))
    return CallRows(tuple(rows), owned, printing, judged, more, JAX in records[AS_WRITTEN].versions)


def _row(call: Call, moved: Sequence[Moved], handed_on: Sequence[Moved], owned: bool) -> CallRow:
    """The row of a call for itself; what was handed on tells state from what is only passed."""
    return CallRow(
        name=call.name,
        cell=call.cell,
        line=call.line,
        lines=call.lines,
        ran=call.ran,
        program=_program(call),
        used=call.jaxpr or "",
        jaxpr="",
        before=_joined([(one.name, one.before) for one in moved], named=True),
        # One name is said before the arrow and understood after it.
        after=_joined([(one.name, one.after) for one in moved], named=len(moved) > 1),
        moved=tuple(handed_on or moved),
        kept=owned or bool(handed_on),
        printed=_lines(call.printed),
        returned=_returned(call),
        raised=call.raised,
    )


def _program(call: Call) -> str:
    if call.traced:
        return COMPILED
    if call.raised:
        return NONE
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


def _moves(calls: Sequence[Call]) -> tuple[list[tuple[Moved, ...]], bool]:
    """What each call moved, and whether it is the state of an object: where any has attributes."""
    if not any(call.before or call.after for call in calls):
        return [(Moved("", _text(call.given), _returned(call)),) for call in calls], False
    states = [values for call in calls for values in (call.before, call.after)]
    paths = sorted({path for values in states for path in values})
    # What never changes says nothing of the calls, unless there is nothing else.
    moving = [path for path in paths if any(values.get(path) != states[0].get(path) for values in states)] or paths
    return [
        tuple(Moved(path, _at(call.before, path), _at(call.after, path)) for path in moving) for call in calls
    ], True


def _handed_on(calls: Sequence[Call]) -> dict[str, dict[str, str]]:
    """By function, the arguments that are what the call before gave, each with its place in the result of that."""
    found: dict[str, dict[str, str]] = {}
    for call in calls:
        found[call.name] = {**found.get(call.name, {}), **call.handed_on}
    return found


def _between(call: Call, argument: str, result: str) -> Moved:
    return Moved(argument, _at(call.given, argument), _at(call.result, result))


def _returned(call: Call) -> str:
    return "" if call.raised else _text(call.result)


def _at(values: Mapping[str, Any], path: str) -> str:
    return value_text(values[path]) if path in values else ""


def _joined(pairs: Sequence[tuple[str, str]], named: bool) -> str:
    return ", ".join(f"{name} = {text}" if named and name else text for name, text in pairs if text)


def _text(values: Mapping[str, Any]) -> str:
    parts = [value_text(value) for value in values.values()]
    return parts[0] if len(parts) == 1 else f"({', '.join(parts)})"
