"""What is the state of a script? Everything its top-level names reach, as plain values by path.

A plain value is what JSON can hold: None, a number, text, or a dictionary such as ``{"shape", "data"}`` of an array.
"""

from __future__ import annotations

import array
import functools
import hashlib
import io
import itertools
import random
import re
import types
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from printproof.runs.identities import Identities
from printproof.runs.loaded import loaded
from printproof.runs.record import Values

# Where an object lies in memory, as its default repr shows it: another place in each run.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
OWN = "__main__"  # the module of the classes that a script defines
LARGE = 10_000  # elements; more would make records of many megabytes
REFS = {"Ref", "ArrayRef", "MutableArray"}  # what jax calls a ref, by version
PLAIN = (type(None), bool, int, float, str)
CHAINS = (zip, map, filter, enumerate)  # iterators of others
ITERATORS = (type(iter(range(0))), *(type(iter(empty())) for empty in (list, tuple, str, dict, set, bytes)))

# Not __wrapped__: a decorator of the script may put another function there.
ORIGINALS: weakref.WeakKeyDictionary[Callable[..., Any], types.FunctionType] = weakref.WeakKeyDictionary()
"""By a wrapper that is not the script's, the function of the script that stands behind it."""


def original(function: types.FunctionType) -> types.FunctionType:
    """The function of the script behind a wrapper, or the function itself."""
    return ORIGINALS.get(function, function)


class StateReader:
    """Walks the names of one script; ``filename`` says which functions are the script's own."""

    def __init__(self, filename: str) -> None:
        self._filename = filename
        self._identities = Identities(lambda value: plain_value(value) is not None)
        self.holders: dict[str, str] = {}
        """By path of the last reading, the object that holds the value and the steps from it: ``4:.n``; of a value that
        a name holds itself, the name. It is the same in the next reading, by whatever names the object goes then."""

    def read(self, roots: Mapping[str, Any]) -> Values:
        """The values by path, for example ``counter.n``; every object is read once, under the path of fewest steps."""
        return {path: plain for path, _, plain in self.leaves(roots)}

    def leaves(self, roots: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
        """The same, each path with the object there and its plain value."""
        self.holders = {}
        seen: dict[int, object] = {}
        waiting = deque((name, name, value) for name, value in roots.items() if not name.startswith("__"))
        while waiting:
            path, holder, value = waiting.popleft()
            plain = plain_value(value)
            if plain is not None:
                self.holders[path] = holder
                yield path, value, plain[0]
            elif id(value) not in seen and not isinstance(value, types.ModuleType):
                seen[id(value)] = value
                number = self._identities.of(value)
                inside = holder if number is None else f"{number}:"
                waiting.extend((path + step, inside + step, child) for step, child in self._children(value))

    def _children(self, value: Any) -> Iterator[tuple[str, Any]]:
        own = type(value).__module__ == OWN
        if isinstance(value, dict | types.MappingProxyType):
            # Those that it holds, also where its class has other ideas of them.
            held = dict.items(value) if isinstance(value, dict) else value.items()
            pairs = ((f"[{_key_text(key)}]", child) for key, child in _spaced(list(held)))
            yield from sorted(pairs, key=lambda pair: pair[0])
        elif isinstance(value, set | frozenset):
            yield from _members(value)
        elif isinstance(value, tuple | list | deque):
            yield from ((f"[{i}]", child) for i, child in _spaced(list(enumerate(value))))
        elif isinstance(value, functools.partial):
            yield from ((".func", value.func), (".args", value.args), (".keywords", value.keywords))
        elif isinstance(value, types.MethodType):
            yield from ((".__self__", value.__self__), (".__func__", value.__func__))
        elif isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, types.GeneratorType):
            yield from self._generator(value)
        elif isinstance(value, property):
            yield from ((".fget", value.fget), (".fset", value.fset))
        elif isinstance(value, types.BuiltinMethodType):
            yield (".__self__", value.__self__)
        elif isinstance(value, CHAINS):
            yield (".rest", value.__reduce__()[1:])
        elif not own and not isinstance(value, type) and hasattr(value, "__wrapped__"):
            yield ("", value.__wrapped__)
        if isinstance(value, type | types.SimpleNamespace) or own:
            yield from self._attributes(value)

    def _function(self, wrapper: types.FunctionType) -> Iterator[tuple[str, Any]]:
        function = original(wrapper)
        if function.__code__.co_filename != self._filename:
            if hasattr(wrapper, "__wrapped__"):
                yield ("", wrapper.__wrapped__)
            return
        # What a script hangs on a function, it hangs on the wrapper.
        own = {key: child for key, child in vars(wrapper).items() if child is not function or wrapper is function}
        yield from ((f".{key}", child) for key, child in sorted(own.items()))
        yield from ((".defaults", function.__defaults__), (".kwdefaults", function.__kwdefaults__))
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            try:
                yield (f".{name}", cell.cell_contents)
            except ValueError:  # not bound yet
                continue

    def _generator(self, generator: types.GeneratorType[Any, Any, Any]) -> Iterator[tuple[str, Any]]:
        frame = generator.gi_frame
        yield (".at", frame.f_lasti if frame else "end")
        if frame and frame.f_code.co_filename == self._filename:
            yield from ((f".{name}", child) for name, child in sorted(frame.f_locals.items()))

    def _attributes(self, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, type) and value.__module__ != OWN:
            return
        own: dict[str, Any] = {}
        for name in () if isinstance(value, type) else (*_slots(value), "__dict__"):
            with suppress(AttributeError):  # as object has it: the script's own way to get at it is code of the script
                found = object.__getattribute__(value, name)
                own |= found if name == "__dict__" else {name: found}
        own |= vars(value) if isinstance(value, type) else {}
        yield from ((f".{key}", child) for key, child in sorted(own.items()) if not key.startswith("__"))


