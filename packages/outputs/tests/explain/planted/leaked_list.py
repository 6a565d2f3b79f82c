import jax
import jax.numpy as jnp

history = []


@jax.jit
def step(x):
    y = jnp.sin(x)
    history.append(y)
    return y


print(step(1.0))
print(len(history))
