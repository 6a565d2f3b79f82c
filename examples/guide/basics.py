"""Arrays that never change, and functions on them that jit compiles."""
# SPDX-License-Identifier: Apache-2.0

# %% array
import jax
import jax.numpy as jnp

xs = jnp.array([1.0, 2.0, 3.0, 4.0])
print(xs)
print(repr(xs))
print(isinstance(xs, jax.Array), hasattr(jnp, "DeviceArray"))
print(xs.devices())

# Output:
# [1. 2. 3. 4.]
# Array([1., 2., 3., 4.], dtype=float32)
# True False
# {CpuDevice(id=0)}

# %% numpy
import numpy as np

print(np.array([1, 2]).dtype, jnp.array([1, 2]).dtype)
print(np.array([1.0, 2.0]).dtype, jnp.array([1.0, 2.0]).dtype)
print(jnp.mean(np.array([1.0, 2.0])), np.asarray(xs))

# Output:
# int64 int32
# float64 float32
# 1.5 [1. 2. 3. 4.]

# %% immutable
xs[0] = 10.0

# Output:
# TypeError: JAX arrays are immutable …

# %% at-set
ys = xs.at[0].set(10.0)
print(ys)
print(xs)

# Output:
# [10.  2.  3.  4.]
# [1. 2. 3. 4.]

# %% at-add
ys = xs.at[1:3].add(10.0)
print(ys)
print(xs)

# Output:
# [ 1. 12. 13.  4.]
# [1. 2. 3. 4.]

# %% at-outside
ys = xs.at[9].set(10.0)
print(ys)
print(xs)

# Output:
# [1. 2. 3. 4.]
# [1. 2. 3. 4.]

# %% height
times = jnp.arange(5.0)
gravity = 10


def height(t):
    return 20 * t - gravity / 2 * t * t


print(height(times))

# Output:
# [ 0. 15. 20. 15.  0.]

# %% operations
print(jax.make_jaxpr(height)(times))

# Output:
# { lambda ; a:f32[5]. let
#     b:f32[5] = mul 20.0:f32[] a
#     c:f32[5] = mul 5.0:f32[] a
#     d:f32[5] = mul c a
#     e:f32[5] = sub b d
#   in (e,) }
#
# Traces: height 1

# %% one-program
fast_height = jax.jit(height)
print(jax.make_jaxpr(fast_height)(times))

# Output:
# { lambda ; a:f32[5]. let
#     b:f32[5] = jit[
#       name=height
#       jaxpr={ lambda ; a:f32[5]. let
#           c:f32[5] = mul 20.0:f32[] a
#           d:f32[5] = mul 5.0:f32[] a
#           e:f32[5] = mul d a
#           b:f32[5] = sub c e
#         in (b,) }
#     ] a
#   in (b,) }
#
# Output with jit off:
# { lambda ; a:f32[5]. let
#     b:f32[5] = mul 20.0:f32[] a
#     c:f32[5] = mul 5.0:f32[] a
#     d:f32[5] = mul c a
#     e:f32[5] = sub b d
#   in (e,) }

# %% jit
def height(t):
    print("Python runs:", t.dtype, t.shape)
    return 20 * t - gravity / 2 * t * t


fast_height = jax.jit(height)
print(fast_height(times))
print(fast_height(times + 1))

# Output:
# Python runs: float32 (5,)
# [ 0. 15. 20. 15.  0.]
# [ 15.  20.  15.   0. -25.]
#
# Output with jit off:
# Python runs: float32 (5,)
# [ 0. 15. 20. 15.  0.]
# Python runs: float32 (5,)
# [ 15.  20.  15.   0. -25.]
#
# Traces: height 1

# %% kinds
print(fast_height(times[:2]))
print(fast_height(times[3:]))
print(fast_height(jnp.array([1, 2])))
print(fast_height(jnp.array([3, 4])))

# Output:
# Python runs: float32 (2,)
# [ 0. 15.]
# [15.  0.]
# Python runs: int32 (2,)
# [15. 20.]
# [15.  0.]
#
# Output with jit off:
# Python runs: float32 (2,)
# [ 0. 15.]
# Python runs: float32 (2,)
# [15.  0.]
# Python runs: int32 (2,)
# [15. 20.]
# Python runs: int32 (2,)
# [15.  0.]
#
# Traces: height 2

# %% static
gravities = {"earth": 10, "moon": 2}


def height_on(t, place):
    print("Python runs:", place)
    return 20 * t - gravities[place] / 2 * t * t


fast_height_on = jax.jit(height_on, static_argnames="place")
for place in ["earth", "moon", "earth", "moon"]:
    print(fast_height_on(times, place))

# Output:
# Python runs: earth
# [ 0. 15. 20. 15.  0.]
# Python runs: moon
# [ 0. 19. 36. 51. 64.]
# [ 0. 15. 20. 15.  0.]
# [ 0. 19. 36. 51. 64.]
#
# Output with jit off:
# Python runs: earth
# [ 0. 15. 20. 15.  0.]
# Python runs: moon
# [ 0. 19. 36. 51. 64.]
# Python runs: earth
# [ 0. 15. 20. 15.  0.]
# Python runs: moon
# [ 0. 19. 36. 51. 64.]
#
# Traces: height_on 2

# %% moon
gravity = 2
print(fast_height(times))

# Output:
# [ 0. 15. 20. 15.  0.]
#
# Output with jit off:
# Python runs: float32 (5,)
# [ 0. 19. 36. 51. 64.]

# %% disable-jit
with jax.disable_jit():
    print(fast_height(times))

# Output:
# Python runs: float32 (5,)
# [ 0. 19. 36. 51. 64.]

# %% argument
@jax.jit
def height_under(t, gravity):
    print("Python runs:", t.dtype, t.shape)
    return 20 * t - gravity / 2 * t * t


print(height_under(times, 10))
print(height_under(times, 2))

# Output:
# Python runs: float32 (5,)
# [ 0. 15. 20. 15.  0.]
# [ 0. 19. 36. 51. 64.]
#
# Output with jit off:
# Python runs: float32 (5,)
# [ 0. 15. 20. 15.  0.]
# Python runs: float32 (5,)
# [ 0. 19. 36. 51. 64.]
#
# Traces: height_under 1

# %% buffer
@jax.jit
def add_batch(total, batch):
    return total + jnp.sum(batch)


buffer = np.zeros(4, np.float32)
total = jnp.float32(0)
for number in range(4):
    buffer[:] = number
    total = add_batch(total, buffer.copy())
total.block_until_ready()
print(total.is_ready(), total)

# Output:
# True 24.0
#
# Traces: add_batch 1

# %% exercise
@jax.jit
def land(heights):
    print("Python runs:", heights.shape)
    return heights.at[-1].set(0.0)


for count in [3, 3, 4]:
    print(land(jnp.ones(count)))

# Output:
# Python runs: (3,)
# [1. 1. 0.]
# [1. 1. 0.]
# Python runs: (4,)
# [1. 1. 1. 0.]
#
# Output with jit off:
# Python runs: (3,)
# [1. 1. 0.]
# Python runs: (3,)
# [1. 1. 0.]
# Python runs: (4,)
# [1. 1. 1. 0.]
#
# Traces: land 2
