import jax
import jax.numpy as jnp

RATE = 0.5
table = jnp.arange(4.0)


@jax.jit
def look(n):
    return table[n] * RATE


print([float(look(n)) for n in range(4)])
