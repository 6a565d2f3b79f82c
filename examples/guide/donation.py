"""Donated arrays: memory that a call reuses, names that are lost with it, and what to copy first."""
# SPDX-License-Identifier: Apache-2.0

# %% step
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, donate_argnums=0)
def step(w):
    return w + 1


def loss(w):
    return jnp.sum((w - 2) ** 2)

# Output: none

# %% lost
w = jnp.zeros(3)
best, lowest = w, loss(w)
for _ in range(3):
    w = step(w)
    if loss(w) < lowest:
        best, lowest = w, loss(w)
print(lowest)
print(best)

# Output:
# 0.0
# RuntimeError: Array has been deleted with shape=…
#
# Output with jit off:
# 0.0
# [2. 2. 2.]
#
# Traces: step 1

# %% again
start = jnp.zeros(3)
for _ in range(2):
    print(step(start))

# Output:
# [1. 1. 1.]
# ValueError: INVALID_ARGUMENT: Invalid buffer passed …
#
# Output with jit off:
# [1. 1. 1.]
# [1. 1. 1.]
#
# Output since jax 0.11.2:
# [1. 1. 1.]
# RuntimeError: Array has been deleted with shape=…

# %% memory
def add_one(w):
    return w + 1


def same_memory(function, w):
    address = w.unsafe_buffer_pointer()
    return function(w).unsafe_buffer_pointer() == address


for donated in [(), (0,)]:
    fast_add = jax.jit(add_one, donate_argnums=donated)
    w = jnp.zeros(1000)
    memory = fast_add.lower(w).compile().memory_analysis()
    print("donated:", donated)
    print("same memory:", same_memory(fast_add, w))
    print("shared bytes:", memory.alias_size_in_bytes)
    print("bytes at the peak:", memory.peak_memory_in_bytes)

# Output:
# donated: ()
# same memory: False
# shared bytes: 0
# bytes at the peak: 8000
# donated: (0,)
# same memory: True
# shared bytes: 4000
# bytes at the peak: 4000
#
# Output with jit off:
# donated: ()
# same memory: False
# shared bytes: 0
# bytes at the peak: 8000
# donated: (0,)
# same memory: False
# shared bytes: 4000
# bytes at the peak: 4000
#
# Traces: add_one 1

# %% names
w = jnp.zeros(3)
names = {
    "w[:]": w[:],
    "jnp.asarray(w)": jnp.asarray(w),
    "w.astype(w.dtype)": w.astype(w.dtype),
    "w.reshape(w.shape)": w.reshape(w.shape),
    "jnp.array(w)": jnp.array(w),
    "jnp.copy(w)": jnp.copy(w),
}
step(w)
for name, array in names.items():
    print(name, "is deleted" if array.is_deleted() else "is kept")

# Output:
# w[:] is deleted
# jnp.asarray(w) is deleted
# w.astype(w.dtype) is deleted
# w.reshape(w.shape) is deleted
# jnp.array(w) is kept
# jnp.copy(w) is kept
#
# Output with jit off:
# w[:] is kept
# jnp.asarray(w) is kept
# w.astype(w.dtype) is kept
# w.reshape(w.shape) is kept
# jnp.array(w) is kept
# jnp.copy(w) is kept

# %% kept
w = jnp.zeros(3)
best, lowest = jnp.copy(w), loss(w)
for _ in range(3):
    w = step(w)
    if loss(w) < lowest:
        best, lowest = jnp.copy(w), loss(w)
print(lowest)
print(best)

# Output:
# 0.0
# [2. 2. 2.]

# %% twice
@partial(jax.jit, donate_argnums=0)
def update(state, grads):
    momentum = 0.5 * state["momentum"] + grads
    w = state["w"] - momentum
    return {"momentum": momentum, "start": state["start"], "w": w}


grads = jnp.ones(3)
zero = jnp.zeros(3)
state = {"momentum": zero, "start": zero, "w": zero}
print(update(state, grads)["w"])

# Output:
# JaxRuntimeError: INVALID_ARGUMENT: Attempt to donate the same buffer twice …
#
# Output with jit off:
# [-1. -1. -1.]
#
# Traces: update 1

# %% leaves
def first_state():
    names = ["momentum", "start", "w"]
    return {name: jnp.zeros(3) for name in names}


def address(array):
    return array.unsafe_buffer_pointer()


def print_leaves(update, old):
    addresses = {name: address(old[name]) for name in old}
    new = update(old, grads)
    for name in old:
        same = address(new[name]) == addresses[name]
        print(f"{name}: {old[name].is_deleted()} {same}")


