"""Callbacks: what a compiled program does outside itself, how often, and in which order."""
# SPDX-License-Identifier: Apache-2.0

# %% global
import jax
import jax.numpy as jnp
import numpy as np

calls = 0


def next_number():
    global calls
    calls += 1
    return np.int32(calls)


@jax.jit
def numbered(x):
    return next_number(), 2 * x


for x in [1.0, 2.0, 3.0]:
    print(*numbered(x))

# Output:
# 1 2.0
# 1 4.0
# 1 6.0
#
# Output with jit off:
# 1 2.0
# 2 4.0
# 3 6.0
#
# Traces: numbered 1

# %% called-back
from jax.experimental import io_callback

calls = 0
integer = jax.ShapeDtypeStruct((), jnp.int32)


@jax.jit
def numbered(x):
    number = io_callback(
        next_number, integer, ordered=True
    )
    return number, 2 * x


for x in [1.0, 2.0, 3.0]:
    print(*numbered(x))

# Output:
# 1 2.0
# 2 4.0
# 3 6.0
#
# Traces: numbered 1

# %% unused
log = []
real = jax.ShapeDtypeStruct((), jnp.float32)


def half(x):
    log.append(float(x))
    return np.float32(x / 2)


@jax.jit
def double(x):
    jax.pure_callback(half, real, x)
    return 2 * x


for x in [1.0, 2.0, 3.0]:
    double(x)
print(len(log))

# Output:
# 0
#
# Output with jit off:
# 3
#
# Traces: double 1

# %% fewer
def triple_half(x):
    def step(total, _):
        return total + jax.pure_callback(half, real, x), None

    return jax.lax.scan(step, 0.0, length=3)[0]


log.clear()
print(jax.jit(triple_half)(4.0))
print(log)

# Output:
# 6.0
# [4.0]
#
# Output with jit off:
# 6.0
# [4.0, 4.0, 4.0]
#
# Traces: triple_half 1

# %% in-order
def note(x):
    log.append(float(x))


@jax.jit
def add_up(xs):
    def step(total, x):
        io_callback(note, None, x, ordered=True)
        return total + x, None

    return jax.lax.scan(step, 0.0, xs)[0]


log.clear()
print(add_up(jnp.arange(5.0)))
print(log)

# Output:
# 10.0
# [0.0, 1.0, 2.0, 3.0, 4.0]
#
# Traces: add_up 1

# %% any-order
@jax.jit
def three_notes(x):
    for i in range(3):
        io_callback(note, None, i)
    return x + 1


log.clear()
print(three_notes(0.0))
log.sort()
print(log)

# Output:
# 1.0
# [0.0, 1.0, 2.0]
#
# Traces: three_notes 1

# %% early
@jax.jit
def noted(x):
    io_callback(note, None, x)
    return x + 1


noted(jnp.int32(0)).block_until_ready()
log.clear()
numbers = jnp.arange(10_000_000)[::-1]
noted(jnp.sort(numbers)[0])
print(log)
jax.effects_barrier()
print(log)

# Output:
# []
# [0.0]
#
# Traces: noted 1

# %% batch
calls = 0
xs = jnp.array([1.0, 2.0, 3.0])


def number_of(x):
    return io_callback(next_number, integer)


print(sorted(jax.vmap(number_of)(xs).tolist()))

# Output:
# [1, 1, 1]

# %% batch-ordered
def next_number_for(x):
    return next_number()


def number_of(x):
    return io_callback(next_number_for, integer, x, ordered=True)


print(jax.vmap(number_of)(xs))

# Output:
# ValueError: Cannot `vmap` ordered IO callback.

# %% batch-unordered
def number_of(x):
    return io_callback(next_number_for, integer, x)


calls = 0
print(sorted(jax.vmap(number_of)(xs).tolist()))

# Output:
# [1, 2, 3]

# %% branches
def noted_root(x):
    jax.debug.callback(note, x)
    return jnp.sqrt(x)


def root(x):
    return jax.lax.cond(x > 0, noted_root, jnp.zeros_like, x)


log.clear()
print(jax.vmap(root)(jnp.array([4.0, -1.0])))
jax.effects_barrier()
print(sorted(log))

# Output:
# [2. 0.]
# [-1.0, 4.0]

# %% branches-refused
def recorded_root(x):
    io_callback(note, None, x)
    return jnp.sqrt(x)


