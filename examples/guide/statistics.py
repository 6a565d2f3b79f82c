"""Statistics that a layer keeps: state which changes in training alone."""
# SPDX-License-Identifier: Apache-2.0

# %% data
import jax
import jax.numpy as jnp

true_mean = jnp.array([2.0, 20.0])
true_var = jnp.array([1.0, 100.0])
noise = jax.random.normal(jax.random.key(0), (100, 64, 2))
batches = true_mean + jnp.sqrt(true_var) * noise
example = jnp.array([[1.0, 10.0]])

# Output: none

# %% class
class BatchNorm:
    def __init__(self):
        self.mean, self.var = jnp.zeros(2), jnp.ones(2)

    def train(self, x):
        mean, var = x.mean(axis=0), x.var(axis=0)
        self.mean = 0.9 * self.mean + 0.1 * mean
        self.var = 0.9 * self.var + 0.1 * var
        return (x - mean) / jnp.sqrt(var + 1e-5)

    def evaluate(self, x):
        return (x - self.mean) / jnp.sqrt(self.var + 1e-5)

# Output: none

# %% class-jit
layer = BatchNorm()
fast_train = jax.jit(layer.train)
for batch in batches:
    fast_train(batch)
print(layer.evaluate(example).round(1))

# Output:
# UnexpectedTracerError: Encountered an unexpected tracer. …
#
# Output with jit off:
# [[-1. -1.]]
#
# State:
# layer.mean = Tracer
# layer.var = Tracer
#
# Traces: train 1

# %% normalize
def moved(stats, now):
    return jax.tree.map(
        lambda old, new: 0.9 * old + 0.1 * new, stats, now
    )


def normalize(stats, x, train):
    if train:
        now = {"mean": x.mean(axis=0), "var": x.var(axis=0)}
        stats = moved(stats, now)
    else:
        now = stats
    z = (x - now["mean"]) / jnp.sqrt(now["var"] + 1e-5)
    return z, stats


start = {"mean": jnp.zeros(2), "var": jnp.ones(2)}

# Output: none

# %% train-traced
jax.jit(normalize)(start, batches[0], True);

# Output:
# TracerBoolConversionError: Attempted boolean conversion of traced array with shape bool[]. …
#
# Output with jit off: none
#
# Traces: normalize 1

# %% train-static
fast_normalize = jax.jit(normalize, static_argnames="train")
stats = start
for batch in batches:
    _, stats = fast_normalize(stats, batch, train=True)
print(stats["mean"].round(1))
print(stats["var"].round())

# Output:
# [ 2.  19.9]
# [ 1. 99.]
#
# Traces: normalize 1

# %% evaluate
z, stats = fast_normalize(stats, example, train=False)
print(z.round(1))
print(stats["mean"].round(1))

# Output:
# [[-1. -1.]]
# [ 2.  19.9]
#
# Traces: normalize 1

# %% one-in-training
z, after = fast_normalize(stats, example, train=True)
print(z.round(2))
print(after["mean"].round(1))

# Output:
# [[0. 0.]]
# [ 1.9 18.9]
#
# Traces: normalize 1

# %% two-in-training
z, after = fast_normalize(stats, batches[2][:2], train=True)
print(z.round(2))
print(after["mean"].round(1))

# Output:
# [[ 1. -1.]
#  [-1.  1.]]
# [ 1.9 20.2]
#
# Traces: normalize 1

# %% three-in-training
z, after = fast_normalize(stats, batches[3][:3], train=True)
print(z.round(2))
print(after["mean"].round(1))

# Output:
# [[ 1.4  -0.31]
#  [-0.87 -1.04]
#  [-0.53  1.35]]
# [ 2. 20.]
#
# Traces: normalize 1

# %% history
def remember(stats, x):
    _, stats = normalize(stats, x, train=True)
    return stats, stats["mean"][1]


_, averages = jax.lax.scan(remember, start, batches)
for n in [1, 10, 100]:
    print(n, f"{averages[n - 1]:.1f}")

# Output:
# 1 2.1
# 10 13.0
# 100 19.9

# %% loss
targets = noise @ jnp.array([1.0, 3.0])


def loss(weight, stats, x, y):
    z, stats = normalize(stats, x, train=True)
    return jnp.mean((z @ weight - y) ** 2), stats


zero = jnp.zeros(2)
jax.grad(loss)(zero, start, batches[0], targets[0])

# Output:
# TypeError: Gradient only defined for scalar-output functions. …

# %% has-aux
def step(state, batch):
    weight, stats = state
    slope = jax.value_and_grad(loss, has_aux=True)
    (value, stats), grad = slope(weight, stats, *batch)
    return (weight - 0.1 * grad, stats), value


(weight, stats), losses = jax.lax.scan(
    step, (zero, start), (batches, targets)
)
print(weight.round(1), stats["mean"].round(1))

# Output:
# [1. 3.] [ 2.  19.9]

# %% vmap
from functools import partial

in_training = partial(normalize, train=True)
by_example = jax.vmap(in_training, in_axes=(None, 0))
z, many = by_example(start, batches[0])
print(many["mean"].shape)

# Output:
# (64, 2)

# %% pmean
def normalize_one(stats, x):
    mean = jax.lax.pmean(x, "batch")
    var = jax.lax.pmean((x - mean) ** 2, "batch")
    z = (x - mean) / jnp.sqrt(var + 1e-5)
    return z, moved(stats, {"mean": mean, "var": var})


together = jax.vmap(
    normalize_one, (None, 0), out_axes=(0, None), axis_name="batch"
)
z, shared = together(start, batches[0])
wanted, _ = normalize(start, batches[0], train=True)
print(shared["mean"].shape)
print(jnp.allclose(z, wanted, atol=1e-4))

# Output:
# (2,)
# True

# %% exercise
def count_in(stats, x):
    n = stats["n"] + 1
    mean = stats["mean"]
    mean = mean + (x.mean(axis=0) - mean) / n
    return {"n": n, "mean": mean}, mean[1]


nothing = {"n": jnp.int32(0), "mean": jnp.zeros(2)}
_, means = jax.lax.scan(count_in, nothing, batches)
for n in [1, 10, 100]:
    print(n, f"{means[n - 1]:.1f}")

# Output:
# 1 20.8
# 10 19.9
# 100 19.9
