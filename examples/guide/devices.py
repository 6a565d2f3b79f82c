"""State on several devices: where arrays live, what each device keeps alone, and what all of them share."""
# SPDX-License-Identifier: Apache-2.0

# %% devices
import jax
import jax.numpy as jnp

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 8)
print(len(jax.devices()))

# Output:
# 8

# %% incompatible
first, second = jax.devices()[:2]
weights = jax.device_put(jnp.array([1.0, 2.0]), first)
batch = jax.device_put(jnp.array([3.0, 4.0]), second)
print(weights * batch)

# Output:
# ValueError: Received incompatible devices for jitted computation. …

# %% committed
free = jnp.array([3.0, 4.0])
print(weights * free)
print(weights.committed, free.committed)

# Output:
# [3. 8.]
# True False

# %% mesh
from jax.sharding import AxisType, NamedSharding, PartitionSpec

mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
split, copied = PartitionSpec("data"), PartitionSpec()


def put(array, spec):
    return jax.device_put(array, NamedSharding(mesh, spec))


xs = put(jnp.arange(16.0), split)
print([shard.data.tolist() for shard in xs.addressable_shards[:3]])

# Output:
# [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]]

# %% cut-rows
table = put(jnp.ones((8, 16)), split)
print(table.addressable_shards[0].data.shape)

# Output:
# (1, 16)

# %% cut-columns
table = put(jnp.ones((8, 16)), PartitionSpec(None, "data"))
print(table.addressable_shards[0].data.shape)

# Output:
# (8, 2)

# %% cut-none
table = put(jnp.ones((8, 16)), copied)
print(table.addressable_shards[0].data.shape)

# Output:
# (8, 16)

# %% fit
def loss(w, xs, ys):
    return jnp.mean((w * xs - ys) ** 2)


@jax.jit
def step(w, xs, ys):
    return w - 0.002 * jax.grad(loss)(w, xs, ys)


w, numbers = jnp.float32(0), jnp.arange(16.0)
for _ in range(3):
    w = step(w, numbers, 3 * numbers)
print(f"{w:.2f} on {len(w.devices())} device")

# Output:
# 2.01 on 1 device
#
# Traces: step 1

# %% fit-eight
w = put(jnp.float32(0), copied)
for _ in range(3):
    w = step(w, xs, 3 * xs)
print(f"{w:.2f} on {len(w.devices())} devices")

# Output:
# 2.01 on 8 devices
#
# Traces: step 1

# %% moved
@jax.jit
def add(total, xs):
    print("tracing")
    return total + jnp.sum(xs)


total = jnp.float32(0)
for _ in range(3):
    total = add(total, xs)
    print(total)

# Output:
# tracing
# 120.0
# tracing
# 240.0
# 360.0
#
# Output with jit off:
# tracing
# 120.0
# tracing
# 240.0
# tracing
# 360.0
#
# Traces: add 2

# %% stays
add.clear_cache()
total = put(jnp.float32(0), copied)
for _ in range(3):
    total = add(total, xs)
    print(total)

# Output:
# tracing
# 120.0
# 240.0
# 360.0
#
# Output with jit off:
# tracing
# 120.0
# tracing
# 240.0
# tracing
# 360.0
#
# Traces: add 1

# %% apart
from functools import partial


@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=split, out_specs=split)
def step_apart(w, xs, ys):
    print("tracing", xs.shape)
    return w - 0.002 * jax.grad(loss)(w, xs, ys)


w = put(jnp.zeros(8), split)
for _ in range(3):
    w = step_apart(w, xs, 3 * xs)
print(*[f"{one:.2f}" for one in w])

# Output:
# tracing (2,)
# 0.02 0.23 0.68 1.28 1.93 2.48 2.84 2.99
#
# Output with jit off:
# tracing (2,)
# tracing (2,)
# tracing (2,)
# 0.02 0.23 0.68 1.28 1.93 2.48 2.84 2.99
#
# Traces: step_apart 1

# %% together
@jax.jit
@partial(jax.shard_map, mesh=mesh, in_specs=split, out_specs=split)
def step_together(w, xs, ys):
    slope = jax.grad(loss)(w, xs, ys)
    return w - 0.002 * jax.lax.pmean(slope, "data")


w = put(jnp.zeros(8), split)
for _ in range(3):
    w = step_together(w, xs, 3 * xs)
print(*[f"{one:.2f}" for one in w])

# Output:
# 2.01 2.01 2.01 2.01 2.01 2.01 2.01 2.01
#
# Traces: step_together 1

# %% count
@jax.jit
@partial(
    jax.shard_map, mesh=mesh, in_specs=split, out_specs=(split, copied)
)
def count(n, xs):
    n = n + jnp.sum(xs > 9)
    return n, jax.lax.psum(n, "data")


n = put(jnp.zeros(8, int), split)
for _ in range(3):
    n, total = count(n, xs)
    print(*n, "total", *total)

# Output:
# 0 0 0 0 0 2 2 2 total 6
# 0 0 0 0 0 4 4 4 total 12
# 0 0 0 0 0 6 6 6 total 18
#
# Traces: count 1

# %% same-key
@jax.jit
@partial(
    jax.shard_map, mesh=mesh, in_specs=(copied, split), out_specs=split
)
def roll(key, device):
    return jax.random.randint(key, (1,), 1, 7)


print(*roll(jax.random.key(0), put(jnp.arange(8), split)))

# Output:
# 2 2 2 2 2 2 2 2
#
# Traces: roll 1

# %% own-key
@jax.jit
@partial(
    jax.shard_map, mesh=mesh, in_specs=(copied, split), out_specs=split
)
def roll_apart(key, device):
    key = jax.random.fold_in(key, device[0])
    return jax.random.randint(key, (1,), 1, 7)


print(*roll_apart(jax.random.key(0), put(jnp.arange(8), split)))

# Output:
# 2 3 4 4 1 5 5 3
#
# Traces: roll_apart 1

# %% donate
@partial(jax.jit, donate_argnums=0)
def halve(n):
    return n // 2


half = halve(n)
print(half.sharding == NamedSharding(mesh, split))
print(n.is_deleted())

# Output:
# True
# True
#
# Output with jit off:
# True
# False
#
# Traces: halve 1

# %% exercise
@jax.jit
@partial(
    jax.shard_map, mesh=mesh,
    in_specs=split, out_specs=(split, split, copied),
)
def mean(total, seen, xs):
    total, seen = total + jnp.sum(xs), seen + xs.size
    mean = jax.lax.psum(total, "data") / jax.lax.psum(seen, "data")
    return total, seen, mean


total, seen = put(jnp.zeros(8), split), put(jnp.zeros(8), split)
for batch in (xs, xs + 8):
    total, seen, average = mean(total, seen, batch)
    print(*average)

# Output:
# 7.5
# 11.5
#
# Traces: mean 1
