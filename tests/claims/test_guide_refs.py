"""Counter-examples are looked for to what guide/refs tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

Write = Callable[[jax.Array], jax.Array]


def in_scan(write: Write) -> Write:
    """A loop of three steps, each of which writes."""
    return lambda x: lax.scan(lambda carry, _: (write(carry), None), x, length=3)[0]


def in_fori(write: Write) -> Write:
    """The same as a fori_loop."""
    return lambda x: lax.fori_loop(0, 3, lambda _, carry: write(carry), x)


def in_while(write: Write) -> Write:
    """The same as a while_loop."""
    return lambda x: lax.while_loop(lambda s: s[0] < 3, lambda s: (s[0] + 1, write(s[1])), (0, x))[1]


def in_cond(write: Write) -> Write:
    """The branch that is taken."""
    return lambda x: lax.cond(x > 0, write, lambda y: y, x)


def in_grad(write: Write) -> Write:
    """A gradient, of which the write is no part."""
    return lambda x: x + 0 * jax.grad(lambda y: write(lax.stop_gradient(y)) + y)(x)


WAYS: dict[str, tuple[Callable[[Write], Write], int]] = {
    "jit": (lambda write: write, 1),
    "jit(jit)": (jax.jit, 1),
    "scan": (in_scan, 3),
    "fori_loop": (in_fori, 3),
    "while_loop": (in_while, 3),
    "cond": (in_cond, 1),
    "grad": (in_grad, 1),
    "scan of cond": (lambda write: in_scan(in_cond(write)), 3),
    "cond of scan": (lambda write: in_cond(in_scan(write)), 3),
}
"""What stands between jit and the write, and how often plain Python would write in a call."""


@pytest.mark.parametrize(("way", "wanted"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("dtype", ["int32", "float32", "bfloat16"])
def test_a_write_happens_in_every_call(way: Callable[[Write], Write], wanted: int, dtype: str) -> None:
    """Of a ref from outside, and of one that is an argument; also where nothing uses what was written."""
    outside, passed = jax.new_ref(jnp.zeros((), dtype)), jax.new_ref(jnp.zeros((), dtype))

    @jax.jit
    def call(ref: Any, x: jax.Array) -> jax.Array:
        def write(y: jax.Array) -> jax.Array:
            outside[...] += jnp.ones((), dtype)
            ref[...] += jnp.ones((), dtype)
            return y

        return way(write)(x)

    for calls in (1, 2, 3):
        call(passed, jnp.float32(1))
        assert outside[...] == passed[...] == calls * wanted


@pytest.mark.parametrize("way", [lambda f: f, jax.jit, lambda f: jax.jit(jax.jit(f))], ids=["plain", "jit", "jit(jit)"])
@pytest.mark.parametrize("rule", [True, False])
def test_grad_takes_the_writes_of_the_rule_and_not_of_the_function(way: Callable[[Any], Any], rule: bool) -> None:
    """What a custom_vjp function writes itself is left out; forward and backward write in each call."""
    own, of_rule = jax.new_ref(jnp.int32(0)), jax.new_ref(jnp.int32(0))

    def write(ref: Any, by: int) -> None:
        ref[...] += by

    @jax.custom_vjp
    def double(x: jax.Array) -> jax.Array:
        write(own, 1)
        return 2 * x

    def forward(x: jax.Array) -> tuple[jax.Array, None]:
        write(of_rule, rule)
        return 2 * x, None

    def backward(_: None, gradient: jax.Array) -> tuple[jax.Array]:
        write(of_rule, 10 * rule)
        return (2 * gradient,)

    double.defvjp(forward, backward)
    function = way(jax.grad(double))
    assert [function(1.0) for _ in range(3)] == [2, 2, 2]
    assert (own[...], of_rule[...]) == (0, 33 * rule)
    way(double)(1.0)
    assert own[...] == 1


USES: list[Callable[[Any], Any]] = [lambda r: r + 1, lambda r: 1 + r, lambda r: -r, lambda r: r < 3, jnp.sin, jnp.sum]


@pytest.mark.parametrize("way", [lambda f: f, jax.jit], ids=["plain", "jit"])
@pytest.mark.parametrize("use", USES)
def test_a_ref_is_refused_where_an_array_is_wanted(use: Callable[[Any], Any], way: Callable[[Any], Any]) -> None:
    """What it holds is taken."""
    ref = jax.new_ref(jnp.int32(2))
    with pytest.raises((TypeError, AttributeError, ValueError), match=r"[Rr]ef|ndarray|DynamicJaxprTracer"):
        way(use)(ref)

    assert way(lambda r: use(r[...]))(ref) == use(2)


def test_a_function_that_makes_its_refs_is_pure() -> None:
    """It gives the same for the same, under jit, grad, vmap, scan and two of them, and equals a sum without refs."""

    def with_ref(values: jax.Array) -> jax.Array:
        total = jax.new_ref(jnp.float32(0))

        def step(carry: None, value: jax.Array) -> tuple[None, None]:
            total[...] += jnp.sin(value)
            return carry, None

        lax.scan(step, None, values)
        return total[...]

    without = lambda values: jnp.sum(jnp.sin(values))  # noqa: E731
    xs = jnp.linspace(0.0, 2.0, 4)
    ways: list[Callable[[Any], Any]] = [lambda f: f, jax.jit, jax.grad, lambda f: jax.jit(jax.grad(f))]
    for way in ways:
        assert jnp.allclose(way(with_ref)(xs), way(without)(xs), rtol=1e-5)
        assert jnp.array_equal(way(with_ref)(xs), way(with_ref)(xs))
        mapped = jax.vmap(way(with_ref))(jnp.stack([xs, 2 * xs]))
        assert jnp.allclose(mapped, jax.vmap(way(without))(jnp.stack([xs, 2 * xs])), rtol=1e-5)


@pytest.mark.parametrize("writes", [True, False])
@pytest.mark.parametrize("batched", [True, False])
def test_vmap_refuses_a_cond_with_a_ref_from_outside(writes: bool, batched: bool) -> None:
    """Whether it reads or writes, and whatever decides; a ref that the branch makes itself is fine."""

    def use(ref: Any) -> jax.Array:
        if writes:
            ref[...] += 1.0
        return ref[...]

    def outside(x: jax.Array) -> jax.Array:
        ref = jax.new_ref(x)
        return lax.cond((x > 0) | (not batched), lambda: use(ref), lambda: x)

    def inside(x: jax.Array) -> jax.Array:
        return lax.cond((x > 0) | (not batched), lambda: use(jax.new_ref(x)), lambda: x)

    xs = jnp.arange(3.0) + 1
    with pytest.raises(NotImplementedError, match="State effect not supported in vmap-of-cond"):
        jax.vmap(outside)(xs)
    assert jnp.array_equal(jax.vmap(inside)(xs), xs + writes)


def test_a_ref_is_lost_if_the_call_fails() -> None:
    """An error while the program runs leaves a ref without its array."""
    ref = jax.new_ref(jnp.int32(3))

    def fail() -> Any:
        raise ArithmeticError("on the host")

    @jax.jit
    def count() -> jax.Array:
        ref[...] += 1
        return jax.pure_callback(fail, jax.ShapeDtypeStruct((), jnp.float32))

    with pytest.raises(jax.errors.JaxRuntimeError, match="callback"):
        count().block_until_ready()
    with pytest.raises(RuntimeError, match="deleted"):
        print(ref[...])


@pytest.mark.parametrize("way", [jax.jit, in_scan, in_fori, in_cond], ids=lambda way: way.__name__)
@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_a_loop_that_counts_in_integers_has_no_gradient(way: Callable[[Write], Write], dtype: str) -> None:
    """Nor has a cond or an inner jit, in some versions of JAX; with a ref of floats they have one."""

    def counted(x: jax.Array) -> jax.Array:
        steps = jax.new_ref(jnp.zeros((), dtype))

        def step(y: jax.Array) -> jax.Array:
            steps[...] += jnp.ones((), dtype)
            return y + 1

        return way(step)(x)

    if dtype == "int32" and jax.__version__ in ("0.8.3", "0.10.2", "0.11.2"):
        with pytest.raises(AttributeError, match=r"accum|committed"):
            jax.grad(counted)(1.0)
    else:
        assert jax.grad(counted)(1.0) == 1


LOOPS: dict[str, Callable[[Write], Write]] = {
    "map": lambda square: lambda x: lax.map(square, x[None])[0],
    "scan": lambda square: lambda x: lax.scan(lambda c, _: (square(c), None), x, length=1)[0],
    "outputs": lambda square: lambda x: lax.scan(lambda c, y: (c, square(y)), 0.0, x[None])[1][0],
    "reverse": lambda square: lambda x: lax.scan(lambda c, _: (square(c), None), x, length=1, reverse=True)[0],
    "unrolled": lambda square: lambda x: lax.scan(lambda c, _: (square(c), None), x, length=1, unroll=True)[0],
    "fori_loop": lambda square: lambda x: lax.fori_loop(0, 1, lambda _, c: square(c), x),
    "of a vmap": lambda square: lambda x: lax.map(jax.vmap(square), x[None, None])[0, 0],
}
GRADIENTS: dict[str, Callable[[Write], Callable[[jax.Array], Any]]] = {
    "value_and_grad": lambda f: lambda x: jax.value_and_grad(f)(x)[0],
    "jit": lambda f: lambda x: jax.jit(jax.value_and_grad(f))(x)[0],
    "of jit": lambda f: lambda x: jax.value_and_grad(jax.jit(f))(x)[0],
    "linearize": lambda f: lambda x: jax.linearize(f, x)[0],
    "vjp": lambda f: lambda x: jax.vjp(f, x)[0],
    "auxiliary output": lambda f: lambda x: jax.grad(lambda y: (y, f(y)), has_aux=True)(x)[1],
}


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_loop_that_makes_a_ref_in_each_step_is_wrong_under_grad(loop: Callable[[Write], Write]) -> None:
    """It reads what the ref held at first, without an error; a ref that begins with what depends on x is right."""

    def square(x: jax.Array, first: Any) -> jax.Array:
        ref = jax.new_ref(first)
        ref[...] += x * x
        return ref[...]

    x = jnp.float32(3)
    wrong, right = loop(lambda y: square(y, jnp.float32(5))), loop(lambda y: square(y, 0 * y + 5))
    without = loop(lambda y: 5 + y * y)
    assert wrong(x) == right(x) == jax.jit(wrong)(x) == jax.vmap(wrong)(x[None])[0] == 14
    assert jax.jvp(wrong, (x,), (x,))[0] == 14
    found = {name: [float(value(f)(x)) for f in (wrong, right, without)] for name, value in GRADIENTS.items()}
    assert found == {name: [5, 14, 14] for name in GRADIENTS}
