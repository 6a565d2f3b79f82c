import jax
import numpy as np

# At the beginning of a page of memory, so that JAX shares it on every CPU.
room = np.zeros(4 + 1024, np.float32)
start = (-room.ctypes.data % 4096) // 4
buffer = room[start : start + 4]
rows = []
for n in range(3):
    buffer[:] = n
    rows.append(jax.device_put(buffer))
print([float(row.sum()) for row in rows])
