"""What is the state of a script? Everything its top-level names reach, as plain values by path."""

from __future__ import annotations

import functools
import re
import types
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

from printproof.runs.value import Leaf, leaf_of

ADDRESS = re.compile(r" at 0x[0-9a-f]+")


class StateReader:
    """Walks the names of one script; ``filename`` tells which classes and functions are the script's own."""

    def __init__(self, filename: str, module: str = "__main__") -> None:
        self._filename = filename
        self._module = module

    def read(self, namespace: Mapping[str, Any]) -> dict[str, Leaf]:
        """The leaves by path, for example ``counter.n``; every object is read once, under its first path."""
        leaves: dict[str, Leaf] = {}
        seen: dict[int, object] = {}
        for name, value in sorted(namespace.items()):
            if not name.startswith("__"):
                self._walk(name, value, leaves, seen)
        return leaves

    def _walk(self, path: str, value: Any, leaves: dict[str, Leaf], seen: dict[int, object]) -> None:
        leaf = leaf_of(value)
        if leaf is not None:
            leaves[path] = leaf[0]
            return
        if id(value) in seen or isinstance(value, types.ModuleType):
            return
        seen[id(value)] = value
        for step, child in self._children(value):
            self._walk(path + step, child, leaves, seen)

    def _children(self, value: Any) -> Iterator[tuple[str, Any]]:
        if isinstance(value, Mapping):
            yield from sorted(((f"[{_bare(key)}]", child) for key, child in value.items()), key=lambda pair: pair[0])
        elif isinstance(value, set | frozenset):
            yield from ((f"{{{i}}}", child) for i, child in enumerate(sorted(value, key=_bare)))
        elif isinstance(value, tuple | list | deque):
            yield from ((f"[{i}]", child) for i, child in enumerate(value))
        elif isinstance(value, functools.partial):
            yield from ((".func", value.func), (".args", value.args), (".keywords", value.keywords))
        elif isinstance(value, types.MethodType):
            yield from ((".__self__", value.__self__), (".__func__", value.__func__))
        elif isinstance(value, types.FunctionType):
            yield from self._function(value)
        elif isinstance(value, types.GeneratorType):
            yield from self._generator(value)
        elif isinstance(value, type | types.SimpleNamespace) or type(value).__module__ == self._module:
            yield from self._attributes(value)
        elif hasattr(value, "__wrapped__"):
            yield ("", value.__wrapped__)

    def _function(self, function: types.FunctionType) -> Iterator[tuple[str, Any]]:
        if function.__code__.co_filename != self._filename:
            return
        yield from ((f".{key}", child) for key, child in sorted(vars(function).items()))
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
        if isinstance(value, type) and value.__module__ != self._module:
            return
        own = {} if isinstance(value, type) else {k: getattr(value, k) for k in _slots(value) if hasattr(value, k)}
        own.update(getattr(value, "__dict__", {}))
        yield from ((f".{key}", child) for key, child in sorted(own.items()) if not key.startswith("__"))


def _slots(value: object) -> list[str]:
    slots = [getattr(cls, "__slots__", ()) for cls in type(value).__mro__]
    return [name for names in slots for name in ((names,) if isinstance(names, str) else names)]


def _bare(value: object) -> str:
    return ADDRESS.sub("", repr(value))
