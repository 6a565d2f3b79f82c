"""Counter-examples are looked for to what guide/serving tells readers to remember."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export

START = jnp.float32(0), jnp.int32(0)
NUMBER = jax.ShapeDtypeStruct((), jnp.float32)
SIZE = 4


def answer(state: Any, x: Any) -> Any:
    """The mean of a user's numbers, and the state that it comes from."""
    state = state[0] + x, state[1] + 1
    return state, state[0] / state[1]


def counted(function: Callable[..., Any]) -> tuple[Callable[..., Any], list[int]]:
    """A function that notes each of its traces."""
    calls: list[int] = []

    def traced(*args: Any) -> Any:
        calls.append(1)
        return function(*args)

    return traced, calls


AROUND: dict[str, Callable[[Callable[[Any], Any]], Callable[[Any], Any]]] = {
    "jit": jax.jit,
    "jit of vmap": lambda function: jax.jit(lambda x: jax.vmap(function)(x[None])[0]),
    "jit of grad": lambda function: jax.jit(lambda x: jax.grad(lambda x: x * function(x))(x) - x),
    "jit of scan": lambda function: jax.jit(lambda x: jax.lax.map(function, x[None])[0]),
    "compiled ahead": lambda function: jax.jit(function).lower(NUMBER).compile(),
    "exported": lambda function: export.export(jax.jit(function))(NUMBER).call,
}


@pytest.mark.parametrize("around", AROUND)
@pytest.mark.parametrize("kind", [float, int, np.float32])
def test_a_number_looked_up_during_the_trace_stays(around: str, kind: Callable[[float], Any]) -> None:
    """Wherever it is kept; a ref is read in each call."""

    class Session:
        total = kind(10)

    totals, total, ref = {"Ann": kind(10)}, kind(10), jax.new_ref(jnp.float32(10))
    looked_up = [lambda x: totals["Ann"] + x, lambda x: Session.total + x, lambda x: total + x]
    programs = [AROUND[around](function) for function in looked_up]
    before = [float(program(jnp.float32(1))) for program in programs]
    with_ref = jax.jit(lambda x: ref[...] + x)
    assert with_ref(1.0) == 11

    totals["Ann"] = Session.total = total = kind(50)
    ref[...] = jnp.float32(50)

    assert [float(program(jnp.float32(1))) for program in programs] == before
    assert len(set(before)) == 1
    assert with_ref(1.0) == 51


def test_a_static_user_has_a_program_of_their_own() -> None:
    """And keep the total of their first request."""
    totals = {f"user {i}": float(i) for i in range(30)}
    function, calls = counted(lambda user, x: totals[user] + x)
    program = jax.jit(function, static_argnums=0)
    first = [float(program(user, 1.0)) for user in totals]
    totals |= {user: total + 100 for user, total in totals.items()}

    assert [float(program(user, 1.0)) for user in totals] == first == [i + 1 for i in range(30)]
    assert len(calls) == 30


@pytest.mark.parametrize("seed", range(3))
def test_users_with_states_of_one_shape_share_a_program(seed: int) -> None:
    """In any order; so with refs."""
    order, numbers = np.random.default_rng(seed), np.random.default_rng(seed + 9)
    requests = [(int(order.integers(20)), float(numbers.integers(100))) for _ in range(200)]
    function, calls = counted(answer)
    program, sessions = jax.jit(function), dict.fromkeys(range(20), START)
    refs = {user: jax.tree.map(jax.new_ref, START) for user in range(20)}

    def answer_ref(refs: Any, x: Any) -> Any:
        state, mean = answer(jax.tree.map(lambda ref: ref[...], refs), x)
        jax.tree.map(lambda ref, leaf: ref.__setitem__(..., leaf), refs, state)
        return mean

    function, ref_calls = counted(answer_ref)
    ref_program, sent = jax.jit(function), {user: [] for user in range(20)}
    for user, x in requests:
        sent[user].append(x)
        sessions[user], mean = program(sessions[user], x)
        assert mean == ref_program(refs[user], x) == pytest.approx(np.mean(sent[user]))

    assert (len(calls), len(ref_calls)) == (1, 1)


