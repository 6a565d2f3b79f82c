"""Counter-examples are looked for to what guide/ensembles tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest


def fit(rate: jax.Array) -> jax.Array:
    """A training, as a scan."""
    loss = lambda w: jnp.sum((w * jnp.arange(3.0) - 2) ** 2)  # noqa: E731
    return jax.lax.scan(lambda w, _: (w - 0.1 * rate * jax.grad(loss)(w), w), 0.0 * rate, length=5)[1]


def halve(n: jax.Array) -> jax.Array:
    """A loop that ends at another step for each number."""
    return jax.lax.while_loop(lambda s: s[0] > 1, lambda s: (s[0] / 2, s[1] + 1), (n, 0))[1]


def choose(x: jax.Array) -> jax.Array:
    """A branch that is another one for each number."""
    return jax.lax.cond(x > 1, lambda v: v * 2, lambda v: v - 1, x)


def internal_ref(x: jax.Array) -> jax.Array:
    """A ref that the function makes itself."""
    ref = jax.new_ref(jnp.zeros_like(x))
    ref[...] += x
    ref[...] += x
    return ref[...]


def draw(x: jax.Array) -> jax.Array:
    """Random numbers of a key of its own, of JAX's default kind."""
    return jax.random.normal(jax.random.fold_in(jax.random.key(0), x.astype(int)), (2,))


def write_at(x: jax.Array) -> jax.Array:
    """A ref of ten entries, one of which is written."""
    ref = jax.new_ref(jnp.zeros(10))
    ref[x.astype(int)] = 1.0
    return ref[...]


def steep(x: jax.Array) -> jax.Array:
    """A gradient that would be NaN in the branch that is not taken."""
    return jax.grad(lambda v: jax.lax.cond(v > 1, lambda v: jnp.sqrt(v - 1), lambda v: 0 * v, v))(x)


MAPS_INDICES = jax.__version_info__ >= (0, 9)
"""Whether ``vmap`` takes an index of a ref that differs between the models."""
MODELS: dict[str, Callable[[jax.Array], Any]] = {
    f.__name__: f for f in (fit, halve, choose, internal_ref, draw, steep, *[write_at] * MAPS_INDICES)
}


@pytest.mark.parametrize("model", MODELS.values(), ids=MODELS)
def test_each_model_gets_what_it_gets_alone(model: Callable[[jax.Array], Any]) -> None:
    """Up to rounding; mapped, mapped and jitted, and mapped twice."""
    xs = jnp.array([0.5, 1.0, 3.0, 8.0])
    alone = jnp.stack([model(x) for x in xs])

    twice = jax.vmap(jax.vmap(model))(xs.reshape(2, 2))
    for mapped in (jax.vmap(model)(xs), jax.jit(jax.vmap(model))(xs), twice.reshape(alone.shape)):
        assert jnp.allclose(mapped, alone, rtol=1e-5)


def test_an_index_outside_a_ref_writes_another_entry_alone() -> None:
    """The nearest one, where ``vmap`` writes none; JAX 0.8.3 refuses any index that differs."""
    assert jnp.flatnonzero(jax.jit(write_at)(jnp.float32(12))).tolist() == [9]
    if MAPS_INDICES:
        assert not jax.vmap(write_at)(jnp.array([12.0, 30.0])).any()
    else:
        with pytest.raises(ValueError, match="Indexer must have rank 1"):
            jax.vmap(write_at)(jnp.array([12.0, 30.0]))


@pytest.mark.parametrize("around", [lambda f: f, jax.jit], ids=["eager", "jit"])
def test_each_result_gets_an_axis_in_each_call_unless_out_axes_says_none(around: Any) -> None:
    """Even what is returned unchanged; what may differ between the models cannot go without, though it be 0 for all."""
    step = lambda count, x: (count, x + count)  # noqa: E731
    grown, same = jnp.float32(1), jnp.float32(1)
    for _ in range(2):
        grown, _x = around(jax.vmap(step, in_axes=(None, 0)))(grown, jnp.ones(3))
        same, _x = around(jax.vmap(step, in_axes=(None, 0), out_axes=(None, 0)))(same, jnp.ones(3))

    assert (grown.shape, same.shape) == ((3, 3), ())
    for other in (step, lambda count, x: (count, 0 * x)):
        with pytest.raises(ValueError, match="output was batched"):
            around(jax.vmap(other, in_axes=(None, 0), out_axes=None))(same, jnp.ones(3))
