"""Counter-examples are looked for to what guide/retracing tells readers to remember."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def traces(*calls: Callable[[Callable[..., Any]], Any]) -> int:
    """How often one jitted function is traced by these calls of it."""
    count = 0

    @jax.jit
    def function(*args: Any, **named: Any) -> Any:
        nonlocal count
        count += 1
        return jax.tree.leaves((args, named))

    for call in calls:
        call(function)
    return count


SAME = {
    "a value": (0.5, 1.5),
    "a value of NumPy": (np.float32(0.5), np.float64(1.5)),
    "an array and a NumPy array": (jnp.ones(2), np.zeros(2, np.float32)),
    "no number": (jnp.float32(1), jnp.float32(jnp.nan)),
    "the largest integers": (2**31 - 1, -(2**31)),
    "64 bits of NumPy": (np.zeros(2, np.float32), np.zeros(2)),
    "64-bit integers of NumPy": (np.int32(1), np.int64(2)),
    "128 bits of NumPy": (np.complex64(1j), np.complex128(2)),
    "a bool": (True, np.bool_(False)),
    "a bool and an array": (False, jnp.array(True)),
    "a key": (jax.random.key(0), jax.random.key(1)),
    "a layout in memory": (np.ones((3, 3), "float32"), np.ones((6, 3), "float32")[::2].T),
    "a weak array": (1.0, jnp.full((), 2.0)),
    "an empty array": (jnp.zeros((0, 2)), np.ones((0, 2), "float32")),
    "a value in a dict": ({"a": 1, "b": 2.0}, {"b": 3.0, "a": 4}),
    "a value in a tuple": ((1, None), (2, None)),
}
OTHER = {
    "dtype": (jnp.float32(1), jnp.int32(1)),
    "shape": (jnp.ones(2), jnp.ones(3)),
    "rank": (jnp.float32(1), jnp.ones(1)),
    "weak type": (1, jnp.int32(1)),
    "weak type of an array": (jnp.full(3, 1.0), jnp.ones(3)),
    "weak float or integer": (1.0, 1),
    "weak bool": (True, 1),
    "weak complex": (1j, 1.0),
    "a number of NumPy that is a float": (1.0, np.float64(1)),
    "kind of key": (jax.random.key(0), jax.random.key(0, impl="rbg")),
    "key or its bits": (jax.random.key(0), jax.random.PRNGKey(0)),
    "bfloat16": (jnp.ones(2, "bfloat16"), jnp.ones(2, "float16")),
    "tuple or dict": ((1,), {"a": 1}),
    "list or tuple": ([1, 2], (1, 2)),
    "names in a dict": ({"a": 1}, {"b": 1}),
    "None or a number": (None, 1),
    "one more entry": ((1,), (1, 1)),
}


@pytest.mark.parametrize(("first", "second"), SAME.values(), ids=SAME)
def test_values_are_no_part_of_the_key(first: Any, second: Any) -> None:
    """Neither those of numbers, nor those of leaves."""
    assert traces(lambda f: f(first), lambda f: f(second)) == 1


@pytest.mark.parametrize(("first", "second"), OTHER.values(), ids=OTHER)
def test_structure_is_part_of_the_key(first: Any, second: Any) -> None:
    """Dtype, shape and weak type of each leaf, and the structure that holds them; each call is known afterwards."""
    calls = (lambda f: f(first), lambda f: f(second))

    assert traces(*calls, *calls) == 2


STATIC = {
    "one value": (2, 2, 1),
    "another value": (2, 3, 2),
    "another type": (2, 2.0, 2),
    "equal tuples": ((2,), (2.0,), 1),
    "both zeros": (0.0, -0.0, 1),
}


@pytest.mark.parametrize(("first", "second", "expected"), STATIC.values(), ids=STATIC)
def test_an_equal_static_value_of_one_type_needs_no_trace(first: Any, second: Any, expected: int) -> None:
    """A type inside a tuple does not count."""
    count = []
    function = jax.jit(lambda x, static: count.append(static), static_argnums=1)
    function(1, first)
    function(1, second)

    assert len(count) == expected


def test_a_value_that_the_dtype_cannot_hold_is_an_error() -> None:
    """So there is no program for it."""
    for number in (2**31, -(2**31) - 1):
        with pytest.raises(OverflowError, match="An overflow was encountered while parsing an argument"):
            jax.jit(lambda x: x)(number)


def test_some_arrays_are_weak() -> None:
    """Of a Python number, or of an integer array and a float; a bool never is."""
    weak = (jnp.full(3, 1.0), jnp.asarray(0.5), jnp.stack([1, 2]), jnp.arange(3) + 1.5)
    strong = (jnp.ones(3), jnp.arange(3), jnp.asarray([0.5]), jnp.asarray(True), jnp.full(3, False))
    assert [jax.typeof(x).weak_type for x in (*weak, *strong)] == [True] * len(weak) + [False] * len(strong)


def scaled(log: list[Any], x: Any, factor: float = 10.0) -> Any:
    """A function that says when it is traced."""
    log.append(x)
    return factor * x


def test_a_new_object_of_the_same_code_is_traced() -> None:
    """A lambda, a partial, one made of another; the same object is not, however often it is compiled."""
    log: list[Any] = []
    same: Callable[[Any], Any] = lambda x: scaled(log, x)  # noqa: E731
    kept = partial(scaled, log, factor=2.0)
    makers: dict[str, tuple[Callable[[], Any], int]] = {
        "lambda": (lambda: lambda x: scaled(log, x), 3),
        "partial": (lambda: partial(scaled, log, factor=2.0), 3),
        "partial of a partial": (lambda: partial(kept), 3),
        "one lambda": (lambda: same, 1),
        "one partial": (lambda: kept, 1),
    }
    for name, (make, expected) in makers.items():
        log.clear()
        for _ in range(3):
            jax.jit(make())(1.0)
        assert (name, len(log)) == (name, expected)


def test_each_form_of_a_call_is_traced() -> None:
    """By position, by keyword, with a default left out; the order of keywords is no form."""
    log: list[Any] = []

    @jax.jit
    def function(x: Any, y: Any = 2) -> Any:
        log.append((x, y))

    forms: tuple[Callable[[], Any], ...] = (
        lambda: function(1, 2),
        lambda: function(1, y=2),
        lambda: function(x=1, y=2),
        lambda: function(y=2, x=1),
        lambda: function(1),
    )
    for form in (*forms, *forms):
        form()
    assert len(log) == 4


STATES: dict[str, tuple[Any, Any, int]] = {  # the first state, a number that is added to it, and the traces of a loop
    "array": (jnp.float32(0), jnp.float32(1), 1),
    "number of NumPy": (np.float32(0), jnp.float32(1), 1),
    "number of NumPy with 64 bits": (np.float64(0), jnp.float32(1), 1),
    "weak all the time": (0.0, 1.0, 1),
    "bfloat16": (jnp.bfloat16(0), 1.0, 1),
    "weak at first": (0.0, jnp.float32(1), 2),
    "integer at first": (0, jnp.float32(1), 2),
    "another shape at first": (jnp.float32(0), jnp.ones(3), 2),
    "narrow at first": (jnp.bfloat16(0), jnp.float32(1), 2),
}


@pytest.mark.parametrize(("state", "x", "expected"), STATES.values(), ids=STATES)
def test_a_state_that_comes_back_as_it_went_is_traced_once(state: Any, x: Any, expected: int) -> None:
    """Alone and in a structure; else the second call is traced as well."""
    for wrap in (lambda leaf: leaf, lambda leaf: {"total": leaf}):
        count: list[Any] = []

        @jax.jit
        def step(state: Any, x: Any, count: list[Any] = count) -> Any:
            count.append(state)
            return jax.tree.map(lambda leaf: leaf + x, state)

        new = wrap(state)
        for _ in range(4):
            new = step(new, x)
        assert len(count) == expected


def printing(x: Any) -> Any:
    """A function with an effect."""
    jax.debug.print("{}", x)
    return x


def doubled(x: Any) -> Any:
    """A function without an effect."""
    return 2 * x


ONE, WEAK, OF_NUMPY = jnp.float32(1), jnp.full((), 1.0), np.float32(1)
TWO, THREE = jnp.ones(2), jnp.ones(3)
REFUSED: dict[str, tuple[Callable[[], Callable[[Any], Any]], list[Any]]] = {
    "an array after a Python number": (lambda: jax.jit(lambda x: x), [1.0, WEAK]),
    "an array after a number of NumPy": (lambda: jax.jit(lambda x: x), [OF_NUMPY, ONE]),
    "a Python number after an array": (lambda: jax.jit(lambda x: x), [WEAK, 1.0]),
    "a number of NumPy after an array": (lambda: jax.jit(lambda x: x), [ONE, OF_NUMPY]),
    "debug.print": (lambda: jax.jit(printing), [ONE] * 2),
    "grad": (lambda: jax.grad(jax.jit(lambda x: x)), [ONE] * 2),
    "vmap": (lambda: jax.vmap(jax.jit(lambda x: x)), [TWO] * 2),
}
PASSES: dict[str, tuple[Callable[[], Callable[[Any], Any]], list[Any]]] = {
    "arrays": (lambda: jax.jit(lambda x: x), [ONE, ONE]),
    "numbers of NumPy": (lambda: jax.jit(lambda x: x), [OF_NUMPY, np.float64(2)]),
    "Python numbers": (lambda: jax.jit(lambda x: x), [1.0, 2.0]),
    "arrays after both": (lambda: jax.jit(lambda x: x), [OF_NUMPY, ONE, ONE]),
    "numbers of NumPy after both": (lambda: jax.jit(lambda x: x), [ONE, OF_NUMPY, OF_NUMPY]),
    "grad inside jit": (lambda: jax.jit(jax.grad(lambda x: x)), [ONE] * 2),
    "vmap inside jit": (lambda: jax.jit(jax.vmap(lambda x: x)), [TWO] * 2),
}


@pytest.mark.parametrize(("make", "args"), REFUSED.values(), ids=REFUSED)
def test_no_tracing_refuses_some_calls_that_need_no_trace(
    make: Callable[[], Callable[[Any], Any]], args: list[Any]
) -> None:
    """They are refused although a call of the same type was traced before."""
    function = make()
    function(args[0])
    with jax.no_tracing(), pytest.raises(RuntimeError, match="re-tracing function"):
        function(args[1])


@pytest.mark.parametrize(("make", "args"), PASSES.values(), ids=PASSES)
def test_no_tracing_lets_the_others_pass(make: Callable[[], Callable[[Any], Any]], args: list[Any]) -> None:
    """Once a call of the same kind was made before the block."""
    function, *before, last = make(), *args
    for arg in before:
        function(arg)
    with jax.no_tracing():
        function(last)


@pytest.mark.parametrize("new", [THREE, jnp.ones(2, "bfloat16"), (TWO,)], ids=["shape", "dtype", "structure"])
def test_no_tracing_refuses_what_is_new(new: Any) -> None:
    """A function never called, too."""
    function = jax.jit(lambda x: x)
    function(TWO)
    for call in (function, jax.jit(lambda x: x)):
        with jax.no_tracing(), pytest.raises(RuntimeError, match="re-tracing function"):
            call(new)


def test_a_refusal_stays_in_every_later_block() -> None:
    """Though the call was traced in between, also for another jit of the function, until the cache is cleared."""
    function: Any = jax.jit(doubled)
    for call in (function, function, jax.jit(doubled), function):
        with jax.no_tracing(), pytest.raises(RuntimeError, match="re-tracing function"):
            call(ONE)
        assert call(ONE) == 2
    function.clear_cache()
    function(ONE)
    for _ in range(3):
        with jax.no_tracing():
            assert function(ONE) == 2


def test_each_key_in_the_picture_is_the_type_of_the_arguments_on_its_drawer() -> None:
    """As a trace has it."""
    page = (Path(__file__).parents[2] / "docs/guide/retracing.md").read_text(encoding="utf-8")
    drawers = re.findall(r"^kept `(.+)`: `(.+)`$", page, re.MULTILINE)
    given = {key: eval(f"[{arguments}]", {"jnp": jnp, "np": np}) for key, arguments in drawers}
    types = {key: [jax.make_jaxpr(abs)(one).in_avals[0] for one in found] for key, found in given.items()}
    named = {key: {f"{'~' * one.weak_type}{one.dtype} {one.shape}" for one in found} for key, found in types.items()}

    assert len(drawers) == 6
    assert named == {key: {key} for key in given}
