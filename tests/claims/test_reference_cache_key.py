"""Counter-examples are looked for to what reference/cache-key says of keys."""

from collections import OrderedDict, defaultdict
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.sharding import Mesh, NamedSharding, PartitionSpec, SingleDeviceSharding

DTYPES = (jnp.int8, jnp.int32, jnp.uint32, jnp.float32, jnp.bfloat16, jnp.complex64, jnp.bool_)
HERE = jax.devices()[0]

programs: list[str] = []
"""One entry for each program that was compiled in this process."""

jax.monitoring.register_event_duration_secs_listener(
    lambda event, *_, **__: programs.append(event) if event.endswith("backend_compile_duration") else None
)


def counted(**options: object) -> tuple[Callable[..., object], list[int]]:
    """A jitted function of anything, and a list that has one entry for each of its traces."""
    traces: list[int] = []

    def f(x: object, n: object = None) -> object:
        traces.append(1)
        return jax.tree.map(lambda leaf: leaf, x)

    return jax.jit(f, **options), traces


def cost(traces: list[int], call: Callable[[], object]) -> tuple[int, int]:
    """How often a call traces, and whether it compiles; its arguments exist already."""
    before = len(traces), len(programs)
    jax.block_until_ready(call())
    return len(traces) - before[0], int(len(programs) > before[1])


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (3,), (0, 2)])
def test_a_traced_argument_is_in_the_key_with_its_type_alone(dtype: type, shape: tuple[int, ...]) -> None:
    """Values make no difference, be they in arrays of JAX or NumPy, nor do infinite ones; dtype and shape do."""
    f, traces = counted()
    for value in (0, 1, 1, *((np.inf, np.nan) if jnp.issubdtype(dtype, jnp.inexact) else ())):
        f(jnp.full(shape, value, dtype))
        f(np.full(shape, value, jnp.zeros((), dtype).dtype))
    assert len(traces) == 1
    for n, other in enumerate(({*DTYPES} - {dtype}), 2):
        f(jnp.zeros(shape, other))
        assert len(traces) == n
    f(jnp.zeros((*shape, 1), dtype))
    assert len(traces) == len(DTYPES) + 1


@pytest.mark.parametrize(("number", "dtype"), [(1, jnp.int32), (1.0, jnp.float32), (1j, jnp.complex64)])
def test_a_weak_type_is_in_the_key(number: complex, dtype: type) -> None:
    """All weak values of a dtype share a program, and all others; NumPy's numbers are not weak."""
    f, traces = counted()
    for weak in (number, number + 1, jnp.asarray(number), jnp.full((), number)):
        f(weak)
    assert len(traces) == 1
    for strong in (dtype(number), jnp.asarray(number, dtype), np.asarray(number), np.asarray(number)[()]):
        f(strong)
    assert len(traces) == 2


def test_the_structure_of_arguments_is_in_the_key_without_the_order_of_a_dict() -> None:
    """That of an OrderedDict is in it, and so is the default of a defaultdict."""
    f, traces = counted()
    pairs = [("a", 1.0), ("b", 2.0)]
    for n, structure in enumerate((dict, partial(defaultdict, int), partial(defaultdict, list)), 1):
        f(structure(pairs)), f(structure(pairs[::-1]))
        assert len(traces) == n
    f(OrderedDict(pairs)), f(OrderedDict(pairs[::-1]))
    assert len(traces) == 5
    for n, values in enumerate(([1.0, 2.0], (1.0, 2.0), [1.0, None], [1.0, 2], [1.0, [2.0]]), 6):
        f(values), f(values)
        assert len(traces) == n
    g, traces = jax.jit(lambda a, b: a + b + bool(traces.append(1))), []
    g(a=1, b=2), g(b=2, a=1)
    assert len(traces) == 1


@pytest.mark.parametrize("values", [(1, 2), (1, 1.0), (1, True), ("a", "b"), (None, 0), (jnp.sum, jnp.max)])
def test_a_static_argument_is_in_the_key_with_type_and_value(values: tuple[object, object]) -> None:
    """Another value or another type is traced; the same again is not."""
    f, traces = counted(static_argnums=1)
    for value in (*values, *values):
        f(1, value)
    assert len(traces) == 2
    if not isinstance(values[0], int):
        return
    for value in (*values, *values):
        f(1, (value,))
    assert len(traces) == 2 + len({*values})


def test_the_default_of_a_static_argument_is_not_in_the_key() -> None:
    """Left out, passed by position and passed by keyword are three."""
    traces: list[int] = []
    f = jax.jit(lambda x, n=2: x * n + bool(traces.append(1)), static_argnames="n")
    for _ in range(2):
        assert f(3) == f(3, 2) == f(3, n=2) == 6
    assert len(traces) == 3


