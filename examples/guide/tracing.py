"""What runs while JAX traces, and what runs at each call."""
# SPDX-License-Identifier: Apache-2.0

# %% prints
import jax


@jax.jit
def double(x):
    print("Python runs")
    jax.debug.print("the program runs, x = {}", x)
    return 2 * x


for number in [1.0, 2.0, 3.0]:
    double(number)
jax.effects_barrier()

# Output:
# Python runs
# the program runs, x = 1.0
# the program runs, x = 2.0
# the program runs, x = 3.0
#
# Output with jit off:
# Python runs
# the program runs, x = 1.0
# Python runs
# the program runs, x = 2.0
# Python runs
# the program runs, x = 3.0
#
# Traces: double 1

# %% f-string
@jax.jit
def double(x):
    jax.debug.print(f"the program runs, x = {x}")
    return 2 * x


for number in [1.0, 2.0, 3.0]:
    double(number)
jax.effects_barrier()

# Output:
# the program runs, x = JitTracer(~float32[])
# the program runs, x = JitTracer(~float32[])
# the program runs, x = JitTracer(~float32[])
#
# Output with jit off:
# the program runs, x = 1.0
# the program runs, x = 2.0
# the program runs, x = 3.0
#
# Traces: double 1

# %% shapes
import jax.numpy as jnp

shapes = []


@jax.jit
def total(x):
    shapes.append(x.shape)
    return x.sum()


for size in [2, 2, 3, 2, 3]:
    total(jnp.ones(size))
print(shapes)

# Output:
# [(2,), (3,)]
#
# Output with jit off:
# [(2,), (2,), (3,), (2,), (3,)]
#
# Traces: total 2

# %% shapes-full
shapes = []


@jax.jit
def total(x):
    shapes.append(x.shape)
    return x.sum()


for size in [2, 2, 3, 2, 3]:
    total(jnp.full(2, size))
print(shapes)

# Output:
# [(2,)]
#
# Output with jit off:
# [(2,), (2,), (2,), (2,), (2,)]
#
# Traces: total 1

# %% shapes-cut
shapes = []


@jax.jit
def total(x):
    shapes.append(x.shape)
    return x.sum()


for size in [2, 2, 3, 2, 3]:
    total(jnp.ones(size)[:2])
print(shapes)

# Output:
# [(2,)]
#
# Output with jit off:
# [(2,), (2,), (2,), (2,), (2,)]
#
# Traces: total 1

# %% frozen
import random
import time

import numpy as np

for name, read in [
    ("default_rng", np.random.default_rng(0).random),
    ("np.random", np.random.rand),
    ("random", random.random),
    ("clock", time.perf_counter),
]:
    fast_read = jax.jit(read)
    print(name, read() == read(), fast_read() == fast_read())

# Output:
# default_rng False True
# np.random False True
# random False True
# clock False True
#
# Output with jit off:
# default_rng False False
# np.random False False
# random False False
# clock False False

# %% rate
rate = 10


@jax.jit
def scaled(x):
    return rate * x


print(scaled(1))
rate = 20
print(scaled(1), scaled(1.0))

# Output:
# 10
# 10 20.0
#
# Output with jit off:
# 10
# 20 20.0
#
# Traces: scaled 2

# %% rate-jaxpr
print(scaled.trace(1).jaxpr)
print(scaled.trace(1.0).jaxpr)

# Output:
# { lambda ; a:i32[]. let b:i32[] = mul 10:i32[] a in (b,) }
# { lambda ; a:f32[]. let b:f32[] = mul 20.0:f32[] a in (b,) }
#
# Output with jit off:
# { lambda ; a:i32[]. let b:i32[] = mul 20:i32[] a in (b,) }
# { lambda ; a:f32[]. let b:f32[] = mul 20.0:f32[] a in (b,) }

# %% read-jaxpr
@jax.jit
def step(w, slopes):
    new = w - rate * slopes
    return new, new * new


print(step.trace(jnp.float32(1), jnp.ones(3)).jaxpr)

# Output:
# { lambda ; a:f32[] b:f32[3]. let
#     c:f32[3] = mul 20.0:f32[] b
#     d:f32[3] = sub a c
#     e:f32[3] = mul d d
#   in (d, e) }
#
# Traces: step 1

# %% argument
@jax.jit
def scaled(x, rate):
    return rate * x


print(scaled(1, 10), scaled(1, 20))
print(scaled.trace(1, 20).jaxpr)

# Output:
# 10 20
# { lambda ; a:i32[] b:i32[]. let c:i32[] = mul b a in (c,) }
#
# Traces: scaled 1

# %% no-tracing
@jax.jit
def triple(x):
    return 3 * x


print(triple(1))
with jax.no_tracing():
    print(triple(2))
    print(triple(2.0))

# Output:
# 3
# 6
# RuntimeError: re-tracing function triple at …
#
# Output with jit off:
# 3
# 6
# 6.0
#
# Traces: triple 1

# %% exercise-start
rate = 0.5


@jax.jit
def shrink(w):
    return w - rate * w


w = 8.0
for _ in range(3):
    w = shrink(w)
    rate = rate / 2
    print(w)

# Output:
# 4.0
# 2.0
# 1.0
#
# Output with jit off:
# 4.0
# 3.0
# 2.625
#
# Traces: shrink 1

# %% exercise
@jax.jit
def shrink(w, rate):
    return w - rate * w


w, rate = 8.0, 0.5
for _ in range(3):
    w = shrink(w, rate)
    rate = rate / 2
    print(w)

# Output:
# 4.0
# 3.0
# 2.625
#
# Traces: shrink 1
