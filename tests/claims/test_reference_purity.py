"""Counter-examples are looked for to what reference/purity says below its tables."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

WAYS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "alone": (lambda f: f, 0),
    "jit": (jax.jit, 0),
    "vmap": (lambda f: lambda x: jax.vmap(f)(x[None]), 0),
    "grad": (jax.grad, 3),
    "value_and_grad": (jax.value_and_grad, 3),
    "vmap(grad)": (lambda f: lambda x: jax.vmap(jax.grad(f))(x[None]), 3),
    "jit(grad)": (lambda f: jax.jit(jax.grad(f)), 1),
    "jit(vmap(grad))": (lambda f: jax.jit(lambda x: jax.vmap(jax.grad(f))(x[None])), 1),
}
"""A transformation, and how often three calls of what it returns run the rule."""


def with_jvp(count: Callable[[], None]) -> Any:
    """A square whose rule counts."""
    square = jax.custom_jvp(lambda x: x * x)

    @square.defjvp
    def rule(primals: Any, tangents: Any) -> Any:
        count()
        return square(*primals), 2 * primals[0] * tangents[0]

    return square


def with_vjp(count: Callable[[], None]) -> Any:
    """The same, with a forward that counts."""
    square = jax.custom_vjp(lambda x: x * x)

    def forward(x: Any) -> Any:
        count()
        return x * x, x

    square.defvjp(forward, lambda x, gradient: (2 * x * gradient,))
    return square


@pytest.mark.parametrize(("way", "wanted"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("make", [with_jvp, with_vjp])
def test_a_rule_runs_only_when_jax_differentiates(make: Any, way: Callable[[Any], Any], wanted: int) -> None:
    """Never in a call of the function itself, compiled or not."""
    runs: list[None] = []
    function = way(make(lambda: runs.append(None)))
    for _ in range(3):
        function(jnp.float32(2))

    assert len(runs) == wanted
