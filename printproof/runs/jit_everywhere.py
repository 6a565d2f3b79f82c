"""What does a script print when every one of its functions is jitted?

Source rewrite: each call at the top level of the script goes through a wrapper that jits functions and
bound methods defined in the script, once per object, and leaves all other calls alone.
"""

import ast
import types
from collections.abc import Callable
from typing import Any

NAME = "__jit__"
"""Under this name the code of a script finds the hook through which its calls go."""


class WrapCalls(ast.NodeTransformer):
    """Turns ``f(x)`` into ``__jit__(f, line)(x)`` outside of functions, classes and lambdas, line numbers kept."""

    def _untouched(self, node: ast.AST) -> ast.AST:
        return node

    visit_FunctionDef = visit_AsyncFunctionDef = visit_ClassDef = visit_Lambda = _untouched

    def visit_Call(self, node: ast.Call) -> ast.Call:
        """Wrap a call after the calls inside of it."""
        self.generic_visit(node)
        wrapper = ast.Name(NAME, ast.Load())
        line = ast.Constant(node.lineno)
        node.func = ast.copy_location(ast.Call(wrapper, [node.func, line], []), node.func)
        return ast.fix_missing_locations(node)


class JitEverywhere:
    """The wrapper itself; it leaves calls alone whose arguments are not all numbers and arrays."""

    def __init__(self, filename: str) -> None:
        self._filename = filename
        self._jitted: dict[tuple[int, int], tuple[object, Callable[..., Any]]] = {}

    def __call__(self, called: Any, line: int) -> Any:
        """The function to call instead of the one called."""
        function = called.__func__ if isinstance(called, types.MethodType) else called
        if not isinstance(function, types.FunctionType) or function.__code__.co_filename != self._filename:
            return called

        def call(*args: Any, **kwargs: Any) -> Any:
            import jax

            if all(map(_is_numeric, jax.tree.leaves((args, kwargs)))):
                return self._jit(called, function)(*args, **kwargs)
            return called(*args, **kwargs)

        return call

    def _jit(self, called: Any, function: types.FunctionType) -> Callable[..., Any]:
        import jax

        owner = getattr(called, "__self__", function)
        key = (id(owner), id(function))
        if key not in self._jitted:
            # The owner is kept: its id would be used again once it is gone.
            self._jitted[key] = (owner, jax.jit(called))
        return self._jitted[key][1]


def _is_numeric(value: object) -> bool:
    import jax
    import numpy as np

    return isinstance(value, bool | int | float | complex | np.ndarray | np.generic | jax.Array)
