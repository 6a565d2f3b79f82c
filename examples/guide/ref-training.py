"""Training with refs: parameters, momentum and sums of gradients that a step writes in place."""
# SPDX-License-Identifier: Apache-2.0

# %% data
import jax
import jax.numpy as jnp

x = jnp.stack([jnp.arange(8.0), jnp.ones(8)], axis=1)
y = x @ jnp.array([3.0, 1.0])


def loss(w, x, y):
    return jnp.mean((x @ w - y) ** 2)


def new_state():
    return jax.new_ref(jnp.zeros(2)), jax.new_ref(jnp.zeros(2))

# Output: none

# %% forgotten-write
@jax.jit
def step(weights, momentum, x, y):
    value, gradient = jax.value_and_grad(loss)(weights[...], x, y)
    momentum = 0.5 * momentum[...] + gradient
    weights[...] -= momentum / 128
    return value


weights, momentum = new_state()
for _ in range(3):
    print(f"{step(weights, momentum, x, y):.2f}")
print(jnp.round(momentum[...]))

# Output:
# 179.50
# 91.90
# 47.06
# [0. 0.]
#
# Traces: step 1

# %% step
@jax.jit
def step(weights, momentum, x, y):
    value, gradient = jax.value_and_grad(loss)(weights[...], x, y)
    momentum[...] = 0.5 * momentum[...] + gradient
    weights[...] -= momentum[...] / 128
    return value


weights, momentum = new_state()
for _ in range(3):
    print(f"{step(weights, momentum, x, y):.2f}")
print(jnp.round(momentum[...]))

# Output:
# 179.50
# 91.90
# 24.55
# [-109.  -23.]
#
# Traces: step 1

# %% explicit
@jax.jit
def explicit_step(w, m, x, y):
    value, gradient = jax.value_and_grad(loss)(w, x, y)
    m = 0.5 * m + gradient
    return w - m / 128, m, value


w, m = jnp.zeros(2), jnp.zeros(2)
for _ in range(3):
    w, m, value = explicit_step(w, m, x, y)
    print(f"{value:.2f}")

# Output:
# 179.50
# 91.90
# 24.55
#
# Traces: explicit_step 1

# %% save
state = {"momentum": momentum, "weights": weights}
saved = jax.tree.map(lambda ref: ref[...], state)
print(f"{step(weights, momentum, x, y):.2f}")

restored = jax.tree.map(jax.new_ref, saved)
print(f"{step(restored['weights'], restored['momentum'], x, y):.2f}")

# Output:
# 1.54
# 1.54

# %% grad-of-ref
weights, momentum = new_state()


def loss_of(ref):
    return loss(ref[...], x, y)


print(jax.grad(loss_of)(weights))

# Output:
# ValueError: Expected cotangent type Ref{float32[2]} but got float32[2]
#
# Output before jax 0.10:
# ValueError: Input primal JAX type …
#
# Output since jax 0.11:
# TypeError: grad cannot differentiate …

# %% constant
def predict(x):
    return x @ weights[...]


def loss_inside(w, x, y):
    return jnp.mean((predict(x) - y) ** 2)


print(jax.grad(loss_inside)(weights[...], x, y))

# Output:
# [0. 0.]

# %% grad-of-value
print(jax.grad(loss)(weights[...], x, y))

# Output:
# [-112.  -23.]

# %% forgotten-reset
batches = x.reshape(4, 2, 2), y.reshape(4, 2)
total = jax.new_ref(jnp.zeros(2))


@jax.jit
def gradient(w, batches):
    def add_one(_, batch):
        total[...] += jax.grad(loss)(w, *batch)
        return None, None

    jax.lax.scan(add_one, None, batches)
    return total[...] / 4


for _ in range(2):
    print(gradient(jnp.zeros(2), batches))

# Output:
# [-112.  -23.]
# [-224.  -46.]
#
# Traces: gradient 1

# %% inside
@jax.jit
def gradient(w, batches):
    total = jax.new_ref(jnp.zeros_like(w))

    def add_one(_, batch):
        total[...] += jax.grad(loss)(w, *batch)
        return None, None

    jax.lax.scan(add_one, None, batches)
    return total[...] / 4


for _ in range(2):
    print(gradient(jnp.zeros(2), batches))

# Output:
# [-112.  -23.]
# [-112.  -23.]
#
# Traces: gradient 1

# %% memory
@jax.jit
def with_carry(w, batches):
    def add_one(total, batch):
        return total + jax.grad(loss)(w, *batch), None

    return jax.lax.scan(add_one, jnp.zeros_like(w), batches)[0] / 4


def bytes_of(function):
    many = jnp.zeros(1000), (jnp.zeros((4, 2, 1000)), jnp.zeros((4, 2)))
    memory = function.lower(*many).compile().memory_analysis()
    return memory.temp_size_in_bytes


print(with_carry(jnp.zeros(2), batches))
print(bytes_of(gradient) == bytes_of(with_carry))

# Output:
# [-112.  -23.]
# True
#
# Traces: gradient 1, with_carry 2

# %% unequal
ends = [4, 6, 7]


