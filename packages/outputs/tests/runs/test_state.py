"""The state of a script is read without running any of its code, whatever its names hold."""

from __future__ import annotations

import pytest

from printproof.runs.record import Record, read_record
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import AS_WRITTEN, MODES
from support.one_cell import project_of

SCRIPT = """
# %% odd
import collections.abc
import enum
import functools
import itertools
import math

import jax
import jax.numpy as jnp
import numpy as np

big = math.factorial(3000)
structured = np.zeros(2, dtype=[("x", "f4"), ("y", "i4")])
void = np.void(b"ab")
nothing = jax.grad(lambda n: n * 2.0, allow_int=True)(3)
many = list(range(200_000))
waves = np.full((200, 200), 1 - 2j)
words = np.full(20_000, 'word')


class Odd:
    def __repr__(self):
        raise ValueError("no repr")


class Loud:
    def __repr__(self):
        print("I am printed")
        return "loud"


class Lazy(collections.abc.Mapping):
    def __getitem__(self, key):
        print("computed")
        return 1

    def __iter__(self):
        print("listed")
        return iter("ab")

    def __len__(self):
        return 2


class Proxy:
    __slots__ = ("inner",)

    def __init__(self):
        self.inner = {"n": 3}

    def __getattr__(self, name):
        return self.inner[name]


odd, loud, lazy, proxy = {Odd()}, {Loud(): 1}, Lazy(), Proxy()
print("end")

# Output:
# end

# %% alike
class Node:
    def __init__(self, n):
        self.n = n


nodes = {Node(i) for i in range(6)}
print("nodes")

# Output:
# nodes

# %% behind
def counter():
    log = []

    def count(x):
        log.append(1)
        return x * 1.0

    return jax.vmap(count)


def counted(function):
    calls = []

    @property
    def value(self):
        calls.append(1)
        return 1

    return value


class Named(dict):
    size = 0


class Box:
    value = counted(None)


behind = counter()
behind(jnp.ones(2))
named = Named(a=1)
named.extra = 2
box = Box()
box.value
chained = zip(iter([1, 2]), iter([3, 4]))
next(chained)
append = [].append
append(7);

# Output: none

# %% disabled
log = []


@jax.jit
def keep(x):
    log.append("body")
    return x


with jax.disable_jit():
    keep(1.0)
print(len(log))

# Output:
# 1
""".lstrip()


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Record]:
    """What the script left, by mode."""
    project = project_of(tmp_path_factory.mktemp("state"), [("a", SCRIPT)])
    scripts, wrong = scripts_of(project, ["a"])
    assert wrong == []
    assert [str(failure) for failure in bring_up_to_date(project, scripts).failures] == []
    return {mode: read_record(project.record("a", mode)) for mode in MODES}


@pytest.mark.parametrize("mode", MODES)
def test_reading_the_state_runs_no_code_of_the_script(records: dict[str, Record], mode: str) -> None:
    """Neither the text of a key nor what a class makes of its items."""
    cell = records[mode].cells[0]

    assert (cell.stdout, cell.error) == ("end\n", None)


def test_a_program_is_not_made_to_look_at_it(records: dict[str, Record]) -> None:
    """Where a script has switched jit off, there is none."""
    assert records[AS_WRITTEN].cells[3].stdout == "1\n"


def test_objects_that_look_alike_have_no_order(records: dict[str, Record]) -> None:
    """Where they lie in memory differs from run to run."""
    assert not any(path.startswith("nodes{") for path in records[AS_WRITTEN].cells[1].changed)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("behind.log[0]", 1),
        ("named.extra", 2),
        ("named['a']", 1),
        ("Box.value.fget.calls[0]", 1),
        ("append.__self__[0]", 7),
        ("chained.rest[0][0]", {"left": 1}),
        ("proxy.inner['n']", 3),
    ],
)
def test_state_is_found_behind(records: dict[str, Record], path: str, value: object) -> None:
    """A transformation, a subclass, a property, a bound method, an iterator over others, slots."""
    changed = {path: value for cell in records[AS_WRITTEN].cells for path, value in cell.changed.items()}

    assert changed.get(path) == value, sorted(changed)


def test_of_a_long_list_a_part_is_looked_at(records: dict[str, Record]) -> None:
    """A record stays small."""
    many = [path for path in records[AS_WRITTEN].cells[0].changed if path.startswith("many[")]

    assert 5_000 < len(many) <= 10_000


def test_large_arrays_of_any_kind_are_summed_up(records: dict[str, Record]) -> None:
    """Complex numbers by both of their parts, text by its bytes: neither can be written as one float."""
    state = records[AS_WRITTEN].states()
    left = {path: value for values in state for path, value in values.items()}

    assert (left["waves"]["shape"], left["waves"]["sum"]) == ([2, 200, 200], -40_000.0)
    assert (left["words"]["shape"], len(left["words"]["sha256"])) == ([20_000], 64)
