"""With jit everywhere a function is jitted however it is reached; what is not jitted is counted with its reason."""

from __future__ import annotations

import pytest

from printproof.runs.jittable import ARGUMENTS, GENERATOR, INSIDE, REFUSED, TRACED
from printproof.runs.record import CellRun, Record, read_record
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import JIT_EVERYWHERE
from support.one_cell import project_of

CELLS = {
    "names": """
import functools
import gc
import weakref
from dataclasses import dataclass

import jax
import jax.numpy as jnp

calls = 0


def double(x):
    return 2 * x
""",
    "direct": "print(double(3))",
    "map": "print(*map(double, [1, 2]))",
    "tree": 'print(jax.tree.map(double, {"a": 1})["a"])',
    "argument": 'print(double("ab"))',
    "grad": "print(jax.grad(lambda x: double(x) * x)(1.0))",
    "jit": "print(jax.jit(lambda x: double(x))(1))",
    "disabled": "with jax.disable_jit():\n    print(double(3))",
    "callback": "jax.debug.callback(lambda x: print(double(x)), 1.0)",
    "generator": "def count_to(n):\n    yield from range(n)\n\n\nprint(*count_to(2))",
    "refused": """
def steps(n):
    global calls
    calls += 1
    return sum(range(n))


def halve(x):
    return x / 2


print(steps(3), halve(4), calls)
""",
    "factory": "def make(n):\n    return lambda x: n * x\n\n\nprint(make(2)(3))",
    "special": """
class Box:
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __hash__(self):
        return self.n

    def __eq__(self, other):
        return self.n == other.n

    def __repr__(self):
        return f"Box({self.n})"

    def __add__(self, n):
        return self.n + n


print(len(Box(2)), Box(2), {Box(1): 1}[Box(1)], Box(2) + 1)
""",
    "decorators": """
@functools.cache
def square(n):
    return n * n


class Kind:
    factor = 3

    @staticmethod
    def twice(n):
        return 2 * n

    @classmethod
    def times(cls, n):
        return cls.factor * n

    @property
    def half(self):
        return self.factor / 2


print(square(3), square(3), Kind.twice(1), Kind.times(2), Kind().half, square.__wrapped__.__name__)
""",
    "pytrees": """
class Pair:
    def __init__(self, a, b):
        self.a, self.b = a, b


jax.tree_util.register_pytree_node(Pair, lambda p: ((p.a, p.b), "aux"), lambda aux, ab: Pair(*ab))


def total(pair):
    return pair.a + pair.b


print(total(Pair(1, 2)), jax.tree.leaves(Pair(3, 4)))
""",
    "lifetime": """
class Short:
    def one(self):
        return 1


short = Short()
print(short.one())
known = weakref.ref(short)
del short
gc.collect()
print(known())
""",
    "endless": """
class Forever:
    n = 0

    def __next__(self):
        self.n += 1
        if self.n > 2:
            raise StopIteration
        return self.n

    def __iter__(self):
        return self


print(*Forever())
""",
    "wraps": """
def counted(function):
    @functools.wraps(function)
    def inner(*args):
        inner.calls += 1
        return function(*args)

    inner.calls = 0
    return inner


@counted
def add(x, y=1):
    return x + y


print(add(1), add(1, 2))
""",
    "from-import": """
from jax.tree_util import register_pytree_node


class Node:
    def __init__(self, value):
        self.value = value

    def flatten(self):
        return (self.value,), None

    @classmethod
    def unflatten(cls, aux, children):
        return cls.of(*children)

    @classmethod
    def of(cls, value):
        return cls(value)


register_pytree_node(Node, Node.flatten, Node.unflatten)
print(jax.tree.map(lambda x: x + 1, Node(1)).value)
""",
    "refused-and-raised": """
log = []


def check(x):
    log.append("checked")
    if x < 0:
        raise ValueError("negative")
    return x


try:
    check(-1)
except ValueError as error:
    print(error, len(log))
""",
    "own-errors": """
def refuse(x):
    raise ValueError(f"no nope in {x}")


def expect_float(x):
    if not isinstance(x, float):
        raise TypeError(f"a float, not {type(x).__name__}")


def too_many(x):
    raise OverflowError("too many")


for check in (refuse, expect_float, too_many):
    try:
        check(1.5)
        print("done")
    except (ValueError, TypeError, OverflowError) as error:
        print("1.5" in str(error), "Trace" in str(error))
""",
    "libraries": """
import json


def in_json(x):
    return len(json.dumps(x))


def rounded(x):
    return len(f"{x:.1f}")


print(in_json(1.5), rounded(1.5))
""",
    "keeps-itself": """
class Descent:
    def __init__(self):
        self.w = 1.0

    def step(self, g):
        self.w = self.w - g
        return self


descent = Descent().step(0.5).step(0.25)
print(descent.w)
""",
    "no-pytree": """
def total(numbers):
    return sum(numbers)


print(total(iter([1, 2])), total({"a": 1, 2: 3}.values()), total(zip()), len({"a": 1, 2: 3}))


def size(anything):
    return len(anything)


print(size({"a": 1, 2: 3}))
""",
    "host": """
def helper(x):
    return 2 * x


def on_host(x):
    return helper(x)


print(jax.pure_callback(on_host, jax.ShapeDtypeStruct((), jnp.float32), jnp.float32(3)))
""",
    "is-leaf": "print(jax.tree.leaves({'a': (1, 2)}, is_leaf=lambda x: isinstance(x, tuple)))",
    "init-helper": """
class Late:
    def __init__(self):
        self.reset()

    def reset(self):
        self.total = jnp.float32(0)


print(Late().total + 1)
""",
    "deep": """
def depth(n, limit):
    return limit if n == "end" else depth("end" if limit == 0 else n, limit and limit - 1)


print(depth("go", 300))
""",
    "leak": """
kept = []


def keep(x):
    kept.append(x)
    return x


def use(y):
    return kept[0] + y


keep(1.0)
use(1.0)
""",
    "key-twice": """
def bits(key):
    return jax.random.bits(key)


with jax.debug_key_reuse(True):
    key = jax.random.key(0)
    bits(key)
    bits(key)
""",
    "own-ref": """
class Ref:
    n = 3


def get(ref):
    return ref.n


print(get(Ref()))
""",
    "effects": """
ref = jax.new_ref(jnp.int32(0))
seen = []


def writes():
    ref[...] += 1
    return ref[...]


def keeps(x):
    seen.append(1)
    return x


def prints(x):
    print("printed")
    return x


def tells(x):
    jax.debug.print("{}", x)
    return x


numbers, steps_of, total_calls = iter([1, 2]), (n for n in [1, 2]), 0


def takes(x):
    return x + next(numbers)


def asks(x):
    return x + next(steps_of)


def counts(x):
    global total_calls
    total_calls += 1
    return x


class Tally:
    def __init__(self):
        self.ref = jax.new_ref(jnp.int32(0))

    def add(self, x):
        self.ref[...] += 1
        return x


def own(x):
    inside = jax.new_ref(x)
    inside[...] += 1
    return inside[...]


print(writes(), keeps(1), prints(1), tells(1), own(1), takes(1), asks(1), counts(1), Tally().add(1))
""",
}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """What the cells did, each run once with jit everywhere."""
    text = "\n".join(f"# %% {name}\n{code.strip()}\n\n# Output: none\n" for name, code in CELLS.items())
    project = project_of(tmp_path_factory.mktemp("reach"), [("a", text)])
    scripts, wrong = scripts_of(project, ["a"])
    assert wrong == []
    assert bring_up_to_date(project, scripts).failures == ()
    return read_record(project.record("a", JIT_EVERYWHERE))


