import jax
import jax.numpy as jnp


@jax.jit
def step(count, batch):
    return count + batch


count = jnp.array(0)
for _ in range(3):
    count = step(count, 1_000_000_000)
print("examples seen:", count)
