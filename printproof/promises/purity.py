"""Is a script pure? It is where every mode prints the same and leaves the same state."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from printproof.promises.compare import different_paths, same_lines
from printproof.runs.record import CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED


@dataclass(frozen=True)
class Reason:
    """What is not pure in a cell.

    ``print``: another output in this mode; ``state``: another state, first at ``path``; ``leak``: a tracer was kept.
    """

    kind: Literal["print", "state", "leak"]
    mode: str
    cell: str
    path: str = ""


@dataclass(frozen=True)
class Purity:
    """Whether a script is pure, and what speaks against it."""

    pure: bool
    reasons: tuple[Reason, ...] = ()


def against(records: Mapping[str, Record]) -> Record:
    """The record that the extra modes are compared with: as written, shrunk as they are."""
    return records.get(REDUCED, records[AS_WRITTEN])


def new_differences(left: Record, right: Record) -> dict[str, list[str]]:
    """By cell, the paths of the state at which two runs begin to differ in this cell."""
    found: dict[str, list[str]] = {}
    differing: set[str] = set()
    for cell, twin, one, other in zip(left.cells, right.cells, left.states(), right.states(), strict=False):
        # Only what either run has touched can begin to differ, or stop.
        touched = {*cell.changed, *cell.gone, *twin.changed, *twin.gone}
        now = set(different_paths(*({path: state[path] for path in touched & state.keys()} for state in (one, other))))
        found[cell.name] = sorted(now - differing)
        differing = (differing - touched) | now
    return found


def leaks(record: Record) -> dict[str, list[str]]:
    """By cell, the paths at which the state keeps a tracer after the trace has ended."""
    return {
        cell.name: [p for p, value in cell.changed.items() if isinstance(value, dict) and "tracer" in value]
        for cell in record.cells
    }


def same_print(left: CellRun, right: CellRun) -> bool:
    """True where two runs of a cell print the same by value; of an error its type decides."""
    if left.error and right.error:
        return left.error.type == right.error.type and same_lines(left.printed, right.printed)
    return bool(left.error) == bool(right.error) and same_lines(left.printed, right.printed)


def differing_modes(cell: str, records: Mapping[str, Record]) -> tuple[str, ...]:
    """The modes in which a cell does not print what it prints as written."""
    base = against(records).cell(cell)
    if base is None:
        return ()
    runs = {mode: records[mode].cell(cell) for mode in (JIT_OFF, JIT_EVERYWHERE)}
    return tuple(mode for mode, run in runs.items() if run is None or not same_print(base, run))


def purity_of(records: Mapping[str, Record]) -> Purity:
    """Whether the script that left these records, one of each mode, is pure; reasons come mode by mode."""
    base, written = against(records), records[AS_WRITTEN]
    reasons: list[Reason] = []
    for mode in (JIT_OFF, JIT_EVERYWHERE):
        differences = new_differences(base, records[mode])
        for cell in base.cells:
            if mode in differing_modes(cell.name, records):
                reasons.append(Reason("print", mode, cell.name))
            reasons += [Reason("state", mode, cell.name, path) for path in differences.get(cell.name, [])[:1]]
    reasons += [Reason("leak", AS_WRITTEN, cell, path) for cell, paths in leaks(written).items() for path in paths]
    return Purity(not reasons, tuple(reasons))
