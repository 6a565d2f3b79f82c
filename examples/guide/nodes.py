"""A class of your own as a pytree node: what is a child, what is aux_data, and what unflatten gets."""
# SPDX-License-Identifier: Apache-2.0

# %% missed
import jax
import jax.numpy as jnp


class Mean:
    def __init__(self, label, total, seen):
        self.label, self.total, self.seen = label, total, seen

    def plus(self, value):
        total, seen = self.total + value, self.seen + 1
        return type(self)(self.label, total, seen)


def halve(x):
    return x.astype(jnp.bfloat16) if isinstance(x, jax.Array) else x


state = {"w": jnp.ones(2), "mean": Mean("loss", jnp.float32(0), 0)}
halved = jax.tree.map(halve, state)
print(halved["w"].dtype, halved["mean"].total.dtype)

# Output:
# bfloat16 float32

# %% kinds
from collections import OrderedDict
from typing import NamedTuple


class Config(dict):
    pass


class Pair(NamedTuple):
    w: float
    b: float


parts = [(3.0,), {"w": 3.0}, OrderedDict(w=3.0), Pair(3.0, 1.0), None]
parts += [3.0, "loss", {3.0}, Config(w=3.0), Mean("loss", 3.0, 1)]
for part in parts:
    leaf = jax.tree_util.all_leaves([part])
    print(type(part).__name__, "leaf" if leaf else "node")

# Output:
# tuple node
# dict node
# OrderedDict node
# Pair node
# NoneType node
# float leaf
# str leaf
# set leaf
# Config leaf
# Mean leaf

# %% registered
from jax.tree_util import register_pytree_node


def flatten(mean):
    children = (mean.total, mean.seen)
    aux_data = mean.label
    return children, aux_data


def unflatten(aux_data, children):
    return Mean(aux_data, *children)


register_pytree_node(Mean, flatten, unflatten)
halved = jax.tree.map(halve, state)
print(halved["w"].dtype, halved["mean"].total.dtype)

# Output:
# bfloat16 bfloat16

# %% loops
def step(mean, value):
    mean = mean.plus(value)
    return mean, mean.total / mean.seen


values = jnp.array([2.0, 4.0, 9.0])
zero = Mean("loss", jnp.float32(0), jnp.int32(0))
last, means = jax.lax.scan(step, zero, values)
print(last.label, means)
two = Mean("loss", jnp.array([0.0, 30.0]), jnp.array([0, 2]))
two, means = jax.vmap(step)(two, jnp.array([2.0, 6.0]))
print(two.label, means)

# Output:
# loss [2. 3. 5.]
# loss [ 2. 12.]

# %% aux-count
class AuxMean(Mean):
    pass


def flatten_aux(mean):
    return (mean.total,), (mean.label, mean.seen)


def unflatten_aux(aux_data, children):
    label, seen = aux_data
    return AuxMean(label, *children, seen)


register_pytree_node(AuxMean, flatten_aux, unflatten_aux)
fast_step = jax.jit(step)
mean = AuxMean("loss", jnp.float32(0), 0)
for value in [2.0, 4.0, 9.0]:
    mean, result = fast_step(mean, value)
    print(result)

# Output:
# 2.0
# 3.0
# 5.0
#
# Traces: step 3

# %% child-count
mean = zero
for value in [2.0, 4.0, 9.0]:
    mean, result = fast_step(mean, value)
    print(result)

# Output:
# 2.0
# 3.0
# 5.0
#
# Traces: step 1

# %% aux-scan
mean = AuxMean("loss", jnp.float32(0), 0)
last, means = jax.lax.scan(step, mean, values)
print(means)

# Output:
# TypeError: scan body function carry input and carry output must …
#
# Output with jit off:
# [2. 3. 5.]

# %% aux-leak
mean = AuxMean("accuracy", jnp.float32(0), jnp.int32(0))
mean, result = fast_step(mean, 2.0)
print(result)
print(mean.seen + 1)

# Output:
# 2.0
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# 2.0
# 2
#
# State:
# mean.seen = Tracer
#
# Traces: step 1

# %% aux-array
import numpy as np

