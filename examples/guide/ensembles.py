"""Many states at once: what vmap makes of counters, trainings and keys."""
# SPDX-License-Identifier: Apache-2.0

# %% hidden
import jax
import jax.numpy as jnp


class Counter:
    def __init__(self):
        self.n = 0

    def count(self, member):
        self.n += 1
        return self.n


counter = Counter()
members = jnp.arange(3)
print(jax.vmap(counter.count)(members))
print(counter.n)

# Output:
# [1 1 1]
# 1

# %% visible
def count(n):
    n = n + 1
    # The result, then the new state.
    return n, n


count_all = jax.vmap(count)
ns = jnp.array([0, 10, 100])
for _ in range(2):
    values, ns = count_all(ns)
    print(values)

# Output:
# [  1  11 101]
# [  2  12 102]

# %% visible-rows
def count(n):
    n = n + 1
    # The result, then the new state.
    return n, n


count_all = jax.vmap(count)
ns = jnp.zeros((2, 3))
for _ in range(2):
    values, ns = count_all(ns)
    print(values)

# Output:
# [[1. 1. 1.]
#  [1. 1. 1.]]
# [[2. 2. 2.]
#  [2. 2. 2.]]

# %% visible-scalar
def count(n):
    n = n + 1
    # The result, then the new state.
    return n, n


count_all = jax.vmap(count)
ns = jnp.int32(0)
for _ in range(2):
    values, ns = count_all(ns)
    print(values)

# Output:
# ValueError: vmap was requested to map its argument along axis 0, …

# %% train
xs = jnp.array([0.0, 1.0, 2.0, 3.0])
ys = 2 * xs + 1


def loss(params):
    prediction = params["w"] * xs + params["b"]
    return jnp.mean((prediction - ys) ** 2)


def update(params, rate):
    value, grads = jax.value_and_grad(loss)(params)
    params = jax.tree.map(lambda p, g: p - rate * g, params, grads)
    return params, value

# Output: none

# %% members
rates = jnp.array([0.001, 0.01, 0.1, 0.2, 0.25])
params = {"w": jnp.zeros(5), "b": jnp.zeros(5)}
update_all = jax.jit(jax.vmap(update))
for _ in range(3):
    params, losses = update_all(params, rates)
    print(" ".join(f"{value:5.2f}" for value in losses))

# Output:
# 21.00 21.00 21.00 21.00 21.00
# 20.65 17.62  0.53  9.74 25.47
# 20.30 14.78  0.01  4.52 30.89
#
# Traces: update 1

# %% whole-training
zero = {"w": jnp.float32(0), "b": jnp.float32(0)}


def train(rate):
    def step(params, _):
        return update(params, rate)

    _, losses = jax.lax.scan(step, zero, length=20)
    return losses


curves = jax.vmap(train)(rates)
print(curves.shape)

# Output:
# (5, 20)

# %% singles
for rate, curve in zip(rates, curves):
    single = train(rate)
    same = jnp.allclose(curve, single, rtol=1e-3)
    print(f"{rate:.3f} {curve[-1]:6.2f} {single[-1]:6.2f} {same}")

# Output:
# 0.001  15.24  15.24 True
# 0.010   0.75   0.75 True
# 0.100   0.00   0.00 True
# 0.200   0.00   0.00 True
# 0.250 820.98 820.98 True

# %% plot
import matplotlib.pyplot as plt
import numpy as np

fig, ax = plt.subplots()
for rate, curve in zip(rates, np.asarray(curves)):
    ax.semilogy(curve, color="C0")
    ax.text(19.5, curve[-1], f"{rate:.3f}", va="center")
ax.minorticks_off()
ax.set(xlabel="step", xlim=(0, 23))
ax.set(ylabel="loss", yticks=[1e-3, 1, 1e3]);

# Output: none

# %% orders
def tick(n, step):
    n = n + step
    return n, n


def run(n, steps):
    return jax.lax.scan(tick, n, steps)


starts = jnp.array([0, 100])
steps = jnp.array([[1, 1, 1], [10, 20, 30]])
last, history = jax.vmap(run)(starts, steps)
print(last)
print(history)

# Output:
# [  3 160]
# [[  1   2   3]
#  [110 130 160]]

# %% other-order
last, history = jax.lax.scan(jax.vmap(tick), starts, steps.T)
print(last)
print(history)

# Output:
# [  3 160]
# [[  1 110]
#  [  2 130]
#  [  3 160]]

# %% while
def not_one(state):
    return state["n"] != 1


def next_number(state):
    n = state["n"]
    n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
    return {"n": n, "steps": state["steps"] + 1}


def steps_to_one(n):
    state = {"n": n, "steps": 0}
    return jax.lax.while_loop(not_one, next_number, state)


last = jax.vmap(steps_to_one)(jnp.array([1, 6, 27]))
print(last["n"])
print(last["steps"])

# Output:
# [1 1 1]
# [  0   8 111]

# %% shared
def shrink(state):
    step = state["step"] + 1
    return {"step": step, "w": state["w"] / step}


state = {"step": jnp.int32(1), "w": jnp.array([6.0, 12.0, 18.0])}
jax.vmap(shrink)(state)

# Output:
# ValueError: vmap was requested to map its argument along axis 0, …

# %% in-axes
axes = {"step": None, "w": 0}
print(jax.vmap(shrink, in_axes=(axes,))(state))

# Output:
# {'step': Array([2, 2, 2], dtype=int32), 'w': Array([3., 6., 9.], dtype=float32)}

# %% out-axes
shrink_all = jax.vmap(shrink, in_axes=(axes,), out_axes=axes)
for _ in range(2):
    state = shrink_all(state)
    print(state)

# Output:
# {'step': Array(2, dtype=int32), 'w': Array([3., 6., 9.], dtype=float32)}
# {'step': Array(3, dtype=int32), 'w': Array([1., 2., 3.], dtype=float32)}

# %% one-key
def first_weight(key, member):
    return jax.random.normal(key)


key = jax.random.key(0)
with jax.debug_key_reuse(True):
    weights = jax.vmap(first_weight, (None, 0))(key, members)
print([f"{weight:.3f}" for weight in weights])

# Output:
# ['1.623', '1.623', '1.623']

# %% key-each
keys = jax.random.split(jax.random.key(0), 3)
weights = jax.vmap(first_weight)(keys, members)
print([f"{weight:.3f}" for weight in weights])

# Output:
# ['1.004', '-2.442', '1.296']

# %% exercise
def rolls_until_six(key):
    def no_six(state):
        _, rolled, _ = state
        return rolled != 6

    def roll(state):
        key, _, rolls = state
        key, now = jax.random.split(key)
        return key, jax.random.randint(now, (), 1, 7), rolls + 1

    _, _, rolls = jax.lax.while_loop(no_six, roll, (key, 0, 0))
    return rolls


keys = jax.random.split(jax.random.key(0), 5)
print(jax.vmap(rolls_until_six)(keys))

# Output:
# [ 2 11 16  2  7]
