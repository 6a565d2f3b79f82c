import jax
import jax.numpy as jnp


@jax.jit
def root(x):
    return jax.lax.while_loop(lambda s: jnp.abs(s * s - x) > 1e-4, lambda s: 0.5 * (s + x / s), x)


print(root(2.0), jax.lax.cond(root(9.0) > 2, lambda: "big" == "big", lambda: False))
print(jax.lax.fori_loop(0, 5, lambda i, t: t + i, 0))
