from dataclasses import dataclass

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Stats:
    n: jax.Array
    mean: jax.Array


@jax.jit
def update(stats, x):
    n = stats.n + 1
    return Stats(n, stats.mean + (x - stats.mean) / n)


stats = Stats(jnp.array(0), jnp.array(0.0))
for x in (1.0, 4.0, 7.0):
    stats = update(stats, x)
print(stats)
