"""What jax.jit keeps of the object behind a method."""
# SPDX-License-Identifier: Apache-2.0
# The class with calc() is adapted from the JAX documentation, Copyright
# The JAX Authors, Apache-2.0; changed: own names, one idea per cell,
# old results, the cache, lifetimes, hashes and new objects added.

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
        return self.factor * x


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
print(fast_calc(3.0))

# Output:
# 6
# 6
# 3.0
#
# Output with jit off:
# 6
# 3
# 3.0
#
# Traces: calc 2

# %% bound-value
scale = Scale(2)
fast_calc = jax.jit(scale.calc)
print(fast_calc(3))
scale.on = False
print(fast_calc(3))
print(fast_calc(4))

# Output:
# 6
# 6
# 8
#
# Output with jit off:
# 6
# 3
# 4
#
# Traces: calc 1

# %% wrapper
def plain_decorator(function):
    def wrapper(*args):
        return function(*args)

    return wrapper


class WrappedScale(Scale):
    @plain_decorator
    def calc(self, x):
        return self.factor * x if self.on else x


scale = WrappedScale(2)
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

# %% same-function
scale = Scale(2)
first_calc = jax.jit(scale.calc)
print(first_calc(3))
scale.on = False
second_calc = jax.jit(scale.calc)
print(second_calc(3))
other_calc = jax.jit(Scale(5).calc)
print(other_calc(3))

# Output:
# 6
# 6
# 15
#
# Output with jit off:
# 6
# 3
# 15
#
# Traces: calc 2

# %% static
static_calc = jax.jit(Scale.calc, static_argnums=0)
scale = Scale(2)
print(static_calc(scale, 3))
scale.on = False
print(static_calc(scale, 3))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 3
#
# Traces: calc 1

# %% lifetime
import weakref

bound_scale, static_scale = Scale(2), Scale(2)
jax.jit(bound_scale.calc)(3)
static_calc(static_scale, 3)
bound_alive = weakref.ref(bound_scale)
static_alive = weakref.ref(static_scale)
del bound_scale, static_scale
print("bound: ", bound_alive() is not None)
print("static:", static_alive() is not None)

# Output:
# bound:  False
# static: True
#
# Output with jit off:
# bound:  False
# static: False
#
# Traces: calc 2

# %% unhashable
from dataclasses import dataclass
from functools import partial


@dataclass
class DataScale:
    factor: int
    on: bool = True

    @partial(jax.jit, static_argnums=0)
    def calc(self, x):
        return self.factor * x if self.on else x


print(DataScale(2).calc(3))

# Output:
# ValueError: Non-hashable static arguments are not supported. …
#
# Output with jit off:
# 6

# %% hash
@dataclass(unsafe_hash=True)
class HashedScale(DataScale):
    pass


scale = HashedScale(2)
print(scale.calc(3))
scale.on = False
print(scale.calc(3))
print(HashedScale(2, on=False).calc(3))

# Output:
# 6
# 6
# 6
#
# Output with jit off:
# 6
# 3
# 3
#
# Output before jax 0.10.2:
# 6
# 3
# 3
#
# Output since jax 0.12.0.1:
# 6
# 3
# 3
#
# Traces: calc 1

# %% helper
import jax.numpy as jnp


@jax.jit
def scaled(factor, on, x):
    return jnp.where(on, factor * x, x)


class HelperScale(Scale):
    def calc(self, x):
        return scaled(self.factor, self.on, x)


scale = HelperScale(2)
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
#
# Traces: scaled 1

# %% pytree
@jax.tree_util.register_dataclass
@dataclass
class TreeScale:
    factor: int
    on: bool = True

    @jax.jit
    def calc(self, x):
        return jnp.where(self.on, self.factor * x, x)


scale = TreeScale(2)
print(scale.calc(3))
scale.on = False
print(scale.calc(3))

# Output:
# 6
# 3
#
# Traces: calc 1

# %% outer
scale = TreeScale(2)


@jax.jit
def outer(x):
    return scale.calc(x)


print(outer(3))
scale.on = False
print(outer(3))

# Output:
# 6
# 6
#
# Output with jit off:
# 6
# 3
#
# Traces: outer 1

# %% new-object
from dataclasses import replace


@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Counter:
    n: jax.Array

    @jax.jit
    def count(self):
        return replace(self, n=self.n + 1)


counter = Counter(jnp.int32(0))
for _ in range(3):
    counter = counter.count()
    print(counter.n)

# Output:
# 1
# 2
# 3
#
# Traces: count 1

# %% frozen
counter.n = jnp.int32(0)

# Output:
# FrozenInstanceError: cannot assign to field 'n'

# %% exercise
@jax.tree_util.register_dataclass
@dataclass(frozen=True)
class Mean:
    total: jax.Array
    seen: jax.Array

    @jax.jit
    def add(self, value):
        return Mean(self.total + value, self.seen + 1)


mean = Mean(jnp.float32(0), jnp.int32(0))
for value in [2.0, 4.0, 9.0]:
    mean = mean.add(value)
    print(mean.total / mean.seen)

# Output:
# 2.0
# 3.0
# 5.0
#
# Traces: add 1
