"""Saving and restoring a training state with Orbax: templates, pending saves, many steps, and what is left by a crash."""
# SPDX-License-Identifier: Apache-2.0

# %% state
import jax
import jax.numpy as jnp
import optax
import orbax.checkpoint as ocp

batches = jnp.array([[0.0, 1.0], [1.0, 2.0], [3.0, 4.0]])
optimizer = optax.sgd(0.01, momentum=0.9)


def first_state():
    params = {"b": jnp.float32(0), "w": jnp.float32(0)}
    return {
        "average": 0,
        "key": jax.random.key(0),
        "optimizer": optimizer.init(params),
        "params": params,
        "step": jnp.int32(0),
    }

# Output: none

# %% step
def loss(params, x, y):
    return jnp.mean((params["w"] * x + params["b"] - y) ** 2)


@jax.jit
def train_step(old):
    key, noise_key = jax.random.split(old["key"])
    x = batches[old["step"] % 3]
    y = 2 * x + 1 + jax.random.normal(noise_key, x.shape)
    grads = jax.grad(loss)(old["params"], x, y)
    updates, kept = optimizer.update(grads, old["optimizer"])
    new = {"key": key, "optimizer": kept, "step": old["step"] + 1}
    new["params"] = optax.apply_updates(old["params"], updates)
    new["average"] = 0.9 * old["average"] + 0.1 * new["params"]["w"]
    return new

# Output: none

# %% whole
whole = first_state()
for _ in range(6):
    whole = train_step(whole)
print(f"w {whole['params']['w']:.4f} average {whole['average']:.4f}")

# Output:
# w 2.5494 average 0.6029
#
# Traces: train_step 2

# %% save
from pathlib import Path
from tempfile import TemporaryDirectory

temporary = TemporaryDirectory()
folder = Path(temporary.name)
checkpointer = ocp.StandardCheckpointer()

state = first_state()
for _ in range(3):
    state = train_step(state)
print(f"average {state['average']:.4f}")

checkpointer.save(folder / "three", state)
checkpointer.wait_until_finished()
del state

# Output:
# average 0.0880

# %% restored
state = checkpointer.restore(folder / "three", first_state())
print("restored", state["average"])
for _ in range(3):
    state = train_step(state)
print(f"w {state['params']['w']:.4f} average {state['average']:.4f}")

# Output:
# restored 0
# w 2.5494 average 0.5388

# %% from-types
types = jax.eval_shape(train_step, first_state())
print(types["average"])
state = checkpointer.restore(folder / "three", types)
print(f"restored {state['average']:.4f}")
for _ in range(3):
    state = train_step(state)
print(f"w {state['params']['w']:.4f} average {state['average']:.4f}")
equal = jax.tree.map(lambda a, b: bool(a == b), whole, state)
print(jax.tree.all(equal))

# Output:
# ShapeDtypeStruct(shape=(), dtype=float32)
# restored 0.0880
# w 2.5494 average 0.6029
# True

# %% no-template
raw = checkpointer.restore(folder / "three")
for one in [state["optimizer"], raw["optimizer"]]:
    print(type(one).__name__, type(one[0]).__name__)
train_step(raw)

# Output:
# tuple TraceState
# list dict
# AttributeError: 'dict' object has no attribute 'trace'
#
# Traces: train_step 1

# %% renamed
layer = {"w": jnp.array([0.5, 2.5])}
checkpointer.save(folder / "layer", layer)
checkpointer.wait_until_finished()

template = {"weight": jnp.zeros(2)}
print(checkpointer.restore(folder / "layer", template))

# Output:
# ValueError: User-provided restore item and on-disk value metadata tree structures do not match: …

# %% reshaped
template = {"w": jnp.zeros(3)}
print(checkpointer.restore(folder / "layer", template))

# Output:
# ValueError: Requested shape: (3,) is not compatible with the stored shape: (2,). …

# %% recast
template = {"w": jnp.zeros(2, jnp.int32)}
print(checkpointer.restore(folder / "layer", template))

