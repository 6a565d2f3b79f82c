"""What cells did that no promise can say: every such fault at once, each with what helps."""

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from printproof.promises.check import how_to_announce
from printproof.runs.record import RaisedError, Record, Records
from printproof.scripts.blocks import RAISED
from printproof.scripts.modes import AS_WRITTEN, PHRASES, REDUCED
from printproof.scripts.promise import OUTPUT, VALUE, Output, unprintable
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding, summarize_names

# Python's own words since 3.0; what they suggest behind a full stop is of no use here.
_UNDEFINED = re.compile(r"name '(\w+)' is not defined")


def faults_of(script: Script, records: Records) -> list[Finding]:
    """What stands in the way of promises that hold, one finding for each cell at most, in the order of the script.

    The records are whole: cells after an unannounced error ran all the same. An error that only says that a name is
    missing, which a cell that failed before would have made, is no fault of its own; it is told with the first.
    """
    found: list[Finding] = []
    lost: dict[str, int] = {}
    follow: dict[int, list[str]] = {}
    for cell in script.cells:
        fault = next(filter(None, (_fault(script, cell, mode, record) for mode, record in records.items())), None)
        run = records[AS_WRITTEN].cell(cell.name)
        if run and run.error and not cell.promise.raises:
            at = lost.get(_missing_name(run.error))
            # A name counts as lost to the first cell that failed; what fails for want of it loses names, too.
            lost = {**dict.fromkeys(_names_made(cell), len(found) if at is None else at), **lost}
            if at is not None:
                follow.setdefault(at, []).append(cell.name)
                continue
        if fault:
            found.append(fault)
    for at, names in follow.items():
        detail = f"  with it fail, for want of a name: {summarize_names(names)}"
        found[at] = replace(found[at], detail=(detail,))
    return found


def failed_cells(script: Script, records: Records) -> set[str]:
    """The names of the cells that did what no promise can say, also of those that only followed."""
    runs = ((cell, mode, record) for cell in script.cells for mode, record in records.items())
    return {cell.name for cell, mode, record in runs if _fault(script, cell, mode, record)}


def announcing(script: Script, records: Records) -> Script:
    """The script as if each error had been announced, so that what came after it can be looked at, too."""
    return replace(script, cells=tuple(_announcing(cell, records) for cell in script.cells))


def with_examples(script: Script, record: Record) -> Script:
    """The script with what a run shows as the example of what varies and has none, as where a tag says that it does."""
    return replace(script, cells=tuple(_with_example(cell, record) for cell in script.cells))


def _with_example(cell: Cell, record: Record) -> Cell:
    run = record.cell(cell.name)
    if run is None or not any(block.varies and not block.printed for block in cell.promise.outputs):
        return cell
    lines = {OUTPUT: run.printed, VALUE: run.value_lines}
    outputs = (
        replace(block, printed=lines[block.kind]) if block.varies and not block.printed else block
        for block in cell.promise.outputs
    )
    return replace(cell, promise=replace(cell.promise, outputs=tuple(outputs)))


def _announcing(cell: Cell, records: Records) -> Cell:
    runs = {mode: record.cell(cell.name) for mode, record in records.items()}
    errors = {mode: run.error.last_line for mode, run in runs.items() if run and run.error}
    if cell.promise.raises or not errors:
        return cell
    outputs = tuple(Output(mode, cell.line, (), error) for mode, error in errors.items())
    return replace(cell, promise=replace(cell.promise, outputs=outputs))


def _fault(script: Script, cell: Cell, mode: str, record: Record) -> Finding | None:
    """What a promise cannot say of one run of a cell; the run with reduced constants is not shown, so it may do it."""
    run = record.cell(cell.name)
    if run is None or mode == REDUCED:
        return None
    line, fact, cure = cell.line, "", ""
    if odd := next(filter(None, map(unprintable, (*run.printed, *run.value_lines))), None):
        fact, cure = f"prints the control character {odd!r}, which a comment cannot hold", "print text without it"
    elif cell.echoes and any(text.lstrip().startswith(">>>") for text in run.printed):
        fact, cure = "prints a prompt, which no doctest can expect", "print text without it"
    elif run.error and not cell.promise.raises:
        cure = _cure(run.error, mode, cell)
        line = script.raised_at(run.error.cell, run.error.line)
        fact = f"raises {run.error.last_line!r}{PHRASES[mode]} unannounced"
    elif run.error and not RAISED.match(run.error.last_line):
        fact, cure = f"raises {run.error.type!r}", "only a name that ends in Error can be promised"
    return script.finding("output", cell, mode, fact, cure, line=line) if fact else None


def _cure(error: RaisedError, mode: str, cell: Cell) -> str:
    """What helps against an error that nobody announced."""
    if error.type == "ImportError":
        return "install what it asks for where the scripts run"
    if error.type == "FileNotFoundError":
        return "a script runs in an empty folder: let a cell above make the file"
    if _missing_name(error) == "display":
        return "a script has no display(): print it, or let the cell end with it"
    if name := _missing_name(error):
        return f"make {name!r} in a cell above it"
    return f"{how_to_announce(error, mode, cell)} and accept again"


def _missing_name(error: RaisedError) -> str:
    found = _UNDEFINED.match(error.text) if error.type == "NameError" else None
    return found[1] if found else ""


def _names_made(cell: Cell) -> Iterator[str]:
    """The names that a cell would have given to what it makes."""
    for node in ast.walk(ast.parse(cell.code)):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.alias):
            yield (node.asname or node.name).partition(".")[0]
