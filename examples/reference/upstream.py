"""Sentences of JAX's own documentation beside what a run prints."""
# SPDX-License-Identifier: Apache-2.0

# %% keyword
import jax
import jax.numpy as jnp


def add(x, y):
    return x + y


x, y = jnp.ones(3), jnp.ones(3)
z = jax.jit(add, donate_argnums=1)(x, y=y)
print(y.is_deleted())

# Output:
# True
#
# Output with jit off:
# False
#
# Traces: add 1

# %% deleted
try:
    print(y + 1)
except RuntimeError as error:
    print(error)

# Output:
# Array has been deleted with shape=float32[3].
#
# Output with jit off:
# [2. 2. 2.]

# %% partial
from functools import partial


def scaled(x, scale):
    print("tracing")
    return scale * x


for _ in range(2):
    print(jax.jit(partial(scaled, scale=10))(1.0))

# Output:
# tracing
# 10.0
# tracing
# 10.0
#
# Traces: scaled 2

# %% freeze
ref = jax.new_ref(jnp.float32(0))
print(jax.freeze(ref))
ref[...] = 1.0
print(ref[...])

# Output:
# 0.0
# 1.0

# %% outside
@jax.jit
def write(ref):
    ref[5] = 7


ref = jax.new_ref(jnp.array([1, 2, 3]))
write(ref)
print(ref[...])

# Output:
# [1 2 7]
#
# Output with jit off:
# ValueError: Out of bound indexer: …
#
# Traces: write 1

# %% outside-eager
ref = jax.new_ref(jnp.array([1, 2, 3]))
ref[5] = 7

# Output:
# ValueError: Out of bound indexer: …

# %% checkpoint
count = jax.new_ref(jnp.int32(0))


@jax.checkpoint
def sine(x):
    count[...] += 1
    return jnp.sin(x)


print(sine(1.0))
print(count[...])

# Output:
# 0.84147096
# 1

# %% step
def square(x):
    ref = jax.new_ref(jnp.float32(0))
    ref[...] += x * x
    return ref[...]


def squares(xs):
    return jax.lax.map(square, xs).sum()


xs = jnp.array([1.0, 2.0])
print(squares(xs), jax.value_and_grad(squares)(xs)[0])

# Output:
# 5.0 0.0
#
# Output with jit off:
# 5.0 5.0

# %% keys
key = jax.random.key(42)
data_key, noise_key = jax.random.split(key)
points = jax.random.normal(data_key, (128, 1))


def init(key):
    weight_key, _ = jax.random.split(key)
    return jax.random.normal(weight_key, ())


print(init(key) == points[0, 0])

# Output:
# True
#
# Key reuse: KeyReuseError: Previously-consumed key passed to random_split …

# %% hash
class Layer:
    def __init__(self, x, mul):
        self.x, self.mul = x, mul

    @partial(jax.jit, static_argnums=0)
    def calc(self, y):
        return self.x * y if self.mul else y

    def __hash__(self):
        return hash((self.x, self.mul))

    def __eq__(self, other):
        return (self.x, self.mul) == (other.x, other.mul)


print(Layer(2, True).calc(3))
print(Layer(jnp.float32(2), True).calc(3))

# Output:
# 6
# ValueError: Non-hashable static arguments are not supported. …
#
# Output with jit off:
# 6
# 6.0
#
# Traces: calc 1

# %% static
from dataclasses import dataclass, field


@partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=["options"])
@dataclass
class Point:
    x: float
    options: dict = field(default_factory=dict)


@jax.jit
def times(point):
    return point.options["n"] * point.x


options = {"n": 2}
print(times(Point(1.0, options)))
options["n"] = 3
print(times(Point(1.0, options)))

# Output:
# 2.0
# 2.0
#
# Output with jit off:
# 2.0
# 3.0
#
# Traces: times 1

# %% unflatten
class MyTree:
    def __init__(self, a):
        self.a = jnp.asarray(a)


jax.tree_util.register_pytree_node(
    MyTree, lambda tree: ((tree.a,), None), lambda _, args: MyTree(*args)
)
print(jax.vmap(lambda x: x)(MyTree(jnp.arange(3.0))).a)

# Output:
# [0. 1. 2.]

# %% condition
seen = jax.new_ref(jnp.int32(0))


@jax.jit
def until_three():
    def more(i):
        return (seen[...] < 3) & (i < 10)

    def step(i):
        seen[...] += 1
        return i + 1

    return jax.lax.while_loop(more, step, 0)


print(until_three())
print(seen[...])

# Output:
# 10
# 10
#
# Output with jit off:
# 3
# 3
#
# Traces: until_three 1

# %% numpy
import numpy as np

rates = np.ones(2)
scaled = jax.jit(lambda x: rates * x)
scaled(1.0)
rates[:] = 5
print(jnp.asarray(rates))

# Output:
# [1. 1.]
#
# Output with jit off:
# [5. 5.]
#
# Output before jax 0.10:
# [5. 5.]
#
# Traces: <lambda> 1

# %% index
print(jnp.arange(300)[jnp.int32(-1)])
print(jnp.arange(300)[jnp.int8(-1)])

# Output:
# 299
# 43

# %% callback
from jax.experimental import io_callback

log = []


def cube(x):
    def step(y, _):
        fixed = jax.lax.stop_gradient(y)
        io_callback(lambda y: log.append(float(y)), None, fixed, ordered=True)
        return x * y, None

    y, _ = jax.lax.scan(step, x, length=2)
    return y


print(cube(2.0), log)
log.clear()
print(jax.grad(cube)(2.0), log)

# Output:
# 8.0 [2.0, 4.0]
# 12.0 []
#
# Output with jit off:
# 8.0 [2.0, 4.0]
# 12.0 [2.0, 4.0]
