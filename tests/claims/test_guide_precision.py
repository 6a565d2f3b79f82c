"""Counter-examples are looked for to what guide/precision tells readers to remember."""

import math
import os
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from inspect import getsource
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import checkify

LIMITS = {"bfloat16": 256, "float16": 2048, "float32": 16777216}
FLOATS = tuple(LIMITS)
INTEGERS = ("int8", "int16", "int32", "uint8", "uint16", "uint32")


def add_one(x: Any) -> Any:
    """The step of a counter."""
    return x + 1


def by_scan(step: Callable[[Any], Any], x: Any) -> Any:
    """A step as a loop of one."""
    return jax.lax.scan(lambda carry, _: (step(carry), None), x, length=1)[0]


WAYS: dict[str, Callable[[Callable[[Any], Any], Any], Any]] = {
    "at once": lambda step, x: step(x),
    "jit": lambda step, x: jax.jit(step)(x),
    "vmap": lambda step, x: jax.vmap(step)(x[None])[0],
    "jit of vmap": lambda step, x: jax.jit(jax.vmap(step))(x[None])[0],
    "scan": by_scan,
    "jit of scan": lambda step, x: jax.jit(partial(by_scan, step))(x),
    "while": lambda step, x: jax.lax.fori_loop(0, 1, lambda _, carry: step(carry), x),
    "ten": lambda step, x: jax.lax.scan(lambda carry, _: (step(carry), None), x, length=10)[0],
}


def compensated(state: Any, x: Any) -> Any:
    """A sum that keeps what rounding takes away."""
    total, missing = state
    x = x + missing
    new = total + x
    return new, x - (new - total)


def unrolled(state: Any, xs: Any) -> Any:
    """The sum as one long program."""
    for x in xs:
        state = compensated(state, x)
    return state


def looped(state: Any, xs: Any, unroll: int = 1) -> Any:
    """The sum as a loop."""
    return jax.lax.scan(lambda state, x: (compensated(state, x), None), state, xs, unroll=unroll)[0]


