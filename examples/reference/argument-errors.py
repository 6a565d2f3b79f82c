"""Errors that a wrong argument or shape causes, and the code that mends each."""
# SPDX-License-Identifier: Apache-2.0

# %% string
import jax
import jax.numpy as jnp


def reduced(xs, how):
    return xs.max() if how == "max" else xs.sum()


xs = jnp.array([1.0, 2.0, 6.0])
print(jax.jit(reduced)(xs, "max"))

# Output:
# TypeError: Error interpreting argument to …
#
# Output with jit off:
# 6.0

# %% string-cured
fast_reduced = jax.jit(reduced, static_argnames="how")
print(fast_reduced(xs, "max"))

# Output:
# 6.0
#
# Traces: reduced 1

# %% static-name
def power(x, exponent):
    return x**exponent


fast_power = jax.jit(power, static_argnames="n")
print(fast_power(3, 2))

# Output:
# ValueError: Jitted function has invalid argnames {'n'} in static_argnames. Function does not take these args.

# %% static-name-cured
fast_power = jax.jit(power, static_argnames="exponent")
print(fast_power(3, 2))

# Output:
# 9
#
# Traces: power 1

# %% static-list
fast_zeros = jax.jit(jnp.zeros, static_argnums=0)
print(fast_zeros([2, 3]))

# Output:
# ValueError: Non-hashable static arguments are not supported. …
#
# Output with jit off:
# [[0. 0. 0.]
#  [0. 0. 0.]]

# %% static-list-cured
print(fast_zeros((2, 3)))

# Output:
# [[0. 0. 0.]
#  [0. 0. 0.]]

# %% truth
if xs > 5:
    print("too large")

# Output:
# ValueError: The truth value of an array with more than one element is ambiguous. …

# %% truth-cured
if jnp.any(xs > 5):
    print("too large")

# Output:
# too large

# %% list-index
print(xs[[0, 2]])

# Output:
# TypeError: Using a non-tuple sequence for multidimensional indexing is not allowed; …

# %% list-index-cured
print(xs[jnp.array([0, 2])])

# Output:
# [1. 6.]

# %% product
weights = jnp.array([[1.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
x = jnp.array([3.0, 4.0])
print(weights @ x)

# Output:
# TypeError: dot_general requires contracting dimensions to have the same shape, got …

# %% product-cured
print(weights.shape, x.shape)
print(x @ weights)

# Output:
# (2, 3) (2,)
# [3. 8. 0.]

# %% read-only
import numpy as np

table = np.asarray(xs)
table[0] = 9.0

# Output:
# ValueError: assignment destination is read-only

# %% read-only-cured
table = np.array(xs)
table[0] = 9.0
print(table, xs)

# Output:
# [9. 2. 6.] [1. 2. 6.]

# %% key
key = jax.random.key(0)
print(np.asarray(key))

# Output:
# TypeError: JAX array with PRNGKey dtype cannot be converted to a NumPy array. …

# %% key-cured
print(np.asarray(jax.random.key_data(key)))

# Output:
# [0 0]

# %% overflow
count = jnp.int32(0)
print(count + 3_000_000_000)

# Output:
# OverflowError: An overflow was encountered while parsing an argument to a jitted computation, …
#
# Output with jit off:
# -1294967296

# %% overflow-unseen
with jax.disable_jit():
    print(count + 3_000_000_000)

# Output:
# -1294967296

# %% wraps
@jax.jit
def count(n):
    return n + 1


n = jnp.int32(2147483646)
for _ in range(3):
    n = count(n)
    print(n)

# Output:
# 2147483647
# -2147483648
# -2147483647
#
# Traces: count 1

# %% overflow-cured
count = jnp.uint32(0)
print(count + jnp.uint32(3_000_000_000))

# Output:
# 3000000000

# %% bits
import warnings

with warnings.catch_warnings():
    warnings.simplefilter("error")
    print(jnp.zeros(2, "float64").dtype)

# Output:
# UserWarning: Explicitly requested dtype …

# %% bits-cured
jax.config.update("jax_enable_x64", True)
print(jnp.zeros(2, "float64").dtype)

# Output:
# float64
