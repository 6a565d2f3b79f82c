"""Prime numbers below 40 million, by the sieve."""

# %% sieve
import numpy as np

LIMIT = 40_000_000
prime = np.ones(LIMIT, dtype=bool)
prime[:2] = False
for n in range(2, int(LIMIT**0.5) + 1):
    if prime[n]:
        prime[n * n :: n] = False
print(prime.sum())

# Output:
# 2433654

# %% twins
numbers = np.flatnonzero(prime)
print(np.count_nonzero(np.diff(numbers) == 2))

# Output:
# 196753
