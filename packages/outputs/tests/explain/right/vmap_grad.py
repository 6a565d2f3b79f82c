import jax
import jax.numpy as jnp


def f(x):
    return jnp.sin(x) * x


print(jax.vmap(jax.grad(f))(jnp.linspace(0.0, 1.0, 4)))
print(jax.hessian(f)(1.0))
