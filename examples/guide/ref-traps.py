"""What refs refuse, and what they silently get wrong."""
# SPDX-License-Identifier: Apache-2.0

# %% outside
import jax
import jax.numpy as jnp

row = jax.new_ref(jnp.array([1, 2, 3]))


@jax.jit
def put(ref, i):
    ref[i] = 7


put(row, 5)
print(row[...])

# Output:
# [1 2 7]
#
# Output with jit off:
# ValueError: Out of bound indexer: idx=5, dim=3.
#
# Traces: put 1

# %% outside-read
@jax.jit
def get(ref, i):
    return ref[i]


print(get(row, 5), get(row, -5))

# Output:
# 7 1
#
# Output with jit off:
# ValueError: Out of bound indexer: idx=5, dim=3.
#
# Traces: get 1

# %% outside-eager
row = jax.new_ref(jnp.array([1, 2, 3]))
row[-5] = 0
print(row[...])
row[5] = 7

# Output:
# [0 2 3]
# ValueError: Out of bound indexer: idx=5, dim=3.

# %% outside-array
@jax.jit
def put_inside(ref, i):
    ref[...] = ref[...].at[i].set(7)


row = jax.new_ref(jnp.array([1, 2, 3]))
put_inside(row, 5)
print(row[...])

# Output:
# [1 2 3]
#
# Traces: put_inside 1

# %% index-array
@jax.jit
def put_each(ref, places):
    ref[places] = jnp.array([7, 8])


row = jax.new_ref(jnp.array([1, 2, 3]))
places = jnp.array([0, 5])
put_each(row, places)
print(row[...], row[places])

# Output:
# [7 2 3] [7 3]
#
# Traces: put_each 1

# %% index-negative
@jax.jit
def put_each(ref, places):
    ref[places] = jnp.array([7, 8])


row = jax.new_ref(jnp.array([1, 2, 3]))
places = jnp.array([0, -1])
put_each(row, places)
print(row[...], row[places])

# Output:
# [7 2 8] [7 8]
#
# Traces: put_each 1

# %% index-twice
@jax.jit
def put_each(ref, places):
    ref[places] = jnp.array([7, 8])


row = jax.new_ref(jnp.array([1, 2, 3]))
places = jnp.array([0, 0])
put_each(row, places)
print(row[...], row[places])

# Output:
# [8 2 3] [8 8]
#
# Traces: put_each 1

# %% slice
@jax.jit
def put_two(ref, start):
    ref[jax.ds(start, 2)] = jnp.array([7, 8])


row = jax.new_ref(jnp.array([1, 2, 3]))
put_two(row, 2)
print(row[...])

# Output:
# [1 7 8]
#
# Output with jit off:
# ValueError: Out of bound slice: start=2, size=2, stride=1, dim=3.
#
# Output before jax 0.9.1:
# AttributeError: module 'jax' has no attribute 'ds'
#
# Output with jit off before jax 0.9.1:
# AttributeError: module 'jax' has no attribute 'ds'
#
# Traces: put_two 1

# %% while-ref
done = jax.new_ref(jnp.int32(0))


@jax.jit
def run_three():
    def body(i):
        done[...] += 1
        return i + 1

    def wanted(i):
        return (done[...] < 3) & (i < 10)

    return jax.lax.while_loop(wanted, body, 0)


print(run_three(), done[...])

# Output:
# 10 10
#
# Output with jit off:
# 3 3
#
# Traces: run_three 1

# %% while-carry
done[...] = 0


@jax.jit
def run_three():
    def body(_):
        done[...] += 1
        return done[...]

    def wanted(count):
        return count < 3

    return jax.lax.while_loop(wanted, body, done[...])


print(run_three(), done[...])

# Output:
# 3 3
#
# Traces: run_three 1

# %% wrap
small = jax.new_ref(jnp.int8(0))
small[...] = jnp.int32(300)
print(small[...])

# Output:
# 44

# %% wrap-wider
small = jax.new_ref(jnp.int16(0))
small[...] = jnp.int32(300)
print(small[...])

