"""Every kind of promise, each once."""

# %% printed
import jax
import matplotlib.pyplot as plt


class Counter:
    def __init__(self):
        self.n = 0

    def count(self):
        self.n += 1
        return self.n


print("a printed line")
print("and one that is so long that a telephone has to break it or to scroll, one way or the other")

# Output:
# a printed line
# and one that is so long that a telephone has to break it or to scroll, one way or the other

# %% value
{"n": 1, "xs": [1, 2, 3]}

# Value:
# {'n': 1, 'xs': [1, 2, 3]}

# %% jit
counter = Counter()
fast = jax.jit(counter.count)
for _ in range(3):
    print(fast())

# Output:
# 1
# 1
# 1
#
# Output with jit off:
# 1
# 2
# 3
#
# Traces: count 1

# %% raised
int("a word")

# Output:
# ValueError: invalid literal for int() with base 10: 'a word'

# %% varies
import time

print(f"{time.perf_counter():.3f} s")

# Output varies: a clock
# 0.001 s

# %% left
log = []


@jax.jit
def double(x):
    log.append(x)
    return 2 * x


print(double(2))

# Output:
# 4
#
# State:
# log[0] = Tracer
#
# Traces: double 1

# %% older
print(jax.numpy.arange(3))

# Output:
# [0 1 2]
#
# Output before jax 0.8:
# Array([0, 1, 2])

# %% drawn
figure, axes = plt.subplots(figsize=(5, 3), layout="constrained")
axes.plot([1, 2, 3], [1, 2, 4], label="first line")
axes.plot([1, 2, 3], [2, 1, 2], label="second line")
axes.set_xlabel("steps")
axes.set_ylabel("loss")
_ = axes.legend()

# Output: none

# %% table
print("effect: jit grad")
print("self.n += 1: 1/3 3/3")
print("io_callback: 3/3 error/3")

# Output:
# effect: jit grad
# self.n += 1: 1/3 3/3
# io_callback: 3/3 error/3

# %% exercise
print(sum([1, 2, 3]))

# Output:
# 6
