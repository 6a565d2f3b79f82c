import jax
import jax.numpy as jnp

log = []


@jax.jit
def loss(x):
    return jnp.sum(x**2)


for n in range(3):
    value = loss(jnp.full(3, n))
    log.append(float(value))
print(log)