def sum_up(loss, w):
    total = jax.new_ref(jnp.zeros_like(w))
    for batch in zip(jnp.split(x, ends), jnp.split(y, ends)):
        total[...] += jax.grad(loss)(w, *batch)
    return total[...]


print(sum_up(loss, jnp.zeros(2)) / 4)

# Output:
# [-173.   -30.5]

# %% equal
ends = [2, 4, 6]


def sum_up(loss, w):
    total = jax.new_ref(jnp.zeros_like(w))
    for batch in zip(jnp.split(x, ends), jnp.split(y, ends)):
        total[...] += jax.grad(loss)(w, *batch)
    return total[...]


print(sum_up(loss, jnp.zeros(2)) / 4)

# Output:
# [-112.  -23.]

# %% weighted
def loss_sum(w, x, y):
    return jnp.sum((x @ w - y) ** 2)


print(sum_up(loss_sum, jnp.zeros(2)) / 8)

# Output:
# [-112.  -23.]

# %% with-refs
@jax.jit
def gradient(w, batches):
    total = jax.new_ref(jnp.zeros_like(w))

    def add_one(_, batch):
        value, backward = jax.vjp(lambda w: loss(w, *batch), w)
        backward.with_refs(total)(jnp.ones_like(value))
        return None, value

    _, values = jax.lax.scan(add_one, None, batches)
    return total[...] / 4, values.mean()


print(*gradient(jnp.zeros(2), batches))

# Output:
# [-112.  -23.] 179.5
#
# Traces: gradient 1

# %% watch
@jax.custom_vjp
def watch(x, ref, layer):
    return x


def forward(x, ref, layer):
    return x, (ref, layer)


def backward(kept, gradient):
    ref, layer = kept
    ref[layer] = jnp.linalg.norm(gradient)
    return gradient, None, None


watch.defvjp(forward, backward)

# Output: none

# %% layers
def deep(x, norms, slots):
    def layer(x, slot):
        return watch(0.5 * x, norms, slot), None

    return jnp.sum(jax.lax.scan(layer, x, slots)[0])


norms = jax.new_ref(jnp.zeros(3))
jax.grad(deep)(jnp.ones(4), norms, jnp.array([0, 1, 2]))
print(norms[...])

# Output:
# [0.5 1.  2. ]

# %% layers-one
def deep(x, norms, slots):
    def layer(x, slot):
        return watch(0.5 * x, norms, slot), None

    return jnp.sum(jax.lax.scan(layer, x, slots)[0])


norms = jax.new_ref(jnp.zeros(3))
jax.grad(deep)(jnp.ones(4), norms, jnp.array([0, 0, 0]))
print(norms[...])

# Output:
# [0.5 0.  0. ]

# %% forms
@jax.jit
def column(ref, i):
    return ref[:, i]


table = jax.new_ref(jnp.arange(12).reshape(3, 4))
print(table[0], table[1, 2], table[-1, :2], table[::2, 0])
print(column(table, 1), table[jnp.array([2, 0]), 1])
table[0] += 10
table[1:, 3] = jnp.zeros(2, int)
print(table[...])

# Output:
# [0 1 2 3] 6 [8 9] [0 8]
# [1 5 9] [9 1]
# [[10 11 12 13]
#  [ 4  5  6  0]
#  [ 8  9 10  0]]
#
# Traces: column 1

# %% twice
counts = jax.new_ref(jnp.zeros(3, int))
seen = jnp.array([0, 0, 2])
counts[seen] += 1
print(counts[...])
counts[...] = jnp.zeros(3, int)
jax.ref.addupdate(counts, seen, jnp.ones(3, int))
print(counts[...])

# Output:
# [1 0 1]
# [2 0 1]

# %% where
counts[...] = jnp.where(counts[...] > 1, 1, counts[...])
print(counts[...])

# Output:
# [1 0 1]

# %% foreach
def foreach(*arrays):
    def run(body):
        def step(_, items):
            return None, body(*items)

        return jax.lax.scan(step, None, arrays)[1]

    return run


total = jax.new_ref(jnp.zeros(2))


@foreach(*batches)
def values(x, y):
    value, gradient = jax.value_and_grad(loss)(jnp.zeros(2), x, y)
    total[...] += gradient
    return value


print(values, total[...] / 4)

# Output:
# [  8.5  74.5 212.5 422.5] [-112.  -23.]

# %% exercise
@jax.jit
def small_step(weights, total, seen, x, y):
    def update():
        weights[...] -= total[...] / 4 / 128
        total[...] = jnp.zeros(2)

    total[...] += jax.grad(loss)(weights[...], x, y)
    seen[...] += 1
    jax.lax.cond(seen[...] % 4 == 0, update, lambda: None)


weights, total = new_state()
seen = jax.new_ref(jnp.int32(0))
for batch in zip(*batches):
    small_step(weights, total, seen, *batch)
    print(weights[...], total[...])

# Output:
# [0. 0.] [-4. -5.]
# [0. 0.] [-48. -22.]
# [0. 0.] [-180.  -51.]
# [0.875     0.1796875] [0. 0.]
#
# Traces: small_step 1