SUMS: dict[str, Callable[[Any, Any], Any]] = {
    "scan": looped,
    "jit of scan": jax.jit(looped),
    "unrolled scan": jax.jit(partial(looped, unroll=10)),
    "one program": jax.jit(unrolled),
    "constant numbers": lambda state, xs: jax.jit(lambda state: looped(state, np.asarray(xs)))(state),
    "constant start": lambda state, xs: jax.jit(lambda xs: looped(jax.tree.map(np.asarray, state), xs))(xs),
    "all constant": lambda state, xs: jax.jit(lambda: unrolled(jax.tree.map(np.asarray, state), np.asarray(xs)))(),
    "calls": lambda state, xs: [state := jax.jit(compensated)(state, x) for x in xs][-1],
    "vmap": lambda state, xs: jax.tree.map(lambda x: x[0], jax.jit(jax.vmap(looped, (None, 0)))(state, xs[None])),
}
ROOTS: dict[str, tuple[Callable[[Any], Any], float]] = {
    "square root": (jnp.sqrt, 0.0),
    "logarithm": (jnp.log, 0.0),
    "inverse": (lambda x: 1 / x, 0.0),
    "power": (lambda x: x**0.5, 0.0),
    "square root of a negative number": (jnp.sqrt, -1.0),
}
TREES: dict[str, Callable[[Any], Any]] = {
    "number": lambda x: x,
    "pair": lambda x: (jnp.zeros(3), x),
    "with a count": lambda x: {"n": jnp.int32(3), "w": {"a": jnp.ones((2, 2)), "b": x}},
    "in a matrix": lambda x: [jnp.ones((2, 3)).at[1, 2].set(x), jnp.array(True)],
    "bfloat16": lambda x: jnp.asarray(x, "bfloat16"),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_float_stops_at_its_limit(dtype: str, way: str) -> None:
    """Just below, it still counts, and above it does not move."""
    limit = LIMITS[dtype]

    assert WAYS[way](add_one, jnp.asarray(limit - 1, dtype)) == limit
    assert WAYS[way](add_one, jnp.asarray(limit, dtype)) == limit


@pytest.mark.parametrize("dtype", FLOATS)
def test_ones_added_one_by_one_stop(dtype: str) -> None:
    """In calls, and in a loop of single steps. One program of several additions may add them at once, and count on."""
    start, limit = jnp.asarray(LIMITS[dtype] - 3, dtype), LIMITS[dtype]
    step = jax.jit(add_one)
    x = start
    for _ in range(9):
        x = step(x)
    loops = [
        jax.jit(partial(jax.lax.scan, lambda c, _: (c + 1, None), length=9, unroll=unroll))(start)[0]
        for unroll in (1, 9)
    ]

    assert x == loops[0] == limit
    assert loops[1] in (limit, limit + 6)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", INTEGERS)
def test_an_integer_wraps_around(dtype: str, way: str) -> None:
    """To the smallest one, without a warning."""
    limits = np.iinfo(dtype)
    after = 9 if way == "ten" else 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert WAYS[way](add_one, jnp.asarray(limits.max, dtype)) == limits.min + after


@pytest.mark.parametrize("dtype", FLOATS + INTEGERS)
def test_a_python_number_takes_the_dtype_of_the_state(dtype: str) -> None:
    """In each way of taking a step."""
    for way in WAYS.values():
        assert way(add_one, jnp.ones((), dtype)).dtype == dtype


@pytest.mark.parametrize("dtype", FLOATS[:2])
def test_a_wider_total_keeps_what_a_narrow_one_loses(dtype: str) -> None:
    """And sums and means of JAX use a wider one."""
    xs = jnp.ones(4096, dtype)
    add = lambda total, x: (total + x, None)  # noqa: E731
    for compiled in (jax.lax.scan, jax.jit(jax.lax.scan, static_argnums=0)):
        assert compiled(add, jnp.zeros((), dtype), xs)[0] == LIMITS[dtype]
        assert compiled(add, jnp.float32(0), xs)[0] == 4096
    for way in (lambda call: call, jax.jit, lambda call: lambda xs: jax.vmap(call)(xs[None])[0]):
        assert (way(jnp.sum)(xs), way(jnp.mean)(xs)) == (4096, 1)


@pytest.mark.parametrize("way", SUMS)
@pytest.mark.parametrize("dtype", FLOATS)
def test_a_compensated_sum_keeps_everything(dtype: str, way: str) -> None:
    """Total and rest together are exact, and the same with jit off."""
    limit = LIMITS[dtype]
    start = jnp.asarray(limit, dtype), jnp.zeros((), dtype)

    total, missing = SUMS[way](start, jnp.ones(31, dtype))

    assert int(total) + int(missing) == limit + 31
    with jax.disable_jit():
        assert looped(start, jnp.ones(31, dtype)) == (total, missing)


def exact(*numbers: Any) -> float:
    """Their sum without rounding."""
    return math.fsum(float(number) for number in numbers)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("compiled", [False, True])
def test_what_an_addition_rounds_away_is_known_where_the_total_is_larger(dtype: str, compiled: bool) -> None:
    """Of numbers of both signs, to the last bit. Of a larger number it may be lost."""
    step = jax.jit(compensated) if compiled else compensated
    zero = jnp.zeros((), dtype)
    numbers = (jax.random.normal(jax.random.key(0), (200,)) * 10).astype(dtype)
    for number in numbers:
        for total in (jnp.asarray(1000, dtype), jnp.asarray(-123, dtype)):
            new, missing = step((total, zero), number)
            assert exact(new, missing) == exact(total, number)

    total, missing = step((jnp.asarray(1, dtype), zero), jnp.asarray(4 * LIMITS[dtype] - 4, dtype))
    assert exact(total, missing) != 4 * LIMITS[dtype] - 3


def test_fast_math_may_remove_what_a_compensated_sum_keeps() -> None:
    """A flag of XLA, which it reads when a program starts; JAX 0.8.3 keeps it all the same."""
    kept, removed = "16777316 1", "16777216 0"
    lines = [
        "import jax, jax.numpy as jnp",
        getsource(compensated),
        getsource(looped),
        "print(*map(int, jax.jit(looped)((jnp.float32(2**24), jnp.float32(0)), jnp.ones(101))))",
    ]
    code = "from typing import Any\n" + "\n".join(lines)
    for flag, printed in (("false", kept), ("true", removed if jax.__version_info__ >= (0, 10) else kept)):
        env = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": f"--xla_cpu_enable_fast_math={flag}"}
        assert subprocess.check_output([sys.executable, "-c", code], env=env, text=True).strip() == printed


@pytest.mark.parametrize("seed", range(5))
def test_a_compensated_sum_is_nearer(seed: int) -> None:
    """Of any numbers, against the sum that rounds only once."""
    xs = jax.random.normal(jax.random.key(seed), (10_000,)) * 10 ** jax.random.uniform(
        jax.random.key(seed + 9), (10_000,)
    )
    exact = math.fsum(np.asarray(xs, "float64"))
    zero = jnp.float32(0)

    plain = jax.jit(lambda xs: jax.lax.scan(lambda total, x: (total + x, None), zero, xs)[0])(xs)
    total, missing = jax.jit(looped)((zero, zero), xs)

    assert abs(float(total) + float(missing) - exact) <= 1e-6 * abs(exact) < 1e-3
    assert abs(float(total) - exact) <= abs(float(plain) - exact)


@pytest.mark.parametrize("mean", [0.0, 1.0, 4001.0, -1e5])
@pytest.mark.parametrize("compiled", [False, True])
def test_distances_from_the_mean_give_the_variance(mean: float, compiled: bool) -> None:
    """Whatever the mean; the difference of two means is far off where it is large."""

    def by_distance(state: Any, x: Any) -> Any:
        n, average, squares = state
        n, distance = n + 1, x - average
        average = average + distance / n
        return (n, average, squares + distance * (x - average)), None

    def by_squares(state: Any, x: Any) -> Any:
        n, total, squares = state
        return (n + 1, total + x, squares + x * x), None

    xs = mean + jax.random.normal(jax.random.key(0), (1000,))
    exact = np.var(np.asarray(xs, "float64"))
    start = jnp.int32(0), jnp.float32(0), jnp.float32(0)
    scan: Any = jax.jit(jax.lax.scan, static_argnums=0) if compiled else jax.lax.scan
    n, _, squares = scan(by_distance, start, xs)[0]
    assert squares / n == pytest.approx(exact, rel=0.01)
    _, total, squares = scan(by_squares, start, xs)[0]
    difference = squares / n - (total / n) ** 2
    assert (abs(difference - exact) > 0.1 * exact) == (abs(mean) > 1000)


@pytest.mark.parametrize("weight", [0.0, 0.1, 0.5, 0.9, 1.0])
@pytest.mark.parametrize("bad", [math.nan, math.inf, -math.inf])
def test_a_moving_average_never_recovers(weight: float, bad: float) -> None:
    """Nor does a momentum, a mean or a total; in any dtype and way, after a thousand good numbers."""
    updates: list[Callable[[Any, Any], Any]] = [
        lambda old, x: (1 - weight) * old + weight * x,
        lambda old, x: old + weight * (x - old),
        lambda old, x: weight * old + x,
        lambda old, x: old + x,
    ]
    for update in updates:
        run = partial(jax.jit(jax.lax.scan, static_argnums=0), lambda old, x, update=update: (update(old, x), None))
        for dtype in FLOATS:
            after = run(jnp.asarray(bad, dtype), jnp.ones(1000, dtype))[0]
            assert jnp.isnan(after) if math.isnan(bad) else not jnp.isfinite(after) or weight in (0.0, 1.0)


def all_finite(tree: Any) -> Any:
    """No NaN and no infinity in it."""
    checks = jax.tree.map(lambda x: jnp.isfinite(x).all(), tree)
    return jax.tree.reduce(jnp.logical_and, checks, jnp.array(True))


def choose(ok: Any, new: Any, old: Any) -> Any:
    """One state or the other, whole."""
    return jax.tree.map(lambda a, b: jnp.where(ok, a, b), new, old)


def guarded(new: Any, old: Any) -> Any:
    """The new state where it is finite."""
    return choose(all_finite(new), new, old)


@pytest.mark.parametrize("tree", TREES)
@pytest.mark.parametrize("value", [1.0, math.nan, math.inf, -math.inf])
def test_a_bad_step_is_skipped_whole(tree: str, value: float) -> None:
    """Of any pytree of numbers, in each way, and each model skips its own."""
    old, new = TREES[tree](jnp.float32(5)), TREES[tree](jnp.float32(value))
    wanted = new if math.isfinite(value) else old

    chosen = [guarded(new, old), jax.jit(guarded)(new, old)]
    both = jax.jit(jax.vmap(guarded, (0, None)))(jax.tree.map(lambda a, b: jnp.stack([a, b]), new, old), old)
    chosen += [jax.tree.map(lambda leaf: leaf[0], both)]
    for one in chosen:
        assert jax.tree.map(lambda leaf: (leaf.tolist(), leaf.dtype), one) == jax.tree.map(
            lambda leaf: (leaf.tolist(), leaf.dtype), wanted
        )
    assert all_finite(jax.tree.map(lambda leaf: leaf[1], both))


@pytest.mark.parametrize("tree", [(), {}, None, {"momentum": None}])
def test_a_tree_without_numbers_is_finite(tree: Any) -> None:
    """Such as the state of an optimizer that keeps none."""
    assert all_finite(tree)
    assert jax.jit(guarded)(tree, tree) == tree


@pytest.mark.parametrize("root", ROOTS)
@pytest.mark.parametrize("compiled", [False, True])
def test_a_finite_result_may_have_a_nan_gradient(root: str, compiled: bool) -> None:
    """Where the branch that is not chosen has no finite slope; with its input chosen first, the gradient is 0."""
    function, at = ROOTS[root]
    around = jax.jit if compiled else lambda function: function

    def once(x: Any) -> Any:
        return jnp.where(x > 0, function(x), 0.0)

    def twice(x: Any) -> Any:
        return jnp.where(x > 0, function(jnp.where(x > 0, x, 1.0)), 0.0)

    x = jnp.float32(at)
    assert around(once)(x) == around(twice)(x) == 0
    assert jnp.isnan(around(jax.grad(once))(x))
    assert around(jax.grad(twice))(x) == 0
    assert around(jax.vmap(jax.grad(twice)))(jnp.array([at, 4.0]))[1] == jax.grad(function)(4.0)


def test_debug_nans_raises_where_a_compiled_function_returns_nan() -> None:
    """Whatever it is made of."""
    root, bad = jnp.sqrt, jnp.float32(-1)
    calls: list[Callable[[], Any]] = [
        lambda: root(bad),
        lambda: jax.jit(root)(bad),
        lambda: jax.jit(lambda x: {"w": root(x), "n": 1})(bad),
        lambda: jax.jit(jax.vmap(root))(jnp.array([1.0, -1.0])),
        lambda: jax.jit(lambda x: by_scan(root, x))(bad),
        lambda: jax.jit(jax.grad(lambda x: jnp.where(x > 0, root(x), 0.0)))(jnp.float32(0)),
        lambda: jax.jit(root)(jnp.bfloat16(-1)),
        lambda: jax.jit(lambda x: root(x) * 1j)(bad),
        lambda: jax.jit(lambda x: x)(jnp.array([1.0, jnp.nan])),
    ]
    for call in calls:
        call()
        with jax.debug_nans(True), pytest.raises(FloatingPointError, match="nan"):
            call()


@pytest.mark.filterwarnings("ignore:Some donated buffers")
def test_debug_nans_raises_in_each_way_of_compiling() -> None:
    """With a donated argument, ahead of time, and where nothing is computed from an argument."""
    bad = jnp.float32(-1)
    ahead: Callable[[Any], Any] = jax.jit(jnp.sqrt).lower(bad).compile()
    calls: list[Callable[[], Any]] = [
        lambda: jax.jit(lambda x: jnp.sqrt(x) + x, donate_argnums=0)(jnp.float32(-1)),
        lambda: ahead(bad),
        jax.jit(lambda: jnp.full(3, jnp.nan)),
        lambda: jax.jit(lambda x: x)(np.array([1, np.nan], "float32")),
        lambda: jax.jit(lambda x: jax.lax.while_loop(lambda y: y < 0, jnp.sqrt, x))(bad),
    ]
    for call in calls:
        call()
        with jax.debug_nans(True), pytest.raises(Exception, match="nan"):
            call()


def test_debug_nans_misses_what_is_not_returned() -> None:
    """Replaced, chosen away or not used; with jit off it finds it."""
    functions: list[Callable[[Any], Any]] = [
        lambda x: jnp.nan_to_num(jnp.sqrt(x)),
        lambda x: choose(all_finite(jnp.sqrt(x)), jnp.sqrt(x), x),
        lambda x: jnp.isnan(jnp.sqrt(x)),
    ]
    for function in functions:
        with jax.debug_nans(True):
            jax.jit(function)(jnp.float32(-1))
            with jax.disable_jit(), pytest.raises(FloatingPointError, match=r"invalid value \(nan\)"):
                jax.jit(function)(jnp.float32(-1))


def test_debug_nans_waits_for_each_result() -> None:
    """When a call returns, its results are there, however long they take."""
    slow = jax.jit(lambda x: jax.lax.fori_loop(0, 20, lambda _, x: x @ x / 1000, x))
    x = jnp.ones((1000, 1000))
    slow(x).block_until_ready()
    with jax.debug_nans(True):
        assert all(slow(x).is_ready() for _ in range(3))


def checked(state: Any, x: Any) -> Any:
    """A step that says which one it was."""
    average, n = 0.5 * state[0] + jnp.sqrt(x), state[1] + 1
    checkify.check(jnp.isfinite(average), "nan after step {n}", n=n)
    return average, n


@pytest.mark.parametrize("bad", range(4))
def test_a_returned_error_is_that_of_the_first_bad_step(bad: int) -> None:
    """The loop ends as if nothing had been checked."""
    xs = jnp.ones(4).at[bad].set(-1)
    start = jnp.float32(0), jnp.int32(0)
    loop = lambda state, xs: jax.lax.scan(lambda state, x: (checked(state, x), None), state, xs)[0]  # noqa: E731

    for run in (checkify.checkify(loop), jax.jit(checkify.checkify(loop)), checkify.checkify(jax.jit(loop))):
        good, state = run(start, jnp.ones(4))
        assert (good.get(), int(state[1])) == (None, 4)
        good.throw()
        error, state = run(start, xs)
        assert str(error.get()).startswith(f"nan after step {bad + 1} ")
        assert (bool(jnp.isnan(state[0])), int(state[1])) == (True, 4)
        with pytest.raises(checkify.JaxRuntimeError, match=f"nan after step {bad + 1}"):
            jax.tree.map(lambda leaf: leaf, error).throw()


def test_of_two_checks_the_first_in_the_code_may_speak() -> None:
    """Not the one that failed first, where their messages hold numbers of other types."""

    def step(n: Any, x: Any) -> Any:
        checkify.check(x < 2.5, "large {x}", x=x)
        checkify.check(n < 2, "late {n}", n=n)
        return n + 1, None

    run = checkify.checkify(lambda xs: jax.lax.scan(step, jnp.int32(0), xs)[0])
    for stop, message in ((2, None), (3, "late 2"), (4, "large 3.0"), (5, "large 3.0")):
        said = run(jnp.arange(float(stop)))[0].get()
        assert said is None if message is None else str(said).startswith(message)


def test_a_check_needs_checkify_around_it() -> None:
    """Under jit and in a loop."""
    for call in (jax.jit(checked), jax.jit(lambda state, x: by_scan(lambda state: checked(state, x), state))):
        with pytest.raises(ValueError, match="not functionalized"):
            call((jnp.float32(0), jnp.int32(0)), jnp.float32(1))


@pytest.mark.parametrize("seed", range(5))
def test_a_compiled_function_returns_nearly_the_same(seed: int) -> None:
    """Up to what allclose accepts, where no digits cancel."""
    x = jax.random.uniform(jax.random.key(seed), (50, 40), minval=0.5)
    functions: list[Callable[[Any], Any]] = [
        lambda x: x + 1 + 1,
        jax.nn.softmax,
        lambda x: jnp.exp(x) / jnp.sum(jnp.exp(x)),
        lambda x: (x @ x.T).mean(axis=0),
        lambda x: jnp.sqrt(x * x + 0.1 * x) / 3,
        jax.grad(lambda x: jnp.sum(jnp.tanh(x) * jnp.log(x + 1))),
    ]
    for function in functions:
        assert jnp.allclose(function(x), jax.jit(function)(x))
    large = jnp.float32(16777216)
    assert jnp.allclose(functions[0](large), jax.jit(functions[0])(large))


@pytest.mark.parametrize("dtype", FLOATS[:2])
def test_a_small_difference_of_16_bit_floats_needs_a_larger_rtol(dtype: str) -> None:
    """Two neighbours are farther apart than allclose accepts by default."""
    step = 2 / LIMITS[dtype]
    one = jnp.ones((), dtype)
    after = (one + step).astype(dtype)

    assert after > one
    assert not jnp.allclose(one, after)
    assert jnp.allclose(one, after, rtol=2 * step)
    assert jnp.float32(1) < jnp.float32(1) + 2 / LIMITS["float32"]
    assert jnp.allclose(jnp.float32(1), jnp.float32(1) + 2 / LIMITS["float32"])


def test_64_bits_are_those_of_the_block() -> None:
    """Arrays of it keep them, but what is computed behind it has 32."""
    compiled = jax.jit(add_one)
    with jax.enable_x64(True):
        wide = {"int64": jnp.int64(2**31 - 1), "float64": jnp.float64(2**24)}
        for dtype, x in wide.items():
            assert (compiled(x).dtype, int(compiled(x)), int(add_one(x))) == (dtype, int(x) + 1, int(x) + 1)
        assert jnp.zeros(3).dtype == "float64"
    assert jnp.zeros(3).dtype == "float32"
    for dtype, narrow, after in (("int64", "int32", -(2**31)), ("float64", "float32", 2**24)):
        assert wide[dtype].dtype == dtype
        with pytest.warns(UserWarning, match=f"dtype {dtype} requested"):
            result = jax.jit(lambda x: x + 1)(wide[dtype])
        assert (result.dtype, int(result)) == (narrow, after)


def test_older_code_has_another_name_for_the_block() -> None:
    """JAX 0.9 removed it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        assert hasattr(jax.experimental, "enable_x64") == (jax.__version_info__ < (0, 9))
