"""Counter-examples are looked for to what guide/loops tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

Body = Callable[[Any], Any]
STEPS = 6
LOOPS: dict[str, Callable[[Body, Any], Any]] = {
    "scan": lambda body, x: lax.scan(lambda c, _: (body(c), None), x, length=STEPS)[0],
    "reverse scan": lambda body, x: lax.scan(lambda c, _: (body(c), None), x, length=STEPS, reverse=True)[0],
    "fori_loop": lambda body, x: lax.fori_loop(0, STEPS, lambda _, c: body(c), x),
    "fori_loop without bounds": lambda body, x: lax.fori_loop(0, jnp.int32(STEPS), lambda _, c: body(c), x),
    "while_loop": lambda body, x: lax.while_loop(lambda s: s[0] < STEPS, lambda s: (s[0] + 1, body(s[1])), (0, x))[1],
}
AROUND: dict[str, Callable[[Any], Any]] = {"eager": lambda f: f, "jit": jax.jit, "vmap": jax.vmap}


@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_python_runs_the_body_while_jax_traces(loop: Callable[[Body, Any], Any], around: Callable[[Any], Any]) -> None:
    """Fewer times than there are steps, whatever the types of the start, and a jitted loop only in its first call."""
    for start in (jnp.ones(3), jnp.ones((3, 2), int), (jnp.ones(3), {"n": jnp.zeros(3, int)})):
        ran = []

        def body(carry: Any, ran: list[None] = ran) -> Any:
            ran.append(None)
            return jax.tree.map(lambda leaf: leaf + 1, carry)

        run = around(lambda x, body=body: loop(body, x))
        run(start)
        assert 1 <= len(ran) < STEPS
        if around is jax.jit:
            before = len(ran)
            run(start)
            assert len(ran) == before


CHANGES: dict[str, tuple[Any, Body]] = {
    "dtype": (jnp.int32(1), lambda c: c.astype("float32")),
    "width": (jnp.float16(1), lambda c: c.astype("float32")),
    "shape": (jnp.ones(2), lambda c: jnp.ones(3)),
    "rank": (jnp.ones(1), lambda c: c[0]),
    "structure": ({"a": jnp.ones(1)}, lambda c: {"b": c["a"]}),
    "list or tuple": ([jnp.ones(1)], tuple),
    "None": (None, lambda c: jnp.ones(1)),
    "one more": ((jnp.ones(1),), lambda c: (*c, c[0])),
}


@pytest.mark.parametrize(("start", "body"), CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_a_carry_keeps_its_structure_shapes_and_dtypes(
    loop: Callable[[Body, Any], Any], start: Any, body: Body
) -> None:
    """A body that changes one of them is refused."""
    with pytest.raises((TypeError, ValueError), match=r"carry|structure|type"):
        loop(body, start)


@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
@pytest.mark.parametrize("start", [0, -3, 1.5], ids=str)
def test_a_start_with_a_weak_type_is_promoted(loop: Callable[[Body, Any], Any], start: Any) -> None:
    """A Python number takes the dtype that the body gives it."""
    for dtype in ("float32", "bfloat16"):
        assert loop(lambda c, dtype=dtype: c * jnp.ones((), dtype), start).dtype == dtype


@pytest.mark.parametrize("around", [lambda f: f, jax.jit], ids=["eager", "jit"])
def test_a_later_scan_uses_the_trace_of_the_same_body(around: Any) -> None:
    """Whatever its length and values; other types, another setting or another body are traced."""
    ran: list[None] = []

    def body(total: Any, x: Any) -> Any:
        ran.append(None)
        return total + x, None

    for length in (3, 5, 100):
        around(lambda xs: lax.scan(body, 0.0, xs)[0])(jnp.arange(float(length)))
    assert len(ran) == 1
    lax.scan(body, 0, jnp.arange(3))
    lax.scan(lambda total, x: (body(total, x)[0], None), 0.0, jnp.arange(3.0))
    assert len(ran) == 3
    with jax.default_matmul_precision("float32"):
        lax.scan(body, 0.0, jnp.arange(3.0))
    assert len(ran) == 4


def test_map_runs_only_the_branch_that_an_example_needs() -> None:
    """With ``vmap``, as with a batch size, each branch runs for each example."""
    seen: list[float] = []

    def note(x: Any) -> Any:
        jax.debug.callback(lambda x: seen.append(float(x)), x)
        return x

    choose = lambda x: lax.cond(x > 1, note, lambda x: -x, x)  # noqa: E731
    all_of_them = [0.25, 0.5, 3.0]
    ways = lambda f, xs: jax.vmap(f)(xs), lambda f, xs: lax.map(f, xs, batch_size=1)
    for run, wanted in ((lax.map, [3.0]), *((way, all_of_them) for way in ways)):
        seen.clear()
        run(choose, jnp.array([0.5, 3.0, 0.25]))
        jax.effects_barrier()
        assert sorted(seen) == wanted


@pytest.mark.parametrize("chosen", [True, False])
def test_with_jit_off_python_calls_only_the_function_chosen(chosen: bool) -> None:
    """On each call; ``switch`` is no different."""
    ran: list[bool | int] = []
    with jax.disable_jit():
        for _ in range(2):
            lax.cond(jnp.bool_(chosen), lambda: ran.append(True), lambda: ran.append(False))
            lax.switch(int(chosen), [lambda: ran.append(0), lambda: ran.append(1)])

    assert ran == [chosen, int(chosen)] * 2


@pytest.mark.parametrize(("way", "wanted"), [(jax.vmap, 2), (jax.checkpoint, 2), (lambda f: f, 1), (jax.jit, 1)])
def test_with_jit_off_vmap_and_checkpoint_trace_both_branches(way: Any, wanted: int) -> None:
    """Other ways call one."""
    ran: list[bool] = []
    x = jnp.ones(1) if way is jax.vmap else jnp.float32(1)
    with jax.disable_jit():
        way(lambda x: lax.cond(x > 0, lambda: ran.append(True), lambda: ran.append(False)))(x)

    assert len(ran) == wanted
