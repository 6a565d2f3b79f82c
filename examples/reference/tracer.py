"""What does a line of Python get from a tracer? Each was run under each transformation, and so was the table."""
# SPDX-License-Identifier: Apache-2.0

# %% branch
import jax
import jax.numpy as jnp


def bend(x):
    return 2 * x if x > 0 else -x


print(jax.grad(bend)(3.0))
print(jax.jit(jax.grad(bend))(3.0))

# Output:
# 2.0
# TracerBoolConversionError: …
#
# Output with jit off:
# 2.0
# 2.0
#
# Traces: bend 1

# %% lost
def square(x):
    return x.item() * x


print(jax.grad(square)(3.0))

# Output:
# 3.0

# %% text
@jax.jit
def double(x):
    print("x is", x)
    return 2 * x


print(double(3.0))

# Output:
# x is JitTracer(~float32[])
# 6.0
#
# Output with jit off:
# x is 3.0
# 6.0
#
# Traces: double 1

# %% ways
def jit_grad(f):
    return jax.jit(jax.grad(f))


def scan(f):
    def body(carry, x):
        return carry, f(x)

    return lambda xs: jax.lax.scan(body, 0, xs)


ways = {
    "plain": lambda f: f,
    "jit": jax.jit,
    "grad": jax.grad,
    "jit(grad)": jit_grad,
    "vmap": jax.vmap,
    "checkpoint": jax.checkpoint,
    "scan": scan,
}

# Output: none

# %% lines
import math

import numpy as np

names = {"jax": jax, "jnp": jnp, "math": math, "np": np}
lines = """x.shape
x.dtype
isinstance(x, jax.Array)
x + 1
np.sum(x)
x > 0
jnp.floor(x)
bool(x)
1 if x > 0 else 2
max(x, 0)
int(x)
x.item()
[5, 6, 7, 8][x.astype(int)]
float(x)
math.sin(x)
np.sqrt(x)
f"{x:.1f}"
print(x)
f"{x}"
hash(x)""".splitlines()

# Output: none

# %% answer
import io
from contextlib import redirect_stdout


def answer(line, x):
    page = io.StringIO()  # what the line prints goes here
    try:
        with redirect_stdout(page):
            found = eval(line, {**names, "x": x})
    except Exception as error:
        return type(error).__name__
    text = page.getvalue() or str(found)
    return "tracer" if "Tracer" in text else "value"

# Output: none

# %% ask
def ask(line, way):
    answers = []

    def f(x):
        answers.append(answer(line, x))
        return x

    x = jnp.float32(3)
    if way in ("vmap", "scan"):  # these two take several numbers
        x = jnp.stack([x, x])
    ways[way](f)(x)
    return answers[0]


def rows():
    for line in lines:
        yield line, [ask(line, way) for way in ways]

# Output: none

# %% table
def word(answer):
    return "error" if answer.endswith("Error") else answer


plain, *others = ways
print("line:", *others)
for line, (wanted, *answers) in rows():
    print(f"{line}:", *[f"{word(a)}/{word(wanted)}" for a in answers])

