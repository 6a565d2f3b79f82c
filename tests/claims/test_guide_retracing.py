"""Counter-examples are looked for to what guide/retracing tells readers to remember."""

from collections.abc import Callable
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
    "a value in a dict": ({"a": 1, "b": 2.0}, {"b": 3.0, "a": 4}),
    "a value in a tuple": ((1, None), (2, None)),
}
OTHER = {
    "dtype": (jnp.float32(1), jnp.int32(1)),
    "shape": (jnp.ones(2), jnp.ones(3)),
    "rank": (jnp.float32(1), jnp.ones(1)),
    "weak type": (1, jnp.int32(1)),
    "weak type of an array": (jnp.full(3, 1.0), jnp.ones(3)),
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


def printing(x: Any) -> Any:
    """A function with an effect."""
    jax.debug.print("{}", x)
    return x


REFUSED: dict[str, tuple[Callable[[Any], Any], list[Any]]] = {
    "an array after a Python number": (jax.jit(lambda x: x), [1.0, jnp.full((), 1.0)]),
    "an array after a number of NumPy": (jax.jit(lambda x: x), [np.float32(1), jnp.float32(1)]),
    "debug.print": (jax.jit(printing), [jnp.float32(1)] * 2),
    "grad": (jax.grad(jax.jit(lambda x: x)), [jnp.float32(1)] * 2),
}


@pytest.mark.parametrize(("function", "args"), REFUSED.values(), ids=REFUSED)
def test_no_tracing_refuses_some_calls_that_need_no_trace(function: Callable[[Any], Any], args: list[Any]) -> None:
    """They are refused although a call of the same type was traced before."""
    function(args[0])
    with jax.no_tracing(), pytest.raises(RuntimeError, match="re-tracing function"):
        function(args[1])
