"""What refs refuse, and what they do without a word."""
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
row[5] = 7

# Output:
# ValueError: Out of bound indexer: idx=5, dim=3.

# %% outside-many
@jax.jit
def put_many(ref, indices):
    ref[indices] = jnp.array([7, 8])


row = jax.new_ref(jnp.array([1, 2, 3]))
put_many(row, jnp.array([0, 5]))
print(row[...])

# Output:
# [7 2 3]
#
# Traces: put_many 1

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

# Output:
# 1
# 3

# %% loop-condition
@jax.jit
def count_to_three(ref):
    def going_on(rounds):
        return (ref[...] < 3) & (rounds < 10)

    def body(rounds):
        ref[...] += 1
        return rounds + 1

    return jax.lax.while_loop(going_on, body, 0)


n = jax.new_ref(jnp.int32(0))
print(count_to_three(n), n[...])

# Output:
# 10 10
#
# Output with jit off:
# 3 3
#
# Traces: count_to_three 1

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
total = jax.new_ref(jnp.float32(0))


def collect(x):
    total[...] += x


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
# Output before jax 0.9:
# ValueError: Attempting to pass a Ref …
#
# Output with jit off before jax 0.9:
# TypeError: sin requires ndarray or scalar arguments, got …

# %% cast
calls[...] = 1.5

# Output:
# ValueError: Invalid dtype for `swap`. …

# %% broadcast
row[...] = 0

# Output:
# ValueError: Invalid shape for `swap`. …

# %% cures
total[...] = jnp.sin(total[...])
calls[...] = jnp.int32(1.5)
row[...] = jnp.full_like(row[...], 0)
row[...] += 1
print(total[...], calls[...], row[...])

# Output:
# 0.0 1 [1 1 1]

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
