"""Counter-examples are looked for to what guide/tracing and guide/stateful tell readers to remember."""

import itertools
import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax.experimental import io_callback

WAYS: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "jit(jit)": lambda f: jax.jit(jax.jit(f)),
    "jit(grad)": lambda f: jax.jit(jax.grad(f)),
    "jit(vmap)": lambda f: jax.jit(lambda x: jax.vmap(f)(x[None])[0]),
    "jit(checkpoint)": lambda f: jax.jit(jax.checkpoint(f)),
    "jit(scan)": lambda f: jax.jit(lambda x: lax.scan(lambda c, _: (f(c), None), x, length=3)[0]),
    "jit(cond)": lambda f: jax.jit(lambda x: lax.cond(x > 0, f, lambda y: y, x)),
    "jit(while_loop)": lambda f: jax.jit(
        lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, f(s[1])), (0, x))[1]
    ),
    "jit(vmap(grad))": lambda f: jax.jit(lambda x: jax.vmap(jax.grad(f))(x[None])[0]),
    "jit(jacfwd)": lambda f: jax.jit(jax.jacfwd(f)),
}
each_way = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


def effects() -> dict[str, tuple[Callable[[], object], Callable[[], int]]]:
    """Side effects of Python: what has one, and what counts how often it happened."""
    entries: list[int] = []
    known: dict[int, int] = {}
    owner = SimpleNamespace(n=0)
    numbers = itertools.count()
    seen = [0]

    def draw() -> None:
        seen[0] = next(numbers) + 1

    return {
        "list": (lambda: entries.append(1), lambda: len(entries)),
        "dict": (lambda: known.update({len(known): 1}), lambda: len(known)),
        "attribute": (lambda: setattr(owner, "n", owner.n + 1), lambda: owner.n),
        "iterator": (draw, lambda: seen[0]),
    }


@each_way
def test_python_code_runs_only_while_jax_traces(way: Callable[[Any], Any]) -> None:
    """A side effect happens in the first call of a type, and in no later one until a shape or dtype is new."""
    for act, seen in effects().values():

        def effect(x: jax.Array, act: Callable[[], object] = act) -> jax.Array:
            act()
            return x * x

        function = way(effect)
        function(jnp.float32(2))
        once = seen()
        for x in (3.0, -1.0):
            function(jnp.float32(x))
        assert seen() == once >= 1

        function(jnp.float16(2))
        assert seen() == 2 * once


@pytest.mark.parametrize("mode", [jax.disable_jit, partial(jax.debug_nans, True)], ids=["disable_jit", "debug_nans"])
def test_in_a_debugging_mode_python_code_runs_at_every_call(mode: Callable[[], AbstractContextManager[Any]]) -> None:
    """With values, where the sentence says that it does not hold: under debug_nans after a NaN."""
    traced: list[bool] = []

    @jax.jit
    def log(x: jax.Array) -> jax.Array:
        traced.append(isinstance(x, jax.core.Tracer))
        return jnp.log(x)

    with mode():
        for _ in range(2):
            with suppress(FloatingPointError):
                log(jnp.float32(-1))

    assert traced.count(False) == 2


CALLBACKS: dict[str, Callable[[Callable[[], None]], Any]] = {
    "debug.callback": jax.debug.callback,
    "io_callback": lambda act: io_callback(act, None),
    "pure_callback": lambda act: jax.pure_callback(lambda: act() or np.int32(0), jax.ShapeDtypeStruct((), "int32")),
}


@pytest.mark.parametrize("call", CALLBACKS.values(), ids=CALLBACKS)
def test_a_callback_runs_at_every_call(call: Callable[[Callable[[], None]], Any]) -> None:
    """Its side effects happen in Python, and not once per trace."""
    log: list[int] = []
    function = jax.jit(lambda x: (x, call(lambda: log.append(1))))
    for x in (1.0, 2.0, 3.0):
        jax.block_until_ready(function(x))
    jax.effects_barrier()

    assert len(log) == 3


SOURCES: dict[str, Callable[[], Any]] = {
    "time": lambda: time.perf_counter() % 100,  # the whole number exceeds float16 once a machine is up for a day
    "random": random.random,
    "a generator of NumPy": np.random.default_rng(0).random,
    "numpy.random": np.random.rand,
    "an iterator": itertools.count().__next__,
}


@each_way
@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_a_number_read_during_a_trace_is_a_constant(source: Callable[[], Any], way: Callable[[Any], Any]) -> None:
    """Later calls compute with the number of the first one, also after a trace for another dtype read another."""
    function = way(lambda x: x * x * (1 + source()))

    first = function(jnp.float32(2))
    for _ in range(3):
        function(jnp.float16(2))
        assert jnp.array_equal(function(jnp.float32(2)), first)


@pytest.mark.parametrize(("factor", "gradient"), [(2.0, 2), (np.full(1, 2.0, np.float32), 6)], ids=["number", "array"])
def test_grad_keeps_the_number_but_not_an_array_of_numpy(factor: Any, gradient: int) -> None:
    """Of a jitted function it reuses the trace, with the number in it and the array of NumPy that may have changed."""
    read = [factor]
    function = jax.jit(lambda x: (x * read[0]).sum())
    function(jnp.float32(1))
    read[0] *= 3

    assert function(jnp.float32(1)) == 2
    assert jax.grad(function)(jnp.float32(1)) == gradient


@each_way
def test_an_argument_is_read_in_each_call(way: Callable[[Any], Any]) -> None:
    """What is passed is no constant: three values give three results."""
    for kind in (float, np.float32, jnp.float32):
        function = way(lambda x: x * x * x)
        assert len({float(function(kind(x))) for x in (2, 3, 4)}) == 3