print_leaves(update, first_state())

# Output:
# momentum: True True
# start: True True
# w: True True
#
# Output with jit off:
# momentum: False False
# start: False True
# w: False False

# %% unusable
import warnings

x = jnp.zeros((2, 3))
with warnings.catch_warnings(record=True) as caught:
    jax.jit(lambda x: x.T.astype(jnp.int32), donate_argnums=0)(x)
print("reused" if x.is_deleted() else "not reused")
for warning in caught:
    print(str(warning.message).splitlines()[0])

# Output:
# reused
#
# Output with jit off:
# not reused
#
# Traces: <lambda> 1

# %% unusable-bool
x = jnp.zeros((2, 3))
with warnings.catch_warnings(record=True) as caught:
    jax.jit(lambda x: x > 0, donate_argnums=0)(x)
print("reused" if x.is_deleted() else "not reused")
for warning in caught:
    print(str(warning.message).splitlines()[0])

# Output:
# not reused
#
# Traces: <lambda> 1

# %% unusable-row
x = jnp.zeros((2, 3))
with warnings.catch_warnings(record=True) as caught:
    jax.jit(lambda x: x[0], donate_argnums=0)(x)
print("reused" if x.is_deleted() else "not reused")
for warning in caught:
    print(str(warning.message).splitlines()[0])

# Output:
# not reused
# Some donated buffers were not usable: float32[2,3].
#
# Output with jit off:
# not reused
#
# Traces: <lambda> 1

# %% matched
@partial(jax.jit, donate_argnums=0)
def move(state):
    return state["w"] - state["momentum"]


state = {"momentum": jnp.ones(3), "w": jnp.zeros(3)}
with warnings.catch_warnings(record=True):
    w = move(state)
for name, array in state.items():
    print(name, array.is_deleted())

# Output:
# momentum True
# w False
#
# Output with jit off:
# momentum False
# w False
#
# Traces: move 1

# %% keyword
w = jnp.zeros(3)
step(w=w)
print(w.is_deleted())

# Output:
# True
#
# Output with jit off:
# False
#
# Traces: step 1

# %% not-donated
import numpy as np

bias = jnp.ones(3)


@partial(jax.jit, donate_argnums=0)
def shift(w):
    return w + bias


@jax.jit
def two_steps(w):
    return step(step(w))


numbers = np.zeros(3, np.float32)
shift(numbers)
w = jnp.zeros(3)
two_steps(w)
print(bias.is_deleted(), numbers, w.is_deleted())

# Output:
# False [0. 0. 0.] False
#
# Traces: shift 1, two_steps 1

# %% grad-inside
@partial(jax.jit, donate_argnums=0)
def square(w):
    return w * w


def total(w):
    return jnp.sum(square(w))


print(total(jnp.ones(3)))
print(jax.grad(total)(jnp.ones(3)))

# Output:
# 3.0
# RuntimeError: Array has been deleted with shape=…
#
# Output with jit off:
# 3.0
# [2. 2. 2.]
#
# Traces: square 1

# %% grad-outside
fast_gradient = jax.jit(jax.grad(total), donate_argnums=0)
w = jnp.ones(3)
print(fast_gradient(w), w.is_deleted())

# Output:
# [2. 2. 2.] True
#
# Output with jit off:
# [2. 2. 2.] False
#
# Traces: total 1

# %% failed
import logging

# The log would print the traceback of the callback.
logging.disable()


def check(total):
    raise ValueError("too large")


@partial(jax.jit, donate_argnums=0)
def add_checked(w, amount):
    return jax.pure_callback(check, w, w + amount)


for size in [4, 3]:
    w = jnp.zeros(3)
    try:
        jax.block_until_ready(add_checked(w, jnp.zeros(size)))
    except (TypeError, jax.errors.JaxRuntimeError) as error:
        print(type(error).__name__, w.is_deleted())

# Output:
# TypeError False
# JaxRuntimeError True
#
# Output with jit off:
# TypeError False
# JaxRuntimeError False
#
# Traces: add_checked 2

# %% exercise-before
history = []
state = first_state()
for _ in range(3):
    history.append(dict(state))
    state = update(state, grads)
print([float(one["w"][0]) for one in history])

# Output:
# RuntimeError: Array has been deleted with shape=…
#
# Output with jit off:
# [0.0, -1.0, -2.5]

# %% exercise
history = []
state = first_state()
for _ in range(3):
    history.append(jax.tree.map(jnp.copy, state))
    state = update(state, grads)
print([float(one["w"][0]) for one in history])

# Output:
# [0.0, -1.0, -2.5]