# Output:
# line: jit grad jit(grad) vmap checkpoint scan
# x.shape: value/value value/value value/value value/value value/value value/value
# x.dtype: value/value value/value value/value value/value value/value value/value
# isinstance(x, jax.Array): value/value value/value value/value value/value value/value value/value
# x + 1: tracer/value tracer/value tracer/value tracer/value tracer/value tracer/value
# np.sum(x): tracer/value tracer/value tracer/value tracer/value tracer/value tracer/value
# x > 0: tracer/value value/value tracer/value tracer/value tracer/value tracer/value
# jnp.floor(x): tracer/value value/value tracer/value tracer/value tracer/value tracer/value
# bool(x): error/value value/value error/value error/value error/value error/value
# 1 if x > 0 else 2: error/value value/value error/value error/value error/value error/value
# max(x, 0): error/value tracer/value error/value error/value error/value error/value
# int(x): error/value value/value error/value error/value error/value error/value
# x.item(): error/value value/value error/value error/value error/value error/value
# [5, 6, 7, 8][x.astype(int)]: error/value value/value error/value error/value error/value error/value
# float(x): error/value error/value error/value error/value error/value error/value
# math.sin(x): error/value error/value error/value error/value error/value error/value
# np.sqrt(x): error/value error/value error/value error/value error/value error/value
# f"{x:.1f}": error/value error/value error/value error/value error/value error/value
# print(x): tracer/value tracer/value tracer/value tracer/value tracer/value tracer/value
# f"{x}": tracer/value tracer/value tracer/value tracer/value tracer/value tracer/value
# hash(x): error/error error/error error/error error/error error/error error/error
#
# Output with jit off:
# line: jit grad jit(grad) vmap checkpoint scan
# x.shape: value/value value/value value/value value/value value/value value/value
# x.dtype: value/value value/value value/value value/value value/value value/value
# isinstance(x, jax.Array): value/value value/value value/value value/value value/value value/value
# x + 1: value/value tracer/value tracer/value tracer/value tracer/value value/value
# np.sum(x): value/value tracer/value tracer/value tracer/value tracer/value value/value
# x > 0: value/value value/value value/value tracer/value tracer/value value/value
# jnp.floor(x): value/value value/value value/value tracer/value tracer/value value/value
# bool(x): value/value value/value value/value error/value error/value value/value
# 1 if x > 0 else 2: value/value value/value value/value error/value error/value value/value
# max(x, 0): value/value tracer/value tracer/value error/value error/value value/value
# int(x): value/value value/value value/value error/value error/value value/value
# x.item(): value/value value/value value/value error/value error/value value/value
# [5, 6, 7, 8][x.astype(int)]: value/value value/value value/value error/value error/value value/value
# float(x): value/value error/value error/value error/value error/value value/value
# math.sin(x): value/value error/value error/value error/value error/value value/value
# np.sqrt(x): value/value error/value error/value error/value error/value value/value
# f"{x:.1f}": value/value error/value error/value error/value error/value value/value
# print(x): value/value tracer/value tracer/value tracer/value tracer/value value/value
# f"{x}": value/value tracer/value tracer/value tracer/value tracer/value value/value
# hash(x): error/error error/error error/error error/error error/error error/error
#
# Output with jit everywhere:
# line: jit grad jit(grad) vmap checkpoint scan
# x.shape: value/value value/value value/value value/value value/value value/value
# x.dtype: value/value value/value value/value value/value value/value value/value
# isinstance(x, jax.Array): value/value value/value value/value value/value value/value value/value
# x + 1: tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# np.sum(x): tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# x > 0: tracer/tracer value/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# jnp.floor(x): tracer/tracer value/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# bool(x): error/error value/error error/error error/error error/error error/error
# 1 if x > 0 else 2: error/error value/error error/error error/error error/error error/error
# max(x, 0): error/error tracer/error error/error error/error error/error error/error
# int(x): error/error value/error error/error error/error error/error error/error
# x.item(): error/error value/error error/error error/error error/error error/error
# [5, 6, 7, 8][x.astype(int)]: error/error value/error error/error error/error error/error error/error
# float(x): error/error error/error error/error error/error error/error error/error
# math.sin(x): error/error error/error error/error error/error error/error error/error
# np.sqrt(x): error/error error/error error/error error/error error/error error/error
# f"{x:.1f}": error/error error/error error/error error/error error/error error/error
# print(x): tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# f"{x}": tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer tracer/tracer
# hash(x): error/error error/error error/error error/error error/error error/error
#
# Traces: f 40

# %% errors
for line, answers in rows():
    errors = sorted({a for a in answers if a.endswith("Error")})
    if errors:
        print(line, "->", *errors)

# Output:
# bool(x) -> TracerBoolConversionError
# 1 if x > 0 else 2 -> TracerBoolConversionError
# max(x, 0) -> TracerBoolConversionError
# int(x) -> ConcretizationTypeError
# x.item() -> ConcretizationTypeError
# [5, 6, 7, 8][x.astype(int)] -> TracerIntegerConversionError
# float(x) -> ConcretizationTypeError
# math.sin(x) -> ConcretizationTypeError
# np.sqrt(x) -> TracerArrayConversionError
# f"{x:.1f}" -> TypeError
# hash(x) -> TypeError
#
# Traces: f 40
