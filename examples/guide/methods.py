"""What jax.jit remembers of the object behind a method."""
# SPDX-License-Identifier: Apache-2.0
# The class with calc() is adapted from the JAX documentation, Copyright
# The JAX Authors, Apache-2.0; changed: own names, one idea per cell,
# stale answers, new objects and a counter added.

# %% plain
class Scale:
    def __init__(self, factor, on=True):
        self.factor = factor
        self.on = on

    def calc(self, x):
        if self.on:
            return self.factor * x
        return x


scale = Scale(2)
print(scale.calc(3))
scale.on = False
print(scale.calc(3))

# Output:
# 6
# 3
#
# Output with jit everywhere:
# 6
# 6

# %% decorated
import jax


class DecoratedScale(Scale):
    @jax.jit
    def calc(self, x):
        return super().calc(x)


print(DecoratedScale(2).calc(3))

# Output:
# TypeError: Error interpreting argument to …
#
# Output with jit off:
# 6

# %% bound
scale = Scale(2)
fast_calc = jax.jit(scale.calc)
print(fast_calc(3))
scale.on = False
print(fast_calc(3))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 3
#
# Traces: calc 1

# %% bound-type
print(fast_calc(3.0))
print(fast_calc(3))

# Output:
# 3.0
# 6
#
# Output with jit off:
# 3.0
# 3
#
# Traces: calc 1

# %% static
from functools import partial


class StaticScale(Scale):
    @partial(jax.jit, static_argnums=0)
    def calc(self, x):
        return super().calc(x)


scale = StaticScale(2)
print(scale.calc(3))
scale.on = False
print(scale.calc(3))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 3
#
# Traces: calc 1

# %% hash
class HashedScale(StaticScale):
    def __hash__(self):
        return hash((self.factor, self.on))

    def __eq__(self, other):
        mine = (self.factor, self.on)
        return mine == (other.factor, other.on)


scale = HashedScale(2)
print(scale.calc(3))
scale.on = False
print(scale.calc(3))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 3
#
# Output before jax 0.9:
# 6
# 3
#
# Output since jax 0.11:
# 6
# 3
#
# Traces: calc 1

# %% pytree
from dataclasses import dataclass, field

import jax.numpy as jnp


@jax.tree_util.register_dataclass
@dataclass
class TreeScale:
    factor: jax.Array
    on: bool = field(default=True, metadata={"static": True})

    @jax.jit
    def calc(self, x):
        return self.factor * x if self.on else x


scale = TreeScale(jnp.int32(2))
print(scale.calc(3))
scale.on = False
print(scale.calc(3))

# Output:
# 6
# 3
#
# Traces: calc 2

# %% pytree-leaf
scale.factor, scale.on = jnp.int32(5), True
print(scale.calc(3))

# Output:
# 15

# %% pytree-mutation
@jax.tree_util.register_dataclass
@dataclass
class Counter:
    n: jax.Array

    @jax.jit
    def count(self):
        self.n += 1
        return self.n


counter = Counter(jnp.int32(0))
print(counter.count(), counter.count(), counter.count())
print(counter.n)

# Output:
# 1 1 1
# 0
#
# Output with jit off:
# 1 2 3
# 3
#
# Traces: count 1

# %% new-object
from dataclasses import replace


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class FrozenCounter:
    n: jax.Array

    @jax.jit
    def count(self):
        return replace(self, n=self.n + 1)


counter = FrozenCounter(jnp.int32(0))
for _ in range(3):
    counter = counter.count()
    print(counter.n)

# Output:
# 1
# 2
# 3
#
# Traces: count 1

# %% still-old
offset = 0


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Shifted:
    x: jax.Array
    factors: list = field(metadata={"static": True})

    @jax.jit
    def calc(self):
        return self.factors[0] * self.x + offset


shifted = Shifted(jnp.int32(3), [2])
print(shifted.calc())
shifted.factors[0] = 5
print(shifted.calc())
offset = 1
print(shifted.calc())

# Output:
# 6
# 6
# 6
#
# Output with jit off:
# 6
# 15
# 16
#
# Traces: calc 1

# %% exercise
@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Line:
    w: jax.Array
    b: jax.Array

    @jax.jit
    def step(self, x, y):
        def squared_error(line):
            return (line.w * x + line.b - y) ** 2

        grads = jax.grad(squared_error)(self)
        return jax.tree.map(lambda p, g: p - 0.25 * g, self, grads)


line = Line(jnp.float32(3), jnp.float32(1)).step(2.0, 5.0)
print(line.w, line.b)

# Output:
# 1.0 0.0
#
# Traces: step 1
