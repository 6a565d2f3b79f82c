"""Counter-examples are looked for to what guide/buffers tells readers to remember."""

import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from mmap import mmap
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

DTYPES = ("float32", "int8", "bool", "complex64", "bfloat16")
SIZES = (1, 4, 300_000)
ATTEMPTS = 20
NUMBERS = 600_000

WAYS: dict[str, Callable[[Any], Any]] = {
    "itself": lambda batch: batch,
    "asarray": jnp.asarray,
    "array": jnp.array,
    "device_put": jax.device_put,
    "may_alias": partial(jax.device_put, may_alias=False),
}
READERS: dict[str, Callable[[Any, Any], Any]] = {
    "jit": jax.jit(lambda total, batch: total + batch),
    "vmap": jax.vmap(lambda total, batch: total + batch, in_axes=(None, 0)),
    "operation": lambda total, batch: total + jnp.asarray(batch),
    "grad": lambda total, batch: jax.grad(lambda b: jnp.vdot(total + b, total + b).real / 2)(batch),
}


def memory(size: int, dtype: Any = "float32") -> np.ndarray:
    """A NumPy array of ones that begins at a page."""
    found = np.frombuffer(mmap(-1, size * jnp.dtype(dtype).itemsize), jnp.dtype(dtype))
    found[:] = 1
    return found


def refilled(read: Callable[[Any], Any], buffer: np.ndarray) -> float:
    """What is read of the first number of a buffer that is refilled while JAX is sorting; 1 is what was passed.

    An attempt in which the sort was over before the refill says nothing, and is made again.
    """
    numbers = jnp.arange(float(NUMBERS))[::-1]
    jax.block_until_ready(read(jnp.sort(numbers)[0].astype(buffer.dtype)))  # compiled, so that no later call has to be
    for _ in range(ATTEMPTS):
        buffer[:] = 1
        pending = jnp.sort(numbers)[0].astype(buffer.dtype)
        found = read(pending)
        buffer[:] = 0
        if not pending.is_ready():
            return float(np.asarray(found).ravel()[0].real)
    raise AssertionError("JAX was never sorting any more")


@pytest.mark.parametrize("size", SIZES[1:])
@pytest.mark.parametrize("reader", READERS)
def test_a_copy_by_numpy_is_made_in_time(reader: str, size: int) -> None:
    """Whoever reads it, however late, reads the old numbers, also at an odd address."""
    read = READERS[reader]
    whole = memory(size + 1)

    for buffer, copy in ((whole[:-1], np.array), (whole[1:], lambda batch: batch.copy())):
        assert refilled(lambda total, copy=copy, buffer=buffer: read(total, copy(buffer)), buffer) == 1


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("reader", READERS)
def test_a_call_may_return_before_its_program_reads_a_buffer(reader: str, way: str) -> None:
    """With and without jit, and under transformations, where the buffer begins at a page."""
    buffer = memory(4)

    assert refilled(lambda total: READERS[reader](total, WAYS[way](buffer)), buffer) == 0


@pytest.mark.parametrize("dtype", DTYPES)
def test_it_reads_late_whatever_the_dtype(dtype: str) -> None:
    """A jitted function, and each way to make an array of the buffer."""
    buffer = memory(1000, dtype)

    for way in WAYS.values():
        assert refilled(lambda total, way=way: READERS["jit"](total, way(buffer)), buffer) == 0


def test_a_result_that_is_ready_has_read_its_arguments() -> None:
    """So a buffer may be refilled after the wait."""
    buffer = memory(1000)
    numbers = jnp.arange(float(NUMBERS))[::-1]

    found = READERS["jit"](jnp.sort(numbers)[0], buffer).block_until_ready()
    buffer[:] = 0

    assert found.tolist() == [1] * 1000


Later = Callable[[], Any]
"""What gives the numbers after the buffer was refilled."""
MADE: dict[str, Callable[[Any], Any]] = {
    "identity": lambda batch: batch,
    "pair": lambda batch: (batch, jnp.sum(batch)),
    "reshape": lambda batch: jnp.reshape(batch, batch.shape),
    "vmap": jax.vmap(lambda one: one),
    "scan": lambda batch: jax.lax.scan(lambda carry, one: (carry, one), 0, batch)[1],
    "device_put": jax.device_put,
    "auxiliary output": lambda batch: jax.grad(lambda w, b: (w * b[0], b), has_aux=True)(1.0, batch)[1],
}
FUNCTIONS: dict[str, Callable[[Any], Later]] = {
    "vjp": lambda batch: partial(jax.vjp(jnp.vdot, jnp.ones(4), batch)[1], jnp.float32(1)),
    "vjp of jit": lambda batch: partial(jax.vjp(jax.jit(jnp.vdot), jnp.ones(4), batch)[1], jnp.float32(1)),
    "linearize": lambda batch: partial(jax.linearize(lambda w: jnp.vdot(w, batch), jnp.ones(4))[1], jnp.ones(4)),
}


def read(result: Any) -> list[Any]:
    """All numbers in it."""
    return [np.array(leaf).tolist() for leaf in jax.tree.leaves(result)]


@pytest.mark.parametrize("function", MADE.values(), ids=MADE)
@pytest.mark.parametrize("size", SIZES)
def test_a_result_under_jit_has_memory_of_its_own(function: Callable[[Any], Any], size: int) -> None:
    """Even if it is the argument itself, so a refill after the wait changes nothing."""
    buffer = memory(size)
    result = jax.block_until_ready(jax.jit(function)(buffer))
    before = read(result)
    buffer[:] = 0

    assert read(result) == before


