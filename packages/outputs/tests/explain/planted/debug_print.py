import jax


@jax.jit
def loss(x):
    print("loss called")
    return x**2


for _ in range(3):
    loss(2.0)
