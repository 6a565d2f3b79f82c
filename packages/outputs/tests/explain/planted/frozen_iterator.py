import jax

batches = iter([1.0, 2.0, 3.0])


@jax.jit
def step(total):
    return total + next(batches)


total = 0.0
for _ in range(3):
    total = step(total)
print(total)
