"""A NumPy buffer that JAX reads later, memory that two arrays share, and who may change it."""
# SPDX-License-Identifier: Apache-2.0

# %% buffer
from mmap import mmap

import jax
import jax.numpy as jnp
import numpy as np


@jax.jit
def add_batch(total, batch):
    return total + jnp.sum(batch)


buffer = np.frombuffer(mmap(-1, 16), np.int32)
buffer[:] = 1
numbers = jnp.arange(10_000_000)[::-1]
total = jnp.sort(numbers)[0]
print(add_batch(total, buffer))

# Output:
# 4
#
# Traces: add_batch 1

# %% refill
totals = []
total = jnp.sort(numbers)[0]
for number in [1, 2, 3]:
    buffer[:] = number
    total = add_batch(total, buffer)
    totals.append(total)
print(*totals)

# Output:
# 12 24 36

# %% pending
total = jnp.sort(numbers)[0]
total = add_batch(total, buffer)
print(total.is_ready())
total.block_until_ready()
print(total.is_ready())

# Output:
# False
# True

# %% changed
buffer[:] = 1
x = jax.device_put(buffer)
print(x)
buffer[0] = 7
print(x)

# Output:
# [1 1 1 1]
# [7 1 1 1]

# %% addresses
for part in [buffer, buffer[1:]]:
    x = jax.device_put(part)
    shared = x.unsafe_buffer_pointer() == part.ctypes.data
    print(part.ctypes.data % 64, shared)

# Output:
# 0 True
# 4 False

# %% ways
from functools import partial
from operator import methodcaller

ways = {
    "jax.device_put(buffer)": jax.device_put,
    "device_put(buffer, may_alias=False)": partial(
        jax.device_put, may_alias=False
    ),
    "jnp.asarray(buffer)": jnp.asarray,
    "jnp.array(buffer)": jnp.array,
    "np.array(buffer)": np.array,
    "buffer.copy()": methodcaller("copy"),
}

# Output: none

# %% table
print("refilled: pending idle")
for name, way in ways.items():
    buffer[:] = 1
    x = jax.block_until_ready(way(buffer))
    buffer[:] = 2
    idle = "old" if jnp.sum(x) == 4 else "new"

    buffer[:] = 1
    total = jnp.sort(numbers)[0]
    total = add_batch(total, way(buffer))
    buffer[:] = 2
    pending = "old" if total == 4 else "new"
    print(f"{name}: {pending}/old {idle}/old")

# Output:
# refilled: pending idle
# jax.device_put(buffer): new/old new/old
# device_put(buffer, may_alias=False): new/old new/old
# jnp.asarray(buffer): new/old old/old
# jnp.array(buffer): new/old old/old
# np.array(buffer): old/old old/old
# buffer.copy(): old/old old/old
#
# Output before jax 0.9:
# refilled: pending idle
# jax.device_put(buffer): new/old new/old
# device_put(buffer, may_alias=False): new/old new/old
# jnp.asarray(buffer): new/old new/old
# jnp.array(buffer): new/old old/old
# np.array(buffer): old/old old/old
# buffer.copy(): old/old old/old

# %% copied
totals = []
total = jnp.sort(numbers)[0]
for number in [1, 2, 3]:
    buffer[:] = number
    total = add_batch(total, buffer.copy())
    totals.append(total)
print(*totals)

# Output:
# 4 12 24

# %% kept
buffer[:] = 1
x = jax.device_put(buffer.copy())
print(x)
buffer[0] = 7
print(x)

# Output:
# [1 1 1 1]
# [1 1 1 1]

# %% waited
totals = []
total = jnp.sort(numbers)[0]
for number in [1, 2, 3]:
    buffer[:] = number
    total = add_batch(total, buffer)
    totals.append(total.block_until_ready())
print(*totals)

# Output:
# 4 12 24

# %% view
x = jnp.arange(4.0)
view = np.asarray(x)
print(view.ctypes.data == x.unsafe_buffer_pointer())
view[0] = 7

# Output:
# True
# ValueError: assignment destination is read-only

# %% own
own = np.array(x)
own[0] = 7
print(own, x)

# Output:
# [7. 1. 2. 3.] [0. 1. 2. 3.]

# %% donated
@partial(jax.jit, donate_argnums=0)
def add_one(x):
    return x + 1


x = jnp.arange(4.0)
y = add_one(x)
print(x.is_deleted(), y)
x = jnp.arange(4.0)
view = np.asarray(x)
y = add_one(x)
print(x.is_deleted(), y, view)

# Output:
# True [1. 2. 3. 4.]
# False [1. 2. 3. 4.] [0. 1. 2. 3.]
#
# Output with jit off:
# False [1. 2. 3. 4.]
# False [1. 2. 3. 4.] [0. 1. 2. 3.]
#
# Traces: add_one 1

# %% exercise-before
def load(buffer):
    for number in [1, 2, 3]:
        buffer[:] = number
        yield buffer


totals = []
total = jnp.sort(numbers)[0]
for batch in load(buffer):
    total = add_batch(total, batch)
    totals.append(total)
print(*totals)

# Output:
# 12 24 36

# %% exercise
def load(buffer):
    for number in [1, 2, 3]:
        buffer[:] = number
        yield buffer.copy()


totals = []
total = jnp.sort(numbers)[0]
for batch in load(buffer):
    total = add_batch(total, batch)
    totals.append(total)
print(*totals)

# Output:
# 4 12 24
