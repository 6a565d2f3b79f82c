"""Is a script pure? It is where every mode prints the same and leaves the same state."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from printproof.promises.compare import different_paths, same_lines
from printproof.runs.record import CellRun, Record
from printproof.scripts.promise import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, REDUCED
from printproof.scripts.script import Script


def against(records: Mapping[str, Record]) -> Record:
    """The record that the extra modes are compared with: as written, shrunk as they are."""
    return records.get(REDUCED, records[AS_WRITTEN])


def lines_of(cell: CellRun) -> tuple[str, ...]:
    """What a reader sees of a cell: its printed lines and the last line of its error."""
    return cell.printed + ((cell.error.last_line,) if cell.error else ())


def states(record: Record) -> Iterator[dict[str, Any]]:
    """The whole state after each cell of a run."""
    state: dict[str, Any] = {}
    for cell in record.cells:
        state = {path: leaf for path, leaf in {**state, **cell.changed}.items() if path not in cell.gone}
        yield state


def new_differences(left: Record, right: Record) -> dict[str, list[str]]:
    """By cell, the paths of the state at which two runs begin to differ in this cell."""
    found: dict[str, list[str]] = {}
    differing: set[str] = set()
    for cell, twin, one, other in zip(left.cells, right.cells, states(left), states(right), strict=False):
        # Only what either run has touched can begin to differ, or stop.
        touched = {*cell.changed, *cell.gone, *twin.changed, *twin.gone}
        now = set(different_paths(*({path: state[path] for path in touched & state.keys()} for state in (one, other))))
        found[cell.name] = sorted(now - differing)
        differing = (differing - touched) | now
    return found


def leaks(record: Record) -> dict[str, list[str]]:
    """By cell, the paths at which the state keeps a tracer after the trace has ended."""
    return {
        cell.name: [p for p, leaf in cell.changed.items() if isinstance(leaf, dict) and "tracer" in leaf]
        for cell in record.cells
    }


def same_print(left: CellRun, right: CellRun) -> bool:
    """True where two runs of a cell print the same by value; of an error its type decides."""
    if left.error and right.error:
        return left.error.type == right.error.type and same_lines(left.printed, right.printed)
    return bool(left.error) == bool(right.error) and same_lines(left.printed, right.printed)


def judge(script: Script, records: Mapping[str, Record]) -> dict[str, Any]:
    """The verdict: ``pure``, and for what is not pure the cells by reason and mode.

    The reasons are ``print`` (another output in this mode), ``state`` (another final state) and ``leak``
    (a tracer was kept).
    """
    base = against(records)
    reasons: list[dict[str, str]] = []
    for mode in (JIT_OFF, JIT_EVERYWHERE):
        differences = new_differences(base, records[mode])
        for cell in base.cells:
            other = records[mode].cell(cell.name)
            if other is None or not same_print(cell, other):
                reasons.append({"reason": "print", "mode": mode, "cell": cell.name})
            if paths := differences.get(cell.name):
                reasons.append({"reason": "state", "mode": mode, "cell": cell.name, "path": paths[0]})
    for cell_name, paths in leaks(records[AS_WRITTEN]).items():
        reasons += [{"reason": "leak", "mode": AS_WRITTEN, "cell": cell_name, "path": path} for path in paths]
    return {"pure": not reasons, "reasons": reasons}
