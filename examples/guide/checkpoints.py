"""Checkpoints: what a training run has to save, so that it goes on as if it had not been stopped."""
# SPDX-License-Identifier: Apache-2.0

# %% state
import jax
import jax.numpy as jnp

batches = jnp.array([[0.0, 1.0], [1.0, 2.0], [3.0, 4.0]])


def first_state():
    zero = {"b": jnp.float32(0), "w": jnp.float32(0)}
    return {
        "average": jnp.float32(0),
        "key": jax.random.key(0),
        "momentum": zero,
        "params": zero,
        "step": jnp.int32(0),
    }


def loss(params, x, y):
    return jnp.mean((params["w"] * x + params["b"] - y) ** 2)

# Output: none

# %% step
@jax.jit
def train_step(old):
    key, noise_key = jax.random.split(old["key"])
    x = batches[old["step"] % 3]
    y = 2 * x + 1 + jax.random.normal(noise_key, x.shape)
    grads = jax.grad(loss)(old["params"], x, y)
    new = {"key": key, "step": old["step"] + 1}
    new["momentum"] = jax.tree.map(
        lambda m, g: 0.9 * m + g, old["momentum"], grads
    )
    new["params"] = jax.tree.map(
        lambda p, m: p - 0.01 * m, old["params"], new["momentum"]
    )
    new["average"] = 0.9 * old["average"] + 0.1 * new["params"]["w"]
    return new

# Output: none

# %% whole
whole = first_state()
for _ in range(20):
    whole = train_step(whole)
print(whole["step"], f"w {whole['params']['w']:.4f}")

# Output:
# 20 w 1.3648
#
# Traces: train_step 1

# %% params-only
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

folder = TemporaryDirectory()
path = Path(folder.name) / "state.npz"
state = first_state()
for _ in range(10):
    state = train_step(state)
np.savez(path, **state["params"])
del state

params = dict(np.load(path))
state = {**first_state(), "params": params}
for _ in range(10):
    state = train_step(state)
print(f"w {state['params']['w']:.4f}")

# Output:
# w 1.5652

# %% key-refused
state = first_state()
for _ in range(10):
    state = train_step(state)
np.savez(path, *jax.tree.leaves(state))

# Output:
# TypeError: JAX array with PRNGKey dtype cannot be converted to a NumPy array. …

# %% save
def is_key(leaf):
    return jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key)


def save(file, state):
    arrays = {}
    for keys, leaf in jax.tree.leaves_with_path(state):
        data = jax.random.key_data(leaf) if is_key(leaf) else leaf
        arrays[jax.tree_util.keystr(keys)] = np.array(data)
    np.savez(file, **arrays)


save(path, state)
del state
for name, array in np.load(path).items():
    print(name, array.dtype, array.shape)

# Output:
# ['average'] float32 ()
# ['key'] uint32 (2,)
# ['momentum']['b'] float32 ()
# ['momentum']['w'] float32 ()
# ['params']['b'] float32 ()
# ['params']['w'] float32 ()
# ['step'] int32 ()

# %% restore
def restore(file, template):
    saved = np.load(file)

    def read(keys, leaf):
        name = jax.tree_util.keystr(keys)
        array = saved[name]
        if is_key(leaf):
            impl = jax.random.key_impl(leaf)
            array = jax.random.wrap_key_data(array, impl=impl)
        elif array.dtype.kind == leaf.dtype.kind == "V":
            array = array.view(leaf.dtype)
        if array.shape != leaf.shape or array.dtype != leaf.dtype:
            raise ValueError(f"{name} has another shape or dtype")
        return jnp.asarray(array)

    return jax.tree.map_with_path(read, template)

# Output: none

# %% resumed
state = restore(path, first_state())
for _ in range(10):
    state = train_step(state)
print(state["step"], f"w {state['params']['w']:.4f}")
equal = jax.tree.map(lambda a, b: bool(a == b), whole, state)
print(equal)

# Output:
# 20 w 1.3648
# {'average': True, 'key': True, 'momentum': {'b': True, 'w': True}, 'params': {'b': True, 'w': True}, 'step': True}

