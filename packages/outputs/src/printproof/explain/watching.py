"""In a run: JAX gets a copy of each NumPy array and leaves nothing pending, and says what it would have got and left.

Imported by the script that ``ways`` makes, in its process, before its first line.
"""

import ast
import inspect
import json
import sys
import types
from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

import numpy as np

from printproof.explain.buffers import Buffers, Given
from printproof.runs import state, values

# Functions of NumPy that read no array of JAX: they make arrays, or change one of NumPy.
_READ_NOTHING = {"zeros", "ones", "empty", "full", "arange", "linspace", "default_rng", "seed", "array", "asarray"}
_CHANGE = {"copyto", "put", "place", "putmask"}
# Whose reading of values is none of the script.
_RECORDING = {state.__file__, values.__file__}
_JAX = {"jax", "jaxlib", "builtins", "__main__"}


def watch(script: str, mark: str) -> None:
    """Begin, for the script in this file. Changes of memory are told on stderr, each as JSON behind the mark."""
    import jax

    jax.config.update("jax_explain_cache_misses", True)  # type: ignore[no-untyped-call]
    jax.config.update("jax_cpu_enable_async_dispatch", False)  # type: ignore[no-untyped-call]
    buffers = Buffers(lambda facts: print(mark + json.dumps(facts), file=sys.stderr))
    watcher = _Watcher(script, buffers)
    watcher.hear_conversions(jax)
    watcher.hear_reads(jax)
    if watcher.names and hear_runs(watcher):
        sys.settrace(watcher.trace)


def hear_runs(watcher: "_Watcher") -> bool:
    """Hear of each computation with its arrays; False where this JAX is built otherwise."""
    from jax._src import pjit  # private: no public way leads to what a compiled program is given
    from jax._src.interpreters import pxla

    if not hasattr(pjit, "_get_fastpath_data") or not hasattr(pxla, "ExecuteReplicated"):
        return False
    execute: Any = pxla.ExecuteReplicated.__call__

    def heard(self: Any, *args: Any) -> Any:
        results = execute(self, *args)
        kept = [one for n, one in enumerate(args) if n in self.kept_var_idx]
        watcher.buffers.run(filter(_as_it_is, kept), results, watcher.line())
        return results

    pxla.ExecuteReplicated.__call__ = heard  # type: ignore[method-assign]
    # Without it each call takes the way through Python.
    pjit._get_fastpath_data = lambda *args, **kwargs: None
    return True


def _as_it_is(value: Any) -> bool:
    """Whether JAX takes a value as it is: of NumPy's 64 bits it makes others, which is a copy."""
    from jax import dtypes

    return type(value) is not np.ndarray or dtypes.canonicalize_dtype(value.dtype) == value.dtype


