from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames="n")
def power(x, n):
    return x**n


print(power(jnp.arange(3.0), n=2), power(jnp.arange(3.0), n=3))
