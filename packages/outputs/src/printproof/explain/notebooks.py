"""The code of a notebook as Python alone: its cells, without the lines that only IPython knows."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printproof.runs.record import RunError
from printproof_base.findings import Finding, Place

NOTHING = "pass"
"""What stands in the place of a line that is left out: a block may have no other."""

RAISES = "raises-exception"
"""The tag of a cell whose error ends it alone."""

# A line of IPython: a magic, a command of the shell, or a question; also what is assigned of one.
_LINE = re.compile(r"\s*(?:[%!?]|[^#]*\?\s*$)")
_ASSIGNED = re.compile(r"\s*[\w.\[\], ]+=\s*[%!]")
# Magics that let Python run and say something of it: the statement behind them, or the cell below, is run.
_TIMED = re.compile(r"(\s*)%time\b[ \t]*")
_RUN_BELOW = re.compile(r"\s*%%(?:time|capture|prun)\b")
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

    Raises RunError where it is no notebook of Python that can be read.
    """
    cells = [(_source(cell), cell) for cell in _cells(path, text) if cell.get("cell_type") == "code"]
    # Jupyter gives a blank cell no number.
    numbered = enumerate(((code, cell) for code, cell in cells if code.strip()), 1)
    return [replace(_without_ipython(path, code, number), may_raise=_tagged(cell)) for number, (code, cell) in numbered]


def _cells(path: Path, text: str) -> list[dict[str, Any]]:
    try:
        whole = json.loads(text)
        cells: list[dict[str, Any]] = whole["cells"]
        about = whole.get("metadata", {})
        language = about.get("kernelspec", {}).get("language") or about.get("language_info", {}).get("name", "python")
    except (ValueError, KeyError, TypeError, AttributeError):
        cure = f"save it anew in Jupyter, or: jupyter nbconvert --to notebook --inplace {path.name}"
        raise RunError.at(path, "is no notebook of format 4", cure) from None
    if language != "python":
        raise RunError.at(path, f"is a notebook of {language}", "name one of Python")
    return cells


def _source(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    code = source if isinstance(source, str) else "".join(source)
    return code.encode("utf-8", "replace").decode()  # JSON may hold halves of characters


def _tagged(cell: dict[str, Any]) -> bool:
    return RAISES in (cell.get("metadata") or {}).get("tags", ())


def _without_ipython(path: Path, code: str, number: int) -> CodeCell:
    lines = code.splitlines()
    first = next(n for n, line in enumerate(lines) if line.strip())
    if _RUN_BELOW.match(lines[first]):
        lines[first] = ""
    elif _WHOLE.match(lines[first]):
        return CodeCell(
            "\n".join(NOTHING if n == first else "" for n in range(len(lines))), ((first + 1, lines[first]),)
        )
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