jax.clear_caches()
for _ in range(2):
    labels = np.array(["loss", "accuracy"])
    mean = AuxMean(labels, jnp.zeros(2), 0)
    print(fast_step(mean, 2.0)[1])

# Output:
# [2. 2.]
# ValueError: Exception raised while checking equality of metadata fields …
#
# Output with jit off:
# [2. 2.]
# [2. 2.]
#
# Traces: step 1

# %% refused
class CheckedMean(Mean):
    def __init__(self, label, total, seen):
        if total.shape != ():
            raise ValueError("the total has to be a number")
        super().__init__(label, total, seen)


def unflatten_checked(label, children):
    return CheckedMean(label, *children)


register_pytree_node(CheckedMean, flatten, unflatten_checked)
mean = CheckedMean("loss", jnp.float32(0), jnp.int32(0))
last, means = jax.lax.scan(step, mean, values)
print(means)
two = jax.tree.map(lambda x: jnp.stack([x, x]), mean)

# Output:
# [2. 3. 5.]
# ValueError: the total has to be a number

# %% given
def total_of(mean):
    return type(mean.total).__name__


print(total_of(jax.eval_shape(Mean.plus, zero, 2.0)))
print(total_of(jax.tree.map(jnp.shape, zero)))
print(total_of(jax.tree.map(lambda x: None, zero)))
print(total_of(jax.jacobian(lambda x: x)(Mean("loss", 3.0, 1.0))))

# Output:
# ShapeDtypeStruct
# tuple
# NoneType
# Mean
#
# Traces: plus 1

# %% accepted
@jax.tree_util.register_pytree_node_class
class FreeMean(CheckedMean):
    def tree_flatten(self):
        return (self.total, self.seen), self.label

    @classmethod
    def tree_unflatten(cls, label, children):
        mean = object.__new__(cls)
        mean.label = label
        mean.total, mean.seen = children
        return mean


mean = FreeMean("loss", jnp.float32(0), jnp.int32(0))
two = jax.tree.map(lambda x: jnp.stack([x, x]), mean)
print(jax.vmap(step)(two, jnp.array([2.0, 6.0]))[1])

# Output:
# [2. 6.]

# %% paths
from jax.tree_util import GetAttrKey, keystr


@jax.tree_util.register_pytree_with_keys_class
class NamedMean(FreeMean):
    def tree_flatten_with_keys(self):
        keys = [GetAttrKey("total"), GetAttrKey("seen")]
        children, label = self.tree_flatten()
        return tuple(zip(keys, children)), label


for mean in [mean, NamedMean("loss", jnp.float32(0), jnp.int32(0))]:
    for path, leaf in jax.tree.leaves_with_path({"mean": mean}):
        print(keystr(path))

# Output:
# ['mean'][<flat index 0>]
# ['mean'][<flat index 1>]
# ['mean'].total
# ['mean'].seen

# %% none
def is_none(x):
    return x is None


def add(x, y):
    return y if x is None else x + y


empty = Mean("loss", None, 0)
print(jax.tree.leaves(empty))
print(jax.tree.leaves(empty, is_leaf=is_none))
print(jax.tree.leaves(jax.tree.map(add, empty, zero, is_leaf=is_none)))

# Output:
# [0]
# [None, 0]
# [Array(0., dtype=float32), Array(0, dtype=int32)]

# %% exercise-before
class Recent:
    def __init__(self, size):
        self.values, self.at = jnp.zeros(size), jnp.int32(0)

    def put(self, value):
        self.values = self.values.at[self.at].set(value)
        self.at = (self.at + 1) % self.values.size
        return self


recent = Recent(3)
for value in [1.0, 2.0, 3.0, 4.0, 5.0]:
    recent.put(value)
print(recent.values)

# Output:
# [4. 5. 3.]

# %% exercise
def flatten_recent(recent):
    return (recent.values, recent.at), None


def unflatten_recent(aux_data, children):
    recent = object.__new__(Recent)
    recent.values, recent.at = children
    return recent


def put(recent, value):
    return recent.put(value), None


register_pytree_node(Recent, flatten_recent, unflatten_recent)
recent, _ = jax.lax.scan(put, Recent(3), jnp.arange(1.0, 6.0))
print(recent.values)

# Output:
# [4. 5. 3.]
