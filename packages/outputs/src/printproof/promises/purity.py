"""The comparison of modes: what they print and leave, and what functions do beside returning a value."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from printproof.promises.compare import different_paths, same_lines
from printproof.runs.jittable import TRACED
from printproof.runs.record import CellRun, Record, Records
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED


@dataclass(frozen=True)
class Reason:
    """One way in which a cell depends on where jit is applied.

    ``print``: another output in this mode; ``state``: another state, first at ``path``; ``leak``: a tracer was kept.
    """

    kind: Literal["print", "state", "leak"]
    mode: str
    cell: str
    path: str = ""


@dataclass(frozen=True)
class Calls:
    """How many calls of the script's functions jit everywhere compiled, and how many it could not."""

    jitted: int = 0
    left: int = 0


@dataclass(frozen=True)
class Comparison:
    """The result of comparing the modes of a script: how they differ, and how many calls were jitted.

    ``impure`` are the functions whose body did something beside returning a value, with what that was, and ``modes``
    those that were compared with the script as written.
    """

    reasons: tuple[Reason, ...] = ()
    calls: Calls = field(default_factory=Calls)
    impure: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    modes: tuple[str, ...] = (JIT_OFF, JIT_EVERYWHERE)

    @property
    def same(self) -> bool:
        """True where every mode prints the same and leaves the same state."""
        return not self.reasons


def baseline_for_comparison(records: Records) -> Record:
    """The record that the extra modes are compared with: as written, shrunk as they are."""
    return records.get(REDUCED, records[AS_WRITTEN])


def other_modes(records: Records) -> list[str]:
    """The modes beside that as written in which a script ran; none for one without JAX."""
    return [mode for mode in (JIT_OFF, JIT_EVERYWHERE) if mode in records]


def new_differences(left: Record, right: Record) -> dict[str, list[str]]:
    """By cell, the paths of the state at which two runs begin to differ in this cell.

    A value that differed before is known by the object that holds it, in either run, whatever path leads there now.
    """
    found: dict[str, list[str]] = {}
    known: set[tuple[int, str]] = set()
    # By path, what holds the value there, as each run found it last.
    holders: tuple[dict[str, str], dict[str, str]] = ({}, {})
    for cell, twin, one, other in zip(left.cells, right.cells, left.states(), right.states(), strict=False):
        holders[0].update(cell.holders)
        holders[1].update(twin.holders)
        # Only what either run has touched can begin to differ, or stop.
        touched = {*cell.changed, *cell.gone, *twin.changed, *twin.gone}
        now = different_paths(*({path: state[path] for path in touched & state.keys()} for state in (one, other)))
        by_path = {path: {(n, holder.get(path, path)) for n, holder in enumerate(holders)} for path in touched}
        found[cell.name] = [path for path in now if not by_path[path] & known]
        same = {one for path in touched - set(now) for one in by_path[path]}
        known = (known - same) | {one for path in now for one in by_path[path]}
    return found


def leaks(record: Record) -> dict[str, list[str]]:
    """By cell, the paths at which the state keeps a tracer after the trace has ended."""
    return {
        cell.name: [p for p, value in cell.changed.items() if isinstance(value, dict) and "tracer" in value]
        for cell in record.cells
    }


def same_print(left: CellRun, right: CellRun) -> bool:
    """True where two runs of a cell print the same and end in the same value; of an error its type decides."""
    same = same_lines(left.printed, right.printed) and same_lines(left.value_lines, right.value_lines)
    if left.error and right.error:
        return left.error.type == right.error.type and same
    return bool(left.error) == bool(right.error) and same


def differing_modes(cell: str, records: Records) -> tuple[str, ...]:
    """The modes in which a cell does not print what it prints as written."""
    base = baseline_for_comparison(records).cell(cell)
    if base is None:
        return ()
    runs = {mode: records[mode].cell(cell) for mode in other_modes(records)}
    return tuple(mode for mode, run in runs.items() if run is None or not same_print(base, run))


def compare_modes(records: Records) -> Comparison:
    """What depends on where jit is, in the script that left these records, one of each mode that it has."""
    base, written, jitted = baseline_for_comparison(records), records[AS_WRITTEN], records.get(JIT_EVERYWHERE)
    cells = jitted.cells if jitted else ()
    differing = {cell.name: differing_modes(cell.name, records) for cell in base.cells}
    reasons: list[Reason] = []
    for mode in other_modes(records):
        differences = new_differences(base, records[mode])
        for cell in base.cells:
            if mode in differing[cell.name]:
                reasons.append(Reason("print", mode, cell.name))
            reasons += [Reason("state", mode, cell.name, path) for path in differences.get(cell.name, [])[:1]]
    reasons += [Reason("leak", AS_WRITTEN, cell, path) for cell, paths in leaks(written).items() for path in paths]
    return Comparison(tuple(reasons), calls_of(*cells), _impure(cells), tuple(other_modes(records)))


def _impure(cells: Iterable[CellRun]) -> dict[str, tuple[str, ...]]:
    found: dict[str, set[str]] = {}
    for function in (function for cell in cells for function in cell.functions if function.effects):
        found.setdefault(function.name, set()).update(function.effects)
    return {name: tuple(sorted(effects)) for name, effects in found.items()}


def calls_of(*runs: CellRun) -> Calls:
    """How many calls of the script's functions were jitted in cells, and how many could not be.

    A call inside of a program that is being traced is compiled with it; it is neither.
    """
    functions = [function for run in runs for function in run.functions]
    left = (count for function in functions for why, count in function.left.items() if why != TRACED)
    return Calls(sum(function.jitted for function in functions), sum(left))
