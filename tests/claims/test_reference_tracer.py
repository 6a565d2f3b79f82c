"""Counter-examples are looked for to what reference/tracer says of operations that use no tracer."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

OUTSIDE = jnp.ones(2)
OPERATIONS: dict[str, Callable[[], Any]] = {
    "ones": lambda: jnp.ones(2),
    "asarray of NumPy": lambda: jnp.asarray(np.ones(2)),
    "number": lambda: jnp.float32(1),
    "from outside": lambda: OUTSIDE * 2,
    "random": lambda: jax.random.normal(jax.random.key(0)),
    "sin of a number": lambda: jnp.sin(1.0),
}
ORDINARY: dict[str, Callable[[Any], Any]] = {
    "grad": lambda f: jax.grad(f)(1.0),
    "grad of grad": lambda f: jax.grad(jax.grad(f))(1.0),
    "vmap": lambda f: jax.vmap(f)(OUTSIDE),
    "vmap of grad": lambda f: jax.vmap(jax.grad(f))(OUTSIDE),
    "hessian": lambda f: jax.hessian(f)(1.0),
}
RECORDED: dict[str, Callable[[Any], Any]] = {
    "jit": lambda f: jax.jit(f)(1.0),
    "jit of grad": lambda f: jax.jit(jax.grad(f))(1.0),
    "checkpoint": lambda f: jax.checkpoint(f)(1.0),
    "grad of checkpoint": lambda f: jax.grad(jax.checkpoint(f))(1.0),
    "scan": lambda f: jax.lax.scan(lambda c, _: (f(c), None), 1.0, length=2),
    "map": lambda f: jax.lax.map(f, OUTSIDE),
    "while_loop": lambda f: jax.lax.while_loop(lambda x: x < 0, f, 1.0),
    "cond": lambda f: jax.lax.cond(True, f, f, 1.0),
    "grad of cond": lambda f: jax.grad(lambda x: jax.lax.cond(True, f, f, x))(1.0),
}


def are_tracers(way: Callable[[Any], Any]) -> set[bool]:
    """Whether the results of operations that use no tracer are tracers, inside a function that has one."""
    found: set[bool] = set()

    def f(x: Any) -> Any:
        assert isinstance(x, jax.core.Tracer)
        found.update(isinstance(operation(), jax.core.Tracer) for operation in OPERATIONS.values())
        return x * 1.0

    way(f)
    return found


@pytest.mark.parametrize("way", ORDINARY.values(), ids=ORDINARY)
def test_without_a_tracer_grad_and_vmap_give_ordinary_arrays(way: Callable[[Any], Any]) -> None:
    """So an object may keep them."""
    assert are_tracers(way) == {False}


@pytest.mark.parametrize("way", ORDINARY.values(), ids=ORDINARY)
def test_a_ref_that_is_made_under_grad_or_vmap_gives_a_tracer(way: Callable[[Any], Any]) -> None:
    """Although one from outside does not."""
    outside = jax.new_ref(jnp.float32(1))
    found: list[bool] = []

    def f(x: Any) -> Any:
        made = jax.new_ref(jnp.float32(1))
        found.extend(isinstance(ref[...], jax.core.Tracer) for ref in (made, outside))
        return x * 1.0

    way(f)
    assert found == [True, False]


@pytest.mark.parametrize(("way", "tracer"), [(jax.vmap, True), (lambda f: lambda x: jax.grad(f)(x[0]), False)])
def test_a_function_with_a_rule_gives_a_tracer_under_vmap(way: Callable[[Any], Any], tracer: bool) -> None:
    """And not under ``grad``."""
    own = jax.custom_vjp(lambda x: x * 2)
    own.defvjp(lambda x: (x * 2, None), lambda _, gradient: (2 * gradient,))
    found: list[bool] = []

    def f(x: Any) -> Any:
        found.extend(isinstance(function(OUTSIDE), jax.core.Tracer) for function in (jax.nn.relu, own))
        return x * 1.0

    way(f)(OUTSIDE)
    assert found == [tracer, tracer]


def test_an_operation_with_nothing_to_do_gives_the_array_back() -> None:
    """Even under ``jit``."""
    found: list[Any] = []
    jax.jit(lambda x: found.extend((OUTSIDE.reshape(2), jnp.asarray(OUTSIDE), OUTSIDE.astype(OUTSIDE.dtype))))(1.0)
    assert all(array is OUTSIDE for array in found)


@pytest.mark.parametrize("way", RECORDED.values(), ids=RECORDED)
def test_without_a_tracer_jit_checkpoint_and_loops_still_give_tracers(way: Callable[[Any], Any]) -> None:
    """Each operation is recorded, even one that uses constants alone."""
    assert are_tracers(way) == {True}
