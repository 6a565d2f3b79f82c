"""Why a compiled function is traced again, and how to notice."""
# SPDX-License-Identifier: Apache-2.0

# %% lambda
import jax


def scaled(x, factor):
    print("tracing")
    return factor * x


for x in [1.0, 2.0, 3.0]:
    fast = jax.jit(lambda x: scaled(x, 10.0))
    print(fast(x))

# Output:
# tracing
# 10.0
# tracing
# 20.0
# tracing
# 30.0
#
# Traces: <lambda> 3

# %% partial
from functools import partial

for x in [1.0, 2.0, 3.0]:
    fast = jax.jit(partial(scaled, factor=10.0))
    print(fast(x))

# Output:
# tracing
# 10.0
# tracing
# 20.0
# tracing
# 30.0
#
# Traces: scaled 3

# %% same-function
for x in [1.0, 2.0, 3.0]:
    fast = jax.jit(scaled)
    print(fast(x, 10.0))

# Output:
# tracing
# 10.0
# 20.0
# 30.0
#
# Output with jit off:
# tracing
# 10.0
# tracing
# 20.0
# tracing
# 30.0
#
# Traces: scaled 1

# %% kinds
import jax.numpy as jnp
import numpy as np

traces = []


@jax.jit
def double(x):
    traces.append("double")
    return 2 * x


numbers = [0, 1, jnp.int32(1), np.int32(2), np.int64(3)]
others = [1.0, True, jnp.zeros(1), jnp.zeros(2), jnp.ones(2)]
for x in numbers + others:
    before = len(traces)
    double(x)
    print(len(traces) - before, "for", repr(x))

# Output:
# 1 for 0
# 0 for 1
# 1 for Array(1, dtype=int32)
# 0 for np.int32(2)
# 0 for np.int64(3)
# 1 for 1.0
# 1 for True
# 1 for Array([0.], dtype=float32)
# 1 for Array([0., 0.], dtype=float32)
# 0 for Array([1., 1.], dtype=float32)
#
# Output with jit off:
# 1 for 0
# 1 for 1
# 1 for Array(1, dtype=int32)
# 1 for np.int32(2)
# 1 for np.int64(3)
# 1 for 1.0
# 1 for True
# 1 for Array([0.], dtype=float32)
# 1 for Array([0., 0.], dtype=float32)
# 1 for Array([1., 1.], dtype=float32)
#
# Traces: double 6

# %% context
@jax.jit
def triple(x):
    print("tracing")
    return 3 * x


print(triple(1.0), triple(2.0))
with jax.default_matmul_precision("float32"):
    print(triple(2.0))

# Output:
# tracing
# 3.0 6.0
# tracing
# 6.0
#
# Output with jit off:
# tracing
# tracing
# 3.0 6.0
# tracing
# 6.0
#
# Traces: triple 2

# %% weak
@jax.jit
def add(total, x):
    print("tracing", jax.typeof(total))
    return total + x


xs = jnp.array([1.0, 2.0, 3.0])
total = 0.0
for x in xs:
    total = add(total, x)

# Output:
# tracing ~float32[]
# tracing float32[]
#
# Output with jit off:
# tracing ~float32[]
# tracing float32[]
# tracing float32[]
#
# Traces: add 2

# %% strong
add.clear_cache()
total = jnp.float32(0)
for x in xs:
    total = add(total, x)
print(total)

# Output:
# tracing float32[]
# 6.0
#
# Output with jit off:
# tracing float32[]
# tracing float32[]
# tracing float32[]
# 6.0
#
# Traces: add 1

# %% strong-numpy
add.clear_cache()
total = np.float32(0)
for x in xs:
    total = add(total, x)
print(total)

# Output:
# tracing float32[]
# 6.0
#
# Output with jit off:
# tracing float32[]
# tracing float32[]
# tracing float32[]
# 6.0
#
# Traces: add 1

# %% strong-int
add.clear_cache()
total = 0
for x in xs:
    total = add(total, x)
print(total)

