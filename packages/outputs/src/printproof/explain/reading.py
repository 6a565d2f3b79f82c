"""A script or notebook of anybody's as a script that the runner takes: each statement at its top is a cell of that.

Its name is the line in which it begins; of a notebook, whose cells stand one below the other, the line of all of them.
"""

import ast
import re
from bisect import bisect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

from printproof.explain.notebooks import code_cells
from printproof.pages.function_source import first_line
from printproof.runs.record import RunError
from printproof_base.findings import Finding, Place

NAME = "line-{}"
"""How the cell is called that begins in a line of the script."""

DEFINES = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
"""Statements that print nothing most of the time: those in a row are one cell."""

OUTER = ast.Global | ast.Nonlocal
PARTS = ast.Attribute | ast.Subscript

# What an editor takes for the heading of a cell is one for the runner, too.
_HEADING = re.compile(r"^(#\s*)%%", re.MULTILINE)

PRELUDE = """# %% prelude
exec('''
import os, sys
os.chdir({cwd!r})
sys.path[0] = {folder!r}
sys.argv[:] = {argv!r}
''', {{}})
{more}
"""
"""What lets a script run in this folder, under its own name; no name of it is one of the script's."""

DISPLAY = "exec('import builtins; builtins.display = lambda *shown, **_: [print(one) for one in shown]', {})"
"""What a notebook shows by is no name of Python."""


@dataclass(frozen=True)
class Source:
    """What stands in a file: the ``text`` of a script, or of a notebook that of its cells, one below the other.

    ``begins`` are the lines at which those begin, none of a script; ``left_out`` the lines that IPython alone knows,
    ``may_raise`` the beginnings of cells whose error ends them alone.
    """

    path: Path
    text: str
    begins: tuple[int, ...] = ()
    left_out: tuple[tuple[int, str], ...] = ()
    may_raise: frozenset[int] = frozenset()

    def place(self, line: int) -> Place:
        """Where a line is: of a notebook in a cell, whose number is that which Jupyter shows."""
        cell = bisect(self.begins, line)
        inside = line - self.begins[cell - 1] + 1 if cell else line
        return Place(str(self.path), inside, cell=str(cell or ""))

    def goes_on(self, line: int) -> bool:
        """Whether an error in a line ends its cell alone."""
        cell = bisect(self.begins, line)
        return bool(cell) and self.begins[cell - 1] in self.may_raise

    def words(self, line: int) -> str:
        """The same in a sentence."""
        place = self.place(line)
        return f"cell {place.cell}, line {place.line}" if place.cell else f"line {place.line}"

    def line_of(self, place: Place) -> int:
        """The line of the text that stands there."""
        return place.line + (self.begins[int(place.cell) - 1] - 1 if place.cell else 0)

    def parts(self) -> Iterator[tuple[int, str]]:
        """The text of each cell with its first line; of a script all of it."""
        lines = self.text.splitlines()
        begins = self.begins or (1,)
        for begin, end in zip(begins, [*begins[1:], len(lines) + 1], strict=True):
            yield begin, "\n".join(lines[begin - 1 : end - 1])

    def error(self, line: int, fact: str, cure: str) -> RunError:
        """The error with one finding at a line, 0 for the file as a whole."""
        return RunError(Finding(self.place(line), "error", "", fact, cure))


def line_of(cell: str) -> int:
    """The line of the script in which a cell begins; 0 for what was put before it."""
    number = cell.rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def as_cells(source: Source, arguments: list[str], before: str = "") -> str:
    """The text of a script that does what ``python PATH ARGUMENTS`` does here, with code run ``before`` it.

    A notebook runs in its own folder, as in Jupyter. Raises RunError where it is no Python.
    """
    path, notebook = source.path, bool(source.begins)
    folder = path.resolve().parent
    prelude = PRELUDE.format(
        cwd=str(folder if notebook else Path.cwd()),
        folder=str(folder),
        argv=[str(path), *arguments],
        more=DISPLAY if notebook else f"__file__ = {str(path)!r}",
    )
    cells = "".join(f"\n# %% {NAME.format(line)}\n{code}\n" for line, code in statements(source))
    return f"{prelude}{before}{cells}"


