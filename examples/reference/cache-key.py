"""The key of the cache: what has to differ for JAX to trace or compile again, counted call by call."""
# SPDX-License-Identifier: Apache-2.0

# %% listen
import jax
import jax.numpy as jnp
import numpy as np

traces, programs = [], []


def listen(event, seconds, **details):
    if event.endswith("backend_compile_duration"):
        programs.append(event)


jax.monitoring.register_event_duration_secs_listener(listen)

# Output: none

# %% show
def new_function():
    def f(x, n=2):
        traces.append("f")
        return jax.tree.map(jnp.sin, x)

    return f


def show(line):
    before = len(traces), len(programs)
    jax.block_until_ready(eval(line))
    traced = "traced" if len(traces) > before[0] else "-"
    compiled = "compiled" if len(programs) > before[1] else "-"
    print(f"{traced:7} {compiled:9} {line}")

# Output: none

# %% arguments
one, two = jnp.float32(1), jnp.float32(2)
weak, three = jnp.full((), 1.0), jnp.ones(3)
f = jax.jit(new_function())
for line in """f(one)
f(two)
f(np.float32(1))
f(np.float64(1))
f(1.0)
f(2.0)
f(weak)
f(1)
f(True)
f(three)
f(np.ones(3))""".splitlines():
    show(line)

# Output:
# traced  compiled  f(one)
# -       -         f(two)
# -       -         f(np.float32(1))
# -       -         f(np.float64(1))
# traced  compiled  f(1.0)
# -       -         f(2.0)
# -       -         f(weak)
# traced  compiled  f(1)
# traced  compiled  f(True)
# traced  compiled  f(three)
# -       -         f(np.ones(3))
#
# Output with jit off:
# traced  compiled  f(one)
# traced  -         f(two)
# traced  compiled  f(np.float32(1))
# traced  -         f(np.float64(1))
# traced  compiled  f(1.0)
# traced  -         f(2.0)
# traced  -         f(weak)
# traced  compiled  f(1)
# traced  -         f(True)
# traced  compiled  f(three)
# traced  compiled  f(np.ones(3))
#
# Output with jit off before jax 0.9.1:
# traced  compiled  f(one)
# traced  -         f(two)
# traced  -         f(np.float32(1))
# traced  -         f(np.float64(1))
# traced  compiled  f(1.0)
# traced  -         f(2.0)
# traced  -         f(weak)
# traced  -         f(1)
# traced  compiled  f(True)
# traced  compiled  f(three)
# traced  compiled  f(np.ones(3))
#
# Traces: f 5

# %% containers
for line in """f([one, two])
f([two, one])
f((one, two))
f([one, 2.0])
f([one, None])
f({"a": one, "b": two})
f({"b": two, "a": one})
f(x=one)""".splitlines():
    show(line)

# Output:
# traced  compiled  f([one, two])
# -       -         f([two, one])
# traced  compiled  f((one, two))
# traced  compiled  f([one, 2.0])
# traced  compiled  f([one, None])
# traced  compiled  f({"a": one, "b": two})
# -       -         f({"b": two, "a": one})
# traced  compiled  f(x=one)
#
# Output with jit off:
# traced  -         f([one, two])
# traced  -         f([two, one])
# traced  -         f((one, two))
# traced  -         f([one, 2.0])
# traced  -         f([one, None])
# traced  -         f({"a": one, "b": two})
# traced  -         f({"b": two, "a": one})
# traced  -         f(x=one)
#
# Traces: f 6

# %% static
g = jax.jit(new_function(), static_argnames="n")
for line in """g(one, 1)
g(one, 2)
g(two, 2)
g(one, 2.0)
g(one, (2,))
g(one, (2.0,))
g(one)
g(one, n=2)""".splitlines():
    show(line)

# Output:
# traced  compiled  g(one, 1)
# traced  compiled  g(one, 2)
# -       -         g(two, 2)
# traced  compiled  g(one, 2.0)
# traced  compiled  g(one, (2,))
# -       -         g(one, (2.0,))
# traced  compiled  g(one)
# traced  compiled  g(one, n=2)
#
# Output with jit off:
# traced  -         g(one, 1)
# traced  -         g(one, 2)
# traced  -         g(two, 2)
# traced  -         g(one, 2.0)
# traced  -         g(one, (2,))
# traced  -         g(one, (2.0,))
# traced  -         g(one)
# traced  -         g(one, n=2)
#
# Traces: f 6

# %% function
from functools import partial

h = new_function()
spare = jnp.float32(3)
for line in """jax.jit(h)(one)
jax.jit(h)(two)
jax.jit(h, donate_argnums=0)(spare)
jax.jit(partial(h))(one)
jax.jit(lambda x: h(x))(one)
jax.jit(new_function())(one)""".splitlines():
    show(line)

# Output:
# traced  compiled  jax.jit(h)(one)
# -       -         jax.jit(h)(two)
# -       compiled  jax.jit(h, donate_argnums=0)(spare)
# traced  compiled  jax.jit(partial(h))(one)
# traced  compiled  jax.jit(lambda x: h(x))(one)
# traced  compiled  jax.jit(new_function())(one)
#
# Output with jit off:
# traced  -         jax.jit(h)(one)
# traced  -         jax.jit(h)(two)
# traced  -         jax.jit(h, donate_argnums=0)(spare)
# traced  -         jax.jit(partial(h))(one)
# traced  -         jax.jit(lambda x: h(x))(one)
# traced  -         jax.jit(new_function())(one)
#
# Traces: f 3

# %% device
on_device = jax.device_put(one, jax.devices()[0])
k = jax.jit(new_function())
for line in """k(one)
k(on_device)
k(one)
k(k(on_device))""".splitlines():
    show(line)

