import jax
import jax.numpy as jnp


@jax.jit
def norm(x):
    return jnp.sqrt(jnp.sum(x**2))


print(norm(jnp.ones(3)), norm(jnp.ones((2, 2))))
