"""The calls of a script's functions: which lines ran, with which program, from which state to which."""

import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from printproof.runs.bodies import BodyCounter, LineLog
from printproof.runs.libraries import loaded
from printproof.runs.record import Call, Values
from printproof.runs.shown.capture import Capture
from printproof.runs.shown.equations import origins
from printproof.runs.state import StateReader, weakly
from printproof.runs.values import is_ref, plain_value
from printproof.scripts.script import Script

MOST = 8  # calls that are recorded in one cell; a table of more would not be read


NEVER_OWN = {types.BuiltinFunctionType, type}
"""Types of what is called and holds no function of a script: ``len``, ``items.append``, ``range``."""


class CallLog:
    """Records the calls at the top level of a script that call its own functions, jitted or not.

    It waits for no array, as a run without it would not: what JAX is still computing is read when the cell has ended.
    """

    def __init__(self, script: Script, filename: str, bodies: BodyCounter, capture: Capture, lines: LineLog) -> None:
        self._script = script
        self._filename = filename
        self._bodies = bodies
        self._capture = capture
        self._lines = lines
        self._state = StateReader(filename, waits=False)
        self._calls: list[Call] = []
        self._starts: list[int] = []
        self._results: dict[str, dict[str, Callable[[], Any]]] = {}
        """By function, weak references to what its last call gave, by path."""

    def __call__(self, called: Any) -> Any:
        """The function to call instead of the one called: the same, recorded."""
        # First what costs least to ask: a loop may call millions of times.
        if type(called) in NEVER_OWN or len(self._calls) >= MOST:
            return called
        function = _function(called)
        if function is None or function.__code__.co_filename != self._filename:
            return called

        def call(*args: Any, **kwargs: Any) -> Any:
            return self._record(called, function, args, kwargs)

        return call

    def finish(self, stdout: str) -> tuple[Call, ...]:
        """The calls of a cell that printed this; the next cell begins anew."""
        data = stdout.encode()
        ends = [*self._starts[1:], len(data)]
        calls = tuple(
            replace(_settled(call), printed=data[start:end].decode(errors="replace"))
            for call, start, end in zip(self._calls, self._starts, ends, strict=False)
        )
        self._calls, self._starts, self._results = [], [], {}
        return calls

    def _record(self, called: Any, function: types.FunctionType, args: Any, kwargs: Any) -> Any:
        name, owner = function.__name__, getattr(_unwrapped(called), "__self__", None)
        cell, line = self._script.in_cell(function.__code__.co_firstlineno)
        arguments = _by_name(called, args, kwargs)
        given, handed_on = self._given(name, arguments)
        refs = self._refs(function, arguments)
        before = self._values(owner, function)
        call = Call(name, cell, line, before=before, given=given, handed_on=handed_on, refs_before=_held(refs))
        start, began, traced = self._capture.length(), self._bodies.began[name], self._bodies.traced[name]
        try:
            with self._lines.listen() as heard:
                result = called(*args, **kwargs)
        except BaseException as error:  # also SystemExit and KeyboardInterrupt: a cell may promise them
            call = replace(call, raised=type(error).__name__)
            raise
        else:
            jaxpr, recorded = self._jaxpr(called, args, kwargs) or (None, ())
            jaxpr_lines = tuple(line if place == cell else 0 for place, line in map(self._script.in_cell, recorded))
            call = replace(call, result=self._result(name, result), jaxpr=jaxpr, jaxpr_lines=jaxpr_lines)
            return result
        finally:
            # Looked at only now: the call may itself have made calls that were recorded.
            if len(self._calls) < MOST:
                ran, newly_traced = self._bodies.began[name] > began, self._bodies.traced[name] > traced
                lines, after = self._lines.of_cell(cell, heard), self._values(owner, function)
                seen = replace(call, ran=ran, traced=newly_traced, lines=lines, after=after, refs_after=_held(refs))
                self._calls.append(seen)
                self._starts.append(start)

    def _given(self, name: str, arguments: Mapping[str, Any]) -> tuple[Values, dict[str, str]]:
        """The values of arguments by path, and of those that the last call gave, the path at which it gave them."""
        given: Values = {}
        handed_on: dict[str, str] = {}
        for path, value, plain in self._state.leaves(arguments):
            given[path] = plain
            came = (place for place, result in self._results.get(name, {}).items() if result() is value)
            handed_on.update((path, place) for place in came)
        return given, handed_on

    def _result(self, name: str, result: Any) -> Values:
        """What a call gave; the next one may be given the very same objects, which are not kept alive for that."""
        leaves = [] if result is None else list(self._state.leaves({"": result}))
        self._results[name] = {path: reference for path, value, _ in leaves if (reference := weakly(value))}
        return {path: plain for path, _, plain in leaves}

    def _values(self, owner: Any, method: types.FunctionType) -> Values:
        """The values of an object, named as its method names it: ``self.n``."""
        return {} if owner is None else self._state.read({method.__code__.co_varnames[0]: owner})

    def _refs(self, function: types.FunctionType, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The refs that a call is given, by path, and those that its function names."""
        named = {name: function.__globals__.get(name) for name in _names(function.__code__)}
        roots = {**{name: value for name, value in named.items() if is_ref(value)}, **arguments}
        return {path: value for path, value, _ in self._state.leaves(roots) if is_ref(value)}

    def _jaxpr(self, called: Any, args: Any, kwargs: Any) -> tuple[str, tuple[int, ...]] | None:
        """The recorded program that this call used, and by line of it that of the script from which it came.

        Looking it up runs no body and counts no trace.
        """
        jax = loaded("jax")
        # With jit off there is no recorded program: one would be made.
        if jax is None or not hasattr(called, "trace") or jax.config.jax_disable_jit:
            return None
        self._bodies.paused = True
        try:
            program = called.trace(*args, **kwargs).jaxpr
            text = str(program)
            return text, origins(text, program.eqns, self._filename)
        except Exception:  # an argument may be gone: donated
            return None
        finally:
            self._bodies.paused = False


def _settled(call: Call) -> Call:
    """A call with the numbers of all its arrays."""
    before, after, given, result = map(_plain, (call.before, call.after, call.given, call.result))
    call = replace(call, refs_before=_plain(call.refs_before), refs_after=_plain(call.refs_after))
    return replace(call, before=before, after=after, given=given, result=result)


def _plain(values: Values) -> Values:
    return {path: (plain_value(value) or (value,))[0] for path, value in values.items()}


def _names(code: types.CodeType) -> Iterator[str]:
    """The names outside of a function that its code uses, and that of the functions in it."""
    yield from code.co_names
    for inside in code.co_consts:
        if isinstance(inside, types.CodeType):
            yield from _names(inside)


def _held(refs: Mapping[str, Any]) -> Values:
    """What refs hold now, as arrays that nobody waits for; nothing where a block of the script forbids to read."""
    try:
        return {path: ref[...] for path, ref in refs.items()}
    except Exception:  # for example jax.no_tracing, or a ref that was frozen
        return {}


def _function(called: Any) -> types.FunctionType | None:
    """The function of the script behind a bound method or a jitted function."""
    called = _unwrapped(called)
    called = getattr(called, "__func__", called)
    return called if isinstance(called, types.FunctionType) else None


def _unwrapped(called: Any) -> Any:
    """What a wrapper wraps, however deep; a proxy that has an answer for every name wraps nothing."""
    try:
        return inspect.unwrap(called)
    except ValueError:  # it goes round in a circle, or has no end
        return called


def _by_name(called: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Mapping[str, Any]:
    """The arguments of a call by the names of its parameters; by number where they do not fit, as the call will say."""
    try:
        return inspect.signature(called).bind(*args, **kwargs).arguments
    except (TypeError, ValueError):
        return {**{f"[{n}]": value for n, value in enumerate(args)}, **kwargs}
