"""The mode in which every call is jitted: each function of a script is wrapped where it is defined.

However a function is reached, through ``map``, a sort key, an operator or another function, its wrapper is called. The
wrapper jits the call, as ``jax.jit(f)(…)`` and ``jax.jit(obj.method)(…)`` would, or counts why it leaves it alone.
"""

import functools
import inspect
import sys
import types
import zlib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from printproof.runs.jittable import (
    ARGUMENTS,
    GENERATOR,
    INSIDE,
    REFUSED,
    NoArrays,
    all_numeric,
    around,
    refused_by_jit,
)
from printproof.runs.record import FunctionRun, Values
from printproof.runs.side_effects import effects_of
from printproof.runs.state import ORIGINALS, changed_paths, original, weakly

# Python, or JAX while it looks at an argument, asks for what these give and takes no array in its place; and an object
# is made by the first ones before there is anything to call.
SPECIAL = frozenset(
    (
        *("__new__", "__init__", "__post_init__", "__init_subclass__", "__set_name__", "__del__", "__class_getitem__"),
        *("__hash__", "__eq__", "__ne__", "__bool__", "__len__", "__length_hint__", "__int__", "__float__"),
        *("__complex__", "__index__", "__repr__", "__str__", "__format__", "__bytes__", "__dir__", "__sizeof__"),
        *("__array__", "__jax_array__", "__enter__", "__exit__", "__getstate__", "__setstate__", "__reduce__"),
        *("__reduce_ex__", "__getnewargs__", "__getnewargs_ex__", "__copy__", "__deepcopy__", "_generate_next_value_"),
        *("tree_flatten", "tree_flatten_with_keys", "tree_unflatten"),
    )
)
FROZEN = 10_000  # calls of one ``__next__``; a program that was compiled gives the same for ever


Look = Callable[[tuple[Any, ...], types.FunctionType], Values]
"""What says what the body of a function could change now, as `printproof.runs.side_effects.look` does."""


