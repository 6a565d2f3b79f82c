import jax
import jax.numpy as jnp
import numpy as np

buffer = np.zeros(1000, np.float32)


@jax.jit
def add(total, batch):
    return total + batch.sum()


total = jnp.zeros(())
for n in range(5):
    buffer[:] = n
    total = add(total, jnp.array(buffer.copy()))
print(total)