def cell_of(record: Record, name: str) -> CellRun:
    """What a cell did."""
    found = record.cell(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("cell", "function", "jitted", "left"),
    [
        ("direct", "double", 1, {}),
        ("map", "double", 2, {}),
        ("tree", "double", 1, {}),
        ("argument", "double", 0, {ARGUMENTS: 1}),
        ("grad", "<lambda>", 0, {INSIDE: 1}),
        ("grad", "double", 0, {INSIDE: 1}),
        ("jit", "double", 0, {TRACED: 1}),
        ("disabled", "double", 0, {INSIDE: 1}),
        ("callback", "<lambda>", 0, {INSIDE: 1}),
        ("generator", "count_to", 0, {GENERATOR: 1}),
        ("refused", "steps", 0, {REFUSED: 1}),
        ("refused", "halve", 1, {}),
        ("factory", "make", 0, {REFUSED: 1}),
        ("factory", "make.<lambda>", 1, {}),
        ("special", "Box.__add__", 1, {}),
        ("decorators", "square", 1, {}),
        ("decorators", "Kind.twice", 1, {}),
        ("decorators", "Kind.times", 1, {}),
        ("decorators", "Kind.half", 1, {}),
        ("pytrees", "total", 1, {}),
        ("wraps", "counted.inner", 2, {}),
        ("wraps", "add", 0, {TRACED: 2}),
        ("refused-and-raised", "check", 0, {REFUSED: 1}),
        ("own-errors", "refuse", 1, {}),
        ("own-errors", "expect_float", 1, {}),
        ("own-errors", "too_many", 1, {}),
        ("libraries", "in_json", 0, {REFUSED: 1}),
        ("libraries", "rounded", 0, {REFUSED: 1}),
        ("keeps-itself", "Descent.step", 0, {REFUSED: 2}),
        ("no-pytree", "size", 0, {ARGUMENTS: 1}),
        ("host", "helper", 0, {INSIDE: 1}),
        ("leak", "use", 1, {}),
        ("key-twice", "bits", 2, {}),
    ],
)
def test_each_call_is_jitted_or_counted_with_its_reason(
    record: Record, cell: str, function: str, jitted: int, left: dict[str, int]
) -> None:
    """However it is reached, and nothing of it happens twice."""
    found = {one.name: one for one in cell_of(record, cell).functions}

    assert (found[function].jitted, found[function].left) == (jitted, left)


