"""A script of anybody's as one that the runner takes: each statement at its top is a cell, named by its line."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeGuard

from printproof.runs.record import RunError

NAME = "line-{}"
"""How the cell is called that begins in a line of the script."""

DEFINES = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
"""Statements that print nothing most of the time: those in a row are one cell."""

# What an editor takes for the heading of a cell is one for the runner, too.
_HEADING = re.compile(r"^(#\s*)%%", re.MULTILINE)

PRELUDE = """# %% prelude
exec('''
import os, sys
os.chdir({cwd!r})
sys.path[0] = {folder!r}
sys.argv[:] = {argv!r}
''', {{}})
__file__ = {path!r}
"""
"""What lets a script run in this folder, under its own name; no name of it is one of the script's."""


def line_of(cell: str) -> int:
    """The line of the script in which a cell begins; 0 for what was put before it."""
    number = cell.rpartition("-")[2]
    return int(number) if number.isdigit() else 0


def as_cells(path: Path, arguments: list[str], before: str = "") -> str:
    """The text of a script that does what ``python PATH ARGUMENTS`` does here, with code run ``before`` it.

    Raises RunError where it cannot be read or is no Python.
    """
    prelude = PRELUDE.format(
        cwd=str(Path.cwd()), folder=str(path.resolve().parent), argv=[str(path), *arguments], path=str(path)
    )
    cells = "".join(f"\n# %% {NAME.format(line)}\n{code}\n" for line, code in statements(path, read(path)))
    return f"{prelude}{before}{cells}"


def read(path: Path) -> str:
    """The text of a script. Raises RunError where it cannot be read."""
    if path.suffix == ".ipynb":
        raise RunError.at(path, "is a notebook", f"make a script of it: jupyter nbconvert --to script {path.name}")
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise RunError.at(path, f"cannot be read ({reason})", "name a script of Python") from None


def statements(path: Path, text: str) -> Iterator[tuple[int, str]]:
    """The code of each cell, with the line in which it begins. Raises RunError where the text is no Python."""
    try:
        body = ast.parse(text).body
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", 0) or 0
        raise RunError.at(path, f"is no Python ({error.args[0]})", "correct it", line=line) from None
    lines = text.splitlines()
    for group in _grouped(body):
        begin, end = _begin(group[0]), group[-1]
        last = lines[(end.end_lineno or begin) - 1].encode()[: end.end_col_offset].decode()
        code = "\n".join([*lines[begin - 1 : (end.end_lineno or begin) - 1], last])
        # A semicolon: the value of an expression is shown by a notebook, not by a script.
        yield begin, _HEADING.sub(r"\1 ", code) + (";" if isinstance(end, ast.Expr) else "")


def acting(text: str, name: str) -> list[tuple[int, str]]:
    """The first statements of a function that do more than to give a name a value: they change, print or call."""
    functions = (n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.FunctionDef) and n.name == name)
    found = [node for function in functions for node in ast.walk(function) if _acts(node, function)]
    return [(node.lineno, ast.unparse(node).partition("\n")[0]) for node in sorted(found, key=lambda n: n.lineno)[:2]]


def _acts(node: ast.AST, function: ast.FunctionDef) -> TypeGuard[ast.stmt]:
    match node:
        case ast.Expr(value=ast.Call()):
            return True
        case ast.Assign(targets=targets) | ast.AugAssign(target=ast.expr() as targets):
            outer = {
                name for one in ast.walk(function) if isinstance(one, ast.Global | ast.Nonlocal) for name in one.names
            }
            named = [
                part for target in (targets if isinstance(targets, list) else [targets]) for part in ast.walk(target)
            ]
            return any(
                isinstance(one, ast.Attribute | ast.Subscript) or getattr(one, "id", "") in outer for one in named
            )
    return False


def _grouped(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Definitions in a row, statements that share a line, and each other statement alone."""
    group: list[ast.stmt] = []
    for node in body:
        shares = group and _begin(node) <= (group[-1].end_lineno or 0)
        if group and not shares and not (isinstance(node, DEFINES) and isinstance(group[-1], DEFINES)):
            yield group
            group = []
        group.append(node)
    if group:
        yield group


def _begin(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])
