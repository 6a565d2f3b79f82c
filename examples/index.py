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
def count(state):
    new_state = state + 1
    value = new_state
    return value, new_state


state = jnp.int32(0)
values = []
for _ in range(3):
    value, state = count(state)
    values.append(value)
print(*values)

# Output:
# 1 2 3
#
# Traces: count 1
