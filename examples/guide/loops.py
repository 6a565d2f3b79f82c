"""How state goes through a loop: as the carry of scan and its relatives."""
# SPDX-License-Identifier: Apache-2.0

# %% unrolled
import jax
import jax.numpy as jnp


def python_loop(x, steps):
    for _ in range(steps):
        x = 2 * x
    return x


print(jax.make_jaxpr(python_loop, static_argnums=1)(1.0, 3))

# Output:
# { lambda ; a:f32[]. let
#     b:f32[] = mul 2.0:f32[] a
#     c:f32[] = mul 2.0:f32[] b
#     d:f32[] = mul 2.0:f32[] c
#   in (d,) }
#
# Traces: python_loop 1

# %% scan
def acc(total, x):
    total = total + x
    # The state for the next step, then the output of this one.
    return total, total


start = jnp.int32(0)
last, totals = jax.lax.scan(acc, start, jnp.array([1, 2, 3]))
print(*totals)
print(last)

# Output:
# 1 3 6
# 6

# %% sizes
def double(x, _):
    return 2 * x, None


def scan_loop(x, steps):
    last, _ = jax.lax.scan(double, x, length=steps)
    return last


def size(loop, steps):
    program = jax.make_jaxpr(loop, static_argnums=1)(1.0, steps)
    return len(program.eqns)


for steps in [1, 10, 100]:
    print(steps, size(python_loop, steps), size(scan_loop, steps))

# Output:
# 1 1 1
# 10 10 1
# 100 100 1
#
# Output with jit off:
# 1 1 1
# 10 10 10
# 100 100 100
#
# Traces: python_loop 3, scan_loop 3

# %% append
log = []


def add_and_log(total, x):
    log.append("step")
    return acc(total, x)


last, totals = jax.lax.scan(
    add_and_log, start, jnp.array([1, 2, 3])
)
print(log)
print(last)

# Output:
# ['step']
# 6
#
# Output with jit off:
# ['step', 'step', 'step']
# 6

# %% carry-dtype
def grow(x, _):
    return 1.5 * x, None


jax.lax.scan(grow, jnp.int32(1), length=3)

# Output:
# TypeError: scan body function carry input and carry output must have equal types, but they differ: …
#
# Output with jit off: none
#
# Value with jit off:
# (Array(3.375, dtype=float32, weak_type=True), None)

# %% carry-cured
last, _ = jax.lax.scan(grow, jnp.float32(1), length=3)
print(last)

# Output:
# 3.375

# %% carry-vector
last, _ = jax.lax.scan(grow, jnp.ones(3), length=3)
print(last)

# Output:
# [3.375 3.375 3.375]

# %% carry-python
last, _ = jax.lax.scan(grow, 1.0, length=3)
print(last)

# Output:
# 3.375

# %% traced-twice
def grow(x, _):
    print(jnp.result_type(x))
    return 1.5 * x, None


last, _ = jax.lax.scan(grow, 1, length=3)
print(last)

# Output:
# int32
# float32
# 3.375
#
# Output with jit off:
# int32
# float32
# float32
# 3.375

# %% carry-shape
def collect(seen, x):
    return jnp.append(seen, x), None


jax.lax.scan(collect, jnp.zeros(0), jnp.array([1.0, 4.0, 2.0]))

# Output:
# TypeError: scan body function carry input and carry output must have equal types, but they differ: …
#
# Output with jit off: none
#
# Value with jit off:
# (Array([1., 4., 2.], dtype=float32), None)

# %% carry-structure
def keep_best(best, x):
    best = x if best is None else jnp.maximum(best, x)
    return best, None


jax.lax.scan(keep_best, None, jnp.array([1.0, 4.0, 2.0]))

# Output:
# TypeError: scan body function carry input and carry output must have the same pytree structure, …
#
# Output with jit off: none
#
# Value with jit off:
# (Array(4., dtype=float32), None)

# %% carry-full
best, _ = jax.lax.scan(
    keep_best, -jnp.inf, jnp.array([1.0, 4.0, 2.0])
)
print(best)

# Output:
# 4.0

# %% range
jax.jit(python_loop)(1.0, 3)

