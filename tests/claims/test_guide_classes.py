"""Counter-examples are looked for to what guide/classes tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import NamedSharding, PartitionSpec

BATCH = np.ones(4, np.float32)


def traces(state: Any, batch: Any) -> int:
    """How often three calls are traced, each with the state that the one before returned."""
    traced = []
    step = jax.jit(lambda state, batch: traced.append(1) or state + batch)
    for _ in range(3):
        state = step(state, batch)
    return len(traced)


def sharded(array: Any) -> jax.Array:
    """The array with a sharding, over one device."""
    return jax.device_put(array, NamedSharding(jax.make_mesh((1,), ("i",)), PartitionSpec("i")))


STATES: dict[str, tuple[Callable[[], Any], Callable[[], Any], int]] = {
    "float32": (lambda: jnp.zeros(4), lambda: BATCH, 1),
    "NumPy": (lambda: np.zeros(4, np.float32), lambda: BATCH, 1),
    "float16": (lambda: jnp.zeros(4, "float16"), lambda: BATCH, 2),
    "weak": (lambda: jnp.full(4, 0.0), lambda: BATCH, 2),
    "shape": (lambda: jnp.float32(0), lambda: BATCH, 2),
    "sharded": (lambda: sharded(jnp.zeros(4)), lambda: sharded(BATCH), 1),
    "not sharded": (lambda: jnp.zeros(4), lambda: sharded(BATCH), 2),
}


@pytest.mark.parametrize(("state", "batch", "wanted"), STATES.values(), ids=STATES)
def test_a_state_of_the_type_of_the_new_one_is_traced_once(
    state: Callable[[], Any], batch: Callable[[], Any], wanted: int
) -> None:
    """Another dtype, shape, weak type or sharding at the start needs a second trace, and nothing needs a third."""
    assert traces(state(), batch()) == wanted
