"""A counter that forgets under jit, and how explicit state cures it."""
# SPDX-License-Identifier: Apache-2.0
# The counter is adapted from the JAX documentation, Copyright The JAX
# Authors, Apache-2.0; changed: split into cells.

# %% side-effect
log = []


def double(x):
    log.append("called")
    return 2 * x


print(double(3), double(3))
print(log)

# Output:
# 6 6
# ['called', 'called']
#
# Output with jit everywhere:
# 6 6
# ['called']

# %% side-effect-jit
import jax

log.clear()
fast_double = jax.jit(double)
print(fast_double(3), fast_double(3))
print(log)

# Output:
# 6 6
# ['called']
#
# Output with jit off:
# 6 6
# ['called', 'called']
#
# Traces: double 1

# %% counter
class Counter:
    """A counter that changes itself."""

    def __init__(self):
        self.n = 0

    def count(self):
        self.n += 1
        return self.n


counter = Counter()
for _ in range(3):
    print(counter.count())

# Output:
# 1
# 2
# 3
#
# Output with jit everywhere:
# 1
# 1
# 1

# %% jit
counter = Counter()
fast_count = jax.jit(counter.count)
for _ in range(3):
    print(fast_count())

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3
#
# Traces: count 1

# %% attribute
print(counter.n)

# Output:
# 1
#
# Output with jit off:
# 3

# %% jaxpr
print(jax.make_jaxpr(Counter().count)())

# Output:
# { lambda ; . let  in (1:i32[],) }
#
# Traces: count 1

# %% clear-caches
jax.clear_caches()
print(fast_count())

# Output:
# 2
#
# Output with jit off:
# 4
#
# Traces: count 1

# %% counter-v2
import jax.numpy as jnp


class CounterV2:
    """A counter that keeps no state of its own."""

    def reset(self):
        return jnp.int32(0)

    def count(self, n):
        n = n + 1
        # The result, then the state for the next call.
        return n, n


counter_v2 = CounterV2()
n = counter_v2.reset()
for _ in range(3):
    value, n = counter_v2.count(n)
    print(value)

# Output:
# 1
# 2
# 3

# %% counter-v2-jit
fast_count = jax.jit(counter_v2.count)
n = counter_v2.reset()
for _ in range(3):
    value, n = fast_count(n)
    print(value)

# Output:
# 1
# 2
# 3
#
# Traces: count 1

# %% counter-v2-many
fast_count = jax.jit(counter_v2.count)
n = jnp.zeros(3, int)
for _ in range(3):
    value, n = fast_count(n)
    print(value)

# Output:
# [1 1 1]
# [2 2 2]
# [3 3 3]
#
# Traces: count 1

# %% counter-v2-later
fast_count = jax.jit(counter_v2.count)
n = jnp.int32(41)
for _ in range(3):
    value, n = fast_count(n)
    print(value)

# Output:
# 42
# 43
# 44
#
# Traces: count 1

# %% counter-v2-jaxpr
print(jax.make_jaxpr(CounterV2().count)(n))

# Output:
# { lambda ; a:i32[]. let b:i32[] = add a 1:i32[] in (b, b) }
#
# Traces: count 1

# %% exercise
@jax.jit
def fibonacci(state):
    a, b = state
    return a, (b, a + b)


state = (jnp.int32(0), jnp.int32(1))
numbers = []
for _ in range(10):
    number, state = fibonacci(state)
    numbers.append(int(number))
print(numbers)

# Output:
# [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
#
# Traces: fibonacci 1
