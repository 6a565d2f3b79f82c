"""The patterns of this guide, as short as they get."""
# SPDX-License-Identifier: Apache-2.0

# %% state
import jax
import jax.numpy as jnp


@jax.jit
def update(state, value):
    total, seen = state
    total, seen = total + value, seen + 1
    return total / seen, (total, seen)


state = (jnp.float32(0), jnp.int32(0))
for value in [2.0, 4.0, 9.0]:
    mean, state = update(state, value)
print(mean, *state)

# Output:
# 5.0 15.0 3
#
# Traces: update 1

# %% jit
@jax.jit
def square(x):
    print("once per trace")
    jax.debug.print("at each call: {}", x)
    return x * x


square(2.0)
square(3.0)
jax.effects_barrier()

# Output:
# once per trace
# at each call: 2.0
# at each call: 3.0
#
# Output with jit off:
# once per trace
# at each call: 2.0
# once per trace
# at each call: 3.0
#
# Traces: square 1

# %% retracing
traces = []


@jax.jit
def scale(rate, x):
    traces.append(x.shape)
    return rate * x


scale(2.0, jnp.ones(3))
scale(5.0, jnp.ones(3))
scale(2.0, jnp.ones(4))
print(traces)

# Output:
# [(3,), (4,)]
#
# Output with jit off:
# [(3,), (3,), (4,)]
#
# Traces: scale 2

# %% methods
from dataclasses import dataclass, replace


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Counter:
    n: jax.Array

    @jax.jit
    def count(self):
        return replace(self, n=self.n + 1)


counter = Counter(jnp.int32(0))
counter = counter.count().count()
print(counter.n)

# Output:
# 2
#
# Traces: count 1

# %% pytrees
params = {"w": 3.0, "b": 1.0}
grads = {"w": 8.0, "b": 4.0}


def descend(param, grad):
    return param - 0.25 * grad


print(jax.tree.map(descend, params, grads))
print(jax.tree.leaves(params))

# Output:
# {'b': 0.0, 'w': 1.0}
# [1.0, 3.0]

# %% gradients
def loss(w, x, y):
    residual = w * x - y
    return residual**2, residual


both = jax.value_and_grad(loss, has_aux=True)
(value, residual), grad = both(2.0, 3.0, 1.0)
print(value, residual, grad)

# Output:
# 25.0 5.0 30.0

# %% keys
first = jax.random.key(0)
init_key, loop_key = jax.random.split(first)
print(f"{jax.random.normal(init_key):.3f}")
for step in range(3):
    key = jax.random.fold_in(loop_key, step)
    print(f"{jax.random.normal(key):.3f}")

# Output:
# 1.004
# 0.199
# -1.336
# 0.680

# %% loops
def acc(total, x):
    total = total + x
    return total, 10 * total


start = jnp.int32(0)
xs = jnp.array([1, 2, 3])
last, outputs = jax.lax.scan(acc, start, xs)
print(last, outputs)

# Output:
# 6 [10 30 60]

# %% leaks
@jax.jit
def double(x):
    y = 2 * x
    return y, y  # not log.append(y)


log = []
y, entry = double(3.0)
log.append(float(entry))
print(log)

# Output:
# [6.0]
#
# Traces: double 1

# %% refs
@jax.jit
def hit(ref, amount):
    ref[...] += amount


hits = jax.new_ref(jnp.int32(0))
hit(hits, 2)
hit(hits, 3)
print(hits[...])

# Output:
# 5
#
# Traces: hit 1
