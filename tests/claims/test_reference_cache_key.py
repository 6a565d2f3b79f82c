"""Counter-examples are looked for to what reference/cache-key says of keys."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import jax
import jax.numpy as jnp
import numpy as np
import pytest

DTYPES = (jnp.int8, jnp.int32, jnp.uint32, jnp.float32, jnp.bfloat16, jnp.complex64, jnp.bool_)


def counted(**options: object) -> tuple[Callable[..., object], list[int]]:
    """A jitted function of anything, and a list that has one entry for each of its traces."""
    traces: list[int] = []

    def f(x: object, n: object = None) -> object:
        traces.append(1)
        return jax.tree.map(lambda leaf: leaf, x)

    return jax.jit(f, **options), traces


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (3,), (0, 2)])
def test_a_traced_argument_is_in_the_key_with_its_type_alone(dtype: type, shape: tuple[int, ...]) -> None:
    """Values make no difference, be they in arrays of JAX or NumPy, nor do infinite ones; dtype and shape do."""
    f, traces = counted()
    for value in (0, 1, 1):
        f(jnp.full(shape, value, dtype))
        f(np.full(shape, value, jnp.zeros((), dtype).dtype))
    assert len(traces) == 1
    f(jnp.zeros((*shape, 1), dtype))
    f(jnp.zeros(shape, jnp.int16))
    assert len(traces) == 3


@pytest.mark.parametrize("values", [(1, 2), (1, 1.0), (1, True), ("a", "b"), (None, 0), (jnp.sum, jnp.max)])
def test_a_static_argument_is_in_the_key_with_type_and_value(values: tuple[object, object]) -> None:
    """Another value or another type is traced; the same again is not."""
    f, traces = counted(static_argnums=1)
    for value in (*values, *values):
        f(1, value)
    assert len(traces) == 2


@pytest.mark.parametrize("wrap", [jax.jit, jax.vmap, jax.checkpoint])
def test_a_call_by_position_and_one_by_keyword_have_different_keys(wrap: Callable[..., Callable[..., object]]) -> None:
    """For traced and for static arguments, also inside another transformation."""
    for options in ({}, {"static_argnames": "n"}):
        f, traces = counted(**options)
        f(1, 2), f(1, n=2)
        assert len(traces) == 2
    f, traces = counted()
    wrap(f)(jnp.ones(2)), wrap(lambda x: f(x=x))(jnp.ones(2))
    assert len(traces) == 2


@pytest.mark.parametrize(
    "setting",
    [
        lambda: jax.enable_x64(True),
        lambda: jax.default_matmul_precision("float32"),
        lambda: jax.numpy_dtype_promotion("strict"),
        lambda: jax.numpy_rank_promotion("raise"),
        lambda: jax.threefry_partitionable(False),
        lambda: jax.default_device(jax.devices()[0]),
    ],
)
def test_a_setting_in_the_key_makes_jax_trace_again_for_any_function(
    setting: Callable[[], AbstractContextManager[object]],
) -> None:
    """Once for its value, and not again when it is back."""
    f, traces = counted()
    for _ in range(2):
        f(jnp.float32(1))
        with setting():
            f(jnp.float32(1))
    assert len(traces) == 2
