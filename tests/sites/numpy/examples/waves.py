"""A string that was plucked, step by step."""

# %% string
import numpy as np

x = np.linspace(0.0, 1.0, 4_001)
now = np.minimum(x, 1.0 - x)
before = now.copy()

# Output: none

# %% motion
for _ in range(20_001):
    after = np.zeros_like(now)
    after[1:-1] = 2 * now[1:-1] - before[1:-1] + 0.25 * (now[2:] - 2 * now[1:-1] + now[:-2])
    before, now = now, after
print(f"{now.max():.2f} {now.min():.2f}")

# Output:
# 0.00 -0.00
