"""Counter-examples are looked for to what reference/transformation-errors says of causes and cures."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax.experimental import io_callback

REUSED: dict[str, Callable[[jax.Array], jax.Array]] = {
    "same": lambda x: x + 1,
    "another-shape": lambda x: x.reshape(2, 2) + 1,
    "another-kind": lambda x: x.astype(jnp.int32) + 1,
}
KEPT: dict[str, Callable[[jax.Array], jax.Array]] = {
    "fewer": lambda x: x[:2] + 1,
    "as-many-bytes": lambda x: jnp.repeat(x, 2).astype(jnp.int16),
    "half-the-size": lambda x: x.astype(jnp.int16),
}


def donated(function: Callable[[jax.Array], jax.Array]) -> bool:
    """Whether the array is deleted that the function was called with."""
    x = jnp.ones(4)
    jax.block_until_ready(jax.jit(function, donate_argnums=0)(x))
    return x.is_deleted()


@pytest.mark.parametrize("function", REUSED.values(), ids=REUSED)
def test_as_many_elements_of_the_same_size_use_the_memory(function: Callable[[jax.Array], jax.Array]) -> None:
    """Whatever their shape is, and whatever the bits of an element mean."""
    assert donated(function)


@pytest.mark.filterwarnings("ignore:Some donated buffers were not usable")
@pytest.mark.parametrize("function", KEPT.values(), ids=KEPT)
def test_another_number_or_size_of_elements_leaves_the_array(function: Callable[[jax.Array], jax.Array]) -> None:
    """As many bytes do not suffice."""
    assert not donated(function)


def doubled(x: jax.Array, count: Any) -> jax.Array:
    """As often as the count says."""
    return jax.lax.fori_loop(0, count, lambda _, y: 2 * y, x)


def test_a_loop_with_a_python_number_as_count_can_be_differentiated() -> None:
    """The same number as an array that is made during the trace is not known then."""
    assert jax.jit(jax.grad(lambda x: doubled(x, 4)))(1.0) == 16
    with pytest.raises(ValueError, match="Reverse-mode differentiation does not work"):
        jax.jit(jax.grad(lambda x: doubled(x, jnp.int32(4))))(1.0)


def test_grad_refuses_a_callback_that_gets_x_and_no_other() -> None:
    """One that gets nothing, or a truth value, has nothing to differentiate."""
    for passed in (lambda x: (), lambda x: (x > 0,), lambda x: (jax.lax.stop_gradient(x),)):
        assert jax.grad(lambda x, passed=passed: (io_callback(lambda *_: None, None, *passed(x)), x * x)[1])(3.0) == 6
    with pytest.raises(ValueError, match="IO callbacks do not support JVP"):
        jax.grad(lambda x: (io_callback(lambda _: None, None, x), x * x)[1])(3.0)
