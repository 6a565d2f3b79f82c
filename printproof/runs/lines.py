"""Which lines of a script's functions run? Each statement reports its line as it begins.

No tracing of Python's own is switched on for it: that would slow down every function of JAX that is called meanwhile.
"""

import ast
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from printproof.scripts.script import Cell

NAME = "__line__"
"""Under this name the code of a script finds the hook to which its lines are reported."""

SILENT = (ast.Global, ast.Nonlocal)
"""Statements for the compiler: they do nothing when their turn comes."""


class ReportLines(ast.NodeTransformer):
    """Puts ``__line__(n)`` before each statement of a function that starts in line ``n``; line numbers are kept."""

    def __init__(self) -> None:
        self._inside = False

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        outside, self._inside = self._inside, True
        self.generic_visit(node)
        self._inside = outside
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Make a lambda a pair of the report and its value, of which it gives the second."""
        self.generic_visit(node)
        pair = ast.Tuple([_report(node.body), node.body], ast.Load())
        node.body = ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), node.body)
        return ast.fix_missing_locations(node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        """Visit all that is inside, then report the statements of each block."""
        super().generic_visit(node)
        if self._inside:
            for name, block in ast.iter_fields(node):
                if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                    setattr(node, name, list(_reported(node, block)))
        return node


def _reported(node: ast.AST, block: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    for number, statement in enumerate(block):
        if not isinstance(statement, SILENT) and not (number == 0 and _has_docstring(node)):
            yield ast.fix_missing_locations(ast.copy_location(ast.Expr(_report(statement)), statement))
        yield statement


def _has_docstring(node: ast.AST) -> bool:
    documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return documented and ast.get_docstring(node, clean=False) is not None  # type: ignore[arg-type]


def _report(node: ast.stmt | ast.expr) -> ast.Call:
    return ast.copy_location(ast.Call(ast.Name(NAME, ast.Load()), [ast.Constant(node.lineno)], []), node)


class LineLog:
    """Hears each line as it runs. Its hook is a function of C: no frame of ours comes between those of the script."""

    def __init__(self, cells: Sequence[Cell]) -> None:
        self._cells = cells
        self._lines: set[int] = set()
        self.hook: Any = self._lines.add

    @contextmanager
    def listen(self) -> Iterator[set[int]]:
        """Give a set that holds, in the end, each line that has run inside; who listens outside hears it as well."""
        outside, heard = set(self._lines), set[int]()
        self._lines.clear()
        try:
            yield heard
        finally:
            heard |= self._lines
            self._lines |= outside  # in place: the hook adds to this very set

    def place(self, line: int) -> tuple[str, int]:
        """The cell of a line of the script, and the line in the code of that cell (1 = first); no name before all."""
        cell = next((cell for cell in reversed(self._cells) if cell.code_line <= line), None)
        return (cell.name, line - cell.code_line + 1) if cell else ("", 0)

    def in_cell(self, name: str, lines: Iterable[int]) -> tuple[int, ...]:
        """Those of some lines that stand in a cell, as lines of its code."""
        places = map(self.place, lines)
        return tuple(sorted(line for cell, line in places if cell == name))
