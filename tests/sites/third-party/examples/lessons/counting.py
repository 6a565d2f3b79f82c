"""A counter that forgets."""

# %% forgets
import itertools

import jax

numbers = itertools.count(1)
take = jax.jit(lambda: next(numbers))
print(take(), take(), take())

# Output:
# 1 1 1
#
# Output with jit off:
# 1 2 3
#
# Traces: <lambda> 1
