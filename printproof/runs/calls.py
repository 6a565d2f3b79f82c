"""What did each call of a script's function do? Ran its body or not, with which program, from which state to which."""

from __future__ import annotations

import types
from typing import Any

from printproof.runs.capture import Capture
from printproof.runs.state import StateReader
from printproof.runs.traces import Bodies

MOST = 8  # calls that are told of in one cell


class CallLog:
    """Hears of the calls at the top level of a script and tells of those of its own functions, jitted or not.

    An entry holds ``name``, ``line``; ``ran`` (the body ran), ``traced`` (a program was made), ``jaxpr`` (of the
    program used, None without jit); ``before`` and ``after`` (leaves of the object whose method was called);
    ``given`` and ``result`` (leaves of the arguments and of the value); ``printed`` (up to the next call).
    """

    def __init__(self, filename: str, bodies: Bodies, capture: Capture) -> None:
        self._filename = filename
        self._bodies = bodies
        self._capture = capture
        self._state = StateReader(filename)
        self._entries: list[dict[str, Any]] = []
        self._starts: list[int] = []

    def __call__(self, called: Any, line: int) -> Any:
        """The function to call instead of the one called: the same, with an ear."""
        function = _function(called)
        if function is None or function.__code__.co_filename != self._filename or len(self._entries) >= MOST:
            return called

        def call(*args: Any, **kwargs: Any) -> Any:
            return self._hear(called, function, line, args, kwargs)

        return call

    def finish(self, stdout: str) -> tuple[dict[str, Any], ...]:
        """The entries of a cell that printed this; the next cell begins anew."""
        data = stdout.encode()
        ends = [*self._starts[1:], len(data)]
        for entry, start, end in zip(self._entries, self._starts, ends, strict=False):
            entry["printed"] = data[start:end].decode(errors="replace")
        done, self._entries, self._starts = tuple(self._entries), [], []
        return done

    def _hear(self, called: Any, function: types.FunctionType, line: int, args: Any, kwargs: Any) -> Any:
        owner = _owner(called)
        entry = {"name": function.__name__, "line": line, "before": self._leaves(owner)}
        entry["given"] = self._leaves((*args, *kwargs.values()))
        began, traced = self._bodies.began[function.__name__], self._bodies.traced[function.__name__]
        start = self._capture.length()
        result = called(*args, **kwargs)
        if len(self._entries) < MOST:
            entry["ran"] = self._bodies.began[function.__name__] > began
            entry["traced"] = self._bodies.traced[function.__name__] > traced
            entry["after"], entry["result"] = self._leaves(owner), self._leaves(result)
            entry["jaxpr"] = self._jaxpr(called, args, kwargs)
            self._entries.append(entry)
            self._starts.append(start)
        return result

    def _leaves(self, value: Any) -> dict[str, Any]:
        return {} if value is None else self._state.read({"": value})

    def _jaxpr(self, called: Any, args: Any, kwargs: Any) -> str | None:
        """The recorded program that this call used; looking it up runs no body and counts no trace."""
        if not hasattr(called, "trace"):
            return None
        self._bodies.deaf = True
        try:
            return str(called.trace(*args, **kwargs).jaxpr)
        except Exception:  # an argument may be gone: donated
            return None
        finally:
            self._bodies.deaf = False


def _function(called: Any) -> types.FunctionType | None:
    """The function of the script behind a bound method or a jitted function."""
    while hasattr(called, "__wrapped__"):
        called = called.__wrapped__
    called = getattr(called, "__func__", called)
    return called if isinstance(called, types.FunctionType) else None


def _owner(called: Any) -> Any:
    while hasattr(called, "__wrapped__"):
        called = called.__wrapped__
    return getattr(called, "__self__", None)