# Output:
# 300

# %% wrap-unsigned
small = jax.new_ref(jnp.uint8(0))
small[...] = jnp.int32(300)
print(small[...])

# Output:
# 44

# %% cast
total = jax.new_ref(jnp.float32(0))
total[...] = 1

# Output:
# ValueError: Invalid dtype for `swap`. …

# %% freeze
row = jax.new_ref(jnp.array([1, 2, 3]))
final = jax.freeze(row)
row[0] = 7
print(final)

# Output:
# [1 2 3]
#
# Output since jax 0.12:
# [7 2 3]

# %% copy
final = row[...]
row[0] = 8
print(final, row[...])

# Output:
# [7 2 3] [8 2 3]

# %% freeze-jit
@jax.jit
def freeze_and_read():
    ref = jax.new_ref(jnp.int32(0))
    final = jax.freeze(ref)
    return final + ref[...]


print(freeze_and_read())

# Output:
# ValueError: `get` must be called on `Ref` types: int32[].
#
# Output with jit off:
# 0
#
# Traces: freeze_and_read 1

# %% freeze-argument
@jax.jit
def freeze_it(ref):
    return jax.freeze(ref)


print(freeze_it(row))

# Output:
# IndexError: list index out of range
#
# Output with jit off:
# [8 2 3]
#
# Traces: freeze_it 1

# %% remat
calls = jax.new_ref(jnp.int32(0))


def loss(w):
    calls[...] += 1
    return jnp.sin(w) ** 2


jax.grad(loss)(1.0)
print(calls[...])
jax.grad(jax.checkpoint(loss))(1.0)
print(calls[...])
save_all = jax.checkpoint_policies.everything_saveable
jax.grad(jax.checkpoint(loss, policy=save_all))(1.0)
print(calls[...])

# Output:
# 1
# 3
# 4

# %% returned
@jax.jit
def same(ref):
    return ref


print(same(row))

# Output:
# ValueError: function same at …
#
# Output with jit off:
# Ref([8, 2, 3], dtype=int32)
#
# Traces: same 1

# %% twice
@jax.jit
def copy(source, target):
    target[...] = source[...]


copy(row, row)

# Output:
# ValueError: only one reference to a mutable array may be passed as an argument to a function, but …
#
# Output with jit off: none

# %% closed-and-passed
@jax.jit
def copy_from_row(target):
    target[...] = row[...]


copy_from_row(row)

# Output:
# ValueError: when tracing copy_from_row at …
#
# Output with jit off: none
#
# Traces: copy_from_row 1

# %% vmap-closed
def collect(x):
    total[...] += 1
    return x


jax.vmap(collect)(jnp.arange(3.0))

# Output:
# Exception: performing a set/swap operation with vmapped value on an unbatched array reference …

# %% ref-of-ref
jax.new_ref(row)

# Output:
# AssertionError

# %% sin
jnp.sin(total)

# Output:
# TypeError: sin requires ndarray or scalar arguments, got …
#
# Output since jax 0.12:
# TypeError: sin got a Ref of type …
#
# Output before jax 0.9.1:
# ValueError: Attempting to pass a Ref …
#
# Output with jit off before jax 0.9.1:
# TypeError: sin requires ndarray or scalar arguments, got …

# %% broadcast
row[...] = 0

# Output:
# ValueError: Invalid shape for `swap`. …

# %% cures
total[...] = jnp.asarray(1, total.dtype)
total[...] = jnp.sin(total[...])
row[...] = jnp.full_like(row[...], 0)
row[...] += 1
print(f"{total[...]:.3f}", row[...])

# Output:
# 0.841 [1 1 1]

# %% exercise
recent = jax.new_ref(jnp.zeros(3))
seen = jax.new_ref(jnp.int32(0))


@jax.jit
def remember(loss):
    recent[seen[...] % 3] = loss
    seen[...] += 1


for loss in [5.0, 4.0, 3.0, 2.0]:
    remember(loss)
print(recent[...])

# Output:
# [2. 4. 3.]
#
# Traces: remember 1
