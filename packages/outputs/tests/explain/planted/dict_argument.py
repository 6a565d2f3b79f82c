from functools import partial

import jax


@partial(jax.jit, static_argnums=1)
def apply(x, config):
    return x * config["scale"]


print(apply(1.0, {"scale": 2.0}))