class _Watcher:
    """Knows where the script is, and looks before and after each line of it at what that line names."""

    def __init__(self, script: str, buffers: Buffers) -> None:
        self.buffers, self._script = buffers, script
        tree = ast.parse(Path(script).read_text(encoding="utf-8"))
        self.names, self.calls = dict[int, list[str]](), dict[int, list[str]]()
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt):
                self._note(node)
        self._open: dict[types.FrameType, tuple[int, list[tuple[str, Given, int]]]] = {}

    def _note(self, statement: ast.stmt) -> None:
        """What a statement may change, and what it calls, for each of its lines; of a block what stands before it."""
        parts = [one for one in ast.iter_child_nodes(statement) if not isinstance(one, ast.stmt)]
        calls = [node for part in parts for node in ast.walk(part) if isinstance(node, ast.Call)]
        names = [*filter(None, map(_dotted, _changed(statement, calls)))]
        inside = (one.lineno for one in ast.iter_child_nodes(statement) if isinstance(one, ast.stmt))
        end = min(inside, default=(statement.end_lineno or statement.lineno) + 1)
        for line in range(statement.lineno, max(end, statement.lineno + 1)):
            self.calls.setdefault(line, []).extend(filter(None, (_dotted(call.func) for call in calls)))
            if names:
                self.names.setdefault(line, []).extend(names)

    def line(self) -> int:
        """The line of the script that is running; 0 on another thread, and where the record of this run is made."""
        frame: types.FrameType | None = sys._getframe(1)
        while frame and (name := frame.f_code.co_filename) != self._script:
            frame = None if name in _RECORDING else frame.f_back
        return frame.f_lineno if frame else 0

    def trace(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        """What Python calls when a function begins."""
        return self._in_script if frame.f_code.co_filename == self._script else None

    def _in_script(self, frame: types.FrameType, event: str, arg: Any) -> Any:
        if event in {"line", "return"}:
            self._close(frame)
        if event == "line" and self.buffers.watching:
            self._begin(frame)
        return self._in_script

    def _begin(self, frame: types.FrameType) -> None:
        line = frame.f_lineno
        named = {name: _value(frame, name) for name in self.names.get(line, [])}
        arrays = {name: array for name, array in named.items() if isinstance(array, np.ndarray)}
        found = [(name, *one) for name, array in arrays.items() for one in self.buffers.snapshots(array)]
        self._open[frame] = line, found

    def _close(self, frame: types.FrameType) -> None:
        if opened := self._open.pop(frame, None):
            line, found = opened
            if any(_may_wait(_value(frame, name), name) for name in self.calls.get(line, []) if name):
                self.buffers.await_all()
            for name, given, before in found:
                self.buffers.compare(name, line, given, before)

    def hear_conversions(self, jax: Any) -> None:
        """Copy each NumPy array that is made one of JAX, and know of it."""
        jax.numpy.asarray = self._copying(jax, jax.numpy.asarray, self.buffers.share)
        jax.device_put = self._copying(jax, jax.device_put, self.buffers.share)
        jax.numpy.array = self._copying(jax, jax.numpy.array, self._copied)

    def _copied(self, array: Any, made: Any, line: int) -> None:
        self.buffers.run([array], [made], line)

    def _copying(self, jax: Any, convert: Callable[..., Any], know: Callable[[Any, Any, int], None]) -> Any:
        @wraps(convert)
        def call(value: Any, *args: Any, **kwargs: Any) -> Any:
            made = convert(jax.tree.map(_copy, value), *args, **kwargs)
            for array, result in zip(*map(jax.tree.leaves, (value, made)), strict=False):
                own = isinstance(result, jax.Array) and not isinstance(result, jax.core.Tracer)
                if own and type(array) is np.ndarray and array.dtype == result.dtype:
                    know(array, result, self.line())
            return made

        return call

    def hear_reads(self, jax: Any) -> None:
        """Know of each array of JAX that is read or waited for."""
        from jax._src.array import ArrayImpl  # private: the type of every array

        kind: Any = ArrayImpl
        value, wait = kind._value, kind.block_until_ready
        kind._value = property(self._reading(jax, value.fget))
        kind.block_until_ready = self._reading(jax, wait)
        jax.block_until_ready = self._reading(jax, jax.block_until_ready)
        # NumPy reads the memory of an array without asking it.
        np.asarray, np.array = self._reading(jax, np.asarray), self._reading(jax, np.array)

    def _reading(self, jax: Any, read: Callable[..., Any]) -> Any:
        def call(value: Any, *args: Any, **kwargs: Any) -> Any:
            held = jax.tree.leaves(value) if isinstance(value, list | tuple | dict) else [value]
            for one in held:
                if isinstance(one, jax.Array) and (line := self.line()):
                    self.buffers.await_(one, line)
            return read(value, *args, **kwargs)

        return call


def _copy(value: Any) -> Any:
    return np.copy(value) if type(value) is np.ndarray else value


def _changed(statement: ast.stmt, calls: Sequence[ast.Call]) -> Iterator[ast.AST]:
    """What a statement may change in place: what it assigns to a part of, adds to, or gives to what may fill it."""
    match statement:
        case ast.Assign(targets=targets):
            yield from (part.value for one in targets for part in ast.walk(one) if isinstance(part, ast.Subscript))
        case ast.AugAssign(target=target):
            yield target.value if isinstance(target, ast.Subscript) else target
        case ast.Expr(value=ast.Call(args=arguments)):
            yield from arguments
    for call in calls:
        yield from (word.value for word in call.keywords if word.arg == "out")
        if isinstance(call.func, ast.Attribute):
            yield call.func.value


def _dotted(node: ast.AST) -> str:
    """A name, or names with points between them; nothing for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := _dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def _value(frame: types.FrameType, dotted: str) -> Any:
    """What a name is in a frame, without running any code of its owner; None where that is not known."""
    first, *steps = dotted.split(".")
    value = frame.f_locals.get(first, frame.f_globals.get(first))
    for step in steps:
        value = inspect.getattr_static(value, step, None)
    return value


def _may_wait(called: Any, name: str) -> bool:
    """Whether a function may read an array of JAX unheard, as any may that is not of JAX or the script."""
    word = name.rpartition(".")[2]
    root = str(getattr(called, "__module__", None) or "").partition(".")[0]
    return bool(root) and root not in _JAX and word not in _READ_NOTHING | _CHANGE
