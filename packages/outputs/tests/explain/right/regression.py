import jax
import jax.numpy as jnp

xs = jax.random.normal(jax.random.key(0), (64, 3))
ys = xs @ jnp.array([1.0, -2.0, 0.5]) + 0.1


@jax.jit
def step(params, xs, ys):
    def loss(params):
        return jnp.mean((xs @ params["w"] + params["b"] - ys) ** 2)

    value, grads = jax.value_and_grad(loss)(params)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, grads), value


params = {"w": jnp.zeros(3), "b": jnp.zeros(())}
for n in range(30):
    params, value = step(params, xs, ys)
print(f"loss {value:.6f}")
print(params)