class JitEverywhere:
    """The hook: gives the wrapper of each function, and what was jitted of each.

    ``not_jitted`` are functions, named as `function_key` names them, that jit refused in an earlier run. ``refuse`` is
    called with the name of one whose body did something before jit refused it: that has then happened twice, and the
    run is over in all but name.
    """

    def __init__(self, look: Look, not_jitted: Iterable[str], refuse: Callable[[str], object]) -> None:
        self.look = look
        self.not_jitted = set(not_jitted)
        self.refuse = refuse
        self.suspended: str | None = None
        """Why nothing is jitted that is called now, empty where it is not counted either; None where it is jitted."""
        self._calls: defaultdict[str, Counter[str]] = defaultdict(Counter)
        """By function, how many calls were left alone for which reason; those under jit for none."""
        self._effects: defaultdict[str, set[str]] = defaultdict(set)
        # A wrapper takes three frames for each of the script's own.
        sys.setrecursionlimit(4 * sys.getrecursionlimit())
        self._exempt_registered_functions()

    def __call__(self, method: bool) -> Callable[[types.FunctionType], Callable[..., Any]]:
        """The decorator of a function, or of a method, which holds out the object or class it is called on."""

        def wrap(function: types.FunctionType) -> Callable[..., Any]:
            if function.__name__ in SPECIAL:
                return self.exempt(function)
            wrapped = _Function(self, function, method)

            @functools.wraps(function)
            def call(*args: Any, **kwargs: Any) -> Any:
                # With the code that calls: in a callback, for example, that is JAX and not the script.
                return wrapped.call(args, kwargs, sys._getframe(1).f_code)

            ORIGINALS[call] = function
            return call

        return wrap

    def exempt(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with nothing jitted that it calls: Python or JAX asks it for something that is no array."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self.call_suspended("", function, args, kwargs)

        if isinstance(function, types.FunctionType):
            ORIGINALS[call] = original(function)
        return call

    def call_suspended(self, why: str, function: Callable[..., Any], args: Any, kwargs: Mapping[str, Any]) -> Any:
        """Call a function while nothing that it calls is jitted, for this reason."""
        before, self.suspended = self.suspended, why
        try:
            return function(*args, **kwargs)
        finally:
            self.suspended = before

    def _exempt_registered_functions(self) -> None:
        """Let JAX flatten a class of the script with functions that are not jitted: they give no arrays alone."""
        import jax

        for name in ("register_pytree_node", "register_pytree_with_keys"):
            register = getattr(jax.tree_util, name)

            def plainly(cls: Any, *functions: Any, _register: Any = register, **named: Any) -> Any:
                plain = {key: self._plain(function) for key, function in named.items()}
                return _register(cls, *map(self._plain, functions), **plain)

            setattr(jax.tree_util, name, plainly)

    def _plain(self, function: Any) -> Any:
        """The function that the script has registered, of a class method with its class."""
        if isinstance(function, types.MethodType):
            return types.MethodType(self.exempt(original(function.__func__)), function.__self__)  # type: ignore[arg-type]
        return self.exempt(original(function)) if isinstance(function, types.FunctionType) else function

    def count(self, name: str, left: str = "") -> None:
        """Count a call of a function: jitted, or left alone for a reason."""
        if self.suspended == "":
            return
        self._calls[name][left] += 1

    def note(self, name: str, effects: Iterable[str]) -> None:
        """Keep what a function did beside returning a value."""
        self._effects[name].update(effects)

    def finish(self) -> tuple[FunctionRun, ...]:
        """What the functions did in a cell; the next cell begins anew."""
        runs = tuple(
            FunctionRun(name, calls.pop("", 0), dict(calls), tuple(sorted(self._effects[name])))
            for name, calls in sorted(self._calls.items())
        )
        self._calls.clear()
        self._effects.clear()
        return runs


class _Function:
    """A function of the script, jitted once for itself, or once for each object that its method is called on."""

    def __init__(self, hook: JitEverywhere, function: types.FunctionType, method: bool) -> None:
        self.hook = hook
        self.function = function
        self.method = method
        self.name = function.__qualname__.replace("<locals>.", "")
        self.key = function_key(function)
        self._jitted: dict[int, tuple[Callable[[], Any], Any]] = {}
        self._elements: Counter[int] = Counter()
        self._effects: set[str] | None = None

    def call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], caller: types.CodeType) -> Any:
        """Make a call that some code makes, jitted where it can be."""
        owners, rest = (args[:1], args[1:]) if self.method else ((), args)
        left = self.hook.suspended if self.hook.suspended is not None else self._why_not((rest, kwargs), caller)
        if left is not None:
            self.hook.count(self.name, left)
            if left == INSIDE:
                return self.hook.call_suspended(INSIDE, self.function, args, kwargs)
            return self.function(*args, **kwargs)
        self._stop_frozen(owners)
        jitted, self._effects = self._jit(owners), None
        try:
            result = jitted(*rest, **kwargs)
        except Exception as error:
            if not refused_by_jit(error, self.function.__code__.co_filename):
                self.hook.count(self.name)
                raise
            return self._refused(args, kwargs)
        self.hook.count(self.name)
        if self._effects is not None:
            self.hook.note(self.name, self._effects | effects_of(jitted.trace(*rest, **kwargs)))
        return result

    def _why_not(self, arguments: object, caller: types.CodeType) -> str | None:
        """Why a call is not jitted; None where it is."""
        if self.function.__code__.co_flags & (inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
            return GENERATOR
        outside = around(caller)
        if outside:
            return outside
        if self.key in self.hook.not_jitted:
            return REFUSED
        return None if all_numeric(arguments) else ARGUMENTS

    def _jit(self, owners: tuple[Any, ...]) -> Any:
        import jax

        key = id(owners[0]) if owners else 0
        known = self._jitted.get(key)
        # Asked of the object as well: another may have the id of one that is gone.
        if known and (not owners or known[0]() is owners[0]):
            return known[1]
        owner = (weakly(owners[0]) or (lambda: owners[0])) if owners else lambda: None
        held = bool(owners)  # not the object itself: what is compiled would keep it alive

        def body(*args: Any, **kwargs: Any) -> Any:
            return self._body((owner(),) if held else (), args, kwargs)

        # The event that tells of a trace names its function by this.
        body.__name__ = body.__qualname__ = self.function.__name__
        self._jitted[key] = (owner, jax.jit(body))
        return self._jitted[key][1]

    def _body(self, owners: tuple[Any, ...], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Run the body under a trace, and look at what it does beside returning a value."""
        import jax

        # Looked at with values, as the trace would take what is read for a part of the program.
        with jax.ensure_compile_time_eval():
            before = self.hook.look(owners, self.function)
        try:
            result = self.function(*owners, *args, **kwargs)
        finally:
            with jax.ensure_compile_time_eval():
                self._effects = changed_paths(before, self.hook.look(owners, self.function))
        if not all_numeric(result):
            raise NoArrays
        return result

    def _refused(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What a call gives that jit cannot make. What the body did before it was refused would happen twice."""
        self.hook.count(self.name, REFUSED)
        self.hook.not_jitted.add(self.key)
        if self._effects:
            self.hook.refuse(self.key)
        return self.function(*args, **kwargs)

    def _stop_frozen(self, owners: tuple[Any, ...]) -> None:
        """End an iterator that would give its first element for ever."""
        if self.function.__name__ == "__next__" and owners:
            self._elements[id(owners[0])] += 1
            if self._elements[id(owners[0])] > FROZEN:
                raise RuntimeError(f"{self.name} gave {FROZEN} elements with jit: compiled, it never ends")


def function_key(function: types.FunctionType) -> str:
    """A function as another run of the same script knows it again: by its place and, in one line, by its code."""
    code = function.__code__
    return f"{function.__qualname__}:{code.co_firstlineno}:{zlib.crc32(code.co_code)}"
