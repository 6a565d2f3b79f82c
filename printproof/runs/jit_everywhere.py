"""What does a script print with jit on every call? Each of its functions is wrapped where it is defined.

However a function is reached, through ``map``, a sort key, an operator or another function, its wrapper is called. The
wrapper jits the call, as ``jax.jit(f)(…)`` and ``jax.jit(obj.method)(…)`` would, or counts why it leaves it alone.
"""

import ast
import functools
import inspect
import sys
import types
import weakref
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
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
from printproof.runs.record import FunctionRun
from printproof.runs.side_effects import SideEffects, effects_of

NAME = "__jit__"
"""Under this name the code of a script finds the hook that wraps its functions."""

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


class WrapFunctions(ast.NodeTransformer):
    """Puts a wrapper on each function and lambda where it is defined, below its other decorators."""

    def __init__(self) -> None:
        self._in_class = False

    def _visit_function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in node.decorator_list)
        wrapper = _wrapper(self._in_class and not static)
        self._visit_inside(node, in_class=False)
        node.decorator_list.append(ast.copy_location(wrapper, node))
        return ast.fix_missing_locations(node)

    visit_FunctionDef = visit_AsyncFunctionDef = _visit_function

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Wrap the methods of a class, which hold out their first argument."""
        return self._visit_inside(node, in_class=True)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        """Wrap a lambda; one that a class keeps is rarely a method and not taken for one."""
        self._visit_inside(node, in_class=False)
        return ast.fix_missing_locations(ast.copy_location(ast.Call(_wrapper(False), [node], []), node))

    def _visit_inside(self, node: ast.AST, in_class: bool) -> ast.AST:
        outside, self._in_class = self._in_class, in_class
        self.generic_visit(node)
        self._in_class = outside
        return node


def _wrapper(method: bool) -> ast.expr:
    return ast.Call(ast.Name(NAME, ast.Load()), [ast.Constant(method)], [])


class JitEverywhere:
    """The hook: gives the wrapper of each function, and what was jitted of each.

    ``left_alone`` are functions, named as `name_of` names them, that jit refused in an earlier run. ``refuse`` is
    called with the name of one whose body did something before jit refused it: that has then happened twice, and the
    run is over in all but name.
    """

    def __init__(self, side_effects: SideEffects, left_alone: frozenset[str], refuse: Callable[[str], object]) -> None:
        self.side_effects = side_effects
        self.left_alone = set(left_alone)
        self.refuse = refuse
        self.apart: str | None = None
        """Why nothing is jitted that is called now, empty where it is not counted either; None where it is jitted."""
        self._runs: dict[str, FunctionRun] = {}
        # A wrapper takes three frames for each of the script's own.
        sys.setrecursionlimit(4 * sys.getrecursionlimit())
        self._leave_registered_functions_alone()

    def __call__(self, method: bool) -> Callable[[types.FunctionType], Callable[..., Any]]:
        """The decorator of a function, or of a method, which holds out the object or class it is called on."""

        def wrap(function: types.FunctionType) -> Callable[..., Any]:
            if function.__name__ in SPECIAL:
                return self.alone(function)
            wrapped = _Function(self, function, method)

            @functools.wraps(function)
            def call(*args: Any, **kwargs: Any) -> Any:
                return wrapped.call(args, kwargs, sys._getframe(1).f_code)

            _ORIGINALS[call] = function
            return call

        return wrap

    def alone(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, with nothing jitted that it calls: Python or JAX asks it for something that is no array."""

        @functools.wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            return self.call_apart("", function, args, kwargs)

        if isinstance(function, types.FunctionType):
            _ORIGINALS[call] = original(function)
        return call

    def call_apart(self, why: str, function: Callable[..., Any], args: Any, kwargs: Mapping[str, Any]) -> Any:
        """Call a function while nothing that it calls is jitted, for this reason."""
        before, self.apart = self.apart, why
        try:
            return function(*args, **kwargs)
        finally:
            self.apart = before

    def _leave_registered_functions_alone(self) -> None:
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
            return types.MethodType(self.alone(original(function.__func__)), function.__self__)  # type: ignore[arg-type]
        return self.alone(original(function)) if isinstance(function, types.FunctionType) else function

    def count(self, name: str, left: str = "") -> None:
        """Count a call of a function: jitted, or left alone for a reason."""
        if self.apart == "":
            return
        run = self._runs.get(name, FunctionRun(name))
        jitted, reasons = run.jitted + (not left), {**run.left, **({left: run.left.get(left, 0) + 1} if left else {})}
        self._runs[name] = replace(run, jitted=jitted, left=reasons)

    def note(self, name: str, effects: Iterable[str]) -> None:
        """Keep what a function did beside returning a value."""
        run = self._runs.get(name, FunctionRun(name))
        self._runs[name] = replace(run, effects=tuple(sorted({*run.effects, *effects})))

    def finish(self) -> tuple[FunctionRun, ...]:
        """What the functions did in a cell; the next cell begins anew."""
        runs, self._runs = tuple(run for _, run in sorted(self._runs.items())), {}
        return runs


