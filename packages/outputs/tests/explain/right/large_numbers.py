import jax.numpy as jnp

print(jnp.array(2**31 - 1), jnp.arange(3) - 2, jnp.float32(3e9))
