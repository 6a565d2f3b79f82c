"""In a run: which memory of NumPy JAX was given and may still read, and who changes it meanwhile.

Nothing here depends on time. A computation counts as pending until a result of it, or of one that needs it, is read or
waited for; a JAX array that was made without a copy may share its memory for as long as it lives.
"""

import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

WHOLE = 1 << 22
"""Bytes of an array up to which all are compared; of a larger one some of its rows."""

MANY = 128
"""Arrays after which those are forgotten that are gone, and of one memory the oldest."""

# As it was before anybody listens to it.
_asarray = np.asarray


@dataclass(eq=False)
class Given:
    """Memory that JAX was given at ``line``: of the array ``owner``, described as NumPy describes it.

    ``runs`` may still read it, and so may ``sharing``, arrays of JAX. ``spoilt`` is the name under which and the line
    in which it was changed while one shared it.
    """

    owner: weakref.ref[Any]
    view: dict[str, Any]
    line: int
    runs: set["Run"] = field(default_factory=set)
    sharing: list[weakref.ref[Any]] = field(default_factory=list)
    spoilt: tuple[str, int] | None = None
    content: int = 0

    @property
    def watched(self) -> bool:
        """Whether a change would matter."""
        shared = any(one() is not None for one in self.sharing)
        return self.owner() is not None and (bool(self.runs) or shared)

    def read(self) -> int | None:
        """A digest of what is there now; None where the memory is gone."""
        owner = self.owner()
        if owner is None:
            return None
        array = _asarray(_Memory(self.view))
        step = 1 + array.nbytes // WHOLE
        return hash((array if array.ndim == 0 else array[::step]).tobytes())


class _Memory:
    def __init__(self, interface: dict[str, Any]) -> None:
        self.__array_interface__ = interface


@dataclass(eq=False)
class Run:
    """A computation that may be pending: the memory that it reads, and those whose results it needs."""

    reads: list[Given]
    needs: list["Run"]

    def end(self) -> None:
        """It is done, and so are those that it needed."""
        waiting = [self]
        while waiting:
            run = waiting.pop()
            for one in run.reads:
                one.runs.discard(run)
            waiting += run.needs
            run.reads, run.needs = [], []


class Buffers:
    """What is known of a run. ``tell`` gets the facts of each change that matters, once for the same lines."""

    def __init__(self, tell: Callable[[dict[str, Any]], None]) -> None:
        self._tell = tell
        self._told: set[tuple[Any, ...]] = set()
        self._by_owner: dict[int, list[Given]] = {}
        self._runs: dict[int, tuple[weakref.ref[Any], Run]] = {}
        self._shared: dict[int, tuple[weakref.ref[Any], Given]] = {}

    @property
    def watching(self) -> bool:
        """Whether there is anything whose change would matter."""
        if len(self._runs) > MANY:
            self._runs = {n: found for n, found in self._runs.items() if found[0]() is not None}
        if any(one.watched for known in self._by_owner.values() for one in known[-1:]):
            return True
        self._by_owner = {n: known for n, known in self._by_owner.items() if any(one.watched for one in known)}
        return bool(self._by_owner)

    def give(self, array: Any, line: int) -> Given | None:
        """JAX is given an array of NumPy; None for what it copies at once, or what nobody can change."""
        if type(array) is not np.ndarray or array.size == 0 or array.dtype.hasobject:
            return None
        owner = _owner(array)
        known = self._by_owner.setdefault(id(owner), [])
        known[:] = [one for one in known[-MANY:] if one.watched and one.owner() is owner]
        # A view that keeps nothing alive: else each batch of a long training would stay.
        view = {name: array.__array_interface__[name] for name in ("data", "shape", "strides", "typestr", "version")}
        given = Given(weakref.ref(owner), view, line)
        given.content = given.read() or 0
        for one in known:
            if one.runs and one.view == view and one.content != given.content:
                one.content = given.content
                self._say(kind="given", changed=line, name="", given=one.line, read=line)
        known.append(given)
        return given

    def share(self, array: Any, made: Any, line: int) -> None:
        """An array of JAX was made that may have the memory of one of NumPy."""
        if given := self.give(array, line):
            given.sharing.append(weakref.ref(made))
            self._shared[id(made)] = weakref.ref(made), given

    def run(self, inputs: Iterable[Any], outputs: Iterable[Any], line: int) -> None:
        """A computation begins; its results may be there later."""
        arrays = list(inputs)
        for array in arrays:
            self._use(array, line)
        given = [one for array in arrays if (one := self.give(array, line))]
        given += [one for array in arrays if (one := _known(self._shared, array))]
        needs = [one for array in arrays if (one := _known(self._runs, array)) and (one.reads or one.needs)]
        if given or needs:
            run = Run(given, needs)
            for one in given:
                one.runs.add(run)
            for made in outputs:
                self._runs[id(made)] = weakref.ref(made), run

    def await_(self, array: Any, line: int) -> None:
        """An array of JAX is read, or waited for."""
        self._use(array, line)
        if run := _known(self._runs, array):
            run.end()

    def await_all(self) -> None:
        """Something was done that may have waited for any of them."""
        for _, run in self._runs.values():
            run.end()
        self._runs.clear()

    def snapshots(self, array: Any) -> Iterator[tuple[Given, int]]:
        """The memory that a change of an array may reach and that JAX may still read, with what is there now."""
        owner = _owner(array)
        for one in self._by_owner.get(id(owner), []):
            if one.watched and one.owner() is owner and (now := one.read()) is not None:
                yield one, now

    def compare(self, name: str, line: int, given: Given, before: int) -> None:
        """After a line: what was there before it is known, and under which name it knows the memory."""
        now = given.read()
        # What a line inside of a call has changed was told there.
        if now in {None, before, given.content}:
            return
        given.content = now or 0
        if given.runs:
            self._say(kind="pending", changed=line, name=name, given=given.line, read=given.line)
        elif given.spoilt is None:
            given.spoilt = name, line

    def _use(self, array: Any, line: int) -> None:
        given = _known(self._shared, array)
        if given and given.spoilt:
            name, changed = given.spoilt
            self._say(kind="shared", changed=changed, name=name, given=given.line, read=line)

    def _say(self, **facts: Any) -> None:
        if tuple(facts.values()) not in self._told:
            self._told.add(tuple(facts.values()))
            self._tell(facts)


def _owner(array: Any) -> Any:
    while isinstance(array.base, np.ndarray):
        array = array.base
    return array


def _known(table: dict[int, tuple[weakref.ref[Any], Any]], array: Any) -> Any:
    """What a table holds of an array; its number may be that of another once it is gone."""
    found = table.get(id(array))
    if found and found[0]() is not array:
        del table[id(array)]
        return None
    return found and found[1]
