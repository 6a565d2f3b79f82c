"""Counter-examples are looked for to what guide/effects tells readers to remember."""

from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, Thread
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.experimental import io_callback
from jax.lax import stop_gradient

Call = Callable[..., Any]

DTYPES = ("float32", "int32", "int8", "bool", "complex64", "bfloat16")
SHAPES = ((), (3,), (2, 3), (40, 50))
REAL = np.float32(0)  # what a callback returns is like it

barrier: Call = jax.effects_barrier
log: list[Any] = []
"""What callbacks of a test wrote."""


@pytest.fixture(autouse=True)
def an_empty_log() -> Iterator[None]:
    """Each test begins with one, and leaves no callback to the next."""
    barrier()
    log.clear()
    yield
    barrier()


def note(x: Any) -> None:
    """Write down one number, or the first of an array."""
    log.append(np.asarray(x).ravel()[0].item())


def half(x: Any) -> Any:
    """What guide/effects computes in NumPy, and writes down."""
    note(x)
    return np.float32(x / 2)


def pure(x: Any) -> Any:
    """The call that JAX takes for pure; it is not differentiated."""
    return jax.pure_callback(half, REAL, stop_gradient(x), vmap_method="sequential")


KINDS: dict[str, Call] = {
    "io": lambda x: io_callback(note, None, x),
    "ordered io": lambda x: io_callback(note, None, x, ordered=True),
    "debug": lambda x: jax.debug.callback(note, x),
    "ordered debug": lambda x: jax.debug.callback(note, x, ordered=True),
}
ORDERED = ("ordered io", "ordered debug")


def noted(kind: str) -> Call:
    """A function that doubles its argument and writes it down."""

    def double(x: Any) -> Any:
        KINDS[kind](x)
        return 2 * x

    return double


def logged(function: Call, *arguments: Any) -> list[Any]:
    """What a call of it wrote, whole."""
    log.clear()
    function(*arguments)
    barrier()
    return [*log]


def powers(call: Call, steps: int = 3, wrap: Call = lambda step: step) -> Call:
    """A loop that multiplies by its argument, and calls back with each product."""

    def power(w: Any) -> Any:
        def step(y: Any, i: Any) -> Any:
            y = y * w
            call(y, i)
            return y, None

        return jax.lax.scan(wrap(step), 1.0, jnp.arange(steps))[0]

    return power


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_callback_runs_in_each_call(dtype: str, shape: tuple[int, ...], kind: str) -> None:
    """With jit on and off, though nothing uses what it returns."""
    x = jnp.ones(shape, dtype)
    for off in (False, True):
        with jax.disable_jit(off):
            function = jax.jit(lambda x: (KINDS[kind](x), x)[1])
            assert logged(lambda call=function: [call(x) for _ in range(3)]) == [1, 1, 1]


