import jax
import jax.numpy as jnp
import optax

tx = optax.adam(0.1)


def loss(w):
    return jnp.sum((w - 3.0) ** 2)


@jax.jit
def step(w, state):
    grads = jax.grad(loss)(w)
    updates, state = tx.update(grads, state)
    return optax.apply_updates(w, updates), state


w = jnp.zeros(2)
state = tx.init(w)
for _ in range(10):
    w, state = step(w, state)
print(w)
