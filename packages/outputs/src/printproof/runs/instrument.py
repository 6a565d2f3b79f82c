"""The code of a script with calls of hooks in it, so that a run hears what it does; its line numbers are kept."""

import ast
from collections.abc import Iterator, Sequence

from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE

BEGAN, LINE, CALL, JIT = "__began__", "__line__", "__call__", "__jit__"
"""Under these names the code of a script finds the hooks: of bodies that begin, of lines, of calls and of functions."""

SILENT = (ast.Global, ast.Nonlocal)
"""Statements for the compiler: they do nothing when their turn comes."""


def instrumented(tree: ast.Module, mode: str) -> ast.Module:
    """The code of a cell as it runs in a mode: bodies report in each, calls as written, functions with jit everywhere.

    The tree itself is changed.
    """
    if mode == AS_WRITTEN:
        _WrapCalls().visit(tree)
    elif mode == JIT_EVERYWHERE:
        _WrapFunctions().visit(tree)
    _ReportBodies().visit(tree)
    return ast.fix_missing_locations(tree)


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


class _WrapCalls(ast.NodeTransformer):
    """Turns ``f(x)`` into ``__call__(f)(x)`` outside of functions, classes and lambdas."""

    def _untouched(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = _untouched

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Wrap a call after the calls inside of it."""
        self.generic_visit(node)
        node.func = ast.copy_location(_call(CALL, node.func), node.func)
        return node


class _WrapFunctions(ast.NodeTransformer):
    """Puts ``@__jit__(method)`` on each function and lambda where it is defined, below its other decorators."""

    def __init__(self) -> None:
        self._in_class = False

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
        wrapper = _call(JIT, ast.Constant(self._in_class and not static))
        self._visit_inside(node, in_class=False)
        # The last of the list is applied first: the other decorators get the wrapper.
        node.decorator_list.append(ast.copy_location(wrapper, node))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Wrap the methods of a class, which hold out their first argument."""
        return self._visit_inside(node, in_class=True)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Wrap a lambda; one that a class keeps is rarely a method and not taken for one."""
        self._visit_inside(node, in_class=False)
        return ast.copy_location(ast.Call(_call(JIT, ast.Constant(False)), [node], []), node)

    def _visit_inside(self, node: ast.AST, in_class: bool) -> ast.AST:
        outside, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = outside
        return node


class _ReportBodies(ast.NodeTransformer):
    """Puts ``__began__('name')`` before the first statement of each function, after its docstring.

    Before each statement of a function that starts in line ``n`` it puts ``__line__(n)``.
    """

    def __init__(self) -> None:
        self._inside = False

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        outside, self._inside = self._inside, True
        self.generic_visit(node)
        self._inside = outside
        began = ast.Expr(_call(BEGAN, ast.Constant(node.name)))
        node.body.insert(1 if _has_docstring(node) else 0, ast.copy_location(began, node.body[0]))
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Make a lambda a tuple of two reports and its value, of which it gives the last."""
        self.generic_visit(node)
        reports = [_call(BEGAN, ast.Constant("<lambda>")), _call(LINE, ast.Constant(node.body.lineno))]
        value = ast.Subscript(ast.Tuple([*reports, node.body], ast.Load()), ast.Constant(-1), ast.Load())
        node.body = ast.copy_location(value, node.body)
        return node

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
            yield ast.copy_location(ast.Expr(_call(LINE, ast.Constant(statement.lineno))), statement)
        yield statement


def _has_docstring(node: ast.AST) -> bool:
    documented = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return documented and ast.get_docstring(node, clean=False) is not None  # type: ignore[arg-type]
