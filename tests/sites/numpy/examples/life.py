"""The game of life on a ring of rings."""

# %% world
import numpy as np

cells = np.random.default_rng(2).integers(0, 2, size=(500, 500), dtype=np.int8)
print(cells.sum())

# Output:
# 124960


# %% generation
def following(cells: np.ndarray) -> np.ndarray:
    """The next generation."""
    turns = ((y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0))
    near = sum(np.roll(cells, turn, axis=(0, 1)) for turn in turns)
    return ((near == 3) | ((near == 2) & (cells == 1))).astype(np.int8)


for _ in range(220):
    cells = following(cells)
print(cells.sum())

# Output:
# 18096
