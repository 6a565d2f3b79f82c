"""What vmap, grad, scan, callbacks and donation refuse, and the code that mends each error."""
# SPDX-License-Identifier: Apache-2.0

# %% sizes
import jax
import jax.numpy as jnp


def predict(w, x):
    return jnp.dot(w, x)


w, xs = jnp.array([1.0, 2.0]), jnp.ones((3, 2))
print(jax.vmap(predict)(w, xs))

# Output:
# ValueError: vmap got inconsistent sizes for array axes to be mapped: …

# %% sizes-cured
print(jax.vmap(predict, in_axes=(None, 0))(w, xs))

# Output:
# [3. 3. 3.]

# %% integers
def loss(state):
    return state["w"] ** 2


print(jax.grad(loss)({"w": 3.0, "step": 0}))

# Output:
# TypeError: grad requires real- or complex-valued inputs (input dtype that is a sub-dtype of np.inexact), …

# %% integers-cured
params, step = {"w": 3.0}, 0
print(jax.grad(loss)(params)["w"])

# Output:
# 6.0

# %% endless
def grow(x):
    return jax.lax.while_loop(lambda x: x < 10, lambda x: 2 * x, x)


print(jax.grad(grow)(1.0))

# Output:
# ValueError: Reverse-mode differentiation does not work for lax.while_loop or lax.fori_loop with dynamic start/stop values. …
#
# Output with jit off:
# 16.0

# %% endless-cured
def grow(x):
    return jax.lax.fori_loop(0, 4, lambda i, x: 2 * x, x)


print(jax.grad(grow)(1.0))

# Output:
# 16.0

# %% pair
def acc(total, x):
    return total + x


print(jax.lax.scan(acc, 0.0, jnp.ones(3)))

# Output:
# TypeError: scan body output must be a pair, got …

# %% pair-cured
def acc(total, x):
    return total + x, None


print(jax.lax.scan(acc, 0.0, jnp.ones(3))[0])

# Output:
# 3.0

# %% branches
def positive_part(x):
    return jax.lax.cond(x > 0, lambda x: x, lambda x: 0, x)


print(positive_part(-2.0))

# Output:
# TypeError: cond branches must have equal output types but they differ. …
#
# Output with jit off:
# 0

# %% branches-cured
def positive_part(x):
    return jax.lax.cond(x > 0, lambda x: x, lambda x: 0.0, x)


print(positive_part(-2.0))

# Output:
# 0.0

# %% callback-grad
from jax.experimental import io_callback


def square(x):
    io_callback(print, None, x)
    return x**2


print(jax.grad(square)(3.0))

# Output:
# ValueError: IO callbacks do not support JVP.

# %% callback-grad-cured
def square(x):
    io_callback(print, None, jax.lax.stop_gradient(x))
    return x**2


print(jax.grad(square)(3.0))

# Output:
# 3.0
# 6.0

# %% callback-raised
import logging

import numpy as np

# The log would print the traceback a second time.
logging.disable()
scores = {1: 0.5}


def look_up(epoch):
    return np.float32(scores[int(epoch)])


number = jax.ShapeDtypeStruct((), jnp.float32)
print(jax.pure_callback(look_up, number, 2))

# Output:
# JaxRuntimeError: INTERNAL: CpuCallback error calling callback: …

# %% callback-raised-cured
def look_up(epoch):
    score = scores.get(int(epoch), np.nan)
    return np.float32(score)


print(jax.pure_callback(look_up, number, 2))

# Output:
# nan

# %% deleted
def add_one(x):
    return x + 1


fast_add = jax.jit(add_one, donate_argnums=0)
old = jnp.zeros(3)
new = fast_add(old)
print(old)

# Output:
# RuntimeError: Array has been deleted with shape=…
#
# Output with jit off:
# [0. 0. 0.]
#
# Traces: add_one 1

# %% deleted-cured
x = jnp.zeros(3)
for _ in range(2):
    x = fast_add(x)
print(x)

# Output:
# [2. 2. 2.]
