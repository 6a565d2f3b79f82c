import jax
import jax.numpy as jnp


def body(carry, x):
    return carry + x, carry


total, steps = jax.lax.scan(body, 0.0, jnp.arange(5.0))
print(total, steps)