@pytest.mark.parametrize(
    "state", [(0.0, 0), (jnp.float32(0), 0), [*START], (jnp.zeros(1), START[1]), {"total": START[0], "n": START[1]}]
)
def test_users_with_states_of_another_structure_or_type_do_not_share_a_program(state: Any) -> None:
    """A weak type is another one; numbers of NumPy are not."""
    function, calls = counted(lambda state, x: answer(jax.tree.leaves(state), x))
    program = jax.jit(function)
    for same in (START, (np.float32(0), np.int32(0)), (np.float64(0), np.int64(0))):
        program(same, 1.0)
    assert len(calls) == 1
    program(state, 1.0)
    assert len(calls) == 2


OTHER = {
    "int32": jnp.int32(5),
    "Python int": 5,
    "bool": True,
    "bfloat16": jnp.bfloat16(5),
    "complex": 5j,
    "one number more": jnp.ones(2),
    "one axis more": jnp.ones(1),
    "NumPy": np.ones((), "int32"),
    "NumPy's int64": np.int64(5),
    "float16": np.float16(5),
}
SAME = (jnp.float32(5), jnp.asarray(5.0), 5.0, np.float32(5), np.float64(5), np.array(5.0))


@pytest.mark.parametrize("other", OTHER)
def test_a_program_compiled_ahead_refuses_what_jit_compiles_again(other: str) -> None:
    """Each other dtype and shape; its own from JAX, NumPy and Python are taken."""
    function, calls = counted(answer)
    program = jax.jit(function)
    compiled = program.lower(START, NUMBER).compile()
    assert len(calls) == 1
    with pytest.raises(TypeError, match="Argument types differ from the types"):
        compiled(START, OTHER[other])
    assert len(calls) == 1
    program(START, OTHER[other])
    assert len(calls) == 2
    for same in SAME:
        assert compiled(START, same) == program(START, same) == ((5, 1), 5)


def test_a_program_compiled_from_shapes_and_dtypes_is_for_one_device() -> None:
    """A sharding in the ShapeDtypeStruct makes one for another device."""
    program = """
import jax, jax.numpy as jnp
from jax.sharding import SingleDeviceSharding
jax.config.update("jax_num_cpu_devices", 2)
here, there = jax.devices()
spec = jax.ShapeDtypeStruct((), jnp.float32)
compiled = jax.jit(lambda x: x + 1).lower(spec).compile()
assert compiled(jnp.float32(1)) == compiled(jax.device_put(1.0, here)) == 2
try:
    compiled(jax.device_put(1.0, there))
except ValueError as error:
    assert "disagree with the sharding" in str(error)
else:
    raise AssertionError
spec = jax.ShapeDtypeStruct((), jnp.float32, sharding=SingleDeviceSharding(there))
compiled = jax.jit(lambda x: x + 1).lower(spec).compile()
assert compiled(jax.device_put(1.0, there)).devices() == {there}
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("around", [jax.jit, jax.grad, jax.vmap])
def test_transformations_refuse_a_compiled_program(around: Callable[..., Any]) -> None:
    """They need the function."""
    compiled = jax.jit(lambda x: x * x).lower(NUMBER).compile()
    with pytest.raises(TypeError, match="Cannot apply JAX transformations"):
        around(compiled)(jnp.ones(1) if around is jax.vmap else jnp.float32(1))


def test_an_exported_program_runs_no_python_code() -> None:
    """And holds no state."""
    function, calls = counted(answer)
    exported = export.export(jax.jit(function))(START, NUMBER)
    calls.clear()
    state, other = START, (jnp.float32(10), jnp.int32(1))
    for x in (4.0, 6.0):
        state, _ = exported.call(state, x)

    assert state == (10, 2)
    assert exported.call(other, 0.0)[1] == 5
    assert calls == []


def test_bytes_of_a_program_need_a_package(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without flatbuffers, both calls say so."""
    exported = export.export(jax.jit(answer))(START, NUMBER)
    for name in [name for name in sys.modules if name.startswith("jax._src.export.serialization")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "flatbuffers", None)
    with pytest.raises(ImportError, match="install 'flatbuffers'"):
        exported.serialize()
    with pytest.raises(ImportError, match="install 'flatbuffers'"):
        export.deserialize(bytearray(b"program"))