# Output:
# traced  compiled  k(one)
# -       compiled  k(on_device)
# -       -         k(one)
# -       -         k(k(on_device))
#
# Output with jit off:
# traced  -         k(one)
# traced  compiled  k(on_device)
# traced  -         k(one)
# traced  -         k(k(on_device))
#
# Traces: f 1

# %% settings
def under(setting, call):
    with jax.debug_key_reuse(False), setting:  # off, unless the setting turns it on
        return call(one)


s = jax.jit(new_function())
under(jax.debug_key_reuse(False), s)
for line in """under(jax.debug_key_reuse(True), s)
under(jax.enable_x64(True), s)
under(jax.default_matmul_precision("float32"), s)
under(jax.numpy_dtype_promotion("strict"), s)
under(jax.numpy_rank_promotion("raise"), s)
under(jax.threefry_partitionable(False), s)
under(jax.default_device(jax.devices()[0]), s)
under(jax.debug_nans(True), s)
under(jax.default_prng_impl("rbg"), s)
under(jax.checking_leaks(), s)
under(jax.named_scope("a"), s)""".splitlines():
    show(line)

# Output:
# traced  compiled  under(jax.debug_key_reuse(True), s)
# traced  compiled  under(jax.enable_x64(True), s)
# traced  compiled  under(jax.default_matmul_precision("float32"), s)
# traced  compiled  under(jax.numpy_dtype_promotion("strict"), s)
# traced  compiled  under(jax.numpy_rank_promotion("raise"), s)
# traced  compiled  under(jax.threefry_partitionable(False), s)
# traced  compiled  under(jax.default_device(jax.devices()[0]), s)
# -       -         under(jax.debug_nans(True), s)
# -       -         under(jax.default_prng_impl("rbg"), s)
# -       -         under(jax.checking_leaks(), s)
# -       -         under(jax.named_scope("a"), s)
#
# Output with jit off:
# traced  compiled  under(jax.debug_key_reuse(True), s)
# traced  compiled  under(jax.enable_x64(True), s)
# traced  compiled  under(jax.default_matmul_precision("float32"), s)
# traced  compiled  under(jax.numpy_dtype_promotion("strict"), s)
# traced  compiled  under(jax.numpy_rank_promotion("raise"), s)
# traced  compiled  under(jax.threefry_partitionable(False), s)
# traced  compiled  under(jax.default_device(jax.devices()[0]), s)
# traced  -         under(jax.debug_nans(True), s)
# traced  -         under(jax.default_prng_impl("rbg"), s)
# traced  compiled  under(jax.checking_leaks(), s)
# traced  -         under(jax.named_scope("a"), s)
#
# Output with jit off since jax 0.12:
# traced  compiled  under(jax.debug_key_reuse(True), s)
# traced  compiled  under(jax.enable_x64(True), s)
# traced  compiled  under(jax.default_matmul_precision("float32"), s)
# traced  compiled  under(jax.numpy_dtype_promotion("strict"), s)
# traced  compiled  under(jax.numpy_rank_promotion("raise"), s)
# traced  compiled  under(jax.threefry_partitionable(False), s)
# traced  compiled  under(jax.default_device(jax.devices()[0]), s)
# traced  -         under(jax.debug_nans(True), s)
# traced  -         under(jax.default_prng_impl("rbg"), s)
# traced  -         under(jax.checking_leaks(), s)
# traced  -         under(jax.named_scope("a"), s)
#
# Output before jax 0.9.1:
# -       -         under(jax.debug_key_reuse(True), s)
# traced  compiled  under(jax.enable_x64(True), s)
# traced  compiled  under(jax.default_matmul_precision("float32"), s)
# traced  compiled  under(jax.numpy_dtype_promotion("strict"), s)
# traced  compiled  under(jax.numpy_rank_promotion("raise"), s)
# traced  compiled  under(jax.threefry_partitionable(False), s)
# traced  compiled  under(jax.default_device(jax.devices()[0]), s)
# -       -         under(jax.debug_nans(True), s)
# -       -         under(jax.default_prng_impl("rbg"), s)
# -       -         under(jax.checking_leaks(), s)
# -       -         under(jax.named_scope("a"), s)
#
# Traces: f 8

# %% transformed
t = jax.jit(new_function())
for line in """t(one)
jax.vmap(t)(three)
jax.vmap(t)(three)
jax.grad(t)(one)
jax.grad(t)(one)
jax.jit(t)(one)""".splitlines():
    show(line)

# Output:
# traced  compiled  t(one)
# -       compiled  jax.vmap(t)(three)
# -       -         jax.vmap(t)(three)
# -       compiled  jax.grad(t)(one)
# -       -         jax.grad(t)(one)
# -       compiled  jax.jit(t)(one)
#
# Output with jit off:
# traced  -         t(one)
# traced  -         jax.vmap(t)(three)
# traced  -         jax.vmap(t)(three)
# traced  compiled  jax.grad(t)(one)
# traced  -         jax.grad(t)(one)
# traced  -         jax.jit(t)(one)
#
# Traces: f 1

# %% cleared
for line in """t(one)
t.clear_cache()
t(one)
jax.clear_caches()
t(one)""".splitlines():
    show(line)

# Output:
# -       -         t(one)
# -       -         t.clear_cache()
# traced  compiled  t(one)
# -       -         jax.clear_caches()
# traced  compiled  t(one)
#
# Output with jit off:
# traced  -         t(one)
# -       -         t.clear_cache()
# traced  -         t(one)
# -       -         jax.clear_caches()
# traced  compiled  t(one)
#
# Traces: f 2
