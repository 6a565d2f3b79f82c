from functools import partial

import jax


@partial(jax.jit, static_argnames="rate")
def step(x, rate):
    return x - rate


x = 1.0
for n in range(5):
    x = step(x, rate=0.1 / (n + 1))
print(f"{x:.4f}")
