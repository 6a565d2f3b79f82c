"""Training as a stateful computation: old parameters in, new ones out."""
# SPDX-License-Identifier: Apache-2.0
# The linear regression is adapted from the JAX documentation, Copyright
# The JAX Authors, Apache-2.0; changed: split into cells, one PRNG key
# per purpose, own names.

# %% data
import jax
import jax.numpy as jnp

init_key, x_key, noise_key = jax.random.split(jax.random.key(42), 3)
xs = jax.random.normal(x_key, (128, 1))
noise = 0.5 * jax.random.normal(noise_key, (128, 1))
ys = 2 * xs - 1 + noise
print(xs.shape, ys.shape)

# Output:
# (128, 1) (128, 1)

# %% params
from typing import NamedTuple


class Params(NamedTuple):
    """A line: everything that training changes."""

    weight: jax.Array
    bias: jax.Array


def init(key):
    weight_key, bias_key = jax.random.split(key)
    weight = jax.random.normal(weight_key, ())
    bias = jax.random.normal(bias_key, ())
    return Params(weight, bias)


def loss(params, x, y):
    prediction = params.weight * x + params.bias
    return jnp.mean((prediction - y) ** 2)

# Output: none

# %% update
LEARNING_RATE = 0.005


@jax.jit
def update(params, x, y):
    """One step of gradient descent: old parameters in, new ones out."""
    grads = jax.grad(loss)(params, x, y)
    return jax.tree.map(
        lambda p, g: p - LEARNING_RATE * g, params, grads
    )


params = init(init_key)
print(f"loss {loss(params, xs, ys):.4f}")

# Output:
# loss 7.4265

# %% train
STEPS = 1000
for _ in range(STEPS):
    params = update(params, xs, ys)

print(f"w {params.weight:.4f}")
print(f"b {params.bias:.4f}")
print(f"loss {loss(params, xs, ys):.4f}")

# Output:
# w 2.0124
# b -0.8972
# loss 0.2496
#
# Traces: update 1
#
# Reduced: STEPS = 20

# %% plot
import matplotlib.pyplot as plt
import numpy as np

x, y = np.asarray(xs), np.asarray(ys)
ends = np.array([x.min(), x.max()])
fit = float(params.weight) * ends + float(params.bias)

fig, ax = plt.subplots()
ax.scatter(x, y, s=12, label="data")
ax.plot(ends, fit, color="C1", linewidth=2, label="fit")
ax.set(xlabel="input", ylabel="target")
ax.legend(frameon=False);

# Output: none

# %% layers
def init_layers(key, sizes):
    keys = jax.random.split(key, len(sizes) - 1)
    layers = []
    for layer_key, rows, columns in zip(keys, sizes, sizes[1:]):
        w = jax.random.normal(layer_key, (rows, columns))
        layers.append({"w": w, "b": jnp.zeros(columns)})
    return layers


layers = init_layers(jax.random.key(0), [1, 4, 4, 4, 1])
print(len(layers), len(jax.tree.leaves(layers)))

# Output:
# 4 8

# %% update-layers
def network_loss(layers, x, y):
    *hidden, last = layers
    for layer in hidden:
        x = jnp.tanh(x @ layer["w"] + layer["b"])
    prediction = x @ last["w"] + last["b"]
    return jnp.mean((prediction - y) ** 2)


@jax.jit
def update_layers(layers, x, y):
    grads = jax.grad(network_loss)(layers, x, y)
    return jax.tree.map(
        lambda p, g: p - LEARNING_RATE * g, layers, grads
    )

# Output: none

# %% train-layers
print(f"loss {network_loss(layers, xs, ys):.2f}")
for _ in range(50):
    layers = update_layers(layers, xs, ys)
print(f"loss {network_loss(layers, xs, ys):.2f}")

# Output:
# loss 20.43
# loss 1.55
#
# Traces: update_layers 1

# %% settings
class Descent(NamedTuple):
    """Settings on the object, state in and out of its method."""

    rate: float

    def step(self, params, grads):
        def move(p, g):
            return p - self.rate * g

        return jax.tree.map(move, params, grads)


descent = Descent(rate=0.5)
fast_step = jax.jit(descent.step)
params = fast_step({"w": 3.0}, {"w": 2.0})
print(params["w"])

# Output:
# 2.0
#
# Traces: step 1

# %% settings-larger
class Descent(NamedTuple):
    """Settings on the object, state in and out of its method."""

    rate: float

    def step(self, params, grads):
        def move(p, g):
            return p - self.rate * g

        return jax.tree.map(move, params, grads)


descent = Descent(rate=5.0)
fast_step = jax.jit(descent.step)
params = fast_step({"w": 3.0}, {"w": 2.0})
print(params["w"])

# Output:
# -7.0
#
# Traces: step 1

# %% exercise
@jax.jit
def step(params, x, y):
    value, grads = jax.value_and_grad(loss)(params, x, y)
    new = jax.tree.map(
        lambda p, g: p - LEARNING_RATE * g, params, grads
    )
    return value, new


params = Params(jnp.float32(0), jnp.float32(0))
for _ in range(3):
    value, params = step(params, xs, ys)
    print(f"loss {value:.4f}")

# Output:
# loss 4.8064
# loss 4.7203
# loss 4.6359
#
# Traces: step 1
