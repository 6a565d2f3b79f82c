import jax


@jax.jit
def step(x):
    jax.debug.print("x is {x}", x=x)
    return x + 1


x = 0
for _ in range(3):
    x = step(x)
