import jax


class Dropout:
    def __init__(self):
        self.key = jax.random.key(0)

    def __call__(self, x):
        self.key, key = jax.random.split(self.key)
        return x * jax.random.bernoulli(key, 0.5, x.shape)


dropout = Dropout()
apply = jax.jit(dropout.__call__)
print(apply(jax.numpy.ones(4)))
