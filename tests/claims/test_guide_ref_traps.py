"""Counter-examples are looked for to what guide/ref-traps tells readers to remember."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

DTYPES = ("int8", "int32", "float32", "bfloat16", "complex64")
OUTSIDE = {3: 2, 200: 2, -4: 0, -100: 0}
"""Indices outside of a ref of three entries, with the nearest entry."""


def directly(ref: Any, index: Any, value: jax.Array) -> None:
    """A write of a compiled function, whose index is an argument."""
    jax.jit(lambda r, i: r.__setitem__(i, value))(ref, index)


def constant(ref: Any, index: Any, value: jax.Array) -> None:
    """The same, with a Python number as the index."""
    jax.jit(lambda r: r.__setitem__(index, value))(ref)


def in_scan(ref: Any, index: Any, value: jax.Array) -> None:
    """A write in each step of a loop."""

    def body(carry: None, at: jax.Array) -> tuple[None, None]:
        ref[at] = value
        return carry, None

    jax.jit(lambda steps: lax.scan(body, None, steps))(jnp.array([index]))


def in_cond(ref: Any, index: Any, value: jax.Array) -> None:
    """A write in the branch that is taken."""
    write = lambda: (ref.__setitem__(index, value), 0)[1]  # noqa: E731
    jax.jit(lambda yes: lax.cond(yes, write, lambda: 0))(True)


@pytest.mark.parametrize("write", [directly, constant, in_scan, in_cond], ids=lambda write: write.__name__)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_single_index_outside_hits_the_nearest_entry(write: Callable[..., None], dtype: str) -> None:
    """Under jit, whichever side it is on, in one dimension and in two."""
    for index, nearest in OUTSIDE.items():
        flat, rows = jax.new_ref(jnp.zeros(3, dtype)), jax.new_ref(jnp.zeros((3, 2), dtype))
        write(flat, index, jnp.ones((), dtype))
        write(rows, index, jnp.ones(2, dtype))

        assert flat[...].tolist() == [float(entry == nearest) for entry in range(3)]
        assert rows[...].tolist() == [[float(entry == nearest)] * 2 for entry in range(3)]


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_array_of_indices_drops_what_is_outside(dtype: str) -> None:
    """Under jit; the entries inside are written."""
    ref = jax.new_ref(jnp.zeros(3, dtype))

    jax.jit(lambda r, i: r.__setitem__(i, jnp.ones(3, dtype)))(ref, jnp.array([1, 3, 200]))

    assert ref[...].tolist() == [0, 1, 0]


def mapped(ref: Any) -> None:
    """A write by vmap, one of whose indices is outside."""
    jax.jit(jax.vmap(lambda slot, i: slot.__setitem__(i, 7)))(ref, jnp.array([5, 0]))


def beside(ref: Any) -> None:
    """A write with a number that is outside and an array."""
    jax.jit(lambda r, i: r.__setitem__((i, jnp.array([0, 1])), jnp.array([7, 7])))(ref, 5)


def fixed(ref: Any) -> None:
    """A write by vmap with one index for all examples."""
    jax.jit(jax.vmap(lambda slot: slot.__setitem__(5, 7)))(ref)


WRITES = [(mapped, [[0, 0, 0], [7, 0, 0]]), (beside, [[0, 0, 0]] * 2), (fixed, [[0, 0, 7]] * 2)]


@pytest.mark.parametrize(("write", "left"), WRITES)
def test_an_index_that_is_mapped_or_beside_an_array_counts_as_one(write: Any, left: list[list[int]]) -> None:
    """So the write is dropped; one index for all examples hits the nearest entry. JAX 0.8.3 has errors under vmap."""
    ref = jax.new_ref(jnp.zeros((2, 3), int))

    if jax.__version_info__ < (0, 9) and write is not beside:
        with pytest.raises((ValueError, IndexError), match=r"Indexer must have rank 1|out of bounds"):
            write(ref)
        return
    write(ref)
    assert ref[...].tolist() == left


@pytest.mark.parametrize(
    "around", [lambda f: f, jax.jit, lambda f: lambda: lax.scan(lambda c, _: (f(), c), 0, None, 1)[0]]
)
def test_the_condition_of_a_loop_does_not_see_what_the_body_writes(around: Callable[..., Any]) -> None:
    """A jitted while_loop, alone, jitted again, and in a scan, that would stop at three if it saw it."""
    done = jax.new_ref(jnp.int32(0))

    def body(step: jax.Array) -> jax.Array:
        done[...] += 1
        return step + 1

    wanted = lambda step: (done[...] < 3) & (step < 7)  # noqa: E731
    around(jax.jit(lambda: lax.while_loop(wanted, body, 0)))()

    assert done[...] == 7


@pytest.mark.parametrize("dtype", DTYPES)
def test_what_was_read_is_a_copy(dtype: str) -> None:
    """Later writes do not show in it, eager and under jit, and it cannot be written to."""
    ref = jax.new_ref(jnp.zeros(3, dtype))

    def read_and_write() -> jax.Array:
        before = ref[...]
        ref[...] = before + jnp.ones(3, dtype)
        return before

    for run in (read_and_write, jax.jit(read_and_write)):
        kept = ref[...]
        value = kept.tolist()
        before = run()
        ref[1] = jnp.zeros((), dtype)

        assert kept.tolist() == before.tolist() == value
    with pytest.raises(TypeError, match="immutable"):
        kept[0] = 1  # type: ignore[index]