@pytest.mark.parametrize("wrap", [jax.jit, jax.vmap, jax.checkpoint])
def test_a_call_by_position_and_one_by_keyword_have_different_keys(wrap: Callable[..., Callable[..., object]]) -> None:
    """For traced and for static arguments, also inside another transformation."""
    for options in ({}, {"static_argnames": "n"}):
        f, traces = counted(**options)
        f(1, 2), f(1, n=2)
        assert len(traces) == 2
    f, traces = counted()
    wrap(f)(jnp.ones(2)), wrap(lambda x: f(x=x))(jnp.ones(2))
    assert len(traces) == 2


SETTINGS: list[Callable[[], AbstractContextManager[object]]] = [
    lambda: jax.enable_x64(True),
    lambda: jax.default_matmul_precision("float32"),
    lambda: jax.numpy_dtype_promotion("strict"),
    lambda: jax.numpy_rank_promotion("raise"),
    lambda: jax.threefry_partitionable(False),
    lambda: jax.default_device(HERE),
    *([lambda: jax.debug_key_reuse(True)] if jax.__version_info__ >= (0, 9) else []),
]
ALIKE: list[Callable[[], AbstractContextManager[object]]] = [
    lambda: jax.debug_nans(True),
    lambda: jax.default_prng_impl("rbg"),
    jax.checking_leaks,
    lambda: jax.named_scope("a"),
]
INSIDE: dict[str, Callable[[Callable[..., object]], Callable[..., object]]] = {
    "alone": lambda f: f,
    "jit": jax.jit,
    "vmap": lambda f: lambda x: jax.vmap(f)(x[None]),
    "grad": lambda f: jax.grad(lambda x: f(x) * x),
    "scan": lambda f: jax.jit(lambda x: jax.lax.scan(lambda c, _: (f(c), None), x, length=2)),
}


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("inside", INSIDE)
def test_a_setting_in_the_key_makes_jax_trace_again_for_any_function(
    setting: Callable[[], AbstractContextManager[object]], inside: str
) -> None:
    """Once for its value, and not again when it is back."""
    f, traces = counted()
    call = INSIDE[inside](f)
    with jax.debug_key_reuse(False):
        for _ in range(2):
            call(jnp.float32(1))
            with setting():
                call(jnp.float32(1))
    assert len(traces) == 2


@pytest.mark.parametrize("setting", ALIKE)
def test_a_setting_that_is_not_in_the_key_makes_jax_do_nothing(
    setting: Callable[[], AbstractContextManager[object]],
) -> None:
    """Even where it would matter: a jitted function keeps the kind of random keys that it was traced with."""
    f, traces = counted()
    one = jnp.float32(1)
    make = jax.jit(lambda: jax.random.key(0))
    f(one), make()
    with setting():
        assert cost(traces, lambda: f(one)) == (0, 0)
        assert make().dtype == jax.eval_shape(lambda: jax.random.key(0, impl="threefry2x32")).dtype


def test_a_device_is_not_in_the_trace_but_a_mesh_is() -> None:
    """An array that is committed needs another program, and one on a mesh, another trace, too."""
    f, traces = counted()
    free = jnp.ones(2)
    committed = jax.device_put(free, HERE)
    meshed = [jax.device_put(free, NamedSharding(Mesh([HERE], name), PartitionSpec())) for name in ("a", "b")]
    assert jax.typeof(free) == jax.typeof(committed)
    assert len({jax.typeof(array) for array in (free, *meshed)}) == 3
    for wanted in ([(1, 1), (0, 1), (1, 1), (1, 1)], [(0, 0)] * 4):
        assert [cost(traces, partial(f, array)) for array in (free, committed, *meshed)] == wanted


def test_what_is_computed_from_a_committed_array_is_committed() -> None:
    """So a state that starts committed needs one program, and one that becomes committed needs two."""
    xs = jax.device_put(jnp.arange(3.0), HERE)
    for begin, wanted in ((xs, 1), (jnp.arange(3.0), 2)):
        f = jax.jit(lambda state, xs: (state + xs, state, 0 * xs))
        programs.clear()
        state = begin
        for _ in range(3):
            results = f(state, xs)
            state = results[0]
            assert all(result.committed for result in results)
        assert len(programs) == wanted
    assert not jax.jit(jax.grad(jnp.sum))(xs).committed  # which needs no value of xs


OTHER_OPTIONS: list[dict[str, Any]] = [
    {"donate_argnums": 0},
    {"in_shardings": SingleDeviceSharding(HERE)},
    {"out_shardings": SingleDeviceSharding(HERE)},
]