@pytest.mark.parametrize(
    ("cell", "printed"),
    [
        ("refused", ("3 2.0 1",)),
        ("special", ("2 Box(2) 1 3",)),
        ("decorators", ("9 9 2 6 1.5 square",)),
        ("pytrees", ("3 [3, 4]",)),
        ("lifetime", ("1", "None")),
        ("from-import", ("2",)),
        ("refused-and-raised", ("negative 1",)),
        ("own-errors", ("False True", "False True", "False False")),
        ("libraries", ("3 3",)),
        ("keeps-itself", ("0.25",)),
        ("no-pytree", ("3 4 0 2", "2")),
        ("host", ("6.0",)),
        ("is-leaf", ("[(1, 2)]",)),
        ("init-helper", ("1.0",)),
        ("deep", ("0",)),
        ("own-ref", ("3",)),
    ],
)
def test_the_wrappers_change_nothing_else(record: Record, cell: str, printed: tuple[str, ...]) -> None:
    """What Python and JAX ask for is what the script defines; no object lives longer; no body begins twice."""
    assert cell_of(record, cell).printed == printed


def test_methods_that_python_asks_for_are_not_counted(record: Record) -> None:
    """They have to give Python something of its own."""
    assert [one.name for one in cell_of(record, "special").functions] == ["Box.__add__"]


def test_an_iterator_that_jit_has_frozen_ends_with_an_error(record: Record) -> None:
    """It would give its first element until the time is over."""
    error = cell_of(record, "endless").error

    assert error is not None
    assert error.last_line == "RuntimeError: Forever.__next__ gave 10000 elements with jit: compiled, it never ends"


def test_no_warning_comes_of_the_wrappers(record: Record) -> None:
    """An iterator is no pytree, and is not offered as one."""
    assert [cell.name for cell in record.cells if cell.warnings] == []


def test_a_function_is_known_behind_decorators_that_hide_it(record: Record) -> None:
    """What the wrapper of a script changes is seen, though it says to wrap another function."""
    effects = {one.name: one.effects for one in cell_of(record, "wraps").functions}

    assert effects["counted.inner"] == ("add.calls",)


def test_what_a_body_does_beside_returning_is_known_by_function(record: Record) -> None:
    """A ref of its own is nobody else's."""
    effects = {one.name: one.effects for one in cell_of(record, "effects").functions}

    assert effects == {
        "Tally.add": ("ref",),
        "asks": ("steps_of..0", "steps_of.at", "steps_of.n"),
        "counts": ("total_calls",),
        "keeps": ("seen[0]",),
        "own": (),
        "prints": ("prints",),
        "takes": ("numbers",),
        "tells": ("callback",),
        "writes": ("ref",),
    }
