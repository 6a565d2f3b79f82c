"""Every heading of a promise, each in the smallest cell that needs it."""
# SPDX-License-Identifier: Apache-2.0

# %% output
print("one")
print()
print("three")

# Output:
# one
#
# three

# %% silent
import jax
import jax.numpy as jnp

# Output: none

# %% escaped
print("Output:")

# Output:
# \Output:

# %% raised
jnp.ones(2) + jnp.ones(3)

# Output:
# TypeError: add got incompatible shapes for broadcasting: …

# %% jit-off
log = []


@jax.jit
def double(x):
    log.append("called")
    return 2 * x


print(double(1), double(2), log)

# Output:
# 2 4 ['called']
#
# Output with jit off:
# 2 4 ['called', 'called']
#
# Traces: double 1

# %% jit-everywhere
class Counter:
    n = 0

    def count(self):
        self.n += 1
        return self.n


counter = Counter()
print(counter.count(), counter.count())

# Output:
# 1 2
#
# Output with jit everywhere:
# 1 1

# %% value
jnp.arange(3) * 2

# Value:
# Array([0, 2, 4], dtype=int32)

# %% state
counter = Counter()
count = jax.jit(counter.count)
count()
count();

# Output: none
#
# State:
# counter.n = 1
#
# State with jit off:
# counter.n = 2
#
# Traces: count 1

# %% key-reuse
key = jax.random.key(0)
print(jax.random.bits(key) == jax.random.bits(key))

# Output:
# True
#
# Key reuse: KeyReuseError: Previously-consumed key passed to …

# %% varies
import time

print(time.perf_counter())

# Output varies: a clock
# 1042.731

# %% traces
square = jax.jit(lambda x: x * x)
print(square(2), square(3), square(1.5))

# Output:
# 4 9 2.25
#
# Traces: <lambda> 2

# %% reduced
STEPS = 1000
total = 0
for _ in range(STEPS):
    total = total + square(2)
print(total)

# Output:
# 4000
#
# Reduced: STEPS = 5

# %% before
print(hasattr(jax.tree, "static"))

# Output:
# True
#
# Output before jax 0.9.1:
# False
