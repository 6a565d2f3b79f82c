import jax

x = 1.0
for _ in range(5):
    x = jax.jit(lambda value: value * 1.5)(x)
print(x)