# Output:
# TracerIntegerConversionError: The __index__() method was called on traced array with shape …
#
# Output with jit off: none
#
# Value with jit off:
# 8.0
#
# Traces: python_loop 1

# %% fori
@jax.jit
def doubled(x, steps):
    return jax.lax.fori_loop(0, steps, lambda i, x: 2 * x, x)


print(doubled(1.0, 3), doubled(1.0, 10))

# Output:
# 8.0 1024.0
#
# Traces: doubled 1

# %% cond
traced = []


def halve(n):
    traced.append("halve")
    return n // 2


def climb(n):
    traced.append("climb")
    return 3 * n + 1


print(jax.lax.cond(True, halve, climb, jnp.int32(6)))
print(traced)

# Output:
# 3
# ['halve', 'climb']
#
# Output with jit off:
# 3
# ['halve']

# %% cond-vmap
def choose(x):
    return jax.lax.cond(x > 1, jnp.log, jnp.exp, x)


def found(function, x):
    program = jax.make_jaxpr(function)(x)
    names = [equation.primitive.name for equation in program.eqns]
    return [name for name in ["cond", "log", "exp"] if name in names]


print(found(choose, 2.0))
print(found(jax.vmap(choose), jnp.array([1.0, 2.0])))

# Output:
# ['cond']
# ['log', 'exp']
#
# Traces: choose 2

# %% while
def not_one(state):
    return state["n"] != 1


def next_number(state):
    n = state["n"]
    n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
    return {"n": n, "steps": state["steps"] + 1}


state = {"n": jnp.int32(6), "steps": jnp.int32(0)}
last = jax.lax.while_loop(not_one, next_number, state)
print(last["n"], last["steps"])

# Output:
# 1 8

# %% while-far
def not_one(state):
    return state["n"] != 1


def next_number(state):
    n = state["n"]
    n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
    return {"n": n, "steps": state["steps"] + 1}


state = {"n": jnp.int32(27), "steps": jnp.int32(0)}
last = jax.lax.while_loop(not_one, next_number, state)
print(last["n"], last["steps"])

# Output:
# 1 111

# %% while-done
def not_one(state):
    return state["n"] != 1


def next_number(state):
    n = state["n"]
    n = jnp.where(n % 2 == 0, n // 2, 3 * n + 1)
    return {"n": n, "steps": state["steps"] + 1}


state = {"n": jnp.int32(1), "steps": jnp.int32(0)}
last = jax.lax.while_loop(not_one, next_number, state)
print(last["n"], last["steps"])

# Output:
# 1 0

# %% train
xs = jnp.array([0.0, 1.0, 2.0, 3.0])
ys = 2 * xs + 1


def loss(params):
    prediction = params["w"] * xs + params["b"]
    return jnp.mean((prediction - ys) ** 2)


def update(params, _):
    value, grads = jax.value_and_grad(loss)(params)
    params = jax.tree.map(lambda p, g: p - 0.1 * g, params, grads)
    return params, value

# Output: none

# %% train-python
zero = {"w": jnp.float32(0), "b": jnp.float32(0)}
params, losses = zero, []
for _ in range(20):
    params, value = update(params, None)
    losses.append(value)

print([f"{value:.3f}" for value in losses[:3]])
print(f"w {params['w']:.3f} b {params['b']:.3f}")

# Output:
# ['21.000', '0.535', '0.014']
# w 2.007 b 0.985

# %% train-scan
params, scanned = jax.lax.scan(update, zero, length=20)
print([f"{value:.3f}" for value in scanned[:3]])
print(f"w {params['w']:.3f} b {params['b']:.3f}")
print(jnp.allclose(jnp.array(losses), scanned))

# Output:
# ['21.000', '0.535', '0.014']
# w 2.007 b 0.985
# True

# %% exercise
@jax.jit
def train_until(params, wanted):
    def too_high(state):
        params, _ = state
        return loss(params) > wanted

    def one_step(state):
        params, steps = state
        params, _ = update(params, None)
        return params, steps + 1

    return jax.lax.while_loop(too_high, one_step, (params, 0))


params, steps = train_until(zero, 0.01)
print(steps, f"{loss(params):.4f}")

# Output:
# 3 0.0010
#
# Traces: train_until 1
