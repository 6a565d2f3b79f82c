import jax

key = jax.random.key(0)
for _ in range(3):
    key, use = jax.random.split(key)
    print(jax.random.normal(use))