def _slots(value: object) -> list[str]:
    slots = [getattr(cls, "__slots__", ()) for cls in type(value).__mro__]
    return [name for names in slots for name in ((names,) if isinstance(names, str) else names)]


def _spaced(children: list[tuple[Any, Any]]) -> list[tuple[Any, Any]]:
    """All children, or of very many evenly spaced ones."""
    return children[:: 1 + len(children) // LARGE]


def _members(value: Any) -> Iterator[tuple[str, Any]]:
    """The members of a set in an order that is the same in each run; those that look alike have none."""
    names = sorted((_key_text(member), n) for n, member in enumerate(value))
    members = list(value)
    alike = Counter(name for name, _ in names)
    yield from ((f"{{{i}}}", members[n]) for i, (name, n) in enumerate(names) if alike[name] == 1)


def _key_text(value: object) -> str:
    """A key as part of a path; of the script's own classes the name, as their text may be code of the script."""
    if type(value).__module__ == OWN:
        return f"<{type(value).__name__}>"
    return ADDRESS.sub("", repr(value))


def changed_paths(before: Values, after: Values) -> set[str]:
    """The paths of values that are new, gone or others. 1 and 1.0 and True differ, and not-a-number is what it was."""
    missing = object()
    paths = before.keys() | after.keys()
    return {path for path in paths if repr(before.get(path, missing)) != repr(after.get(path, missing))}


def plain_value(value: Any) -> tuple[Any] | None:
    """The value as JSON can hold it, in a tuple of its own; None for one that may hold others."""
    if isinstance(value, int) and value.bit_length() > LARGE:  # Python refuses to write it out
        return (f"int with {value.bit_length()} bits, {hash(value)}",)
    if isinstance(value, PLAIN):
        return (value,)
    if isinstance(value, complex | bytes | bytearray | array.array | itertools.count):
        return (repr(value),)
    if isinstance(value, io.StringIO | io.BytesIO):
        return ("closed" if value.closed else repr(value.getvalue()),)
    if isinstance(value, ITERATORS) and hasattr(value, "__length_hint__"):
        return ({"left": value.__length_hint__()},)
    return _random(value) or _numbers(value)


def _random(value: Any) -> tuple[Any] | None:
    """The state of a random number generator."""
    if isinstance(value, random.Random):
        return (hashlib.sha256(repr(value.getstate()).encode()).hexdigest(),)
    np = loaded("numpy")
    if np is None:
        return None
    if isinstance(value, np.random.Generator):
        return (repr(value.bit_generator.state),)
    if isinstance(value, np.random.RandomState):
        return (hashlib.sha256(repr(value.get_state(legacy=False)).encode()).hexdigest(),)
    return None


def _numbers(value: Any) -> tuple[Any] | None:
    jax = loaded("jax")
    if jax and isinstance(value, jax.core.Tracer):
        return ({"tracer": type(value).__name__},)
    if is_ref(value):
        return (_array(value[...]),)
    np = loaded("numpy")
    arrays = (*((np.ndarray, np.generic) if np else ()), *((jax.Array,) if jax else ()))
    return (_array(value),) if isinstance(value, arrays) else None


def is_ref(value: object) -> bool:
    """True for a mutable array reference of jax."""
    return type(value).__name__ in REFS and hasattr(value, "aval")


def _array(value: Any) -> Any:
    """The shape and the numbers of an array; one without a shape is its number."""
    import numpy as np

    jax = loaded("jax")
    if jax and isinstance(value, jax.Array):
        if value.is_deleted():
            return {"deleted": True}
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
            value = jax.random.key_data(value)
    array = np.asarray(value)
    if array.dtype.kind == "c" and array.size > LARGE:
        array = np.stack([array.real, array.imag])
    if array.dtype.kind not in "biuf":
        array = _plain_array(array)
    return _summary(array) if array.size > LARGE else _whole(array)


def _plain_array(array: Any) -> Any:
    """An array of numbers or text instead of one of another kind; of records and the like, their text."""
    import numpy as np

    try:
        return array.astype(str if array.dtype.kind in "cSUMmO" else np.float64)
    except (TypeError, ValueError):
        return np.asarray([repr(item) for item in array.ravel().tolist()])


def _whole(array: Any) -> Any:
    return {"shape": list(array.shape), "data": array.tolist()} if array.shape else array.item()


def _summary(array: Any) -> Any:
    """A large array by its shape, exact bytes for integers and text, and for floats sums and evenly spaced elements."""
    import numpy as np

    summary: dict[str, Any] = {"shape": list(array.shape)}
    if array.dtype.kind != "f":
        whole: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)  # the bytes themselves, no copy of them
        return {**summary, "sha256": hashlib.sha256(whole).hexdigest()}
    values = array.astype(np.float64).ravel()
    steps = values[:: max(1, values.size // LARGE)]
    return {**summary, "sum": values.sum().item(), "squares": (values**2).sum().item(), "data": steps.tolist()}
