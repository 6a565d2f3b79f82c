from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=0)
def step(state):
    return state + 1


state = jnp.zeros(3)
for _ in range(3):
    state = step(state)
print(state)
