import jax

scale = 2.0


@jax.jit
def scaled(x):
    return x * scale


print(scaled(1.0))
scale = 3.0
print(scaled(1.0))
