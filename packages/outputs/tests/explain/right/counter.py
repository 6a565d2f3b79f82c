import jax


@jax.jit
def step(n):
    return n + 1


n = 0
for _ in range(3):
    n = step(n)
    print(n)
