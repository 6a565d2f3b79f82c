"""Which containers carry state through jax.jit, and what becomes of it."""
# SPDX-License-Identifier: Apache-2.0

# %% dict-argument
import jax


def count(state):
    state["n"] = state["n"] + 1
    return state["n"]


fast_count = jax.jit(count)
state = {"n": 0}
for _ in range(3):
    print(fast_count(state))
print(state)

# Output:
# 1
# 1
# 1
# {'n': 0}
#
# Output with jit off:
# 1
# 2
# 3
# {'n': 3}
#
# Traces: count 1

# %% dict-outside
@jax.jit
def count_outside():
    return count(state)


state = {"n": 0}
for _ in range(3):
    print(count_outside())
print(state)

# Output:
# 1
# 1
# 1
# {'n': 1}
#
# Output with jit off:
# 1
# 2
# 3
# {'n': 3}
#
# Traces: count_outside 1

# %% leaves
state = {
    "weights": {"w": 3.0, "b": 1.0},
    "n": 1000,
    "best": None,
}
leaves = jax.tree.leaves(state)
structure = jax.tree.structure(state)
print(leaves)
print(structure)

# Output:
# [1000, 1.0, 3.0]
# PyTreeDef({'best': None, 'n': *, 'weights': {'b': *, 'w': *}})

# %% unflatten
rebuilt = jax.tree.unflatten(structure, leaves)
print(rebuilt)
print(rebuilt is state)

# Output:
# {'best': None, 'n': 1000, 'weights': {'b': 1.0, 'w': 3.0}}
# False

# %% paths
for path, leaf in jax.tree.leaves_with_path(state):
    print(jax.tree_util.keystr(path), leaf)

# Output:
# ['n'] 1000
# ['weights']['b'] 1.0
# ['weights']['w'] 3.0

# %% none
import jax.numpy as jnp


@jax.jit
def keep_best(best, score):
    if best is None:
        return score
    return jnp.maximum(best, score)


best = None
for score in [3.0, 5.0, 4.0]:
    best = keep_best(best, score)
    print(best)

# Output:
# 3.0
# 5.0
# 5.0
#
# Traces: keep_best 2

# %% named
from dataclasses import dataclass, field, replace
from typing import NamedTuple


class PairState(NamedTuple):
    w: float
    b: float


@dataclass
class PlainState:
    w: float
    b: float


print(jax.tree.structure(PairState(3.0, 1.0)))
print(jax.tree.structure(PlainState(3.0, 1.0)))

# Output:
# PyTreeDef(CustomNode(namedtuple[PairState], [*, *]))
# PyTreeDef(*)

# %% registered
@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class TrainState:
    weights: dict
    step: int
    rate: float = field(metadata={"static": True})


state = TrainState({"w": 3.0, "b": 1.0}, step=1000, rate=0.5)
print(jax.tree.leaves(state))
print(jax.tree.structure(state))

# Output:
# [1.0, 3.0, 1000]
# PyTreeDef(CustomNode(TrainState[(0.5,)], [{'b': *, 'w': *}, *]))

# %% static-trap
@jax.tree_util.register_dataclass
@dataclass
class Model:
    weight: jax.Array
    config: dict = field(metadata={"static": True})


@jax.jit
def scaled(model):
    return model.config["factor"] * model.weight


model = Model(jnp.float32(1), {"factor": 2})
print(scaled(model))
model.config["factor"] = 3
print(scaled(model))
print(scaled(Model(jnp.float32(1), {"factor": 3})))

# Output:
# 2.0
# 2.0
# 2.0
#
# Output with jit off:
# 2.0
# 3.0
# 3.0
#
# Traces: scaled 1

# %% static-value
@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class FixedModel:
    weight: jax.Array
    factor: int = field(metadata={"static": True})


@jax.jit
def rescaled(model):
    return model.factor * model.weight


model = FixedModel(jnp.float32(1), factor=2)
print(rescaled(model))
print(rescaled(replace(model, factor=3)))

# Output:
# 2.0
# 3.0
#
# Traces: rescaled 2

# %% equal-values
model = FixedModel(jnp.int32(3), factor=2)
print(rescaled(model))
print(rescaled(replace(model, factor=2.0)))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 6.0
#
# Traces: rescaled 1

# %% tree-map
ours = {"w": 3.0, "b": 1.0}
theirs = {"w": 1.0, "b": 2.0}


def mean(a, b):
    return (a + b) / 2


print(jax.tree.map(mean, ours, theirs))
print(hasattr(jax, "tree_map"))

# Output:
# {'b': 1.5, 'w': 2.0}
# False

# %% prefix
from operator import mul

counts = {"w": 2, "b": 1}
sizes = {"w": [3, 4], "b": 5}
print(jax.tree.map(mul, counts, sizes))

# Output:
# {'b': 5, 'w': [3, 4, 3, 4]}

# %% prefix-array
counts = {"w": 2, "b": 1}
sizes = {"w": jnp.array([3, 4]), "b": 5}
print(jax.tree.map(mul, counts, sizes))

# Output:
# {'b': 5, 'w': Array([6, 8], dtype=int32)}

# %% prefix-text
counts = {"w": 2, "b": 1}
sizes = {"w": "ab", "b": 5}
print(jax.tree.map(mul, counts, sizes))

# Output:
# {'b': 5, 'w': 'abab'}

# %% shapes
shapes = {"b": (2,), "w": (2, 3)}
zeros = jax.tree.map(jnp.zeros, shapes)
print(jax.tree.map(jnp.shape, zeros))

# Output:
# {'b': ((2,),), 'w': ((2,), (3,))}

# %% shapes-whole
def is_shape(part):
    return isinstance(part, tuple)


zeros = jax.tree.map(jnp.zeros, shapes, is_leaf=is_shape)
print(jax.tree.map(jnp.shape, zeros))

# Output:
# {'b': (2,), 'w': (2, 3)}

# %% unequal-keys
jax.tree.map(mean, ours, {"w": 1.0})

# Output:
# ValueError: pytree structure error: different numbers of pytree …
#
# Output before jax 0.10.2:
# ValueError: Dict key mismatch; expected keys: …

# %% unequal-static
faster = replace(state, rate=0.9)
jax.tree.map(mean, state, faster)

# Output:
# ValueError: pytree structure error: different pytree metadata …
#
# Output before jax 0.10.2:
# ValueError: Mismatch custom dataclass node data: (0.5,) != (0.9,); …

# %% unsortable-keys
jax.tree.leaves({"w": 3.0, 0: 1.0})

# Output:
# ValueError: Comparator raised exception while sorting pytree …

# %% exercise
@jax.jit
def add(total, values):
    if total is None:
        return values
    return jax.tree.map(jnp.add, total, values)


total = None
for w in [1.0, 2.0, 3.0]:
    total = add(total, {"w": w, "b": 10 * w})
print(total["w"], total["b"])

# Output:
# 6.0 60.0
#
# Traces: add 2