# Not __wrapped__: a decorator of the script may put another function there.
_ORIGINALS: weakref.WeakKeyDictionary[Callable[..., Any], types.FunctionType] = weakref.WeakKeyDictionary()


def original(function: types.FunctionType) -> types.FunctionType:
    """The function of the script behind a wrapper, or the function itself."""
    return _ORIGINALS.get(function, function)


class _Function:
    """A function of the script, jitted once for itself, or once for each object that its method is called on."""

    def __init__(self, hook: JitEverywhere, function: types.FunctionType, method: bool) -> None:
        self.hook = hook
        self.function = function
        self.method = method
        self.name = function.__qualname__.replace("<locals>.", "")
        self.key = name_of(function)
        self._jitted: dict[int, tuple[Callable[[], Any], Any]] = {}
        self._elements: Counter[int] = Counter()
        self._effects: frozenset[str] | None = None

    def call(self, args: tuple[Any, ...], kwargs: Mapping[str, Any], caller: types.CodeType) -> Any:
        """Make a call that some code makes, jitted where it can be."""
        owners, rest = (args[:1], args[1:]) if self.method else ((), args)
        left = self.hook.apart if self.hook.apart is not None else self._why_not((rest, kwargs), caller)
        if left is not None:
            self.hook.count(self.name, left)
            if left == INSIDE:
                return self.hook.call_apart(INSIDE, self.function, args, kwargs)
            return self.function(*args, **kwargs)
        self._stop_frozen(owners)
        jitted, self._effects = self._jit(owners), None
        try:
            result = jitted(*rest, **kwargs)
        except Exception as error:
            if not refused_by_jit(error):
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
        if self.key in self.hook.left_alone:
            return REFUSED
        return None if all_numeric(arguments) else ARGUMENTS

    def _jit(self, owners: tuple[Any, ...]) -> Any:
        import jax

        key = id(owners[0]) if owners else 0
        known = self._jitted.get(key)
        if known and (not owners or known[0]() is owners[0]):
            return known[1]
        owner = _weakly(owners[0]) if owners else lambda: None
        held = bool(owners)  # not the object itself: what is compiled would keep it alive

        def body(*args: Any, **kwargs: Any) -> Any:
            return self._body((owner(),) if held else (), args, kwargs)

        body.__name__ = body.__qualname__ = self.function.__name__
        self._jitted[key] = (owner, jax.jit(body))
        return self._jitted[key][1]

    def _body(self, owners: tuple[Any, ...], args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """Run the body under a trace, and look at what it does beside returning a value."""
        import jax

        effects = self.hook.side_effects
        # Looked at with values, as the trace would take what is read for a part of the program.
        with jax.ensure_compile_time_eval():
            before = effects.look(owners, self.function)
        try:
            result = self.function(*owners, *args, **kwargs)
        finally:
            with jax.ensure_compile_time_eval():
                self._effects = effects.changes(before, effects.look(owners, self.function))
        if not all_numeric(result):
            raise NoArrays
        return result

    def _refused(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> Any:
        """What a call gives that jit cannot make. What the body did before it was refused would happen twice."""
        self.hook.count(self.name, REFUSED)
        self.hook.left_alone.add(self.key)
        if self._effects:
            self.hook.refuse(self.key)
        return self.function(*args, **kwargs)

    def _stop_frozen(self, owners: tuple[Any, ...]) -> None:
        """End an iterator that would give its first element for ever."""
        if self.function.__name__ == "__next__" and owners:
            self._elements[id(owners[0])] += 1
            if self._elements[id(owners[0])] > FROZEN:
                raise RuntimeError(f"{self.name} gave {FROZEN} elements with jit: compiled, it never ends")


def name_of(function: types.FunctionType) -> str:
    """A function as another run of the same script knows it again: by its place and, in one line, by its code."""
    code = function.__code__
    return f"{function.__qualname__}:{code.co_firstlineno}:{zlib.crc32(code.co_code)}"


def _weakly(owner: Any) -> Callable[[], Any]:
    """A way to an object that does not keep it alive, where there is one."""
    try:
        return weakref.ref(owner)
    except TypeError:
        return lambda: owner
