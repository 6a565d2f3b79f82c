"""How far does a drunkard get?"""

# %% steps
import numpy as np

generator = np.random.default_rng(1)
steps = generator.integers(0, 2, size=(4_000, 5_000), dtype=np.int8) * 2 - 1
print(steps.shape)

# Output:
# (4000, 5000)

# %% distance
ends = steps.sum(axis=1, dtype=np.int64)
print(f"{np.abs(ends).mean():.2f}")

# Output:
# 56.06

# %% returns
places = np.cumsum(steps, axis=1, dtype=np.int32)
print(np.count_nonzero((places == 0).any(axis=1)))

# Output:
# 3946
