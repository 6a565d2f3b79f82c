"""Counter-examples are looked for to what reference/cheat-sheet says of caches, bound methods and static arguments."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest


@pytest.mark.parametrize("way", [jax.jit, jax.grad, jax.vmap])
def test_a_cache_that_jnp_fills_holds_tracers_under_jit_alone(way: Callable[..., Any]) -> None:
    """`grad` and `vmap` alone compute what depends on no argument, so the cache holds an array."""
    cache: dict[str, Any] = {}

    def scaled(x: Any) -> Any:
        return jnp.sum(cache.setdefault("table", 2 * jnp.arange(3.0)) * x)

    way(scaled)(jnp.ones(2) if way is jax.vmap else 1.0)
    assert isinstance(cache["table"], jax.core.Tracer) == (way is jax.jit)


class Scale:
    """An object that holds a number and a ref."""

    def __init__(self) -> None:
        """Both begin at 2."""
        self.number, self.ref = 2.0, jax.new_ref(jnp.float32(2))

    def calc(self, x: Any) -> tuple[Any, Any]:
        """Both, times x."""
        return self.number * x, self.ref[...] * x


def test_a_bound_method_keeps_its_numbers_and_reads_its_refs() -> None:
    """A ref is an argument of the program, though the function does not list it."""
    scale = Scale()
    function = jax.jit(scale.calc)
    for changed in (2.0, 5.0):
        scale.number, scale.ref[...] = changed, changed
        assert [float(found) for found in function(1.0)] == [2.0, changed]


def test_a_new_value_of_a_static_argument_is_a_new_trace() -> None:
    """And the same value passed in another way may be one as well, so the traces are not one for each value."""
    traces: list[int] = []
    power = jax.jit(lambda x, n: traces.append(n) or x**n, static_argnames="n")
    for n in (2, 3, 2, 3):
        power(2.0, n=n)
    assert traces == [2, 3]

    power(2.0, 2)
    assert traces == [2, 3, 2]
