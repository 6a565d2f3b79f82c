import jax
import jax.numpy as jnp

count = jax.new_ref(jnp.array(0))


@jax.jit
def step(ref):
    ref[...] += 1
    return ref[...] * 2


for _ in range(3):
    print(step(count))
print(count[...])
