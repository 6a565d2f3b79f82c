"""Which object is it? A number for each object of a script, which it keeps whatever names it goes by."""

import weakref
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from printproof.runs.values import plain_value


class Identities:
    """Numbers objects as they are first seen, in order, and keeps none alive that could be missed.

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