# %% no-momentum
state = restore(path, first_state())
state["momentum"] = first_state()["momentum"]
for _ in range(10):
    state = train_step(state)
print(state["step"], f"w {state['params']['w']:.4f}")

# Output:
# 20 w 1.3141

# %% no-key
state = restore(path, first_state())
state["key"] = first_state()["key"]
for _ in range(10):
    state = train_step(state)
print(state["step"], f"w {state['params']['w']:.4f}")

# Output:
# 20 w 1.5934

# %% no-step
state = restore(path, first_state())
state["step"] = first_state()["step"]
for _ in range(10):
    state = train_step(state)
print(state["step"], f"w {state['params']['w']:.4f}")

# Output:
# 10 w 1.5297

# %% by-order
layers = {"first": jnp.ones(2), "second": jnp.zeros(2)}
np.savez(path, *jax.tree.leaves(layers))

# The first layer is now called "input", the second "hidden".
template = {"input": jnp.zeros(2), "hidden": jnp.zeros(2)}
arrays = list(np.load(path).values())
print(jax.tree.unflatten(jax.tree.structure(template), arrays))

# Output:
# {'hidden': array([1., 1.], dtype=float32), 'input': array([0., 0.], dtype=float32)}

# %% by-name
save(path, layers)
restore(path, template)

# Output:
# KeyError: "['hidden'] is not a file in the archive"

# %% void
layer = {"w": jnp.ones(2, jnp.bfloat16)}
save(path, layer)
print(np.load(path)["['w']"].dtype)
print(restore(path, layer))

# Output:
# |V2
# {'w': Array([1, 1], dtype=bfloat16)}

# %% numbers
@jax.jit
def shrink(state):
    w = state["w"] - state["rate"] * state["w"]
    return {"rate": state["rate"], "w": w}


state = {"rate": jnp.asarray(0.5), "w": jnp.ones(2, jnp.bfloat16)}
for _ in range(2):
    state = shrink(state)
print(jax.typeof(state["rate"]), jax.typeof(state["w"]))

save(path, state)
state = restore(path, state)
for _ in range(2):
    state = shrink(state)
print(jax.typeof(state["rate"]), jax.typeof(state["w"]))

# Output:
# ~float32[] bfloat16[2]
# float32[] float32[2]
#
# Traces: shrink 3

# %% half-written
import io
import zipfile

save(path, first_state())
complete = path.read_bytes()
half = complete[: len(complete) // 2]
try:
    restore(io.BytesIO(half), first_state())
except zipfile.BadZipFile as error:
    print("BadZipFile:", error)

# Output:
# BadZipFile: File is not a zip file

# %% replace
import os


def save_safely(path, state):
    part = path.with_suffix(".part")
    with open(part, "wb") as file:
        save(file, state)
    os.replace(part, path)


save_safely(path, whole)
path.with_suffix(".part").write_bytes(half)
print(restore(path, first_state())["step"])

# Output:
# 20

# %% queued
from functools import partial


@partial(jax.jit, donate_argnums=0)
def add_one(state):
    return {"w": state["w"] + 1}


state, queue = {"w": jnp.zeros(2)}, []
for _ in range(3):
    queue.append(state)
    state = add_one(state)
save(path, queue[0])

# Output:
# RuntimeError: Array has been deleted with shape=…
#
# Output with jit off: none
#
# Traces: add_one 1

# %% copied
state, queue = {"w": jnp.zeros(2)}, []
for _ in range(3):
    queue.append(jax.tree.map(jnp.copy, state))
    state = add_one(state)
save(path, queue[0])
print(restore(path, state))

# Output:
# {'w': Array([0., 0.], dtype=float32)}

# %% exercise
def train(path, last):
    state = first_state()
    if path.exists():
        state = restore(path, state)
    print("from", state["step"])
    while state["step"] < last:
        state = train_step(state)
        if state["step"] % 5 == 0:
            save_safely(path, state)
    return state


path.unlink()
train(path, 13)
state = train(path, 20)
print(jax.tree.all(jax.tree.map(lambda a, b: a == b, whole, state)))

# Output:
# from 0
# from 10
# True