# Output:
# {'w': Array([0, 2], dtype=int32)}

# %% only-part
with ocp.PyTreeCheckpointer() as reader:
    part = {"params": first_state()["params"]}
    args = ocp.args.PyTreeRestore(
        part,
        restore_args=ocp.checkpoint_utils.construct_restore_args(part),
        partial_restore=True,
    )
    found = reader.restore(folder / "three", args=args)
print(list(found), f"w {found['params']['w']:.4f}")

# Output:
# ['params'] w 0.7571

# %% pending
import numpy as np

add_one = jax.jit(lambda w: w + 1, donate_argnums=0)
w, buffer = jnp.zeros(3), np.zeros(3)
checkpointer.save(folder / "pending", {"buffer": buffer, "w": w})
w = add_one(w)
buffer[:] = 1
checkpointer.wait_until_finished()
print(checkpointer.restore(folder / "pending"))

# Output:
# {'buffer': array([0., 0., 0.]), 'w': Array([0., 0., 0.], dtype=float32)}
#
# Traces: <lambda> 1

# %% manager
options = ocp.CheckpointManagerOptions(
    max_to_keep=2, save_interval_steps=2
)
manager = ocp.CheckpointManager(folder / "run", options=options)
state = first_state()
for step in range(7):
    if manager.save(step, args=ocp.args.StandardSave(state)):
        print("saved", step)
    state = train_step(state)
manager.wait_until_finished()
print(manager.all_steps())

# Output:
# saved 0
# saved 2
# saved 4
# saved 6
# [4, 6]

# %% back
wanted = ocp.args.StandardRestore(types)
state = manager.restore(4, args=wanted)
state["key"] = jax.random.key(1)
for _ in range(2):
    state = train_step(state)
print(f"w {state['params']['w']:.4f}")
manager.save(6, args=ocp.args.StandardSave(state))
manager.wait_until_finished()
latest = manager.restore(manager.latest_step(), args=wanted)
print(f"w {latest['params']['w']:.4f}")

# Output:
# w 2.4791
# w 2.5494

# %% deleted
for step in manager.all_steps():
    if step > 4:
        manager.delete(step)
manager.save(6, args=ocp.args.StandardSave(state))
manager.wait_until_finished()
latest = manager.restore(manager.latest_step(), args=wanted)
print(f"w {latest['params']['w']:.4f}")

# Output:
# w 2.4791

# %% died
import subprocess
import sys

code = """
import os, sys
import orbax.checkpoint as ocp
os.rename = lambda *paths: os._exit(1)
with ocp.CheckpointManager(sys.argv[1]) as manager:
    manager.save(8, args=ocp.args.StandardSave({"w": 1.0}))
"""
command = [sys.executable, "-c", code, folder / "run"]
print("exit code", subprocess.run(command, check=False).returncode)
print(sorted(path.name for path in (folder / "run").iterdir()))
with ocp.CheckpointManager(folder / "run") as fresh:
    print(fresh.latest_step())

# Output:
# exit code 1
# ['4', '6', '8.orbax-checkpoint-tmp']
# 6

# %% damaged
path = folder / "layer" / "manifest.ocdbt"
path.write_bytes(path.read_bytes()[:-1])
try:
    checkpointer.restore(folder / "layer", layer)
except ValueError as error:
    print(str(error)[:9])

# Output:
# DATA_LOSS

# %% exercise
def differing(make_template):
    straight = first_state()
    for _ in range(3):
        straight = train_step(straight)
    checkpointer.save(folder / "test", straight, force=True)
    checkpointer.wait_until_finished()
    resumed = checkpointer.restore(folder / "test", make_template())
    for _ in range(3):
        straight = train_step(straight)
        resumed = train_step(resumed)
    equal = jax.tree.map(lambda a, b: bool(a == b), straight, resumed)
    return [name for name in equal if not jax.tree.all(equal[name])]


print(differing(first_state))
print(differing(lambda: types))

# Output:
# ['average']
# []
