import jax


class Counter:
    def __init__(self):
        self.n = 0

    @property
    def double(self):
        return 2 * self.n

    def step(self, x):
        self.n += 1
        return x * self.n


counter = Counter()
step = jax.jit(counter.step)
for _ in range(3):
    print(step(1.0))
