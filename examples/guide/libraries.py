"""A layer with state in Flax NNX, Flax Linen, Equinox, Haiku and plain JAX: equal numbers, and how each loses them."""
# SPDX-License-Identifier: Apache-2.0

# %% state
from typing import NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    key: jax.Array
    mean: jax.Array
    n: jax.Array


def first_state():
    return State(jax.random.key(0), jnp.float32(0), jnp.int32(0))


x = jnp.array([3.0, 5.0, 11.0, 13.0])

# Output: none

# %% advance
def advance(state, x):
    key = jax.random.fold_in(state.key, state.n)
    keep = jax.random.bernoulli(key, shape=x.shape)
    mean = (state.mean + x.mean()) / 2
    y = jnp.where(keep, x - mean, 0)
    return y, State(state.key, mean, state.n + 1)

# Output: none

# %% plain
fast_advance = jax.jit(advance)
state = first_state()
for _ in range(3):
    y, state = fast_advance(state, x)
    print(state.n, state.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]
#
# Traces: advance 1

# %% ref
@jax.jit
def advance_refs(refs, x):
    old = jax.tree.map(lambda ref: ref[...], refs)
    y, new = advance(old, x)
    refs.mean[...], refs.n[...] = new.mean, new.n
    return y


def start_refs():
    return jax.tree.map(jax.new_ref, first_state())


refs = start_refs()
for _ in range(3):
    y = advance_refs(refs, x)
    print(refs.n[...], refs.mean[...], y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]
#
# Traces: advance_refs 1

# %% nnx-layer
from flax import nnx


class NnxLayer(nnx.Module):
    def __init__(self):
        self.state = nnx.Variable(first_state())

    def __call__(self, x):
        y, new = advance(self.state.get_value(), x)
        self.state.set_value(new)
        return y


def call(layer, x):
    return layer(x)

# Output: none

# %% nnx-lost
layer = NnxLayer()
fast_call = jax.jit(call)
for _ in range(3):
    y = fast_call(layer, x)
    held = layer.state.get_value()
    print(held.n, held.mean, y)

# Output:
# 0 0.0 [0. 1. 7. 9.]
# 0 0.0 [0. 1. 7. 9.]
# 0 0.0 [0. 1. 7. 9.]
#
# Output with jit off:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]
#
# Traces: call 1

# %% nnx-outside
layer = NnxLayer()
fast_layer = jax.jit(layer)
print(fast_layer(x))

# Output:
# TraceContextError: Cannot mutate Variable from a different trace level …
#
# Output with jit off:
# [0. 1. 7. 9.]

# %% nnx
layer = NnxLayer()
fast_call = nnx.jit(call)
for _ in range(3):
    y = fast_call(layer, x)
    held = layer.state.get_value()
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]
#
# Traces: call 1

# %% nnx-returned
layer = NnxLayer()
fast_call = jax.jit(lambda layer, x: (layer(x), layer))
for _ in range(3):
    y, layer = fast_call(layer, x)
    held = layer.state.get_value()
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]
#
# Traces: <lambda> 1

# %% linen-init
import flax.linen as nn


class FirstTry(nn.Module):
    @nn.compact
    def __call__(self, x):
        held = self.variable("batch_stats", "state", first_state)
        y, held.value = advance(held.value, x)
        return y


variables = jax.jit(FirstTry().init)(jax.random.key(1), x)
print(variables["batch_stats"]["state"].n)

# Output:
# 1

# %% linen-layer
class LinenLayer(nn.Module):
    @nn.compact
    def __call__(self, x):
        held = self.variable("batch_stats", "state", first_state)
        y, new = advance(held.value, x)
        if not self.is_initializing():
            held.value = new
        return y


linen = LinenLayer()


def start_linen():
    return jax.jit(linen.init)(jax.random.key(1), x)


print(start_linen()["batch_stats"]["state"].n)

# Output:
# 0

# %% linen-immutable
fast_linen = jax.jit(linen.apply, static_argnames="mutable")
variables = start_linen()
fast_linen(variables, x)

