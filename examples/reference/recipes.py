"""Ten short programs with state; each builds on the imports of the first."""
# SPDX-License-Identifier: Apache-2.0

# %% method
from dataclasses import dataclass, replace
from functools import partial

import jax
import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Counter:
    n: jax.Array

    @jax.jit
    def count(self):
        return replace(self, n=self.n + 1)


counter = Counter(jnp.int32(0))
for _ in range(3):
    counter = counter.count()
print(counter.n)

# Output:
# 3
#
# Traces: count 1

# %% optimizer
def loss(w, xs, ys):
    return jnp.mean((w * xs - ys) ** 2)


@jax.jit
def step(state, xs, ys):
    w, momentum = state
    momentum = 0.5 * momentum + jax.grad(loss)(w, xs, ys)
    return w - 0.0625 * momentum, momentum


xs = jnp.arange(4.0)
state = jnp.float32(0), jnp.float32(0)
for _ in range(100):
    state = step(state, xs, 3 * xs)
print(f"{state[0]:.2f}")

# Output:
# 3.00
#
# Traces: step 1

# %% metric
@jax.jit
def train(state):
    def one(state, _):
        return step(state, xs, 3 * xs), loss(state[0], xs, 3 * xs)

    return jax.lax.scan(one, state, length=3)


state, losses = train((jnp.float32(0), jnp.float32(0)))
print(*losses)

# Output:
# 31.5 9.966797 0.3004074
#
# Traces: train 1

# %% print
@jax.jit
def double(x):
    jax.debug.print("x is {}", x)
    return 2 * x


double(jnp.float32(3)).block_until_ready()
jax.effects_barrier()

# Output:
# x is 3.0
#
# Traces: double 1

# %% steps
@jax.jit
def counted(state, x):
    total, n = state
    return total + x, n + 1


state = jnp.float32(0), jnp.int32(0)
for x in [2.0, 4.0]:
    state = counted(state, x)
print(*state)

# Output:
# 6.0 2
#
# Traces: counted 1

# %% stop
@jax.jit
def halve_until_small(x):
    def large(state):
        x, n = state
        return (x > 1) & (n < 100)

    def halve(state):
        x, n = state
        return x / 2, n + 1

    return jax.lax.while_loop(large, halve, (x, 0))


print(*halve_until_small(jnp.float32(20)))

# Output:
# 0.625 5
#
# Traces: halve_until_small 1

# %% reset
start = {"w": jnp.ones(2), "n": jnp.int32(0)}
state = jax.tree.map(lambda leaf: leaf + 5, start)
print(state["n"])
state = start
print(state["n"], *jax.tree.map(jnp.zeros_like, state)["w"])

# Output:
# 5
# 0 0.0 0.0

# %% average
@jax.jit
def smooth(average, x):
    return 0.9 * average + 0.1 * x


average = jnp.float32(1)
for x in [1.0, 1.0, 11.0]:
    average = smooth(average, x)
print(f"{average:.2f}")

# Output:
# 2.00
#
# Traces: smooth 1

# %% memory
@partial(jax.jit, donate_argnums=0)
def update(state):
    return state + 1


state, history = jnp.zeros(1000), []
for _ in range(3):
    state = update(state)
    history.append(float(state[0]))
print(history)

# Output:
# [1.0, 2.0, 3.0]
#
# Traces: update 1

# %% pure
def same_twice(f, *args):
    first, again = f(*args), jax.jit(f)(*args)
    return all(jax.tree.leaves(jax.tree.map(jnp.allclose, first, again)))


calls = []


def counting(x):
    calls.append("called")
    return x + len(calls)


print(same_twice(smooth, 1.0, 2.0), same_twice(counting, 1.0))

# Output:
# True False
#
# Traces: counting 1, smooth 1
