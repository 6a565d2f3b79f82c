"""Which sums do words have? Plain Python, and NumPy for the table."""

# %% sums
from collections import Counter
from itertools import product

import numpy as np

sums = Counter(sum(word) for word in product(range(1, 19), repeat=5))
print(len(sums), max(sums.values()))

# Output:
# 86 62910

# %% table
table = np.array(sorted(sums.items()))
print(table[:3])
print(f"{np.average(table[:, 0], weights=table[:, 1]):.2f}")

# Output:
# [[ 5  1]
#  [ 6  5]
#  [ 7 15]]
# 47.50
