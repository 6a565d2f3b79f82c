"""What `reference/versions` says about a GPU: these tests need one, as in ``JAX_PLATFORMS=cuda,cpu pytest FILE``."""

import subprocess
import sys
from collections.abc import Callable

import jax
import jax.numpy as jnp
import numpy as np
import pytest

pytestmark = pytest.mark.skipif(jax.default_backend() != "gpu", reason="needs a GPU")

SCALAR = jax.ShapeDtypeStruct((), jnp.float32)


@jax.jit
def total(x: jax.Array) -> jax.Array:
    """The sum of all entries."""
    return x.sum()


WAYS: dict[str, Callable[[np.ndarray], jax.Array]] = {
    "itself": total,
    "asarray": lambda buffer: total(jnp.asarray(buffer)),
    "array": lambda buffer: total(jnp.array(buffer)),
    "device_put": lambda buffer: total(jax.device_put(buffer)),
    "no alias": lambda buffer: total(jax.device_put(buffer, may_alias=False)),
}


@jax.jit
def busy(x: jax.Array) -> jax.Array:
    """A program that takes a moment."""
    return jax.lax.fori_loop(0, 200, lambda _, y: (y @ y) * jnp.bfloat16(1e-4), x)


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("size", [4, 300_000, 30_000_000])
@pytest.mark.parametrize("pending", [False, True])
def test_no_call_reads_what_was_written_after_it(pending: bool, size: int, way: Callable[..., jax.Array]) -> None:
    """Of a NumPy buffer, whether the GPU is idle or busy."""
    work = jnp.ones((8192, 8192), jnp.bfloat16)
    busy(work).block_until_ready()
    for _ in range(6):
        buffer = np.zeros(size, np.float32)
        before = busy(work) if pending else None
        result = way(buffer)
        buffer[:] = 1
        assert result == 0
        jax.block_until_ready(before)


def test_an_array_and_its_numpy_array_share_no_memory() -> None:
    """In neither direction."""
    buffer = np.zeros(4096, np.float32)
    x = jax.device_put(buffer).block_until_ready()
    buffer[:] = 1
    assert not x.any()
    x = jnp.arange(4.0)
    assert np.asarray(x).ctypes.data != x.unsafe_buffer_pointer()


@pytest.mark.parametrize("ordered", [False, True])
def test_an_error_of_a_callback_comes_where_one_waits_and_again(ordered: bool) -> None:
    """At the barrier, and, in a process of its own, at each later call with an ordered callback."""
    code = f"""
import jax, jax.numpy as jnp
from jax.experimental import io_callback
scalar = jax.ShapeDtypeStruct((), jnp.float32)
def refuse(x): raise ValueError("too large")
def said(call):
    try: return call()
    except jax.errors.JaxRuntimeError: return "error"
y = jax.jit(lambda x: io_callback(refuse, scalar, x, ordered={ordered}))(jnp.float32(1))
print(said(lambda: y.block_until_ready()), said(jax.effects_barrier))
ordered = jax.jit(lambda x: io_callback(lambda x: x, scalar, x, ordered=True))
print(said(lambda: ordered(jnp.float32(1)).block_until_ready()))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["error", "error", "error" if ordered else "1.0"], done.stderr


def test_a_callback_with_the_same_argument_runs_in_each_step() -> None:
    """Where a CPU runs it once."""
    log: list[float] = []

    def half(x: np.ndarray) -> np.ndarray:
        log.append(float(x))
        return x / 2

    def step(total: jax.Array, x: jax.Array, y: jax.Array) -> tuple[jax.Array, None]:
        return total + jax.pure_callback(half, SCALAR, y), None

    call = jax.jit(lambda y: jax.lax.scan(lambda c, x: step(c, x, y), 0.0, length=3)[0])
    assert call(jnp.float32(4)) == 6
    assert log == [4.0, 4.0, 4.0]


def test_of_two_writes_to_one_entry_another_remains() -> None:
    """In an array and in a ref."""
    places, values = jnp.zeros(2, int), jnp.array([7, 8])
    ref = jax.new_ref(jnp.array([1, 2, 3]))

    @jax.jit
    def put(ref: jax.Ref) -> None:
        ref[places] = values

    put(ref)
    assert ref[0] == 7
    assert jnp.array([1, 2, 3]).at[places].set(values)[0] == 7


def test_products_of_matrices_have_fewer_digits_by_default() -> None:
    """In float32, against a product in float64."""
    x = jax.random.normal(jax.random.key(0), (512, 512))
    exact = np.asarray(x, np.float64) @ np.asarray(x, np.float64)
    assert round(float(jnp.abs(x @ x - exact).max()), 3) == 0.035
    assert float(jnp.abs(jnp.matmul(x, x, precision="highest") - exact).max()) < 0.00005


def test_sums_at_one_index_differ_from_run_to_run() -> None:
    """Of the same program with the same input."""
    key = jax.random.key(0)
    indices, values = jax.random.randint(key, (1_000_000,), 0, 8), jax.random.normal(key, (1_000_000,))
    add = jax.jit(lambda i, v: jnp.zeros(8).at[i].add(v))
    assert len({add(indices, values).tobytes() for _ in range(10)}) == 10