def read(path: Path) -> Source:
    """What stands in a script or notebook. Raises RunError or ScriptError where it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise RunError.at(path, f"cannot be read ({reason})", "name a script of Python, or a notebook") from None
    return _notebook(path, text) if path.suffix == ".ipynb" else Source(path, text)


def _notebook(path: Path, text: str) -> Source:
    begins, lines, left_out, may_raise = list[int](), list[str](), list[tuple[int, str]](), set[int]()
    for cell in code_cells(path, text):
        begins.append(len(lines) + 1)
        may_raise |= {begins[-1]} if cell.may_raise else set()
        left_out += [(len(lines) + line, text) for line, text in cell.left_out]
        lines += cell.code.splitlines()
    return Source(path, "\n".join(lines), tuple(begins), tuple(left_out), frozenset(may_raise))


def statements(source: Source) -> Iterator[tuple[int, str]]:
    """The code of each cell of the run, with the line in which it begins. Raises RunError where it is no Python."""
    for first, text in source.parts():
        try:
            body = ast.parse(text).body
        except (SyntaxError, ValueError) as error:
            line = getattr(error, "lineno", 0) or 0
            fact = f"is no Python ({error.args[0]})"
            raise source.error(line and first + line - 1, fact, "correct it") from None
        lines = text.splitlines()
        for group in [body] if first in source.may_raise and body else _grouped(body):
            begin, end = first_line(group[0]), group[-1]
            last = lines[(end.end_lineno or begin) - 1].encode()[: end.end_col_offset].decode()
            code = "\n".join([*lines[begin - 1 : (end.end_lineno or begin) - 1], last])
            # A semicolon: the value of an expression is shown at the end of a notebook's cell alone.
            shown = source.begins and end is body[-1] and not text.rstrip().endswith(";")
            silenced = isinstance(end, ast.Expr) and not shown
            yield first + begin - 1, _HEADING.sub(r"\1 ", code) + (";" if silenced else "")


def acting(source: Source, name: str) -> list[tuple[int, str]]:
    """The first statements of a function that do more than to give a name a value: they change, print or call."""
    functions = (n for n in ast.walk(ast.parse(source.text)) if isinstance(n, ast.FunctionDef) and n.name == name)
    found = [node for function in functions for node in ast.walk(function) if _acts(node, function)]
    return [(node.lineno, ast.unparse(node).partition("\n")[0]) for node in sorted(found, key=lambda n: n.lineno)[:2]]


def shows_error(source: Source, line: int) -> bool:
    """Whether the statement at the top that begins in a line catches an error under a name."""
    found = (node for node in ast.parse(source.text).body if first_line(node) == line)
    return any(isinstance(node, ast.Try) and any(one.name for one in node.handlers) for node in found)


def _acts(node: ast.AST, function: ast.FunctionDef) -> TypeGuard[ast.stmt]:
    match node:
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Assign() | ast.AugAssign():
            outer = [name for one in ast.walk(function) if isinstance(one, OUTER) for name in one.names]
            # What is stored: the names and parts of the targets alone, as values are only read.
            stored = (one for one in ast.walk(node) if isinstance(getattr(one, "ctx", None), ast.Store))
            return any(isinstance(one, PARTS) or getattr(one, "id", "") in outer for one in stored)
    return False


def _grouped(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Definitions in a row, statements that share a line, and each other statement alone."""
    group: list[ast.stmt] = []
    for node in body:
        shares = group and first_line(node) <= (group[-1].end_lineno or 0)
        if group and not shares and not (isinstance(node, DEFINES) and isinstance(group[-1], DEFINES)):
            yield group
            group = []
        group.append(node)
    if group:
        yield group