def test_a_cache_is_emptied_for_each_jit_with_the_same_options() -> None:
    """One with other options keeps its programs until all caches are emptied."""

    def function(x: object) -> object:
        traces.append(1)
        return x * 2

    traces: list[int] = []
    first, second = jax.jit(function), jax.jit(function)
    others = [jax.jit(function, **options) for options in OTHER_OPTIONS]
    ones = [jnp.float32(1) + i for i in range(30)]  # one for each call, since donation deletes some
    for f in (first, second, *others, *others):
        f(ones.pop())
    assert [cost(traces, partial(f, ones.pop())) for f in (first, second, *others)] == [(0, 0)] * 5
    first.clear_cache()
    assert [cost(traces, partial(f, ones.pop())) for f in (*others, second, first)] == [(0, 0)] * 3 + [(1, 1), (0, 0)]
    jax.clear_caches()
    assert [cost(traces, partial(f, ones.pop()))[1] for f in (first, second, *others)] == [1, 0, 1, 1, 1]


def test_new_functions_and_options_are_in_the_key() -> None:
    """The same function shares its program; what is new, or equal only in what it computes, does not."""

    def function(x: object) -> object:
        traces.append(1)
        return x * 2

    traces: list[int] = []
    one = jnp.float32(1)
    assert cost(traces, lambda: jax.jit(function)(one)) == (1, 1)
    assert cost(traces, lambda: jax.jit(function)(one)) == (0, 0)
    assert cost(traces, lambda: jax.jit(function, donate_argnums=0)(one)) == (0, 1)
    one = jnp.float32(1)
    for _ in range(2):
        assert cost(traces, lambda: jax.jit(partial(function))(one)) == (1, 1)
        assert cost(traces, lambda: jax.jit(lambda x: function(x) + 0)(one)) == (1, 1)
    same = partial(function)
    assert [cost(traces, lambda: jax.jit(same)(one)) for _ in range(2)] == [(1, 1), (0, 0)]


def test_transformations_use_the_trace_of_a_jitted_function() -> None:
    """Once for each type, in any order."""
    f, traces = counted()
    one, three, two = jnp.float32(1), jnp.ones(3), jnp.ones(2)
    calls: list[tuple[tuple[int, int], Callable[[], object]]] = [
        ((1, 1), lambda: f(one)),
        ((0, 1), lambda: jax.vmap(f)(three)),
        ((0, 1), lambda: jax.vmap(f)(two)),
        ((0, 1), lambda: jax.grad(f)(one)),
        ((0, 1), lambda: jax.jit(f)(one)),
    ]
    for wanted, call in calls:
        assert cost(traces, call) == wanted
        assert cost(traces, call) == (0, 0)


@pytest.mark.parametrize(
    "result",
    [
        lambda n: n + 1,
        lambda n: 0.9 * n + 0.1 * n,
        lambda n: n / 2,
        lambda n: -n,
        jnp.sin,
        lambda n: jnp.maximum(n, 0.0),
        lambda n: jax.lax.scan(lambda c, _: (c + c, None), n, length=2)[0],
    ],
)
@pytest.mark.parametrize("start", [1.0, 1])
def test_arithmetic_with_weakly_typed_values_alone_is_weakly_typed(result: Callable[[Any], Any], start: float) -> None:
    """An array or a number of NumPy or JAX among them ends that, and so does a sum."""
    weak = jax.jit(result)(start)
    assert jax.typeof(weak).weak_type
    assert not any(jax.typeof(reduce(weak)).weak_type for reduce in (jnp.sum, jnp.mean, jnp.prod))
    assert not any(jax.typeof(weak + other).weak_type for other in (jnp.ones(2), np.float32(1), np.float64(1)))


def test_the_trace_of_a_bound_method_lasts_as_long_as_what_was_made_of_it() -> None:
    """That is a method that was kept, or a jitted function made of one; a new method alone has none."""

    class Model:
        def __init__(self) -> None:
            self.traces = 0

        def step(self, x: Any) -> Any:
            self.traces += 1
            return x + 1

    dropped, method, jitted = Model(), Model(), Model()
    kept = method.step, jax.jit(jitted.step)
    jax.jit(kept[0])(1.0)
    kept[1](1.0)
    for model in (dropped, method, jitted):
        for _ in range(3):
            jax.jit(model.step)(1.0)

    assert (dropped.traces, method.traces, jitted.traces, len(kept)) == (3, 1, 1, 2)


@pytest.mark.parametrize(
    "trace",
    [
        jax.eval_shape,
        lambda f, x: jax.make_jaxpr(f)(x),
        lambda f, x: jax.jit(f).lower(x),
        lambda f, x: jax.jit(f).trace(x),
    ],
)
def test_what_only_traces_leaves_its_trace_for_a_call(trace: Callable[..., Any]) -> None:
    """As long as the types and the form are the same, and under ``jit``."""
    traces: list[None] = []

    def f(x: Any) -> Any:
        traces.append(None)
        return x + 1

    trace(f, jnp.float32(1))
    jax.jit(f)(jnp.float32(2))
    assert len(traces) == 1
    jax.jit(f)(jnp.int32(2))
    assert len(traces) == 2
    jax.jit(f)(x=jnp.float32(2))
    assert len(traces) == 3
    jax.grad(f)(jnp.float32(2))
    assert len(traces) == 4
