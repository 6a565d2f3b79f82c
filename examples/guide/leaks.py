"""Tracers that outlive their trace, and what to keep instead."""
# SPDX-License-Identifier: Apache-2.0

# %% log
import jax
import jax.numpy as jnp

log = []


@jax.jit
def double(x):
    y = 2 * x
    log.append(y)
    return y


print(double(jnp.float32(1)))
print(log)

# Output:
# 2.0
# [JitTracer(float32[])]
#
# Output with jit off:
# 2.0
# [Array(2., dtype=float32)]
#
# State:
# log[0] = Tracer
#
# Traces: double 1

# %% use
print(log[0] + 1)

# Output:
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# 3.0

# %% looks
print(log[0].shape, log[0].dtype)
print(isinstance(log[0], jax.Array))
print(isinstance(log[0], jax.core.Tracer))

# Output:
# () float32
# True
# True
#
# Output with jit off:
# () float32
# True
# False

# %% attribute
class Model:
    def predict(self, x):
        self.last = 2 * x
        return self.last + 1


model = Model()
print(jax.jit(model.predict)(1.0))
print(model.last + 1)

# Output:
# 3.0
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# 3.0
# 3.0
#
# State:
# model.last = Tracer
#
# Traces: predict 1

# %% attribute-shape
class Model:
    def predict(self, x):
        self.last = jnp.ndim(x)
        return self.last + 1


model = Model()
print(jax.jit(model.predict)(1.0))
print(model.last + 1)

# Output:
# 1
# 1
#
# Traces: predict 1

# %% attribute-float
class Model:
    def predict(self, x):
        self.last = float(2 * x)
        return self.last + 1


model = Model()
print(jax.jit(model.predict)(1.0))
print(model.last + 1)

# Output:
# ConcretizationTypeError: Abstract tracer value encountered where concrete value is expected: …
#
# Output with jit off:
# 3.0
# 3.0
#
# Traces: predict 1

# %% cache
tables = {}


def table(size):
    if size not in tables:
        tables[size] = 10 * jnp.arange(size)
    return tables[size]


@jax.jit
def shift(x):
    return x + table(3)


print(shift(1))
print(shift(2))
print(shift(1.0))

# Output:
# [ 1 11 21]
# [ 2 12 22]
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# [ 1 11 21]
# [ 2 12 22]
# [ 1. 11. 21.]
#
# State:
# tables[3] = Tracer
#
# Traces: shift 2

# %% no-argument
print(jax.jit(lambda: 10 * jnp.arange(3)).trace().jaxpr)

# Output:
# { lambda ; . let
#     a:i32[3] = iota[dimension=0 dtype=int32 shape=(3,) sharding=None]
#     b:i32[3] = mul 10:i32[] a
#   in (b,) }
#
# Traces: <lambda> 1

# %% lru-cache
from functools import lru_cache


@lru_cache
def cached_table(size):
    return 10 * jnp.arange(size)


@jax.jit
def shift_cached(x):
    return x + cached_table(3)


print(shift_cached(1))
print(cached_table(3) + 1)

# Output:
# [ 1 11 21]
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# [ 1 11 21]
# [ 1 11 21]
#
# Traces: shift_cached 1

# %% vmap-grad
kept = []


def square(x):
    kept.append(x)
    return x * x


jax.vmap(square)(jnp.arange(3.0))
print(isinstance(kept[0], jax.core.Tracer))
print(kept[0] + 1)

# Output:
# True
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# State:
# kept[0] = Tracer

# %% grad-leak
jax.grad(square)(3.0)
print(kept[1])
print(kept[1] + 1)

# Output:
# GradTracer(primal=3.0, typeof(tangent)=f32[])
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# State:
# kept[1] = Tracer

# %% checking
with jax.checking_leaks():
    double(jnp.int32(1))

# Output:
# Exception: Leaked trace DynamicJaxprTrace. Leaked tracer(s): …
#
# Output with jit off: none
#
# State:
# log[1] = Tracer
#
# Traces: double 1

# %% holder
try:
    with jax.checking_leaks():
        double(jnp.ones(2))
except Exception as error:
    print("is referred to by" in str(error))

# Output:
# True
#
# Output with jit off: none
#
# State:
# log[2] = Tracer
#
# Traces: double 1

# %% checking-cached
with jax.checking_leaks():
    print(double(jnp.float32(1)))

# Output:
# 2.0
#
# State with jit off:
# log[3] = 2.0

# %% checking-grad
with jax.checking_leaks():
    jax.grad(square)(3.0)
print("nothing found")

# Output:
# nothing found
#
# Output since jax 0.11.1:
# Exception: Leaked trace LinearizeTrace. Leaked tracer(s): …
#
# State:
# kept[2] = Tracer

# %% checking-jit-grad
with jax.checking_leaks():
    jax.jit(jax.grad(square))(3.0)

# Output:
# Exception: Leaked trace DynamicJaxprTrace. Leaked tracer(s): …
#
# Output with jit off: none
#
# Output since jax 0.11.1:
# Exception: Leaked trace LinearizeTrace. Leaked tracer(s): …
#
# Output with jit off since jax 0.11.1:
# Exception: Leaked trace LinearizeTrace. Leaked tracer(s): …
#
# State:
# kept[3] = Tracer
#
# Traces: square 1

# %% return
@jax.jit
def double_and_log(x):
    y = 2 * x
    return y, y


log = []
for x in [1.0, 2.0]:
    result, entry = double_and_log(x)
    log.append(float(entry))
print(log)

# Output:
# [2.0, 4.0]
#
# Traces: double_and_log 1

# %% numpy
import numpy as np

tables = {}


def numpy_table(size):
    if size not in tables:
        tables[size] = 10 * np.arange(size)
    return tables[size]


shift = jax.jit(lambda x: x + numpy_table(3))
print(shift(1), shift(2), shift(1.0))

# Output:
# [ 1 11 21] [ 2 12 22] [ 1. 11. 21.]
#
# Traces: <lambda> 2

# %% compile-time
tables = {}


def jax_table(size):
    if size not in tables:
        with jax.ensure_compile_time_eval():
            tables[size] = 10 * jnp.arange(size)
    return tables[size]


shift = jax.jit(lambda x: x + jax_table(3))
print(shift(1), shift(2), shift(1.0))

# Output:
# [ 1 11 21] [ 2 12 22] [ 1. 11. 21.]
#
# Traces: <lambda> 2

# %% exercise
largest = jnp.float32(0)


@jax.jit
def scale(x, largest):
    largest = jnp.maximum(largest, jnp.max(jnp.abs(x)))
    return x / largest, largest


for batch in [jnp.array([1.0, 2.0]), jnp.array([2.0, 8.0, 4.0])]:
    scaled, largest = scale(batch, largest)
    print(scaled, largest)

# Output:
# [0.5 1. ] 2.0
# [0.25 1.   0.5 ] 8.0
#
# Traces: scale 2