UNUSED: dict[str, Call] = {
    "jit": jax.jit,
    "checkpoint": jax.checkpoint,
    "loop": lambda f: lambda x: jax.lax.fori_loop(0, 1, lambda _, y: f(y), x),
    "while": lambda f: lambda x: jax.lax.while_loop(lambda y: y < 1.5, f, x),
    "branch": lambda f: lambda x: jax.lax.cond(x > 0, f, lambda y: y, x),
    "map": lambda f: lambda x: jax.lax.map(f, jnp.stack([x])),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", UNUSED)
def test_io_callback_runs_in_each_call(way: str, kind: str) -> None:
    """Also where nothing uses the result of the loop or function that holds it; a debug callback does so, too."""
    inner = UNUSED[way](noted(kind))
    function = jax.jit(lambda x: (inner(x), x)[1])
    assert logged(lambda: [function(1.0) for _ in range(3)]) == [1, 1, 1]


EQUAL: dict[str, Call] = {
    "in a row": lambda f, x: (f(x), f(x), f(x), x)[-1],
    "in a scan": lambda f, x: jax.lax.scan(lambda y, _: (y + f(x), None), x, length=3)[0],
    "in a fori_loop": lambda f, x: jax.lax.fori_loop(0, 3, lambda _, y: y + f(x), x),
    "in a while_loop": lambda f, x: jax.lax.while_loop(lambda y: y < 6 * x, lambda y: y + f(x), x),
    "in a map": lambda f, x: jax.lax.map(lambda _: f(x), jnp.arange(3)),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", EQUAL)
def test_equal_calls_all_run(way: str, kind: str) -> None:
    """No compiler merges them or moves them out of a loop, as it does with a pure_callback, used or not."""
    for call in (noted(kind), lambda x: 2 * x + 0 * io_callback(half, REAL, x, ordered=kind in ORDERED)):
        assert logged(jax.jit(partial(EQUAL[way], call)), 1.0) == [1, 1, 1]


def test_what_it_returns_is_new_in_each_call() -> None:
    """A number from outside, where a global under jit stays what it was during the trace."""
    calls = 0

    def next_number() -> Any:
        nonlocal calls
        calls += 1
        return np.int32(calls)

    for ordered in (False, True):
        calls = 0
        call = partial(io_callback, next_number, np.int32(0), ordered=ordered)
        assert [int(jax.jit(lambda call=call: call())()) for _ in range(3)] == [1, 2, 3]
    frozen = jax.jit(next_number)
    assert [int(frozen()) for _ in range(3)] == [4, 4, 4]


@pytest.mark.parametrize("steps", [1, 3, 50])
@pytest.mark.parametrize("through", [lambda y, i: stop_gradient(y), lambda y, i: i])
@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("wrap", [lambda gradient: gradient, jax.jit])
def test_a_loop_under_grad_loses_io_callback(steps: int, through: Call, ordered: bool, wrap: Call) -> None:
    """Without an error, whatever it gets; forward derivatives and the function itself run it in each step."""
    power = powers(lambda y, i: io_callback(note, None, through(y, i), ordered=ordered), steps)

    assert logged(wrap(jax.grad(power)), 1.0) == logged(wrap(jax.value_and_grad(power)), 1.0) == []
    assert len(logged(wrap(power), 1.0)) == len(logged(wrap(jax.jacfwd(power)), 1.0)) == steps


def test_the_ways_around_it_run_in_each_step() -> None:
    """Gradients inside the step; values that the loop returns; results that the gradient needs."""

    def step(w: Any, _: Any) -> Any:
        value, gradient = jax.value_and_grad(lambda w: (w - 3) ** 2)(w)
        io_callback(note, None, value, ordered=True)
        return w - 0.25 * gradient, value

    def returning(w: Any) -> Any:
        return jax.lax.scan(lambda y, _: (y * w, y * w), 1.0, length=3)

    def used(w: Any) -> Any:
        return jax.lax.scan(lambda y, i: (y * w * io_callback(half, REAL, i), None), 1.0, jnp.arange(2.0, 5.0))[0]

    assert logged(jax.jit(lambda w: jax.lax.scan(step, w, length=3)), 0.0) == [9, 2.25, 0.5625]
    assert jax.grad(returning, has_aux=True)(2.0)[1].tolist() == [2, 4, 8]
    assert logged(jax.grad(used), 2.0) == [2, 3, 4]


@pytest.mark.parametrize("kind", ["debug", "ordered debug"])
def test_a_debug_callback_in_such_a_loop_needs_a_new_argument_in_each_step(kind: str) -> None:
    """Else it runs once; outside grad it runs in each step."""
    changing, same = powers(lambda y, i: KINDS[kind](y)), powers(lambda y, i: KINDS[kind](7.0))

    assert sorted(logged(jax.grad(changing), 2.0)) == [2, 4, 8]
    assert logged(jax.grad(same), 2.0) == [7]
    assert logged(same, 2.0) == [7, 7, 7]


@pytest.mark.parametrize("kind", ["debug", "ordered debug"])
def test_what_depends_on_the_loop_stays_in_it_though_its_value_is_the_same(kind: str) -> None:
    """What depends on nothing that changes there leaves it, also where the program computes it."""
    stays = (lambda y, i: jnp.sign(y), lambda y, i: 0 * i, lambda y, i: jnp.minimum(y, 1.0))
    leaves = (lambda y, i: jnp.sin(0.0), lambda y, i: jnp.zeros(3)[0])
    for value in stays:
        assert len(logged(jax.grad(powers(lambda y, i, value=value: KINDS[kind](value(y, i)))), 2.0)) == 3
    for value in leaves:
        assert len(logged(jax.grad(powers(lambda y, i, value=value: KINDS[kind](value(y, i)))), 2.0)) == 1


@pytest.mark.parametrize("ordered", [False, True])
def test_io_callback_is_not_differentiated(ordered: bool) -> None:
    """It is refused in a loop and outside; outside a loop, stop_gradient is enough."""

    def cube(through: Call, w: Any) -> Any:
        io_callback(note, None, through(w), ordered=ordered)
        return w**3

    for function in (partial(cube, lambda w: w), powers(lambda y, i: io_callback(note, None, y, ordered=ordered))):
        with pytest.raises(ValueError, match="IO callbacks do not support JVP"):
            jax.grad(function)(2.0)
    for way in (lambda f: f, jax.jit, lambda f: lambda w: jax.lax.cond(w > 0, f, lambda w: w, w)):
        assert logged(jax.grad(way(partial(cube, stop_gradient))), 2.0) == [2]


NO_DERIVATIVE: dict[str, Call] = {
    "integer": lambda w: w.astype(int),
    "comparison": lambda w: w > 1,
    "finite": jnp.isfinite,
    "largest": lambda w: jnp.argmax(jnp.stack([-w, w])),
    "sign": jnp.sign,
    "rounded": lambda w: jnp.round(w) - 1,
}


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("value", NO_DERIVATIVE)
def test_an_argument_that_needs_no_derivative_is_not_refused(value: str, ordered: bool) -> None:
    """Though it depends on the variable; where it has one, even a derivative of 0 is refused."""

    def square(through: Call, w: Any) -> Any:
        io_callback(note, None, through(w), ordered=ordered)
        return w**2

    kept = partial(square, NO_DERIVATIVE[value])
    for way in (jax.grad(kept), jax.jit(jax.grad(kept)), jax.grad(jax.jit(kept)), jax.jacfwd(kept)):
        assert len(logged(way, jnp.float32(2))) == 1
    with pytest.raises(ValueError, match="IO callbacks do not support JVP"):
        jax.grad(partial(square, lambda w: 0 * w))(2.0)


COUNTS: dict[str, tuple[Call, int, int]] = {  # how often the code says, and how often it runs
    "unused": (lambda x: (pure(x), x)[1], 1, 0),
    "used": (pure, 1, 1),
    "a loop of the same": (lambda x: jax.lax.fori_loop(0, 3, lambda _, y: y + pure(x), 0.0), 3, 1),
    "a loop": (lambda x: jax.lax.fori_loop(0, 3, lambda _, y: y + pure(y), x), 3, 3),
    "a loop of which nothing is used": (lambda x: (jax.lax.map(pure, jnp.arange(3.0)), x)[1], 3, 0),
    "a branch in a batch": (
        lambda x: jax.vmap(lambda y: jax.lax.cond(y > 0, pure, lambda y: y, y))(jnp.stack([x, -x])),
        1,
        2,
    ),
}


@pytest.mark.parametrize("way", COUNTS)
def test_pure_callback_runs_as_often_as_jax_likes(way: str) -> None:
    """Not at all, less often, and more often than the code says."""
    function, _, runs = COUNTS[way]
    assert len(logged(lambda: jax.jit(function)(1.0).sum().item())) == runs


def test_less_and_more_both_happen() -> None:
    """Else the claim would say too much."""
    assert {(runs > said) - (runs < said) for _, said, runs in COUNTS.values()} == {-1, 0, 1}


@pytest.mark.parametrize("way", [jax.jit, jax.vmap, lambda f: jax.jit(jax.vmap(f)), lambda f: partial(jax.lax.map, f)])
def test_pure_callback_computes_what_numpy_computes(way: Call) -> None:
    """Where its result is used."""
    numbers = np.arange(4, dtype=np.float32)
    found = way(pure)(numbers) if way is not jax.jit else jnp.stack([way(pure)(x) for x in numbers])
    assert found.tolist() == [0, 0.5, 1, 1.5]


@pytest.mark.parametrize("kind", ORDERED)
def test_ordered_callbacks_of_one_kind_keep_the_order(kind: str) -> None:
    """In a row, in loops, in branches, under checkpoint, in functions that call each other, and from call to call."""
    double = noted(kind)

    def in_a_row(x: Any) -> Any:
        for i in range(6):
            double(x + i)

    def nested(x: Any) -> Any:
        double(x)
        jax.jit(double)(x + 1)
        jax.lax.fori_loop(2, 4, lambda i, y: (double(x + i), y)[1], x)
        jax.lax.cond(x < 1, lambda x: jax.checkpoint(double)(x + 4), lambda x: x, x)
        double(x + 5)

    calls = jax.jit(double)
    for way in (in_a_row, nested, lambda x: jax.lax.map(double, x + jnp.arange(6.0))):
        assert logged(jax.jit(way), 0.0) == [0, 1, 2, 3, 4, 5]
    assert logged(lambda: [calls(float(i)) for i in range(6)]) == [0, 1, 2, 3, 4, 5]


def test_two_kinds_keep_no_order_with_each_other() -> None:
    """Each kind keeps its own, but in a row of both the order of the code is lost."""

    def in_a_row(x: Any) -> Any:
        for i in range(4):
            KINDS["ordered io"](x + i)
            KINDS["ordered debug"](x + i + 0.5)

    found = logged(jax.jit(in_a_row), 0.0)
    assert [one for one in found if one % 1 == 0] == [0, 1, 2, 3]
    assert [one for one in found if one % 1 > 0] == [0.5, 1.5, 2.5, 3.5]
    assert found != sorted(found)


@pytest.mark.parametrize("kind", KINDS)
def test_without_an_order_all_of_them_run(kind: str) -> None:
    """Each of them once, in a row and in a batch."""

    def in_a_row(x: Any) -> Any:
        for i in range(8):
            KINDS[kind](x + i)

    assert sorted(logged(jax.jit(in_a_row), 0.0)) == [*range(8)]
    if kind != "ordered io":
        for way in (jax.vmap, lambda f: jax.jit(jax.vmap(f))):
            assert sorted(logged(way(noted(kind)), jnp.arange(8.0))) == [*range(8)]


def late() -> Any:
    """A zero that takes long to compute, as an argument of a call."""
    return jnp.sort(jnp.arange(3_000_000)[::-1])[0]


@pytest.mark.parametrize("calls", [1, 3])
@pytest.mark.parametrize("kind", KINDS)
def test_the_barrier_waits_for_callbacks(kind: str, calls: int) -> None:
    """Of calls whose arguments are not computed yet, and whose results nobody asked for."""
    call = jax.jit(noted(kind))
    logged(call, late())
    log.clear()
    smallest = late()
    for number in range(calls):
        call(smallest + number)
    barrier()
    assert sorted(log) == [*range(calls)]


def held(until: Event) -> Call:
    """What a callback does that writes nothing down before an event."""

    def hold(x: Any) -> Any:
        until.wait(20)
        return half(x)

    return hold


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("api", ["io", "debug"])
def test_the_barrier_does_not_wait_for_calls_of_another_thread(api: str, ordered: bool) -> None:
    """That thread has a barrier of its own."""
    called, read = Event(), Event()
    apis = {"io": partial(io_callback, held(read), REAL), "debug": partial(jax.debug.callback, held(read))}
    compiled = jax.jit(lambda x: (apis[api](x, ordered=ordered), x)[1]).lower(jnp.int32(0)).compile()

    def work() -> None:
        compiled(late())
        called.set()
        barrier()

    thread = Thread(target=work)
    thread.start()
    called.wait()
    barrier()
    seen = [*log]
    read.set()
    thread.join()
    assert (seen, log) == ([], [0])


def test_the_barrier_does_not_wait_for_pure_callback() -> None:
    """Who asks for its result does. (For the call that compiles it may wait.)"""
    (read := Event()).set()
    call = jax.jit(partial(jax.pure_callback, held(read), REAL))
    call(late()).block_until_ready()
    log.clear()
    read.clear()
    result = call(late())
    barrier()
    seen = [*log]
    read.set()
    result.block_until_ready()
    assert (seen, log) == ([], [0])


@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_calls_once_where_nothing_of_it_goes_in(kind: str) -> None:
    """Else once for each example, if that is not refused."""
    xs = jnp.arange(4.0)
    assert logged(jax.vmap(lambda x: (KINDS[kind](7.0), x)[1]), xs) == [7]
    if kind == "ordered io":
        with pytest.raises(ValueError, match="Cannot `vmap` ordered IO callback"):
            jax.vmap(noted(kind))(xs)
    else:
        assert sorted(logged(jax.vmap(noted(kind)), xs)) == [0, 1, 2, 3]


@pytest.mark.parametrize("kind", KINDS)
def test_a_debug_callback_runs_where_the_program_passes(kind: str) -> None:
    """In both branches of a batch, if the condition depends on the example; there io_callback is refused."""

    def root(chosen: Any, x: Any) -> Any:
        return jax.lax.cond(chosen, noted(kind), lambda x: x, x)

    xs = jnp.array([4.0, -1.0])
    if "debug" in kind:
        assert sorted(logged(jax.vmap(root), xs > 0, xs)) == [-1, 4]
        assert logged(jax.vmap(root, in_axes=(None, 0)), False, xs) == []
    else:
        with pytest.raises(NotImplementedError, match="IO effect not supported in vmap-of-cond"):
            jax.vmap(root)(xs > 0, xs)
    assert logged(jax.jit(root), True, 4.0) == [4]
    assert logged(jax.jit(root), False, 4.0) == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_static_flag_leaves_a_callback_out(kind: str) -> None:
    """Of the jaxpr, and of what runs; the results are the same."""

    def train(verbose: bool, w: Any) -> Any:
        def step(w: Any, _: Any) -> Any:
            if verbose:
                KINDS[kind](w)
            return w / 2, w

        return jax.lax.scan(step, w, length=3)

    runs = {on: jax.jit(partial(train, on)) for on in (True, False)}
    assert {on: "callback" in str(jax.make_jaxpr(run)(8.0)) for on, run in runs.items()} == {True: True, False: False}
    assert {on: logged(run, 8.0) for on, run in runs.items()} == {True: [8, 4, 2], False: []}
    assert runs[True](8.0)[1].tolist() == runs[False](8.0)[1].tolist() == [8, 4, 2]


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_takes_back_what_ran_before_an_error(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    """The call fails with the words of the callback, what ran stays, and the next call begins again."""
    caplog.set_level("CRITICAL")

    def refuse(x: Any) -> None:
        if x > 1:
            raise ValueError("too large")
        note(x)

    calls = {"io": partial(io_callback, refuse, None), "debug": partial(jax.debug.callback, refuse)}
    call = partial(calls[kind.removeprefix("ordered ")], ordered=kind in ORDERED)
    function = jax.jit(lambda xs: jax.lax.scan(lambda total, x: (call(x), (total + x, None))[1], 0.0, xs)[0])
    for tries in (1, 2):
        with pytest.raises(jax.errors.JaxRuntimeError, match="too large"):
            function(jnp.arange(4.0)).item()
        assert log == [0, 1] * tries