# Output:
# tracing ~int32[]
# tracing float32[]
# 6.0
#
# Output with jit off:
# tracing ~int32[]
# tracing float32[]
# tracing float32[]
# 6.0
#
# Traces: add 2

# %% growing
@jax.jit
def remember(seen, x):
    print("tracing", seen.shape)
    return jnp.append(seen, x)


seen = jnp.zeros(0)
for x in xs:
    seen = remember(seen, x)
print(seen)

# Output:
# tracing (0,)
# tracing (1,)
# tracing (2,)
# [1. 2. 3.]
#
# Traces: remember 3

# %% fixed
@jax.jit
def store(seen, step, x):
    print("tracing", seen.shape)
    return seen.at[step].set(x)


seen = jnp.zeros(3)
for step, x in enumerate(xs):
    seen = store(seen, step, x)
print(seen)

# Output:
# tracing (3,)
# [1. 2. 3.]
#
# Output with jit off:
# tracing (3,)
# tracing (3,)
# tracing (3,)
# [1. 2. 3.]
#
# Traces: store 1

# %% static
@partial(jax.jit, static_argnames="n")
def power(x, n):
    print("tracing", n)
    return x**n


print(power(3.0, 2), power(4.0, 2), power(3.0, 3))
print(power(3.0, n=2))

# Output:
# tracing 2
# tracing 3
# 9.0 16.0 27.0
# tracing 2
# 9.0
#
# Output with jit off:
# tracing 2
# tracing 2
# tracing 3
# 9.0 16.0 27.0
# tracing 2
# 9.0
#
# Traces: power 3

# %% handler
import logging


class Reasons(logging.Handler):
    def emit(self, record):
        for line in record.getMessage().splitlines():
            if "never" in line or "before" in line:
                print(line.strip())


logging.getLogger("jax").handlers = [Reasons()]

# Output: none

# %% explain
halve = jax.jit(lambda x: x / 2)
with jax.explain_cache_misses(True):
    halve(jnp.float32(1))
    halve(jnp.int32(1))

# Output:
# never seen function:
# * at x, now i32[] and before f32[]
#
# Output with jit off: none
#
# Traces: <lambda> 2

# %% explain-lambdas
with jax.explain_cache_misses(True):
    for n in [1, 2]:
        jax.jit(lambda x: x / 2)(n)

# Output:
# never seen function:
# never seen function:
#
# Output with jit off: none
#
# Traces: <lambda> 2

# %% no-tracing
@jax.jit
def smooth(mean, x):
    return 0.9 * mean + 0.1 * x


first, *rest = xs
mean = smooth(0.0, first)
with jax.no_tracing():
    for x in rest:
        mean = smooth(mean, x)

# Output:
# RuntimeError: re-tracing function smooth at …
#
# Output with jit off: none
#
# Traces: smooth 1

# %% refused-again
mean = smooth(jnp.float32(0), first)
with jax.no_tracing():
    mean = smooth(mean, first)

# Output:
# RuntimeError: re-tracing function smooth at …
#
# Output with jit off: none
#
# Traces: smooth 1

# %% passed
smooth.clear_cache()
mean = smooth(jnp.float32(0), first)
with jax.no_tracing():
    for x in rest:
        mean = smooth(mean, x)
print(f"{mean:.3f}")

# Output:
# 0.561
#
# Traces: smooth 1

# %% exercise-before
@jax.jit
def update_mean(state, x):
    print("tracing")
    seen, mean = state
    seen = seen + 1
    return seen, mean + (x - mean) / seen


state = (0, 0.0)
for x in xs:
    state = update_mean(state, x)
print(state[1])

# Output:
# tracing
# tracing
# 2.0
#
# Output with jit off:
# tracing
# tracing
# tracing
# 2.0
#
# Traces: update_mean 2

# %% exercise
state = (jnp.int32(0), jnp.float32(0))
state = update_mean(state, first)
with jax.no_tracing():
    for x in rest:
        state = update_mean(state, x)
print(state[1])

# Output:
# tracing
# 2.0
#
# Output with jit off:
# tracing
# tracing
# tracing
# 2.0
#
# Traces: update_mean 1
