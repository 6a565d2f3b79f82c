"""Ten errors of values that are not known yet while JAX traces, and the code that mends each."""
# SPDX-License-Identifier: Apache-2.0

# %% branch
import jax
import jax.numpy as jnp


@jax.jit
def positive_part(x):
    return x if x > 0 else 0.0


print(positive_part(-2.0))

# Output:
# TracerBoolConversionError: Attempted boolean conversion of traced array with shape …
#
# Output with jit off:
# 0.0
#
# Traces: positive_part 1

# %% branch-cured
@jax.jit
def positive_part(x):
    return jnp.where(x > 0, x, 0.0)


print(positive_part(-2.0))

# Output:
# 0.0
#
# Traces: positive_part 1

# %% grad-branch
def positive_square(x):
    return x * x if x > 0 else 0.0


print(jax.grad(positive_square)(3.0))
print(jax.jit(jax.grad(positive_square))(3.0))

# Output:
# 6.0
# TracerBoolConversionError: Attempted boolean conversion of traced array with shape …
#
# Output with jit off:
# 6.0
# 6.0
#
# Traces: positive_square 1

# %% grad-branch-cured
def positive_square(x):
    return jnp.where(x > 0, x * x, 0.0)


print(jax.grad(positive_square)(3.0))
print(jax.jit(jax.grad(positive_square))(3.0))

# Output:
# 6.0
# 6.0
#
# Traces: positive_square 1

# %% where-nan
def root(x):
    return jnp.where(x > 0, jnp.sqrt(x), 0.0)


def safe_root(x):
    positive = jnp.where(x > 0, x, 1.0)
    return jnp.where(x > 0, jnp.sqrt(positive), 0.0)


print(jax.grad(root)(0.0))
print(jax.grad(safe_root)(0.0))

# Output:
# nan
# 0.0

# %% list
rates = [0.5, 0.25, 0.125]


@jax.jit
def rate_in(epoch):
    return rates[epoch]


print(rate_in(1))

# Output:
# TracerIntegerConversionError: The __index__() method was called on traced array with shape …
#
# Output with jit off:
# 0.25
#
# Traces: rate_in 1

# %% list-cured
@jax.jit
def rate_in(epoch):
    return jnp.array(rates)[epoch]


print(rate_in(1))

# Output:
# 0.25
#
# Traces: rate_in 1

# %% dict
sizes = {1: 10, 2: 100}


def size_of(level):
    return sizes[level]


print(jax.jit(size_of)(2))

# Output:
# TypeError: unhashable type: 'DynamicJaxprTracer'
#
# Output with jit off:
# 100
#
# Traces: size_of 1

# %% dict-cured
print(jax.jit(size_of, static_argnames="level")(2))

# Output:
# 100
#
# Traces: size_of 1

# %% numpy
import numpy as np


@jax.jit
def root(x):
    return np.sqrt(x)


print(root(9.0))

# Output:
# TracerArrayConversionError: The numpy.ndarray conversion method __array__() was called on traced array with shape …
#
# Output with jit off:
# 3.0
#
# Traces: root 1

# %% numpy-cured
@jax.jit
def root(x):
    return jnp.sqrt(x)


print(root(9.0))

# Output:
# 3.0
#
# Traces: root 1

# %% float
@jax.jit
def mean(xs):
    return float(xs.sum()) / len(xs)


print(mean(jnp.array([1.0, 2.0, 6.0])))

# Output:
# ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: …
#
# Output with jit off:
# 3.0
#
# Traces: mean 1

# %% float-cured
@jax.jit
def mean(xs):
    return xs.sum() / len(xs)


print(float(mean(jnp.array([1.0, 2.0, 6.0]))))

# Output:
# 3.0
#
# Traces: mean 1

# %% format
@jax.jit
def halve(loss):
    print(f"loss {loss:.2f}")
    return loss / 2


print(halve(0.5))

# Output:
# TypeError: unsupported format string passed to DynamicJaxprTracer.__format__
#
# Output with jit off:
# loss 0.50
# 0.25
#
# Traces: halve 1

# %% format-cured
@jax.jit
def halve(loss):
    jax.debug.print("loss {:.2f}", loss)
    return loss / 2


print(halve(0.5))

# Output:
# loss 0.50
# 0.25
#
# Traces: halve 1

# %% shape
def zeros(n):
    return jnp.zeros(n)


print(jax.jit(zeros)(3))

# Output:
# TypeError: Shapes must be 1D sequences of concrete values of integer type, got …
#
# Output with jit off:
# [0. 0. 0.]
#
# Traces: zeros 1

# %% shape-cured
print(jax.jit(zeros, static_argnames="n")(3))

# Output:
# [0. 0. 0.]
#
# Traces: zeros 1

# %% slice
@jax.jit
def total(xs, n):
    return xs[:n].sum()


print(total(jnp.array([1.0, 2.0, 6.0]), 2))

# Output:
# IndexError: Slice entries must be static integers. …
#
# Output with jit off:
# 3.0
#
# Output since jax 0.11.1:
# IndexError: Array slice indices must have static start/stop/step to be used with NumPy indexing syntax. …
#
# Traces: total 1

# %% slice-cured
@jax.jit
def total(xs, n):
    places = jnp.arange(len(xs))
    return jnp.where(places < n, xs, 0.0).sum()


print(total(jnp.array([1.0, 2.0, 6.0]), 2))

# Output:
# 3.0
#
# Traces: total 1

# %% mask
@jax.jit
def positive_sum(xs):
    return xs[xs > 0].sum()


print(positive_sum(jnp.array([1.0, -2.0, 6.0])))

# Output:
# NonConcreteBooleanIndexError: Array boolean indices must be concrete; got …
#
# Output with jit off:
# 7.0
#
# Traces: positive_sum 1

# %% mask-cured
@jax.jit
def positive_sum(xs):
    return jnp.where(xs > 0, xs, 0.0).sum()


print(positive_sum(jnp.array([1.0, -2.0, 6.0])))

# Output:
# 7.0
#
# Traces: positive_sum 1

# %% nonzero
@jax.jit
def places(xs):
    return jnp.nonzero(xs > 0)[0]


print(places(jnp.array([1.0, -2.0, 6.0])))

# Output:
# ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: …
#
# Output with jit off:
# [0 2]
#
# Traces: places 1

# %% nonzero-cured
@jax.jit
def places(xs):
    return jnp.nonzero(xs > 0, size=3, fill_value=-1)[0]


print(places(jnp.array([1.0, -2.0, 6.0])))

# Output:
# [ 0  2 -1]
#
# Traces: places 1
