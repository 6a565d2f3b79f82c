"""What else is state while training: what an optimizer keeps, and the key."""
# SPDX-License-Identifier: Apache-2.0

# %% descent
import jax
import jax.numpy as jnp

xs = jnp.array([0.0, 1.0, 2.0, 3.0])
ys = 2 * xs + 1


def loss(params, x, y):
    prediction = params["w"] * x + params["b"]
    return jnp.mean((prediction - y) ** 2)


zero = {"w": jnp.float32(0), "b": jnp.float32(0)}
params = zero
for _ in range(50):
    grads = jax.grad(loss)(params, xs, ys)
    params = jax.tree.map(
        lambda p, g: p - 0.005 * g, params, grads
    )
print(f"{loss(params, xs, ys):.4f}")

# Output:
# 0.2875

# %% class
class Momentum:
    def __init__(self):
        self.momentum = zero

    def update(self, params):
        grads = jax.grad(loss)(params, xs, ys)
        self.momentum = jax.tree.map(
            lambda m, g: 0.9 * m + g, self.momentum, grads
        )
        return jax.tree.map(
            lambda p, m: p - 0.005 * m, params, self.momentum
        )

# Output: none

# %% hidden
params, optimizer = zero, Momentum()
fast_update = jax.jit(optimizer.update)
for _ in range(50):
    params = fast_update(params)
print(f"{loss(params, xs, ys):.4f}")

# Output:
# 0.2875
#
# Output with jit off:
# 0.0721
#
# State:
# optimizer.momentum['b'] = Tracer
# optimizer.momentum['w'] = Tracer
#
# Traces: update 1

# %% update
@jax.jit
def update(params, momentum, rate):
    grads = jax.grad(loss)(params, xs, ys)
    momentum = jax.tree.map(
        lambda m, g: 0.9 * m + g, momentum, grads
    )
    params = jax.tree.map(
        lambda p, m: p - rate * m, params, momentum
    )
    return params, momentum


params, momentum = zero, zero
for _ in range(50):
    params, momentum = update(params, momentum, 0.005)
print(f"{loss(params, xs, ys):.4f}")

# Output:
# 0.0721
#
# Traces: update 1

# %% dropped
params = zero
for _ in range(50):
    params, _ = update(params, zero, 0.005)
print(f"{loss(params, xs, ys):.4f}")

# Output:
# 0.2875

# %% plot
import matplotlib.pyplot as plt

kept, dropped = [], []
params, momentum, without = zero, zero, zero
for _ in range(50):
    kept.append(float(loss(params, xs, ys)))
    dropped.append(float(loss(without, xs, ys)))
    params, momentum = update(params, momentum, 0.005)
    without, _ = update(without, zero, 0.005)

fig, ax = plt.subplots()
ax.plot(kept, color="C1", label="kept")
ax.plot(dropped, color="C1", linestyle="--", label="dropped")
ax.set(xlabel="step", ylabel="loss", yticks=[0, 20])
ax.legend(frameon=False);

# Output: none

# %% rates
for rate in [0.005, 0.02]:
    params, momentum, without = zero, zero, zero
    for _ in range(50):
        params, momentum = update(params, momentum, rate)
        without, _ = update(without, zero, rate)
    print(f"rate {rate}")
    print(f"  kept    {loss(params, xs, ys):.4f}")
    print(f"  dropped {loss(without, xs, ys):.4f}")

# Output:
# rate 0.005
#   kept    0.0721
#   dropped 0.2875
# rate 0.02
#   kept    0.0457
#   dropped 0.0003

# %% optax
import optax

print(optax.__version__)
sgd = optax.sgd(0.005, momentum=0.9)
print(sgd.init(zero))

# Output:
# 0.2.8
# (TraceState(trace={'b': Array(0., dtype=float32), 'w': Array(0., dtype=float32)}), EmptyState())

# %% optax-plain
plain = optax.sgd(0.005)
print(plain.init(zero))

# Output:
# (EmptyState(), EmptyState())

# %% optax-adam
adam = optax.adam(0.005)
print(adam.init(zero))

# Output:
# (ScaleByAdamState(count=Array(0, dtype=int32), mu={'b': Array(0., dtype=float32), 'w': Array(0., dtype=float32)}, nu={'b': Array(0., dtype=float32), 'w': Array(0., dtype=float32)}), EmptyState())

# %% optax-update
from functools import partial


@partial(jax.jit, static_argnames="optimizer")
def optax_update(params, opt_state, optimizer):
    grads = jax.grad(loss)(params, xs, ys)
    changes, opt_state = optimizer.update(grads, opt_state)
    return optax.apply_updates(params, changes), opt_state


params, opt_state = zero, sgd.init(zero)
for _ in range(50):
    params, opt_state = optax_update(params, opt_state, sgd)
print(f"{loss(params, xs, ys):.4f}")

# Output:
# 0.0721
#
# Traces: optax_update 1

# %% adam
STEPS = 200
adam = optax.adam(0.1)
start = adam.init(zero)
print(len(jax.tree.leaves(start)))

params, opt_state, without = zero, start, zero
for _ in range(STEPS):
    params, opt_state = optax_update(params, opt_state, adam)
    without, dropped_state = optax_update(without, start, adam)
print(f"kept    {loss(params, xs, ys):.4f}")
print(f"dropped {loss(without, xs, ys):.4f}")
print(opt_state[0].count, dropped_state[0].count)

# Output:
# 5
# kept    0.0000
# dropped 0.0600
# 200 1
#
# Traces: optax_update 1
#
# Reduced: STEPS = 6

# %% step
def step(state, _):
    key, batch_key = jax.random.split(state["key"])
    batch = jax.random.choice(batch_key, 4, (2,))
    value, grads = jax.value_and_grad(loss)(
        state["params"], xs[batch], ys[batch]
    )
    changes, opt_state = adam.update(grads, state["optimizer"])
    params = optax.apply_updates(state["params"], changes)
    new = {"params": params, "optimizer": opt_state, "key": key}
    return new, value

# Output: none

# %% scan
first = {
    "params": zero,
    "optimizer": adam.init(zero),
    "key": jax.random.key(0),
}
last, losses = jax.lax.scan(step, first, length=STEPS)
params = last["params"]
print(f"w {params['w']:.2f} b {params['b']:.2f}")
print(last["optimizer"][0].count)

# Output:
# w 2.00 b 1.00
# 200

# %% exercise
@partial(jax.jit, static_argnames="steps")
def train(state, steps):
    state, _ = jax.lax.scan(step, state, length=steps)
    return state


def same_line(state):
    difference = jax.tree.map(
        lambda p, q: jnp.abs(p - q), state["params"], last["params"]
    )
    return max(difference.values()) < 0.0001


# The same keys again, on purpose: it is the same training.
half = train(first, STEPS // 2)
print("all kept:", same_line(train(half, STEPS // 2)))
for name in ["optimizer", "key"]:
    forgetful = {**half, name: first[name]}
    print(name, "lost:", same_line(train(forgetful, STEPS // 2)))

# Output:
# all kept: True
# optimizer lost: False
# key lost: False
#
# Traces: train 1
#
# Key reuse: KeyReuseError: Previously-consumed key passed to jit-compiled function at index 0