def root(x):
    return jax.lax.cond(x > 0, recorded_root, jnp.zeros_like, x)


print(jax.vmap(root)(jnp.array([4.0, -1.0])))

# Output:
# NotImplementedError: IO effect not supported in vmap-of-cond.

# %% gradient-refused
def power(w):
    def step(y, _):
        y = y * w
        io_callback(note, None, y)
        return y, None

    return jax.lax.scan(step, 1.0, length=3)[0]


print(jax.grad(power)(2.0))

# Output:
# ValueError: IO callbacks do not support JVP.

# %% gradient
def power(w):
    def step(y, _):
        y = y * w
        io_callback(note, None, jax.lax.stop_gradient(y))
        return y, None

    return jax.lax.scan(step, 1.0, length=3)[0]


for function in [power, jax.grad(power)]:
    log.clear()
    function(2.0)
    jax.effects_barrier()
    print(sorted(log))

# Output:
# [2.0, 4.0, 8.0]
# []
#
# Output with jit off:
# [2.0, 4.0, 8.0]
# [2.0, 4.0, 8.0]

# %% gradient-debug
def power(w):
    def step(y, _):
        y = y * w
        jax.debug.callback(note, y)
        return y, None

    return jax.lax.scan(step, 1.0, length=3)[0]


log.clear()
jax.grad(power)(2.0)
jax.effects_barrier()
print(sorted(log))

# Output:
# [2.0, 4.0, 8.0]

# %% gradient-same
def power(w):
    def step(y, _):
        y = y * w
        jax.debug.callback(note, 7.0)
        return y, None

    return jax.lax.scan(step, 1.0, length=3)[0]


log.clear()
jax.grad(power)(2.0)
jax.effects_barrier()
print(sorted(log))

# Output:
# [7.0]
#
# Output with jit off:
# [7.0, 7.0, 7.0]

# %% gradient-returned
def power(w):
    def step(y, _):
        y = y * w
        return y, y

    return jax.lax.scan(step, 1.0, length=3)


gradient, ys = jax.grad(power, has_aux=True)(2.0)
print(gradient, ys)

# Output:
# 12.0 [2. 4. 8.]

# %% train
from functools import partial


def loss(w):
    return (w - 3) ** 2


@partial(jax.jit, static_argnames="verbose")
def train(w, verbose):
    def step(w, i):
        value, gradient = jax.value_and_grad(loss)(w)
        if verbose:
            jax.debug.print("step {}: {}", i, value, ordered=True)
        return w - 0.25 * gradient, value

    return jax.lax.scan(step, w, jnp.arange(3))

# Output: none

# %% verbose
w, losses = train(0.0, verbose=True)
print(losses)
jaxpr = jax.make_jaxpr(partial(train, verbose=True))(0.0)
print("debug" in str(jaxpr))

# Output:
# step 0: 9.0
# step 1: 2.25
# step 2: 0.5625
# [9.     2.25   0.5625]
# True
#
# Traces: train 1

# %% quiet
w, losses = train(0.0, verbose=False)
print(losses)
jaxpr = jax.make_jaxpr(partial(train, verbose=False))(0.0)
print("debug" in str(jaxpr))

# Output:
# [9.     2.25   0.5625]
# False
#
# Traces: train 1

# %% note-small
import logging

# The log would print the traceback of the callback.
logging.disable()


def note_small(x):
    if x > 2:
        raise ValueError("too large")
    note(x)

# Output: none

# %% raised
@jax.jit
def add_small(xs):
    def step(total, x):
        io_callback(note_small, None, x, ordered=True)
        return total + x, None

    return jax.lax.scan(step, 0.0, xs)[0]


log.clear()
print(add_small(jnp.arange(5.0)))

# Output:
# JaxRuntimeError: INTERNAL: CpuCallback error calling callback: …
#
# Traces: add_small 1

# %% after-raised
print(log)

# Output:
# [0.0, 1.0, 2.0]

# %% exercise
@jax.jit
def count_up():
    def step(n, i):
        jax.lax.cond(
            i % 10 == 0,
            lambda: jax.debug.print("step {}", i, ordered=True),
            lambda: None,
        )
        return n + 1, None

    return jax.lax.scan(step, 0, jnp.arange(25))[0]


print(count_up())
jax.effects_barrier()

# Output:
# step 0
# step 10
# step 20
# 25
#
# Traces: count_up 1
