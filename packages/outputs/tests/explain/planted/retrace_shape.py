import jax
import jax.numpy as jnp


@jax.jit
def mean(xs):
    return xs.mean()


xs = jnp.zeros(0)
for n in range(5):
    xs = jnp.append(xs, float(n))
    print(mean(xs))