@pytest.mark.parametrize("name", sorted(set(MADE) - {"identity", "pair"}))
def test_without_jit_a_result_may_be_the_buffer(name: str) -> None:
    """Then the wait does not help."""
    buffer = memory(4)
    result = jax.block_until_ready(MADE[name](buffer))
    buffer[:] = 0

    assert read(result) == [[0] * 4]


@pytest.mark.parametrize("function", FUNCTIONS.values(), ids=FUNCTIONS)
def test_what_vjp_and_linearize_return_reads_the_buffer_later(function: Callable[[Any], Later]) -> None:
    """With and without jit; a copy is safe."""
    buffer, wanted = memory(4), read(function(memory(4))())
    late, safe = function(buffer), function(buffer.copy())
    buffer[:] = 0

    assert read(safe()) == wanted != read(late())


def test_a_device_of_a_cpu_does_not_wait_for_another() -> None:
    """A sum on the second is ready while the first still sorts, and one on the first never is."""
    program = """
import jax, jax.numpy as jnp
first, second = jax.devices()
numbers = jnp.arange(2e6)[::-1]
add = jax.jit(lambda x: x + 1)
for device, waits in ((first, True), (second, False)) * 2:
    x = jax.device_put(jnp.ones(4), device)
    jax.block_until_ready((add(x), jnp.sort(numbers)))
    done = []
    while len(done) < 9 and all(done):
        pending = jnp.sort(numbers)
        add(x).block_until_ready()
        done.append(pending.is_ready())
    assert all(done) if waits else not all(done), (device, done)
"""
    flags = {"XLA_FLAGS": "--xla_force_host_platform_device_count=2", "JAX_PLATFORMS": "cpu"}
    subprocess.run([sys.executable, "-c", program], env=os.environ | flags, check=True)


@pytest.mark.parametrize("show", [str, lambda x: x.tolist()], ids=["str", "tolist"])
def test_in_0_11_2_showing_an_array_leaves_a_view_in_it(show: Callable[[Any], Any]) -> None:
    """So it is not deleted when it is donated; in the other versions it is."""
    x = jnp.arange(4.0) * 1
    show(x)
    jax.jit(lambda x: x + 1, donate_argnums=0)(x)

    assert x.is_deleted() == (jax.__version__ != "0.11.2")


def test_an_array_that_nobody_keeps_lives_until_it_was_read() -> None:
    """NumPy would give its memory to the next array."""
    numbers = jnp.arange(float(NUMBERS))[::-1]
    total = jnp.sort(numbers)[0]
    for number in range(1, 5):
        total = READERS["jit"](total, np.full(1000, number, np.float32))
        gc.collect()
        np.full(1000, 99, np.float32)

    assert total.tolist() == [10] * 1000


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_device_put_shares_what_begins_at_a_page(dtype: str, size: int) -> None:
    """Also where it may not, by its own page; at an odd address, and of a dtype that changes, it copies."""
    for put in (jax.device_put, partial(jax.device_put, may_alias=False)):
        buffer = memory(size, dtype)
        x = jax.block_until_ready(put(buffer))
        buffer[:] = 0

        assert x.unsafe_buffer_pointer() == buffer.ctypes.data
        assert not np.asarray(x).any()


COPIED: dict[str, Callable[[], np.ndarray]] = {
    "odd-address": lambda: memory(5)[1:],
    "float64": lambda: memory(4, "float64"),
    "every-second": lambda: memory(8)[::2],
    "column": lambda: memory(16).reshape(4, 4)[:, 0],
}


@pytest.mark.parametrize("made", COPIED.values(), ids=COPIED)
def test_an_odd_address_another_dtype_or_a_gap_is_copied(made: Callable[[], np.ndarray]) -> None:
    """The numbers then stay as they were, when JAX has finished."""
    buffer = made()
    x = jax.block_until_ready(jax.device_put(buffer))
    buffer[:] = 0

    assert x.tolist() == [1, 1, 1, 1]


def test_4_bit_integers_are_copied_to_numpy() -> None:
    """NumPy holds each of them in a byte, and may not write to them either."""
    x = jnp.arange(4, dtype="int4")
    found = np.asarray(x)

    assert found.ctypes.data != x.unsafe_buffer_pointer()
    assert not found.flags.writeable


def test_numpy_arrays_begin_at_a_multiple_of_64_by_chance() -> None:
    """Some do, some do not."""
    kept = [np.zeros(size, np.float32) for size in range(1, 2000)]

    assert {0} < set(Counter(one.ctypes.data % 64 for one in kept))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_view_is_read_only_and_keeps_the_memory(dtype: str, size: int) -> None:
    """Of the very bytes; while it lives, a donated array is neither deleted nor overwritten."""
    add = jax.jit(lambda x: x + jnp.ones((), dtype), donate_argnums=0)
    x = jnp.zeros(size, dtype)
    view = np.asarray(x)

    assert view.ctypes.data == x.unsafe_buffer_pointer()
    with pytest.raises(ValueError, match="read-only"):
        view[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        view.flags.writeable = True

    result = add(x)
    assert (x.is_deleted(), view.any()) == (False, False)
    assert result.unsafe_buffer_pointer() != view.ctypes.data

    del view
    add(x)
    assert x.is_deleted()