def test_bytes_of_a_program_run_in_another_process(tmp_path: Path) -> None:
    """It needs no function, and compiles on its first call."""
    exported = export.export(jax.jit(answer))(START, NUMBER)
    (tmp_path / "program").write_bytes(exported.serialize())
    lines = [
        "import sys, jax.numpy as jnp; from jax import export, monitoring",
        "program = export.deserialize(bytearray(open(sys.argv[1], 'rb').read()))",
        "state, seen = (jnp.float32(4), jnp.int32(1)), []",
        "monitoring.register_event_duration_secs_listener(lambda event, *_, **__: seen.append(event))",
        "print(*program.call(state, 6.0)[0], any('backend_compile' in event for event in seen))",
    ]
    command = [sys.executable, "-c", "\n".join(lines), str(tmp_path / "program")]
    assert subprocess.check_output(command, text=True).split() == ["10.0", "2", "True"]


KEEPS = """
import sys, jax, jax.numpy as jnp
from jax import monitoring
jax.config.update("jax_compilation_cache_dir", sys.argv[1])
for least in sys.argv[2:]:
    jax.config.update("jax_persistent_cache_min_compile_time_secs", float(least))
events = []
monitoring.register_event_listener(lambda event, **_: events.append(event))
assert jax.jit(lambda x: x * 3 + 1)(jnp.arange(4)).tolist() == [1, 4, 7, 10]
print(sum(event.endswith("cache_hits") for event in events))
"""


@pytest.mark.parametrize(("least", "kept"), [([], False), (["0"], True)])
def test_compiled_programs_are_kept_on_disk(least: list[str], kept: bool, tmp_path: Path) -> None:
    """By default, those that took a second."""
    command = [sys.executable, "-c", KEEPS, str(tmp_path), *least]
    assert subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL) == "0\n"
    assert any(tmp_path.iterdir()) is kept
    again = subprocess.check_output(command, text=True, stderr=subprocess.DEVNULL)
    assert (int(again) > 0) is kept


def test_an_exported_program_runs_on_its_platforms() -> None:
    """By default on that of the process."""
    here, elsewhere = jax.default_backend(), "tpu"
    program = jax.jit(lambda x: x + 1)
    assert export.export(program)(NUMBER).platforms == ({"gpu": "cuda"}.get(here, here),)
    assert export.export(program, platforms=["cpu", "cuda"])(NUMBER).call(1.0) == 2
    with pytest.raises(ValueError, match="exported for platforms"):
        export.export(program, platforms=[elsewhere])(NUMBER).call(1.0)


def pad(message: list[float], sizes: tuple[int, ...] = (4, 8, 16)) -> Any:
    """A message in the next size, and which of its numbers are real."""
    size = min(s for s in sizes if s >= len(message))
    xs = np.zeros(size, np.float32)
    xs[: len(message)] = message
    return xs, np.arange(size) < len(message)


def test_each_size_of_messages_has_a_program() -> None:
    """With the means of the real numbers."""

    def masked(state: Any, xs: Any, mask: Any) -> Any:
        state = state[0] + jnp.sum(xs, where=mask), state[1] + mask.sum()
        return state, state[0] / state[1]

    def plain(state: Any, xs: Any) -> Any:
        state = state[0] + xs.sum(), state[1] + len(xs)
        return state, state[0] / state[1]

    (padded, few), (unpadded, many) = counted(masked), counted(plain)
    fast, slow, state = jax.jit(padded), jax.jit(unpadded), START
    for n in [*range(1, 17), *range(16, 0, -1)]:
        message = [float(x) for x in np.random.default_rng(n).integers(100, size=n)]
        after, mean = fast(state, *pad(message))
        assert mean == pytest.approx(float(slow(state, jnp.array(message))[1]))
        state = after

    assert (len(few), len(many)) == (3, 16)
    assert slow(START, pad([1.0, 2.0, 3.0])[0])[1] == 1.5
    with pytest.raises(ValueError, match="min"):
        pad([0.0] * 17)


