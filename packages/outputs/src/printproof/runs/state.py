"""The state of a script: everything its top-level names reach, as plain values by path."""

from __future__ import annotations

import functools
import re
import types
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from printproof.runs.record import Values
from printproof.runs.values import LARGE, is_pending, is_ref, plain_value

# Where an object lies in memory, as its default repr shows it: another place in each run.
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
OWN = "__main__"  # the module of the classes that a script defines
CHAINS = (zip, map, filter, enumerate)  # iterators of others

# Not __wrapped__: a decorator of the script may put another function there.
ORIGINALS: weakref.WeakKeyDictionary[Callable[..., Any], types.FunctionType] = weakref.WeakKeyDictionary()
"""By a wrapper that is not the script's, the function of the script that stands behind it."""


def original(function: types.FunctionType) -> types.FunctionType:
    """The function of the script behind a wrapper, or the function itself."""
    return ORIGINALS.get(function, function)


class Identities:
    """Numbers objects in the order in which they are first seen, without keeping them alive.

    An object is known by a weak reference. A list, tuple or dictionary allows none and is held instead, where nothing
    but values is in it: nobody can see that it lives on. All others have no number.
    """

    def __init__(self) -> None:
        self._known: dict[int, tuple[Callable[[], Any], int]] = {}
        self._count = 0

    def of(self, value: Any) -> int | None:
        """The number of an object; None for one that cannot be told from another in its place later."""
        known = self._known.get(id(value))
        if known and known[0]() is value:
            return known[1]
        reference = _reference(value)
        if reference is None:
            return None
        self._count += 1
        self._known[id(value)] = (reference, self._count)
        return self._count


def _reference(value: Any) -> Callable[[], Any] | None:
    if reference := weakly(value):
        return reference
    values = value.values() if isinstance(value, Mapping) else value
    held = isinstance(value, Mapping | list | tuple | deque) and None not in map(plain_value, values)
    return (lambda: value) if held else None


def weakly(value: Any) -> Callable[[], Any] | None:
    """A reference to an object that does not keep it alive, where there can be one."""
    try:
        return weakref.ref(value)
    except TypeError:
        return None


class StateReader:
    """Walks the names of one script; ``filename`` says which functions are the script's own.

    One that does not wait (``waits``) gives an array that JAX is still computing as it is.
    """

    def __init__(self, filename: str, waits: bool = True) -> None:
        self._filename = filename
        self._waits = waits
        self._identities = Identities()
        self.holders: dict[str, str] = {}
        """By path of the last reading, the object that holds the value and the steps from it: ``4:.n``; of a value that
        a name holds itself, the name. It is the same in the next reading, by whatever names the object goes then."""

    def read(self, roots: Mapping[str, Any]) -> Values:
        """The values by path, for example ``counter.n``; every object is read once, under the path of fewest steps."""
        return {path: plain for path, _, plain in self.leaves(roots)}

    def leaves(self, roots: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
        """Each path that `read` gives, with the object there and its plain value."""
        self.holders = {}
        seen: dict[int, object] = {}
        waiting = deque((name, name, value) for name, value in roots.items() if not name.startswith("__"))
        while waiting:
            path, holder, value = waiting.popleft()
            plain = self._plain(value)
            if plain is not None:
                self.holders[path] = holder
                yield path, value, plain[0]
            elif id(value) not in seen and not isinstance(value, types.ModuleType):
                # The object is kept, too: its number could be that of another once it is gone.
                seen[id(value)] = value
                number = self._identities.of(value)
                inside = holder if number is None else f"{number}:"
                waiting.extend((path + step, inside + step, child) for step, child in self._children(value))

    def _plain(self, value: Any) -> tuple[Any] | None:
        if self._waits:
            return plain_value(value)
        if is_ref(value):
            return (value[...],)  # what it holds now: it may hold something else when somebody looks
        return (value,) if is_pending(value) else plain_value(value)

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
        # The place at which it waits: two generators with equal names there may give other elements next.
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
