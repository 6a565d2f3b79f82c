"""A class with hidden state, and the same class with its state passed in and out."""
# SPDX-License-Identifier: Apache-2.0

# %% running-mean
class RunningMean:
    """The mean of all values so far."""

    def __init__(self):
        self.total = 0.0
        self.seen = 0

    def update(self, value):
        self.total += value
        self.seen += 1
        return self.total / self.seen


mean = RunningMean()
for value in [2.0, 4.0, 9.0]:
    print(mean.update(value))

# Output:
# 2.0
# 3.0
# 5.0
#
# Output with jit everywhere:
# 2.0
# 4.0
# 9.0
#
# State with jit everywhere:
# mean.total = Tracer

# %% mean-under-jit
import jax

mean = RunningMean()
fast_update = jax.jit(mean.update)
for value in [2.0, 4.0, 9.0]:
    print(fast_update(value))

# Output:
# 2.0
# 4.0
# 9.0
#
# Output with jit off:
# 2.0
# 3.0
# 5.0
#
# State:
# mean.total = Tracer
#
# Traces: update 1

# %% leak
print(mean.total + 1)

# Output:
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# 16.0

# %% schema
from typing import NamedTuple

import jax.numpy as jnp


class CounterState(NamedTuple):
    """All that a counter has to remember."""

    n: jax.Array


@jax.jit
def count(
    state: CounterState, step: int
) -> tuple[jax.Array, CounterState]:
    n = state.n + step
    return n, CounterState(n)


state = CounterState(jnp.int32(0))
value, state = count(state, 5)
print(value, state)

# Output:
# 5 CounterState(n=Array(5, dtype=int32))
#
# Traces: count 1

# %% mean-state
class MeanState(NamedTuple):
    """What the methods of RunningMean assign to self."""

    total: jax.Array
    seen: jax.Array

# Output: none

# %% stateless-mean
class StatelessMean:
    def init(self):
        return MeanState(jnp.float32(0), jnp.int32(0))

    def update(self, state, value):
        total = state.total + value
        seen = state.seen + 1
        return total / seen, MeanState(total, seen)

# Output: none

# %% mean-jit
mean = StatelessMean()
fast_update = jax.jit(mean.update)
state = mean.init()
for value in [2.0, 4.0, 9.0]:
    result, state = fast_update(state, value)
    print(result)
print(state)

# Output:
# 2.0
# 3.0
# 5.0
# MeanState(total=Array(15., dtype=float32), seen=Array(3, dtype=int32))
#
# Traces: update 1

# %% mean-pairs
mean = StatelessMean()
fast_update = jax.jit(mean.update)
state = MeanState(jnp.zeros(2), jnp.int32(0))
for value in [2.0, 4.0, 9.0]:
    result, state = fast_update(state, value)
    print(result)
print(state)

# Output:
# [2. 2.]
# [3. 3.]
# [5. 5.]
# MeanState(total=Array([15., 15.], dtype=float32), seen=Array(3, dtype=int32))
#
# Traces: update 1

# %% mean-resumed
mean = StatelessMean()
fast_update = jax.jit(mean.update)
state = MeanState(jnp.float32(15), jnp.int32(3))
for value in [2.0, 4.0, 9.0]:
    result, state = fast_update(state, value)
    print(result)
print(state)

# Output:
# 4.25
# 4.2
# 5.0
# MeanState(total=Array(30., dtype=float32), seen=Array(6, dtype=int32))
#
# Traces: update 1

# %% digits
print((0.1 + 0.2) / 2)
print((jnp.float32(0.1) + jnp.float32(0.2)) / 2)

# Output:
# 0.15000000000000002
# 0.15

# %% reset
class Counter:
    def __init__(self):
        self.reset()

    def reset(self):
        self.n = 0

    def count(self):
        self.n += 1
        return self.n


counter = Counter()
fast_count = jax.jit(counter.count)
print(fast_count(), fast_count(), counter.n)
counter.reset()
print(fast_count(), fast_count(), counter.n)

# Output:
# 1 1 1
# 1 1 0
#
# Output with jit off:
# 1 2 2
# 1 2 2
#
# Traces: count 1

# %% reset-stateless
state = mean.init()
for value in [10.0, 20.0]:
    result, state = fast_update(state, value)
    print(result)

# Output:
# 10.0
# 15.0

# %% weak-type
@jax.jit
def add(total, value):
    return total + value


total = 0.0
for value in jnp.array([2.0, 4.0, 9.0]):
    total = add(total, value)
print(total)

# Output:
# 15.0
#
# Traces: add 2

# %% one-type
jax.clear_caches()
total = jnp.float32(0)
for value in jnp.array([2.0, 4.0, 9.0]):
    total = add(total, value)
print(total)

# Output:
# 15.0
#
# Traces: add 1

# %% weak-array
print(jnp.array(0.0).weak_type, jnp.float32(0).weak_type)
print((jnp.float32(1) + 1.5).dtype)
print((jnp.int32(1) + 1.5).dtype)

# Output:
# True False
# float32
# float32

# %% exercise
class Extremes(NamedTuple):
    low: jax.Array
    high: jax.Array


class StatelessSpread:
    def init(self):
        return Extremes(jnp.float32(jnp.inf), jnp.float32(-jnp.inf))

    def update(self, state, value):
        state = Extremes(jnp.minimum(state.low, value), jnp.maximum(state.high, value))
        return state.high - state.low, state


spread = StatelessSpread()
fast_update = jax.jit(spread.update)
state = spread.init()
for value in [4.0, 2.0, 9.0]:
    result, state = fast_update(state, value)
    print(result)

# Output:
# 0.0
# 2.0
# 7.0
#
# Traces: update 1
