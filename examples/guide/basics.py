"""What to know about JAX before asking where the state goes."""
# SPDX-License-Identifier: Apache-2.0

# %% array
import jax
import jax.numpy as jnp

xs = jnp.array([1.0, 2.0, 3.0, 4.0])
print(xs)
print(repr(xs))
print(isinstance(xs, jax.Array), jnp.ndarray is jax.Array)

# Output:
# [1. 2. 3. 4.]
# Array([1., 2., 3., 4.], dtype=float32)
# True True

# %% device-array
jnp.DeviceArray

# Output:
# AttributeError: module 'jax.numpy' has no attribute 'DeviceArray'

# %% numpy
import numpy as np

print(np.asarray(xs).dtype, np.array([1.0, 2.0]).dtype)
print(jnp.mean(np.array([1.0, 2.0])))

# Output:
# float32 float64
# 1.5

# %% immutable
xs[0] = 10.0

# Output:
# TypeError: JAX arrays are immutable …

# %% at-set
ys = xs.at[0].set(10.0)
print(ys)
print(xs)

# Output:
# [10.  2.  3.  4.]
# [1. 2. 3. 4.]

# %% dispatch
matrix = jnp.ones((64, 64))
product = matrix @ matrix
product.block_until_ready()
print(product.is_ready(), product[0, 0])

# Output:
# True 64.0