def slide(rows: Any, n: Any, token: Any) -> Any:
    """A write that moves back until it fits."""
    return jax.lax.dynamic_update_slice(rows, token[None], (n,))


def index(rows: Any, n: Any, token: Any) -> Any:
    """A write that is dropped if it lies outside."""
    return rows.at[n].set(token)


def ring(rows: Any, n: Any, token: Any) -> Any:
    """A write that starts again at 0."""
    return rows.at[n % len(rows)].set(token)


def by_calls(write: Callable[..., Any], rows: Any, tokens: Any) -> Any:
    """One token in each call."""
    for n, token in enumerate(tokens):
        rows = write(rows, jnp.int32(n), token)
    return rows


def by_scan(write: Callable[..., Any], rows: Any, tokens: Any) -> Any:
    """All tokens in one loop."""
    step = lambda cache, token: ((write(cache[0], cache[1], token), cache[1] + 1), None)  # noqa: E731
    return jax.lax.scan(step, (rows, jnp.int32(0)), tokens)[0][0]


LOOPS: dict[str, Callable[..., Any]] = {
    "calls": by_calls,
    "jitted calls": lambda write, *args: by_calls(jax.jit(write), *args),
    "scan": by_scan,
    "jit of scan": jax.jit(by_scan, static_argnums=0),
    "vmap": lambda write, rows, tokens: jax.vmap(lambda rows: by_scan(write, rows, tokens))(rows[None])[0],
}


@pytest.mark.parametrize("loop", LOOPS)
@pytest.mark.parametrize("dtype", ["int32", "float32", "bfloat16"])
def test_a_full_cache_loses_tokens_without_an_error(loop: str, dtype: str) -> None:
    """But for a ring, which keeps the newest."""
    for n in (1, 3, 4, 5, 11):
        tokens = jnp.arange(1, n + 1).astype(dtype)
        rows = [LOOPS[loop](write, jnp.zeros(SIZE, dtype), tokens).tolist() for write in (slide, index, ring)]
        kept = [*range(1, n + 1)][:SIZE]
        empty = [0] * (SIZE - n)
        assert rows[1] == kept + empty
        assert rows[0] == ([*kept[:-1], n] if n > SIZE else kept + empty)
        assert sorted(rows[2]) == sorted(list(range(max(1, n - SIZE + 1), n + 1)) + empty)
        assert n < SIZE or rows[2][n % SIZE] == n - SIZE + 1


@pytest.mark.parametrize("dtype", ["int32", "float32"])
def test_the_rows_of_a_ring_may_be_a_ref(dtype: str) -> None:
    """The program writes into it; the position is passed."""
    for n in (1, 3, 4, 5, 11):
        tokens = jnp.arange(1, n + 1).astype(dtype)
        rows = jax.new_ref(jnp.zeros(SIZE, dtype))

        @jax.jit
        def read(rows: Any, start: Any, tokens: Any) -> Any:
            def write(at: Any, token: Any) -> Any:
                rows[at % rows.shape[0]] = token
                return at + 1, None

            return jax.lax.scan(write, start, tokens)[0]

        assert read(rows, jnp.int32(0), tokens) == n
        assert rows[...].tolist() == LOOPS["scan"](ring, jnp.zeros(SIZE, dtype), tokens).tolist()


@pytest.mark.parametrize("size", [1, 2, 5])
def test_each_row_of_a_batch_is_a_user(size: int) -> None:
    """A user in it twice loses a state."""
    function, calls = counted(answer)
    many = jax.jit(jax.vmap(function))
    sessions = [(jnp.float32(10 * i), jnp.int32(i + 1)) for i in range(size)]
    states = jax.tree.map(lambda *leaves: jnp.stack(leaves), *sessions)
    xs = jnp.arange(float(size))
    after, means = many(states, xs)
    for i, state in enumerate(sessions):
        assert (jax.tree.map(lambda leaf, i=i: leaf[i], after), means[i]) == answer(state, xs[i])
    many(after, xs)
    assert len(calls) == 1
    twice, _ = many(jax.tree.map(lambda leaf: jnp.stack([leaf] * (size + 1)), START), jnp.ones(size + 1))
    assert len(calls) == 2
    assert twice[1].tolist() == [1] * (size + 1)
