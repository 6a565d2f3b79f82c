import jax


def make():
    count = 0

    @jax.jit
    def step(x):
        nonlocal count
        count += 1
        return x + count

    return step


step = make()
print([float(step(0.0)) for _ in range(3)])
