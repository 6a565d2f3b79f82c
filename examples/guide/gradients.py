"""Gradients as values: what grad returns, for numbers, vectors and pytrees."""
# SPDX-License-Identifier: Apache-2.0

# %% grad
import jax
import jax.numpy as jnp

xs = jnp.array([1.0, 2.0, 3.0, 4.0])


def sum_of_squares(x):
    return jnp.sum(x**2)


print(jax.grad(sum_of_squares)(xs))

# Output:
# [2. 4. 6. 8.]

# %% grad-integers
import jax
import jax.numpy as jnp

xs = jnp.array([1.0, 2.0, 3.0, 4.0])


def sum_of_squares(x):
    return jnp.sum(x**2)


print(jax.grad(sum_of_squares)(jnp.arange(4)))

# Output:
# TypeError: grad requires real- or complex-valued inputs …

# %% grad-numbers
import jax
import jax.numpy as jnp

xs = jnp.array([1.0, 2.0, 3.0, 4.0])


def sum_of_squares(x):
    return jnp.sum(x**2)


print(jax.grad(sum_of_squares)(3.0))

# Output:
# 6.0

# %% outside
weight = jnp.float32(3)
errors = weight * xs - 2 * xs


def loss(weight):
    return jnp.sum(errors**2)


print(loss(weight), jax.grad(loss)(weight))

# Output:
# 30.0 0.0

# %% inside
def loss(weight):
    errors = weight * xs - 2 * xs
    return jnp.sum(errors**2)


print(loss(weight), jax.grad(loss)(weight))

# Output:
# 30.0 60.0

# %% twice
gradient = jax.grad(loss)
print(gradient(weight), gradient(weight))

# Output:
# 60.0 60.0

# %% argnums
def squared_error(x, y):
    return jnp.sum((x - y) ** 2)


ys = jnp.array([1.1, 2.1, 3.1, 4.1])
print(jax.grad(squared_error)(xs, ys))
print(2 * (xs - ys))
print(jax.grad(squared_error, argnums=1)(xs, ys))

# Output:
# [-0.20000005 -0.19999981 -0.19999981 -0.19999981]
# [-0.20000005 -0.19999981 -0.19999981 -0.19999981]
# [0.20000005 0.19999981 0.19999981 0.19999981]

# %% argnums-both
x_grad, y_grad = jax.grad(squared_error, argnums=(0, 1))(xs, ys)
print(x_grad)
print(y_grad)

# Output:
# [-0.20000005 -0.19999981 -0.19999981 -0.19999981]
# [0.20000005 0.19999981 0.19999981 0.19999981]

# %% value-and-grad
value, x_grad = jax.value_and_grad(squared_error)(xs, ys)
print(f"{value:.4f}")
print(x_grad)

# Output:
# 0.0400
# [-0.20000005 -0.19999981 -0.19999981 -0.19999981]

# %% aux-error
def error_and_residual(x, y):
    return squared_error(x, y), x - y


jax.grad(error_and_residual)(xs, ys)

# Output:
# TypeError: Gradient only defined for scalar-output functions. …

# %% has-aux
x_grad, residual = jax.grad(error_and_residual, has_aux=True)(xs, ys)
print(x_grad)
print(residual)

# Output:
# [-0.20000005 -0.19999981 -0.19999981 -0.19999981]
# [-0.10000002 -0.0999999  -0.0999999  -0.0999999 ]

# %% side-effect
def noisy_error(x, y):
    print("Python runs")
    return squared_error(x, y)


gradient = jax.grad(noisy_error)
for _ in range(2):
    gradient(xs, ys)
fast_gradient = jax.jit(gradient)
for _ in range(2):
    fast_gradient(xs, ys)

# Output:
# Python runs
# Python runs
# Python runs
#
# Output with jit off:
# Python runs
# Python runs
# Python runs
# Python runs
#
# Traces: noisy_error 1

# %% kept
kept = []


def keeping_error(x, y):
    kept.append(x - y)
    return squared_error(x, y)


x_grad = jax.grad(keeping_error)(xs, ys)
print(isinstance(kept[0], jax.core.Tracer))

# Output:
# True
#
# State:
# kept[0] = Tracer

# %% vector-error
def squares(x):
    return x**2


jax.grad(squares)(xs)

# Output:
# TypeError: Gradient only defined for scalar-output functions. …

# %% jacobian
print(jax.jacobian(squares)(xs))

# Output:
# [[2. 0. 0. 0.]
#  [0. 4. 0. 0.]
#  [0. 0. 6. 0.]
#  [0. 0. 0. 8.]]

# %% pytree
params = {"w": jnp.float32(3), "b": jnp.float32(1)}


def line_error(params, x, y):
    return jnp.sum((params["w"] * x + params["b"] - y) ** 2)


grads = jax.grad(line_error)(params, jnp.float32(2), jnp.float32(5))
print(grads["w"], grads["b"])

# Output:
# 8.0 4.0

# %% tree-map
print(jax.tree.map(lambda p, g: float(p - 0.25 * g), params, grads))

# Output:
# {'b': 0.0, 'w': 1.0}

# %% exercise
def error_with_prediction(params, x, y):
    prediction = params["w"] * x + params["b"]
    return jnp.sum((prediction - y) ** 2), prediction


value_and_grads = jax.value_and_grad(
    error_with_prediction, has_aux=True
)
(value, prediction), grads = value_and_grads(
    params, jnp.array([0.0, 1.0]), jnp.array([1.0, 2.0])
)
print(value, prediction, grads["w"], grads["b"])

# Output:
# 4.0 [1. 4.] 4.0 4.0