# Output:
# ModifyScopeVariableError: Cannot update variable "state" …

# %% linen-lost
for _ in range(3):
    y, new = fast_linen(variables, x, mutable="batch_stats")
    held = new["batch_stats"]["state"]
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]

# %% linen
variables = start_linen()
for _ in range(3):
    y, new = fast_linen(variables, x, mutable="batch_stats")
    variables = variables | new
    held = new["batch_stats"]["state"]
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]

# %% equinox-layer
import equinox as eqx


class EquinoxLayer(eqx.Module):
    index: eqx.nn.StateIndex

    def __init__(self):
        self.index = eqx.nn.StateIndex(first_state())

    def __call__(self, x, state):
        y, new = advance(state.get(self.index), x)
        return y, state.set(self.index, new)


start_equinox = eqx.nn.make_with_state(EquinoxLayer)

# Output: none

# %% equinox-old
equinox, state = start_equinox()
y, new = equinox(x, state)
y, new = equinox(x, state)

# Output:
# ValueError: Attempted to use old state. …
#
# Output with jit everywhere: none

# %% equinox-lost
equinox, state = start_equinox()
fast_equinox = eqx.filter_jit(equinox)
for _ in range(3):
    y, new = fast_equinox(x, state)
    held = new.get(equinox.index)
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]

# %% equinox
equinox, state = start_equinox()
for _ in range(3):
    y, state = fast_equinox(x, state)
    held = state.get(equinox.index)
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]

# %% haiku-layer
import haiku as hk


class HaikuLayer(hk.Module):
    def __call__(self, x):
        held = hk.get_state(
            "state", (), init=lambda *_: first_state()
        )
        y, new = advance(held, x)
        hk.set_state("state", new)
        return y


def forward(x):
    return HaikuLayer()(x)

# Output: none

# %% haiku-transform
hk.transform(forward).init(jax.random.key(1), x)

# Output:
# NonEmptyStateError: If your transformed function uses …

# %% haiku-lost
haiku = hk.transform_with_state(forward)
start_haiku = jax.jit(haiku.init)
params, state = start_haiku(jax.random.key(1), x)
fast_haiku = jax.jit(haiku.apply)
for _ in range(3):
    y, new = fast_haiku(params, state, None, x)
    held = new["haiku_layer"]["state"]
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]
# 1 4.0 [0. 1. 7. 9.]

# %% haiku
params, state = start_haiku(jax.random.key(1), x)
for _ in range(3):
    y, state = fast_haiku(params, state, None, x)
    held = state["haiku_layer"]["state"]
    print(held.n, held.mean, y)

# Output:
# 1 4.0 [0. 1. 7. 9.]
# 2 6.0 [-3. -1.  0.  7.]
# 3 7.0 [0. 0. 4. 6.]

# %% exercise-before
def loss(x, variables):
    y, _ = linen.apply(variables, x, mutable="batch_stats")
    return jnp.sum(y**2)


slope = jax.jit(jax.grad(loss))
variables = start_linen()
for _ in range(3):
    grad = slope(x, variables)
    held = variables["batch_stats"]["state"]
    print(held.n, held.mean, grad)

# Output:
# 0 0.0 [-4.25 -2.25  9.75 13.75]
# 0 0.0 [-4.25 -2.25  9.75 13.75]
# 0 0.0 [-4.25 -2.25  9.75 13.75]
#
# Traces: loss 1

# %% exercise
def loss(x, variables):
    y, new = linen.apply(variables, x, mutable="batch_stats")
    return jnp.sum(y**2), variables | new


slope = jax.jit(jax.grad(loss, has_aux=True))
variables = start_linen()
for _ in range(3):
    grad, variables = slope(x, variables)
    held = variables["batch_stats"]["state"]
    print(held.n, held.mean, grad)

# Output:
# 1 4.0 [-4.25 -2.25  9.75 13.75]
# 2 6.0 [-6.75 -2.75 -0.75 13.25]
# 3 7.0 [-2.5 -2.5  5.5  9.5]
#
# Traces: loss 1
