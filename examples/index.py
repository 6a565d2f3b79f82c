"""One counter three times: Python, jit, state passed in and out."""
# SPDX-License-Identifier: Apache-2.0
# The counter is adapted from the JAX documentation, Copyright The JAX
# Authors, Apache-2.0; changed: shortened, three calls on one line.

# %% python
class Counter:
    n = 0

    def count(self):
        self.n += 1
        return self.n


count = Counter().count
print(count(), count(), count())

# Output:
# 1 2 3
#
# Output with jit everywhere:
# 1 1 1

# %% jit
import jax

count = jax.jit(Counter().count)
print(count(), count(), count())

# Output:
# 1 1 1
#
# Output with jit off:
# 1 2 3
#
# Traces: count 1

# %% explicit
import jax.numpy as jnp


@jax.jit
def count(n):
    n = n + 1
    return n, n


n = jnp.int32(0)
one, n = count(n)
two, n = count(n)
three, n = count(n)
print(one, two, three)

# Output:
# 1 2 3
#
# Traces: count 1
