"""One compiled program for many users: where each user's state lives, and what makes JAX compile again."""
# SPDX-License-Identifier: Apache-2.0

# %% frozen
import jax
import jax.numpy as jnp

totals = {"Ann": 10.0, "Bob": 50.0}


@jax.jit
def answer_frozen(x):
    return totals[user] + x


for user in ["Ann", "Bob"]:
    print(user, answer_frozen(1.0))

# Output:
# Ann 11.0
# Bob 11.0
#
# Output with jit off:
# Ann 11.0
# Bob 51.0
#
# Traces: answer_frozen 1

# %% static
from functools import partial


@partial(jax.jit, static_argnames="user")
def answer_static(user, x):
    return totals[user] + x


for user in ["Ann", "Bob", "Ann"]:
    totals[user] = float(answer_static(user, 1.0))
    print(user, totals[user])

# Output:
# Ann 11.0
# Bob 51.0
# Ann 11.0
#
# Output with jit off:
# Ann 11.0
# Bob 51.0
# Ann 12.0
#
# Traces: answer_static 2

# %% passed
def answer(state, x):
    total, n = state
    state = total + x, n + 1
    return state, state[0] / state[1]


start = jnp.float32(0), jnp.int32(0)
sessions = {"Ann": start, "Bob": start}
fast_answer = jax.jit(answer)
for user, x in [("Ann", 4.0), ("Bob", 8.0), ("Ann", 6.0)]:
    sessions[user], mean = fast_answer(sessions[user], x)
    print(user, mean)

# Output:
# Ann 4.0
# Bob 8.0
# Ann 5.0
#
# Traces: answer 1

# %% ahead
x_spec = jax.ShapeDtypeStruct((), jnp.float32)
compiled = fast_answer.lower(start, x_spec).compile()
state, mean = compiled(sessions["Ann"], 8.0)
print(mean)

# Output:
# 6.0
#
# Output with jit off:
# ValueError: Disable jit is not supported in the AOT path …
#
# Traces: answer 1

# %% refused-dtype
compiled(start, jnp.int32(5))

# Output:
# TypeError: Argument types differ from the types …
#
# Output with jit off:
# ValueError: Disable jit is not supported in the AOT path …

# %% refused-shape
compiled(start, jnp.ones(2))

# Output:
# TypeError: Argument types differ from the types …
#
# Output with jit off:
# ValueError: Disable jit is not supported in the AOT path …

# %% export
from jax import export

to_program = export.export(fast_answer, platforms=["cpu", "cuda"])
exported = to_program(start, x_spec)
program = export.deserialize(exported.serialize())
sessions["Bob"], mean = program.call(sessions["Bob"], 6.0)
print(mean)

# Output:
# 7.0

# %% lengths
@jax.jit
def answer_all(state, xs):
    print("traced for", xs.shape)
    total, n = state
    state = total + xs.sum(), n + len(xs)
    return state, state[0] / state[1]


messages = [[1.0, 2.0, 3.0], [4.0, 5.0], [6.0, 7.0, 8.0, 9.0]]
state = start
for message in messages:
    state, mean = answer_all(state, jnp.array(message))
    print(mean)

# Output:
# traced for (3,)
# 2.0
# traced for (2,)
# 3.0
# traced for (4,)
# 5.0
#
# Traces: answer_all 3

# %% pad
import numpy as np

SIZES = 4, 8, 16


def pad(message):
    size = min(s for s in SIZES if s >= len(message))
    xs = np.zeros(size, np.float32)
    xs[: len(message)] = message
    return xs, np.arange(size) < len(message)

# Output: none

# %% padded
@jax.jit
def answer_padded(state, xs, mask):
    print("traced for", xs.shape)
    total, n = state
    total = total + jnp.sum(xs, where=mask)
    state = total, n + mask.sum()
    return state, state[0] / state[1]


state = start
for message in messages:
    state, mean = answer_padded(state, *pad(message))
    print(mean)

# Output:
# traced for (4,)
# 2.0
# 3.0
# 5.0
#
# Output with jit off:
# traced for (4,)
# 2.0
# traced for (4,)
# 3.0
# traced for (4,)
# 5.0
#
# Traces: answer_padded 1

# %% cache
def remember(cache, token):
    rows, n = cache
    rows = jax.lax.dynamic_update_slice(rows, token[None], (n,))
    return (rows, n + 1), None


@partial(jax.jit, static_argnums=0)
def read(write, cache, tokens):
    return jax.lax.scan(write, cache, tokens)[0]


empty = jnp.zeros(4, jnp.int32), jnp.int32(0)
cache = read(remember, empty, jnp.array([11, 12, 13]))
print(*cache)

# Output:
# [11 12 13  0] 3
#
# Traces: read 1

# %% clamped
more = jnp.array([14, 15, 16])
print(*read(remember, cache, more))

# Output:
# [11 12 13 16] 6

# %% dropped
def remember_at(cache, token):
    rows, n = cache
    return (rows.at[n].set(token), n + 1), None


print(*read(remember_at, cache, more))

# Output:
# [11 12 13 14] 6
#
# Traces: read 1

# %% ring
def remember_newest(cache, token):
    rows, n = cache
    rows = rows.at[n % len(rows)].set(token)
    return (rows, n + 1), None


print(*read(remember_newest, cache, more))

# Output:
# [15 16 13 14] 6
#
# Traces: read 1

# %% ring-ref
@jax.jit
def read_newest(rows, n, tokens):
    def write(n, token):
        rows[n % rows.shape[0]] = token
        return n + 1, None

    return jax.lax.scan(write, n, tokens)[0]


rows = jax.new_ref(cache[0])
print(rows[...], read_newest(rows, cache[1], more), rows[...])

# Output:
# [11 12 13  0] 6 [15 16 13 14]
#
# Traces: read_newest 1

# %% batched
def stack(states):
    return jax.tree.map(lambda *leaves: jnp.stack(leaves), *states)


answer_many = jax.jit(jax.vmap(answer))
users, xs = ["Bob", "Ann"], jnp.array([1.0, 2.0])
states = stack([sessions[user] for user in users])
states, means = answer_many(states, xs)
for i, user in enumerate(users):
    sessions[user] = jax.tree.map(lambda leaf: leaf[i], states)
    print(user, means[i], sessions[user][1])

# Output:
# Bob 5.0 3
# Ann 4.0 3
#
# Traces: answer 1

# %% exercise-before
WINDOW = 3


@jax.jit
def answer_newest(state, x):
    xs, n = state
    xs = jax.lax.dynamic_update_slice(xs, x[None], (n,))
    return (xs, n + 1), xs.sum() / (n + 1)


state = jnp.zeros(WINDOW), jnp.int32(0)
for x in [2.0, 4.0, 6.0, 8.0, 10.0]:
    state, mean = answer_newest(state, jnp.float32(x))
    print(mean)

# Output:
# 2.0
# 3.0
# 4.0
# 3.5
# 3.2
#
# Traces: answer_newest 1

# %% exercise
@jax.jit
def answer_newest(state, x):
    xs, n = state
    xs = xs.at[n % WINDOW].set(x)
    n = n + 1
    return (xs, n), xs.sum() / jnp.minimum(n, WINDOW)


state = jnp.zeros(WINDOW), jnp.int32(0)
for x in [2.0, 4.0, 6.0, 8.0, 10.0]:
    state, mean = answer_newest(state, jnp.float32(x))
    print(mean)

# Output:
# 2.0
# 3.0
# 4.0
# 6.0
# 8.0
#
# Traces: answer_newest 1
