"""Counter-examples are looked for to what guide/gradients tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

WAYS: dict[str, Callable[[Any], Any]] = {
    "grad": jax.grad,
    "jit(grad)": lambda f: jax.jit(jax.grad(f)),
    "value_and_grad": lambda f: lambda x: jax.value_and_grad(f)(x)[1],
    "grad of checkpoint": lambda f: jax.grad(jax.checkpoint(f)),
    "vmap(grad)": lambda f: lambda x: jax.vmap(jax.grad(f))(x[None])[0],
    "grad of jit": lambda f: jax.grad(jax.jit(f)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@each_way
@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "complex64"])
def test_nothing_is_left_to_clear(way: Callable[[Any], Any], dtype: str) -> None:
    """The same call gives the same gradient, however often and after whatever other one."""
    function = way(lambda x: jnp.sum(jnp.real(x * x)))
    one, other = jnp.full(3, 2, dtype), jnp.full(3, -5, dtype)

    first = function(one)
    function(other)
    assert all(jnp.array_equal(function(one), first) for _ in range(3))


@each_way
def test_what_is_computed_outside_is_a_constant(way: Callable[[Any], Any]) -> None:
    """Only what the function computes from its argument counts."""
    x = jnp.float32(3)
    before = x * x

    assert way(lambda y: before * y)(x) == 9
    assert way(lambda y: y * y * y)(x) == 27


@each_way
@pytest.mark.parametrize("shape", [(1,), (2,), (0,), (1, 1)], ids=str)
def test_a_loss_returns_one_number(way: Callable[[Any], Any], shape: tuple[int, ...]) -> None:
    """A float: an array is refused, even with one entry, an integer, and a pair, which has_aux allows."""
    with pytest.raises(TypeError, match="Gradient only defined for scalar-output functions"):
        way(lambda x: x * jnp.ones(shape))(jnp.float32(1))
    with pytest.raises(TypeError, match="scalar-output functions"):
        way(lambda x: (x, x))(jnp.float32(1))

    for dtype in ("int32", "bool", "complex64"):
        with pytest.raises(TypeError, match="grad requires real-valued outputs"):
            way(lambda x, dtype=dtype: x.astype(dtype))(jnp.float32(1))

    assert jax.grad(lambda x: (x, x * jnp.ones(shape)), has_aux=True)(jnp.float32(1))[1].shape == shape


OPERATIONS: list[Callable[[Any], Any]] = [lambda k: k + 1, lambda k: k == 5, jnp.sin, jnp.copy, jax.jit(lambda k: k)]


@each_way
@pytest.mark.parametrize("operation", OPERATIONS)
def test_an_operation_on_a_tracer_that_was_kept_fails(
    way: Callable[[Any], Any], operation: Callable[[Any], Any]
) -> None:
    """A conversion by Python, which is no operation of JAX, may still find the number."""
    kept: list[Any] = []

    def loss(x: Any) -> Any:
        kept.append(3 * x - 1)
        return kept[0] ** 2

    way(loss)(jnp.float32(2))
    with pytest.raises(jax.errors.UnexpectedTracerError, match="unexpected tracer"):
        operation(kept[0])
    if way is jax.grad:
        assert int(kept[0]) == 5


@pytest.mark.parametrize(
    ("returned", "same"), [(lambda p, g: p - g, True), (lambda p, g: (p, g), False), (lambda p, g: None, False)]
)
def test_what_is_returned_for_a_pair_takes_its_place(returned: Callable[[Any, Any], Any], same: bool) -> None:
    """A number keeps the structure; a pair and None, which are trees themselves, do not."""
    params, grads = {"w": 1.0, "b": [2.0]}, {"w": 3.0, "b": [4.0]}
    found = jax.tree.map(returned, params, grads)

    assert found == {"w": returned(1.0, 3.0), "b": [returned(2.0, 4.0)]}
    assert (jax.tree.structure(found) == jax.tree.structure(params)) == same
