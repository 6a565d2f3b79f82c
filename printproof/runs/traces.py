"""When does the body of one of a script's functions run, and when is it traced? Each body reports as it begins.

JAX reports a trace also where it finds a recorded one, so an event alone does not say that Python code ran.
"""

import ast
from collections import Counter
from collections.abc import Callable

from printproof.runs.loaded import loaded

NAME = "__began__"
"""Under this name the code of a script finds the hook that counts its bodies."""


class InstrumentBodies(ast.NodeTransformer):
    """Puts ``__began__('name')`` before the first statement of each function, after its docstring.

    Bodies then report when they begin; line numbers are kept.
    """

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        self.generic_visit(node)
        first = 1 if ast.get_docstring(node, clean=False) is not None else 0
        node.body.insert(first, ast.copy_location(ast.Expr(_report(node.name)), node.body[0]))
        return ast.fix_missing_locations(node)

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Make a lambda a pair of the report and its value, of which it gives the second."""
        self.generic_visit(node)
        pair = ast.Tuple([_report("<lambda>"), node.body], ast.Load())
        node.body = ast.copy_location(ast.Subscript(pair, ast.Constant(1), ast.Load()), node.body)
        return ast.fix_missing_locations(node)


def _report(name: str) -> ast.Call:
    return ast.Call(ast.Name(NAME, ast.Load()), [ast.Constant(name)], [])


class BodyCounter:
    """Counts the bodies that begin, and traces: an event counts where a body has begun under a trace before it.

    Nothing is counted while it is ``paused``.
    """

    def __init__(self) -> None:
        self.began: Counter[str] = Counter()
        self.traced: Counter[str] = Counter()
        self._tracing: Counter[str] = Counter()
        self.paused = False

    def __call__(self, name: str) -> None:
        """A body of that name begins."""
        self.began[name] += 1
        if not _outside_traces():
            self._tracing[name] += 1

    def on_trace(self, name: str) -> None:
        """JAX reports that it has traced a function of that name."""
        if self._tracing[name] and not self.paused:
            self.traced[name] += 1
            self._tracing[name] = 0

    def restart(self) -> None:
        """Count from zero again."""
        for counter in (self.began, self.traced, self._tracing):
            counter.clear()


def _outside_traces() -> bool:
    if not loaded("jax"):
        return True
    from jax._src import core  # private: no public function says whether a trace is under way

    clean: Callable[[], bool] = core.trace_state_clean
    return clean()
