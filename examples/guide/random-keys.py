"""Why a PRNG key is state, what a second use costs, how to get new keys."""
# SPDX-License-Identifier: Apache-2.0
# init() is adapted from the JAX documentation, Copyright The JAX Authors,
# Apache-2.0; changed: one PRNG key per purpose, cells and names added.

# %% two-draws
import jax

key = jax.random.key(7)
print(f"{jax.random.uniform(key):.3f}")
print(f"{jax.random.uniform(key):.3f}")

# Output:
# 0.674
# 0.674
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% two-kinds
key = jax.random.key(7)
print(f"{jax.random.uniform(key):.3f}")
print(f"{jax.random.normal(key):.3f}")

# Output:
# 0.674
# 0.451
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% init
def init(key):
    weight_key, bias_key = jax.random.split(key)
    weight = jax.random.normal(weight_key, ())
    bias = jax.random.normal(bias_key, ())
    return weight, bias

# Output: none

# %% same-key
key = jax.random.key(42)
x_key, noise_key = jax.random.split(key)
xs = jax.random.normal(x_key, (128, 1))
# init() splits the same key again.
weight, bias = init(key)
print(f"first data point {xs[0, 0]:.4f}")
print(f"first weight {weight:.4f}")

# Output:
# first data point 0.0759
# first weight 0.0759
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% one-key-each
init_key, x_key, noise_key = jax.random.split(jax.random.key(42), 3)
xs = jax.random.normal(x_key, (128, 1))
weight, bias = init(init_key)
print(f"first data point {xs[0, 0]:.4f}")
print(f"first weight {weight:.4f}")

# Output:
# first data point 0.6058
# first weight -0.7198

# %% numpy
import numpy as np

generator = np.random.default_rng(7)


def draw():
    return generator.uniform()


fast_draw = jax.jit(draw)
print(f"{fast_draw():.3f} {fast_draw():.3f}")

# Output:
# 0.625 0.625
#
# Output with jit off:
# 0.625 0.897
#
# Traces: draw 1

# %% dice
def throw(key):
    return jax.random.randint(key, (), 1, 7)


class Dice:
    def __init__(self, seed):
        self.key = jax.random.key(seed)

    def roll(self):
        self.key, now = jax.random.split(self.key)
        return throw(now)


dice = Dice(0)
fast_roll = jax.jit(dice.roll)
print([int(fast_roll()) for _ in range(6)])

# Output:
# [3, 3, 3, 3, 3, 3]
#
# Output with jit off:
# [3, 3, 6, 6, 5, 4]
#
# State:
# dice.key = Tracer
#
# Traces: roll 1
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% key-reuse
with jax.debug_key_reuse(True):
    key = jax.random.key(7)
    throw(key)
    throw(key)

# Output:
# KeyReuseError: Previously-consumed key passed to …

# %% checked-dice
with jax.debug_key_reuse(True):
    dice = Dice(0)
    fast_roll = jax.jit(dice.roll)
    print(fast_roll())
    print(fast_roll())

# Output:
# 3
# KeyReuseError: Previously-consumed key passed to …
#
# Output with jit off:
# 3
# 3
#
# State:
# dice.key = Tracer
#
# Traces: roll 1

# %% legacy
with jax.debug_key_reuse(True):
    old_key = jax.random.PRNGKey(7)
    print(f"{jax.random.uniform(old_key):.3f}")
    print(f"{jax.random.uniform(old_key):.3f}")

# Output:
# 0.674
# 0.674

# %% blind
with jax.debug_key_reuse(True):
    key = jax.random.key(7)
    print(throw(jax.random.fold_in(key, 0)))
    print(throw(jax.random.fold_in(key, 0)))
    print(throw(jax.random.key(8)), throw(jax.random.key(8)))

# Output:
# 6
# 6
# 2 2

# %% carry
@jax.jit
def roll(key):
    later, now = jax.random.split(key)
    return throw(now), later


key = jax.random.key(0)
rolls = []
for _ in range(6):
    value, key = roll(key)
    rolls.append(int(value))
print(rolls)

# Output:
# [3, 3, 6, 6, 5, 4]
#
# Traces: roll 1

# %% fold-in
@jax.jit
def roll_at(key, step):
    return throw(jax.random.fold_in(key, step))


key = jax.random.key(0)
print([int(roll_at(key, step)) for step in range(6)])
print("step 4 alone:", roll_at(key, 4))

# Output:
# [2, 3, 4, 4, 1, 5]
# step 4 alone: 1
#
# Traces: roll_at 1

# %% split-all
keys = jax.random.split(key, 6)
print(jax.vmap(throw)(keys))

# Output:
# [2 3 4 4 1 5]

# %% exercise
@jax.jit
def roll_two(key):
    later, first, second = jax.random.split(key, 3)
    return throw(first) + throw(second), later


key = jax.random.key(0)
totals = []
for _ in range(6):
    total, key = roll_two(key)
    totals.append(int(total))
print(totals)

# Output:
# [7, 4, 12, 7, 10, 6]
#
# Traces: roll_two 1
