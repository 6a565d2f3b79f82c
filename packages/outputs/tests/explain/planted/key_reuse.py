import jax

key = jax.random.key(0)
weights = jax.random.normal(key, (2,))
noise = jax.random.normal(key, (2,))
print(weights == noise)
