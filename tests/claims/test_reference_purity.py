"""Counter-examples are looked for to what reference/purity says below its tables."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest

WAYS: dict[str, tuple[Callable[[Any], Any], int]] = {
    "alone": (lambda f: f, 0),
    "jit": (jax.jit, 0),
    "vmap": (lambda f: lambda x: jax.vmap(f)(x[None]), 0),
    "grad": (jax.grad, 3),
    "value_and_grad": (jax.value_and_grad, 3),
    "vmap(grad)": (lambda f: lambda x: jax.vmap(jax.grad(f))(x[None]), 3),
    "jit(grad)": (lambda f: jax.jit(jax.grad(f)), 1),
    "jit(vmap(grad))": (lambda f: jax.jit(lambda x: jax.vmap(jax.grad(f))(x[None])), 1),
}
"""A transformation, and how often three calls of what it returns run the rule."""


def with_jvp(count: Callable[[], None]) -> Any:
    """A square whose rule counts."""
    square = jax.custom_jvp(lambda x: x * x)

    @square.defjvp
    def rule(primals: Any, tangents: Any) -> Any:
        count()
        return square(*primals), 2 * primals[0] * tangents[0]

    return square


def with_vjp(count: Callable[[], None]) -> Any:
    """The same, with a forward that counts."""
    square = jax.custom_vjp(lambda x: x * x)

    def forward(x: Any) -> Any:
        count()
        return x * x, x

    square.defvjp(forward, lambda x, gradient: (2 * x * gradient,))
    return square


@pytest.mark.parametrize(("way", "wanted"), WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("make", [with_jvp, with_vjp])
def test_a_rule_runs_only_when_jax_differentiates(make: Any, way: Callable[[Any], Any], wanted: int) -> None:
    """Never in a call of the function itself, compiled or not."""
    runs: list[None] = []
    function = way(make(lambda: runs.append(None)))
    for _ in range(3):
        function(jnp.float32(2))

    assert len(runs) == wanted


INSIDE: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "scan": lambda f: lambda x: jax.lax.scan(lambda c, _: (f(c), None), x, length=3)[0],
    "fori_loop": lambda f: lambda x: jax.lax.fori_loop(0, 3, lambda _, c: f(c), x),
    "cond": lambda f: lambda x: jax.lax.cond(x > 0, f, lambda x: x, x),
    "checkpoint": jax.checkpoint,
}


@pytest.mark.parametrize("inner", INSIDE.values(), ids=INSIDE)
@pytest.mark.parametrize("outer", [jax.grad, lambda f: jax.jit(jax.grad(f))], ids=["grad", "jit(grad)"])
def test_inside_another_trace_the_function_comes_before_its_rule(outer: Any, inner: Any) -> None:
    """Once, however often the rule runs, and although ``grad`` alone does not run it at all."""
    ran: list[str] = []
    square = jax.custom_vjp(lambda x: (ran.append("function"), x * x)[1])
    square.defvjp(lambda x: (ran.append("rule"), (x * x, x))[1], lambda x, gradient: (2 * x * gradient,))
    outer(square)(jnp.float32(2))
    assert set(ran) == {"rule"}
    ran.clear()
    outer(inner(square))(jnp.float32(2))

    assert (ran[0], ran.count("function"), "rule" in ran) == ("function", 1, True)


@pytest.mark.parametrize("inner", [jax.jit, jax.checkpoint])
@pytest.mark.parametrize("make", [with_jvp, with_vjp])
def test_inside_another_trace_the_rule_need_not_run_again(make: Any, inner: Any) -> None:
    """With another type it does; without the inner trace it runs in each call."""
    runs: list[None] = []
    gradient = jax.grad(inner(make(lambda: runs.append(None))))
    for _ in range(3):
        gradient(jnp.float32(2))
    assert len(runs) == 1
    gradient(jnp.float16(2))
    assert len(runs) == 2


@pytest.mark.parametrize("make", [with_jvp, with_vjp])
def test_a_rule_does_not_run_where_its_function_is_not_differentiated(make: Any) -> None:
    """As with a constant, even under ``grad``."""
    runs: list[None] = []
    square = make(lambda: runs.append(None))
    assert jax.grad(lambda x: x * square(2.0) * square(jax.lax.stop_gradient(x)))(3.0) == 36
    assert runs == []


def test_an_example_that_is_done_keeps_its_values_for_a_callback() -> None:
    """A loop under ``vmap`` gives a callback an entry of each example in each step, even of a count that all share."""
    seen: list[int] = []

    def double(start: Any) -> Any:
        def body(carry: Any) -> Any:
            jax.debug.callback(lambda n: seen.append(int(n)), carry[1])
            return carry[0] * 2, carry[1] + 1

        return jax.lax.while_loop(lambda carry: carry[0] < 8, body, (start, 0))

    doubled, counts = jax.vmap(double)(jnp.array([1, 4, 16]))
    jax.effects_barrier()
    assert (doubled.tolist(), counts.tolist()) == ([8, 8, 16], [3, 1, 0])
    assert sorted(seen) == [0, 0, 0, 0, 0, 1, 1, 1, 2]


def test_what_a_loop_does_not_change_has_no_entry_for_each_example() -> None:
    """So a callback gets it once in each step, and it can come out without an axis."""
    seen: list[int] = []

    def double(start: Any) -> Any:
        def body(carry: Any) -> Any:
            jax.debug.callback(lambda n: seen.append(int(n)), carry[1])
            return carry[0] * 2, carry[1]

        return jax.lax.while_loop(lambda carry: carry[0] < 8, body, (start, 7))

    doubled, kept = jax.vmap(double, out_axes=(0, None))(jnp.array([1, 4, 16]))
    jax.effects_barrier()
    assert (doubled.tolist(), int(kept), seen) == ([8, 8, 16], 7, [7] * 3)
