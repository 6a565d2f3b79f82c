"""What would the promises be if they said what was printed? Promise blocks rewritten, nothing else."""

from __future__ import annotations

import difflib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from printproof.promises.purity import against, same_print
from printproof.runs.record import CellRun, Record
from printproof.scripts.promise import (
    AS_WRITTEN,
    JIT_EVERYWHERE,
    JIT_OFF,
    PHRASES,
    RAISED,
    Output,
    Promise,
    write_promise,
)
from printproof.scripts.script import Cell, Script, ScriptError


def accepted(script: Script, records: Mapping[str, Record]) -> str:
    """The text of the script with promises that hold for these records, all other bytes as they were.

    An error that a promise announces by its first words stays as it is where it still holds. Raises ScriptError
    where a cell raises and does not announce it, or prints what a comment cannot hold.
    """
    promises = {cell.name: _promise(script, cell, records) for cell in script.cells}
    return rewrite(script, promises)


def rewrite(script: Script, promises: Mapping[str, Promise]) -> str:
    """The text of the script with these promises instead of its own; equal promises change no byte."""
    lines = script.text.split("\n")
    for cell in reversed(script.cells):
        written = write_promise(promises[cell.name])
        if written == write_promise(cell.promise):
            continue
        start, stop = cell.promise_lines
        if start == stop:
            written = ["", *written, *([""] if start <= len(lines) and lines[start - 1].strip() else [])]
        end = "\r" if lines[cell.line - 1].endswith("\r") else ""
        at_end = stop > len(lines)
        lines[start - 1 : stop - 1] = [line + end for line in written]
        if at_end:
            lines[start - 2] = lines[start - 2].removesuffix("\r") + end
            lines[-1] = lines[-1].removesuffix("\r")
    return "\n".join(lines)


def replace_file(path: Path, text: str) -> None:
    """Write a file whole or not at all, also where the process is interrupted."""
    path = path.resolve()
    with tempfile.NamedTemporaryFile("wb", dir=path.parent, prefix=".", suffix=".new", delete=False) as file:
        try:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
            os.chmod(file.name, path.stat().st_mode)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def changes(before: str, after: str, path: Path) -> str:
    """What accepting changed, as a unified diff."""
    lines = difflib.unified_diff(
        before.splitlines(), after.splitlines(), str(path), str(path), "before", "after", lineterm=""
    )
    return "\n".join(lines)


def _promise(script: Script, cell: Cell, records: Mapping[str, Record]) -> Promise:
    written = records[AS_WRITTEN].cell(cell.name)
    if written is None:
        return cell.promise
    _refuse(script, cell, written, AS_WRITTEN)
    outputs = [_output(cell, AS_WRITTEN, written)]
    base = against(records).cell(cell.name)
    for mode in (JIT_OFF, JIT_EVERYWHERE):
        run = records[mode].cell(cell.name)
        if base is not None and run is not None and not same_print(base, run):
            _refuse(script, cell, run, mode)
            outputs.append(_output(cell, mode, run))
    older = [output for output in cell.promise.outputs if output.elsewhere]
    return replace(cell.promise, outputs=(*outputs, *older), traces=written.traces)


def _output(cell: Cell, mode: str, run: CellRun) -> Output:
    raised = run.error.last_line if run.error else None
    promised = cell.promise.output(mode)
    said = promised.raised if promised else None
    if raised and said and said.endswith("…") and raised.startswith(said[:-1].rstrip()):
        raised = said
    if raised and " at 0x…" in raised:
        raised = raised[: raised.index(" at 0x…")] + " …"
    return Output(mode, None, 0, run.printed, raised)


def _refuse(script: Script, cell: Cell, run: CellRun, mode: str) -> None:
    _printable(script, cell, run)
    if run.error and not any(output.raised for output in cell.promise.outputs):
        heading = f"under '# Output{PHRASES[mode]}:' " if mode != AS_WRITTEN else ""
        cure = f"if it is meant, end the promise {heading}with '# {run.error.type}: …' and accept again"
        place = f"{script.path}:{run.error.line or cell.line}"
        fact = f"cell '{cell.name}' raises {run.error.last_line!r}{PHRASES[mode]} unannounced"
        raise ScriptError(f"{place}: {fact}; {cure}")
    if run.error and not RAISED.match(run.error.last_line):
        fact = f"cell '{cell.name}' raises {run.error.type!r}"
        raise ScriptError(f"{script.path}:{cell.line}: {fact}; only a name that ends in Error can be promised")


def _printable(script: Script, cell: Cell, run: CellRun) -> None:
    odd = next(
        (c for line in run.printed for c in line if (c < " " and c != "\t") or c in "\x7f\x85\u2028\u2029"), None
    )
    if odd is not None:
        fact = f"cell '{cell.name}' prints the control character {odd!r}, which a comment cannot hold"
        raise ScriptError(f"{script.path}:{cell.line}: {fact}; print text without it")
