"""What did each call of a script's function do? Ran its body or not, with which program, from which state to which."""

import ast
import types
from dataclasses import replace
from typing import Any

from printproof.runs.capture import Capture
from printproof.runs.record import Call, Values
from printproof.runs.state import StateReader
from printproof.runs.traces import BodyCounter

MOST = 8  # calls that are recorded in one cell; a table of more would not be read


NAME = "__call__"
"""Under this name the code of a script finds the hook through which its calls go."""


class WrapCalls(ast.NodeTransformer):
    """Turns ``f(x)`` into ``__call__(f)(x)`` outside of functions, classes and lambdas, line numbers kept."""

    def _untouched(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = _untouched

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Wrap a call after the calls inside of it."""
        self.generic_visit(node)
        node.func = ast.copy_location(ast.Call(ast.Name(NAME, ast.Load()), [node.func], []), node.func)
        return ast.fix_missing_locations(node)


class CallLog:
    """Records the calls at the top level of a script that call its own functions, jitted or not."""

    def __init__(self, filename: str, bodies: BodyCounter, capture: Capture) -> None:
        self._filename = filename
        self._bodies = bodies
        self._capture = capture
        self._state = StateReader(filename)
        self._calls: list[Call] = []
        self._starts: list[int] = []

    def __call__(self, called: Any) -> Any:
        """The function to call instead of the one called: the same, recorded."""
        function = _function(called)
        if function is None or function.__code__.co_filename != self._filename or len(self._calls) >= MOST:
            return called

        def call(*args: Any, **kwargs: Any) -> Any:
            return self._record(called, function, args, kwargs)

        return call

    def finish(self, stdout: str) -> tuple[Call, ...]:
        """The calls of a cell that printed this; the next cell begins anew."""
        data = stdout.encode()
        ends = [*self._starts[1:], len(data)]
        calls = tuple(
            replace(call, printed=data[start:end].decode(errors="replace"))
            for call, start, end in zip(self._calls, self._starts, ends, strict=False)
        )
        self._calls, self._starts = [], []
        return calls

    def _record(self, called: Any, function: types.FunctionType, args: Any, kwargs: Any) -> Any:
        owner, name = getattr(_unwrapped(called), "__self__", None), function.__name__
        before, given = self._values(owner), self._values((*args, *kwargs.values()))
        began, traced = self._bodies.began[name], self._bodies.traced[name]
        start = self._capture.length()
        result = called(*args, **kwargs)
        # Looked at again: the call may itself have made calls that were recorded.
        if len(self._calls) < MOST:
            call = Call(
                name=name,
                ran=self._bodies.began[name] > began,
                traced=self._bodies.traced[name] > traced,
                before=before,
                after=self._values(owner),
                given=given,
                result=self._values(result),
                jaxpr=self._jaxpr(called, args, kwargs),
            )
            self._calls.append(call)
            self._starts.append(start)
        return result

    def _values(self, value: Any) -> Values:
        return {} if value is None else self._state.read({"": value})

    def _jaxpr(self, called: Any, args: Any, kwargs: Any) -> str | None:
        """The recorded program that this call used; looking it up runs no body and counts no trace."""
        import jax

        # With jit off there is no recorded program: one would be made.
        if not hasattr(called, "trace") or jax.config.jax_disable_jit:  # type: ignore[attr-defined]
            return None
        self._bodies.paused = True
        try:
            return str(called.trace(*args, **kwargs).jaxpr)
        except Exception:  # an argument may be gone: donated
            return None
        finally:
            self._bodies.paused = False


def _function(called: Any) -> types.FunctionType | None:
    """The function of the script behind a bound method or a jitted function."""
    called = _unwrapped(called)
    called = getattr(called, "__func__", called)
    return called if isinstance(called, types.FunctionType) else None


def _unwrapped(called: Any) -> Any:
    while hasattr(called, "__wrapped__"):
        called = called.__wrapped__
    return called
