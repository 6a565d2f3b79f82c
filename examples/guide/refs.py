"""Refs: state that a compiled program changes in place."""
# SPDX-License-Identifier: Apache-2.0

# %% plumbed
import jax
import jax.numpy as jnp


def passing_layer(x, peak):
    y = 3 * x
    return y - 1, jnp.maximum(peak, y)


def model(x, peak):
    x, peak = passing_layer(x, peak)
    return passing_layer(x, peak)


print(*jax.jit(model)(2.0, 0.0))

# Output:
# 14.0 15.0
#
# Traces: model 1

# %% ref
hits = jax.new_ref(jnp.int32(0))


@jax.jit
def hit():
    hits[...] += 1
    return hits[...]


for _ in range(3):
    print(hit())

# Output:
# 1
# 2
# 3
#
# Traces: hit 1

# %% jaxpr
print(hit.trace().jaxpr)

# Output:
# { lambda a:Ref{i32[]}; . let
#     b:i32[] <- a[...]
#     c:i32[] = add b 1:i32[]
#     a[...] <- c
#     d:i32[] <- a[...]
#   in (d,) }

# %% look
before = hits[...]
hit()
print(hits)
print(hits[...], before)
print(isinstance(hits, jax.Array))

# Output:
# Ref(4, dtype=int32)
# 4 3
# False

# %% reported
peak = jax.new_ref(jnp.float32(0))


def layer(x):
    y = 3 * x
    peak[...] = jnp.maximum(peak[...], y)
    return y - 1


def model(x):
    return layer(layer(x))


print(jax.jit(model)(2.0), peak[...])

# Output:
# 14.0 15.0
#
# Traces: model 1

# %% in-place
@jax.jit
def put(rows):
    return rows.at[0].set(1.0)


@jax.jit
def put_in(ref):
    ref[0] = 1.0


def same_memory(old, change):
    address = old.unsafe_buffer_pointer()
    new = change(old)
    return address == (old if new is None else new).unsafe_buffer_pointer()


print(same_memory(jnp.zeros(1000), put))
print(same_memory(jax.new_ref(jnp.zeros(1000)), put_in))

# Output:
# False
# True
#
# Traces: put 1, put_in 1

# %% argument
@jax.jit
def add(ref, amount):
    ref[...] += amount


misses = jax.new_ref(jnp.int32(0))
add(misses, 10)
add(hits, 10)
print(misses[...], hits[...])

# Output:
# 10 14
#
# Traces: add 1

# %% scan
total = jax.new_ref(jnp.int32(0))


def step(carry, x):
    total[...] += x
    return carry, total[...]


_, sums = jax.lax.scan(step, None, jnp.arange(1, 5))
print(sums, total[...])

# Output:
# [ 1  3  6 10] 10

# %% scan-float
total = jax.new_ref(jnp.float32(0))


def step(carry, x):
    total[...] += x
    return carry, total[...]


_, sums = jax.lax.scan(step, None, jnp.arange(1, 5))
print(sums, total[...])

# Output:
# [ 1.  3.  6. 10.] 10.0

# %% scan-pair
total = jax.new_ref(jnp.array([0, 100]))


def step(carry, x):
    total[...] += x
    return carry, total[...]


_, sums = jax.lax.scan(step, None, jnp.arange(1, 5))
print(sums, total[...])

# Output:
# [[  1 101]
#  [  3 103]
#  [  6 106]
#  [ 10 110]] [ 10 110]

# %% grad-error
error = jax.new_ref(jnp.float32(0))


def loss(w):
    residual = 3 * w - 1
    error[...] = residual
    return residual**2


print(jax.grad(loss)(2.0))

# Output:
# Exception: performing a set/swap operation with a differentiated value …

# %% grad
def loss(w):
    residual = 3 * w - 1
    error[...] = jax.lax.stop_gradient(residual)
    return residual**2


print(jax.grad(loss)(2.0), error[...])

# Output:
# 30.0 5.0

# %% vmap
slots = jax.new_ref(jnp.array([0, 10, 100]))


def visit(slot, times):
    slot[...] += times


jax.vmap(visit)(slots, jnp.array([1, 2, 3]))
print(slots[...])

# Output:
# [  1  12 103]

# %% backward
@jax.custom_vjp
def watch(x, ref):
    return x


def forward(x, ref):
    return x, ref


def backward(ref, gradient):
    ref[...] = gradient
    return gradient, None


watch.defvjp(forward, backward)

# Output: none

# %% backward-used
seen = jax.new_ref(jnp.float32(0))


def loss(w):
    prediction = watch(3 * w, seen)
    return (prediction - 1) ** 2


print(jax.jit(jax.grad(loss))(2.0), seen[...])

# Output:
# 30.0 10.0
#
# Traces: loss 1

# %% internal
def add_up(values):
    total = jax.new_ref(jnp.float32(0))

    def step(carry, value):
        total[...] += value**2
        return carry, None

    jax.lax.scan(step, None, values)
    return total[...]


print(add_up(jnp.arange(4.0)), add_up(jnp.arange(4.0)))
print(jax.grad(add_up)(jnp.arange(4.0)))
print(jax.vmap(add_up)(jnp.ones((2, 4))))

# Output:
# 14.0 14.0
# [0. 2. 4. 6.]
# [4. 4.]

# %% internal-map
def total(rows):
    return jax.lax.map(add_up, rows).sum()


rows = jnp.ones((2, 4))
print(total(rows), jax.value_and_grad(total)(rows)[0])

# Output:
# 8.0 0.0
#
# Output with jit off:
# 8.0 8.0

# %% internal-hessian
print(jax.hessian(add_up)(jnp.arange(2.0)))

# Output:
# ValueError: at vmap out_axes[0], got axis spec None but output was batched on axis 0

# %% internal-checkpoint
print(jax.grad(jax.checkpoint(add_up))(jnp.arange(2.0)))

# Output:
# KeyError: …
#
# Output since jax 0.11.2:
# NotImplementedError: Mutating a reference with unknown/differentiated values is not supported. …

# %% internal-carry
def add_up(values):
    def step(total, value):
        return total + value**2, None

    return jax.lax.scan(step, jnp.float32(0), values)[0]


print(jax.hessian(add_up)(jnp.arange(2.0)))
print(jax.grad(jax.checkpoint(add_up))(jnp.arange(2.0)))

# Output:
# [[2. 0.]
#  [0. 2.]]
# [0. 2.]

# %% exercise
lowest = jax.new_ref(jnp.float32(jnp.inf))


@jax.jit
def is_best(loss):
    best = loss < lowest[...]
    lowest[...] = jnp.minimum(lowest[...], loss)
    return best


print([bool(is_best(loss)) for loss in [3.0, 1.0, 2.0]])

# Output:
# [True, True, False]
#
# Traces: is_best 1
