"""The comparison of modes: what they print and leave, and what functions do beside returning a value."""

from dataclasses import dataclass

from printproof.promises.compare import different_paths, same_lines
from printproof.runs.jittable import TRACED
from printproof.runs.record import CellRun, Record, Records
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED


@dataclass(frozen=True)
class Calls:
    """How many calls of the script's functions jit everywhere compiled, and how many it could not."""

    jitted: int = 0
    left: int = 0


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


def functions_with_effects(run: CellRun) -> tuple[str, ...]:
    """The functions of a cell whose body did something beside returning a value, each once."""
    return tuple(dict.fromkeys(function.name for function in run.functions if function.effects))


def calls_of(*runs: CellRun) -> Calls:
    """How many calls of the script's functions were jitted in cells, and how many could not be.

    A call inside of a program that is being traced is compiled with it; it is neither.
    """
    functions = [function for run in runs for function in run.functions]
    left = (count for function in functions for why, count in function.left.items() if why != TRACED)
    return Calls(sum(function.jitted for function in functions), sum(left))
