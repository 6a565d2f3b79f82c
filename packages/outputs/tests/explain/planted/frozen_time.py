import time

import jax


@jax.jit
def stamped(x):
    return x + (time.perf_counter_ns() % 1_000_000_007)


first = stamped(0)
time.sleep(0.01)
second = stamped(0)
print("the clock stands still" if first == second else "the clock runs")
