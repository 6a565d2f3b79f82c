"""State that goes wrong slowly: counts that stop, sums that lose what is added, and a NaN that stays."""
# SPDX-License-Identifier: Apache-2.0

# %% mean
import jax
import jax.numpy as jnp


def add_to_mean(state, x):
    total, n = state
    total, n = total + x, n + 1
    return (total, n), total / n


@jax.jit
def means(start, xs):
    _, history = jax.lax.scan(add_to_mean, start, xs)
    return history


STEPS = 1024
ones = jnp.ones(STEPS, jnp.bfloat16)
history = means((jnp.bfloat16(0), jnp.int32(0)), ones)
for n in [STEPS // 4, STEPS // 2, STEPS]:
    print(n, float(history[n - 1]))

# Output:
# 256 1.0
# 512 0.5
# 1024 0.25
#
# Traces: means 1
#
# Reduced: STEPS = 8

# %% count-float
@jax.jit
def count(n):
    return n + 1


n = jnp.float32(16777214)
for _ in range(4):
    n = count(n)
    print(int(n))

# Output:
# 16777215
# 16777216
# 16777216
# 16777216
#
# Traces: count 1

# %% count-bfloat
n = jnp.bfloat16(254)
for _ in range(4):
    n = count(n)
    print(int(n))

# Output:
# 255
# 256
# 256
# 256
#
# Traces: count 1

# %% count-int
n = jnp.int32(2147483645)
for _ in range(4):
    n = count(n)
    print(int(n))

# Output:
# 2147483646
# 2147483647
# -2147483648
# -2147483647
#
# Traces: count 1

# %% limits
for limit in [jnp.int8(127), jnp.uint32(4294967295)]:
    print(limit.dtype, int(limit), int(count(limit)))

# Output:
# int8 127 -128
# uint32 4294967295 0
#
# Traces: count 2

# %% wider
history = means((jnp.float32(0), jnp.int32(0)), ones)
for n in [STEPS // 4, STEPS // 2, STEPS]:
    print(n, float(history[n - 1]))

# Output:
# 256 1.0
# 512 1.0
# 1024 1.0
#
# Traces: means 1

# %% compensate
def add_plain(total, x):
    return total + x, None


def add_compensated(state, x):
    total, missing = state
    x = x + missing
    new = total + x
    return (new, x - (new - total)), None

# Output: none

# %% compensated
@jax.jit
def two_sums(start, xs):
    plain, _ = jax.lax.scan(add_plain, start, xs)
    state = start, jnp.zeros_like(start)
    state, _ = jax.lax.scan(add_compensated, state, xs)
    return plain, *state


ones = jnp.ones(101)
plain, total, missing = two_sums(jnp.float32(16777216), ones)
print("plain:", int(plain))
print("compensated:", int(total), "missing:", int(missing))

# Output:
# plain: 16777216
# compensated: 16777316 missing: 1
#
# Traces: two_sums 1

# %% squares
from functools import partial


def add_squares(state, x):
    n, total, squares = state
    n, total, squares = n + 1, total + x, squares + x * x
    mean = total / n
    return (n, total, squares), squares / n - mean * mean


@partial(jax.jit, static_argnames="add")
def variance(add, xs):
    start = jnp.int32(0), jnp.float32(0), jnp.float32(0)
    return jax.lax.scan(add, start, xs)[1][-1]


xs = jnp.tile(jnp.array([4001.0, 4003.0]), 64)
for n in [8, 64, 128]:
    print(n, f"{variance(add_squares, xs[:n]):.1f}")

# Output:
# 8 1.0
# 64 -2.0
# 128 27.0
#
# Traces: variance 3

# %% welford
def add_distance(state, x):
    n, mean, squares = state
    n = n + 1
    distance = x - mean
    mean = mean + distance / n
    squares = squares + distance * (x - mean)
    return (n, mean, squares), squares / n


for n in [8, 64, 128]:
    print(n, f"{variance(add_distance, xs[:n]):.1f}")

# Output:
# 8 1.0
# 64 1.0
# 128 1.0
#
# Traces: variance 3

# %% poison
def step(average, x):
    return 0.5 * average + 0.5 * jnp.sqrt(x)


fast_step = jax.jit(step)
readings = [16.0, -1.0, 4.0, 4.0]
average = jnp.float32(2)
for x in readings:
    average = fast_step(average, x)
    print(average)

# Output:
# 3.0
# nan
# nan
# nan
#
# Traces: step 1

# %% guard
def all_finite(tree):
    checks = jax.tree.map(lambda x: jnp.isfinite(x).all(), tree)
    return jax.tree.reduce(jnp.logical_and, checks, True)


def choose(ok, new, old):
    return jax.tree.map(lambda a, b: jnp.where(ok, a, b), new, old)


@jax.jit
def guarded_step(average, skipped, x):
    new = step(average, x)
    ok = all_finite(new)
    return choose(ok, (new, skipped), (average, skipped + 1))


average, skipped = jnp.float32(2), jnp.int32(0)
for x in readings:
    average, skipped = guarded_step(average, skipped, x)
    print(average)

# Output:
# 3.0
# 3.0
# 2.5
# 2.25
#
# Traces: guarded_step 1

# %% skipped
print(skipped)

# Output:
# 1

# %% where-grad
def length(w):
    square = jnp.sum(w * w)
    return jnp.where(square > 0, jnp.sqrt(square), 0.0)


w = jnp.zeros(2)
print(length(w), jax.grad(length)(w))

# Output:
# 0.0 [nan nan]

# %% where-grad-cured
def length(w):
    square = jnp.sum(w * w)
    safe = jnp.where(square > 0, square, 1.0)
    return jnp.where(square > 0, jnp.sqrt(safe), 0.0)


print(length(w), jax.grad(length)(w))

# Output:
# 0.0 [0. 0.]

# %% debug-nans
with jax.debug_nans(True):
    fast_step(jnp.float32(2), -1.0)

# Output:
# Invalid nan value encountered in the output of a jax.jit function. Calling the de-optimized version.
# Invalid nan value encountered in the output of a jax.jit function. Calling the de-optimized version.
# FloatingPointError: invalid value (nan) encountered in sqrt
#
# Output with jit off:
# FloatingPointError: invalid value (nan) encountered in sqrt

# %% debug-hidden
@jax.jit
def hides(x):
    return jnp.nan_to_num(jnp.sqrt(x))


with jax.debug_nans(True):
    print(hides(-1.0))

# Output:
# 0.0
#
# Output with jit off:
# FloatingPointError: invalid value (nan) encountered in sqrt
#
# Traces: hides 1

# %% checked-step
from jax.experimental import checkify


def checked_step(state, x):
    average, n = state
    average, n = step(average, x), n + 1
    ok = jnp.isfinite(average)
    checkify.check(ok, "{a} after step {n}", a=average, n=n)
    return (average, n), None

# Output: none

# %% checkify
@jax.jit
@checkify.checkify
def run(state, xs):
    return jax.lax.scan(checked_step, state, xs)[0]


start = jnp.float32(2), jnp.int32(0)
for third in [4.0, -1.0]:
    error, state = run(start, jnp.array([4.0, 4.0, third, 4.0]))
    print(error.get())
error.throw()

# Output:
# None
# nan after step 3 (`check` failed)
# JaxRuntimeError: nan after step 3 (`check` failed)

# %% merged
def add_twice(x):
    return x + 1 + 1


x = jnp.float32(16777216)
print("one by one:", int(x + 1 + 1))
print("compiled:", int(jax.jit(add_twice)(x)))

# Output:
# one by one: 16777216
# compiled: 16777218
#
# Output with jit off:
# one by one: 16777216
# compiled: 16777216
#
# Output since jax 0.12:
# one by one: 16777216
# compiled: 16777216
#
# Traces: add_twice 1

# %% x64
import warnings

with jax.enable_x64(True):
    n = jnp.int64(2147483647)
    total = jnp.float64(16777216)
    print(count(n), count(total))
print(n.dtype, total.dtype)
with warnings.catch_warnings(record=True) as caught:
    print(count(n))
print(caught[0].category.__name__)

# Output:
# 2147483648 16777217.0
# int64 float64
# -2147483648
# \UserWarning
#
# Traces: count 3

# %% exercise-before
def add_reading(state, x):
    mean, n = state
    n = n + 1
    return mean + (x - mean) / n, n


nan = jnp.nan
rows = jnp.array([[1.0, nan, 5.0], [3.0, 2.0, nan], [5.0, 4.0, 7.0]])
state = jnp.zeros(3), jnp.zeros(3, jnp.int32)
add_row = jax.jit(jax.vmap(add_reading))
for row in rows:
    state = add_row(state, row)
print(*state)

# Output:
# [ 3. nan nan] [3 3 3]
#
# Traces: add_reading 1

# %% exercise
def guarded_reading(state, x):
    return choose(jnp.isfinite(x), add_reading(state, x), state)


state = jnp.zeros(3), jnp.zeros(3, jnp.int32)
add_row = jax.jit(jax.vmap(guarded_reading))
for row in rows:
    state = add_row(state, row)
print(*state)

# Output:
# [3. 3. 6.] [3 2 2]
#
# Traces: guarded_reading 1
