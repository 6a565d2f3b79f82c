"""Counter-examples are looked for to what guide/random-keys tells readers to remember."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
import pytest

DRAWS: dict[str, Callable[[jax.Array], jax.Array]] = {
    "uniform": lambda key: jax.random.uniform(key, (2,)),
    "normal": lambda key: jax.random.normal(key, (2,)),
    "randint": lambda key: jax.random.randint(key, (2,), 1, 7),
    "permutation": lambda key: jax.random.permutation(key, 4),
    "split": lambda key: jax.random.key_data(jax.random.split(key)),
}
SEEDS = (0, 7, 2**31, 2**32 - 1)


@pytest.mark.parametrize("draw", DRAWS.values(), ids=DRAWS)
def test_same_key_same_numbers(draw: Callable[[jax.Array], jax.Array]) -> None:
    """Alone, in a jitted vmap of equal keys and in a scan, with keys of JAX's default kind."""

    @jax.jit
    def together(key: jax.Array) -> tuple[jax.Array, jax.Array]:
        _, steps = jax.lax.scan(lambda carry, _: (carry, draw(carry)), key, length=2)
        return jax.vmap(draw)(jnp.stack([key, key])), steps

    for key in map(jax.random.key, SEEDS):
        for again in (draw(key)[None], *together(key)):
            assert jnp.array_equal(jnp.broadcast_to(draw(key), again.shape), again)
