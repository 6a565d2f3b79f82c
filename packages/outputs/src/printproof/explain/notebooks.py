"""The code of a notebook as Python alone: its cells, without the lines that only IPython knows."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from printproof.runs.record import RunError
from printproof.scripts.notebook import RAISING_TAGS, tags_of
from printproof.scripts.notebook_cells import NotebookCell, cells_of, read_json, refuse_other_language
from printproof_base.findings import Finding, Place

NOTHING = "pass"
"""What stands in the place of a line that is left out: a block may have no other."""

# A line of IPython: a magic, a command of the shell, or a question; also what is assigned of one.
_LINE = re.compile(r"\s*(?:[%!?]|[^#]*\?\s*$)")
_ASSIGNED = re.compile(r"\s*[\w.\[\], ]+=\s*[%!]")
# Magics that let Python run and say something of it: the statement behind them, or the cell below, is run.
_TIMED = re.compile(r"(\s*)%time\b[ \t]*")
_RUN_BELOW = re.compile(r"\s*%%(?:time|capture|prun)\b")
# Any other magic of a whole cell says in which language, or into which file, it goes.
_WHOLE = re.compile(r"\s*%%")


@dataclass(frozen=True)
class CodeCell:
    """The code of one cell, with as many lines as it has, and those that were left out: their numbers and texts.

    ``may_raise``: its tag says so, and Jupyter goes on with the next cell.
    """

    code: str
    left_out: tuple[tuple[int, str], ...] = ()
    may_raise: bool = False


def code_cells(path: Path, text: str) -> list[CodeCell]:
    """The cells of a notebook with code in them, which Jupyter numbers in this order when it runs them all.

    Raises ScriptError where it is no notebook of Python, RunError where a cell cannot do without IPython.
    """
    place = Place(str(path))
    notebook = read_json(text, place)
    refuse_other_language(notebook.metadata, place, "name a notebook of Python")
    # Jupyter gives a blank cell no number.
    cells = [(code, cell) for cell in cells_of(notebook) if cell.kind == "code" and (code := _code(cell)).strip()]
    found = [_without_ipython(path, code, number) for number, (code, _) in enumerate(cells, 1)]
    raising = (bool(RAISING_TAGS & tags_of(cell)) for _, cell in cells)
    return [replace(one, may_raise=may_raise) for one, may_raise in zip(found, raising, strict=True)]


def _code(cell: NotebookCell) -> str:
    code = "\n".join(text for _, text in cell.lines)
    return code.encode("utf-8", "replace").decode()  # JSON may hold halves of characters


def _without_ipython(path: Path, code: str, number: int) -> CodeCell:
    lines = code.splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip())
    if _RUN_BELOW.match(lines[first]):
        lines[first] = ""
    elif _WHOLE.match(lines[first]):
        code = "\n".join(NOTHING if n == first else "" for n in range(len(lines)))
        return CodeCell(code, ((first + 1, lines[first]),))
    left_out = list(_leave_out(path, lines, number))
    return CodeCell("\n".join(lines), tuple(left_out))


def _leave_out(path: Path, lines: list[str], number: int) -> Iterator[tuple[int, str]]:
    """Replace each line that Python cannot read and IPython can; where Python stumbles, as strings hold such lines."""
    while (wrong := _wrong_line(lines)) and _LINE.match(line := lines[wrong - 1]):
        if timed := _TIMED.match(line):
            lines[wrong - 1] = f"{timed[1]}{line[timed.end() :] or NOTHING}"
            continue
        yield wrong, line.strip()
        indent = line[: len(line) - len(line.lstrip())]
        more = next(n for n in range(wrong - 1, len(lines)) if not lines[n].endswith("\\") or n + 1 == len(lines))
        lines[wrong - 1 : more + 1] = [f"{indent}{NOTHING}", *[""] * (more + 1 - wrong)]
    if wrong and _ASSIGNED.match(lines[wrong - 1]):
        fact = f"takes a value of what IPython alone knows: `{lines[wrong - 1].strip()}`"
        raise RunError(Finding(Place(str(path), wrong, cell=str(number)), "error", "", fact, "write that in Python"))


def _wrong_line(lines: list[str]) -> int:
    """The line at which Python cannot read further, 0 where it reads all."""
    try:
        ast.parse("\n".join(lines))
    except (SyntaxError, ValueError) as error:
        return min(max(getattr(error, "lineno", None) or 1, 1), len(lines))
    return 0
