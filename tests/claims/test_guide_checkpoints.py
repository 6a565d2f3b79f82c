"""Counter-examples are looked for to what guide/checkpoints tells readers, with the functions that it shows."""

import io
import pickle
import subprocess
import sys
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import pytest

SCRIPT = Path(__file__).parents[2] / "examples/guide/checkpoints.py"
STEPS = 20
PARTS = ("average", "key", "momentum", "params", "step")
IMPLEMENTATIONS = ("threefry2x32", "rbg", "unsafe_rbg")
OWN = ("bool", "int8", "int16", "int32", "uint8", "uint32", "float16", "float32", "complex64")
FOREIGN = ("bfloat16", "float8_e4m3fn", "float8_e4m3b11fnuz", "int4", "uint4")
SHAPES = ((), (1,), (3,), (2, 3), (0, 2))

DIES_IN_A_WRITE = """
import io, os, sys, numpy

exec(open(sys.argv[1]).read())
whole_savez = numpy.savez


def savez(file, **arrays):
    whole_savez(whole := io.BytesIO(), **arrays)
    with open(file, "wb") if isinstance(file, str) else file as file:
        file.write(whole.getvalue()[: whole.tell() // 2])
    os._exit(9)


numpy.savez = savez
{call}
"""
TRAINS = """
import sys

exec(open(sys.argv[1]).read())
state = first_state()
while True:
    state = train_step(state)
    save_safely(Path(sys.argv[2]), state)
    print("saved", flush=True)
"""


def page_code() -> str:
    """What the page defines and imports, without what its cells do."""
    cells = dict(cell.split("\n", 1) for cell in SCRIPT.read_text(encoding="utf-8").split("\n# %% ")[1:])
    lines = [f"import {name}" for name in ("io", "os", "zipfile")] + ["from pathlib import Path", "import numpy as np"]
    ends = {"save": "\n\nsave(", "replace": "\n\nsave_safely("}
    names = ("state", "step", "save", "restore", "replace")
    return "\n".join([*lines, *(cells[name].split(ends.get(name, "\n# Output"))[0] for name in names)])


PAGE: dict[str, Any] = {}
exec(page_code(), PAGE)
save, restore, save_safely = PAGE["save"], PAGE["restore"], PAGE["save_safely"]
first_state, train_step = PAGE["first_state"], PAGE["train_step"]


def train(state: Any, steps: int) -> Any:
    """That many steps on."""
    for _ in range(steps):
        state = train_step(state)
    return state


def file_of(state: Any) -> io.BytesIO:
    """A checkpoint, to be read from its beginning."""
    file = io.BytesIO()
    save(file, state)
    file.seek(0)
    return file


def bits(state: Any) -> dict[str, tuple[str, bytes]]:
    """Each leaf in every bit, by its path."""
    found = {}
    for path, leaf in jax.tree.leaves_with_path(state):
        array = np.asarray(jax.random.key_data(leaf) if jnp.issubdtype(leaf.dtype, jax.dtypes.prng_key) else leaf)
        found[jax.tree_util.keystr(path)] = (str(array.dtype), array.tobytes())
    return found


def different(one: Any, other: Any) -> set[str]:
    """The parts of a state that differ in a bit."""
    first, second = bits(one), bits(other)
    return {path.split("'")[1] for path in first if first[path] != second[path]}


def run(code: str, *arguments: Path) -> subprocess.Popen[str]:
    """A process of its own."""
    return subprocess.Popen([sys.executable, "-c", code, *map(str, arguments)], stdout=subprocess.PIPE, text=True)


@pytest.fixture
def definitions(tmp_path: Path) -> Path:
    """What the page defines, as a file."""
    path = tmp_path / "page.py"
    path.write_text(page_code(), encoding="utf-8")
    return path


@pytest.mark.parametrize("stop", [0, 1, 7, 10, 19])
def test_a_whole_state_goes_on_as_if_it_had_not_stopped(stop: int) -> None:
    """In every bit of every leaf, wherever it stopped, also after a second stop."""
    whole = train(first_state(), STEPS)
    half = restore(file_of(train(first_state(), stop)), first_state())
    twice = restore(file_of(half), half)

    assert different(train(half, STEPS - stop), whole) == set()
    assert different(train(twice, STEPS - stop), whole) == set()


@pytest.mark.parametrize("stop", [1, 7, 10, 19])
@pytest.mark.parametrize("part", PARTS)
def test_each_part_that_is_forgotten_makes_another_run(part: str, stop: int) -> None:
    """Without an error. The average alone acts on nothing else, as the page says of it."""
    whole = train(first_state(), STEPS)
    half = restore(file_of(train(first_state(), stop)), first_state())

    found = different(train({**half, part: first_state()[part]}, STEPS - stop), whole)

    assert found == {"average"} if part == "average" else "params" in found


def test_the_parameters_alone_make_another_run() -> None:
    """Although their structure, shapes and dtypes are right."""
    half = train(first_state(), 10)
    resumed = train({**first_state(), "params": half["params"]}, 10)

    assert different(resumed, train(first_state(), STEPS)) == set(PARTS)


@pytest.mark.parametrize("shape", [(), (3,), (2, 2)])
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_a_key_of_any_kind_comes_back(implementation: str, shape: tuple[int, ...]) -> None:
    """NumPy refuses it as it is; its bits alone make the wrong key, or none, where the kind is another."""
    key = jax.random.key(7, impl=implementation)
    keys = jax.random.split(key, shape) if shape else key
    with pytest.raises(TypeError, match="cannot be converted to a NumPy array"):
        np.savez(io.BytesIO(), keys)

    found = restore(file_of([keys]), [keys])[0]

    assert (found.dtype, bool((found == keys).all())) == (keys.dtype, True)
    if implementation != "threefry2x32":
        with pytest.raises(TypeError, match="invalid PRNG key data"):
            jax.random.wrap_key_data(jax.random.key_data(keys))


class Layer(NamedTuple):
    """A container whose parts have names, one of them that of a suffix of NumPy."""

    w: Any
    npy: Any


CONTAINERS: dict[str, Callable[[Any, Any], Any]] = {
    "dict": lambda a, b: {"a": a, "b": b},
    "numbers as names": lambda a, b: {1: a, 10: b},
    "other signs in names": lambda a, b: {"a/b": a, "..": b, "a'b": b, "가 중": a},
    "names of arguments": lambda a, b: {"file": a, "args": b, "": a},
    "a name that looks like a path": lambda a, b: {"a']['b": a, "a": {"b": b}},
    "tuple": lambda a, b: (a, (b, a)),
    "list": lambda a, b: [b, [a]],
    "named tuple": Layer,
    "nested": lambda a, b: {"layers": [Layer(a, {"m": b}), Layer(b, None)], "n": (a,)},
    "one leaf": lambda a, b: a,
    "none": lambda a, b: (),
}


@pytest.mark.parametrize("container", CONTAINERS)
def test_each_leaf_of_a_container_comes_back_to_its_place(container: str) -> None:
    """Keys and numbers, whatever the names, into a template whose numbers are others."""
    make = CONTAINERS[container]
    state = make(jnp.arange(3), jax.random.split(jax.random.key(1), 2))
    template = make(jnp.zeros(3, "int32"), jax.random.split(jax.random.key(2), 2))
    found = restore(file_of(state), template)

    assert (jax.tree.structure(found),) == (jax.tree.structure(state),)
    assert (bits(found), len(bits(found))) == (bits(state), len(jax.tree.leaves(state)))


def test_a_key_of_another_shape_or_kind_is_an_error() -> None:
    """Also where there are as many bits in a key."""
    one, three = jax.random.key(0), jax.random.split(jax.random.key(0), 3)
    for saved, template in ((three, one), (one, three), (three, jax.random.split(one, 4))):
        with pytest.raises(ValueError, match=r"\['key'\] has another shape or dtype"):
            restore(file_of({"key": saved}), {"key": template})
    with pytest.raises(TypeError, match="invalid PRNG key data"):
        restore(file_of({"key": jax.random.key(0, impl="rbg")}), {"key": one})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("saved", ["bfloat16", "float8_e4m3fn", "int4"])
def test_bytes_of_jax_are_not_read_as_numbers_of_numpy(saved: str, shape: tuple[int, ...]) -> None:
    """Though an element has as many, and not the other way round."""
    others = ("float16", "int16", "uint16") if saved == "bfloat16" else ("int8", "uint8", "bool")
    for other in others:
        for file, template in ((saved, other), (other, saved)):
            with pytest.raises(ValueError, match=r"\['x'\] has another shape or dtype"):
                restore(file_of({"x": jnp.ones(shape, file)}), {"x": jnp.ones(shape, template)})


def test_an_older_key_is_an_array() -> None:
    """It is saved as it is."""
    key = jax.random.PRNGKey(3)
    assert bits(restore(file_of({"key": key}), {"key": key})) == bits({"key": key})


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", OWN)
def test_a_dtype_of_numpy_comes_back_as_it_was(dtype: str, shape: tuple[int, ...]) -> None:
    """With its shape and its bits, into a template whose numbers are others."""
    state = {"x": jnp.ones(shape, dtype)}
    found = restore(file_of(state), {"x": jnp.zeros(shape, dtype)})

    assert (found["x"].shape, bits(found)) == (shape, bits(state))


@pytest.mark.parametrize("dtype", ["float64", "int64", "uint64", "complex128"])
def test_64_bits_of_numpy_are_in_the_file_but_jax_makes_them_32(dtype: str) -> None:
    """Without a warning, by default; so a larger count becomes another."""
    state = {"x": np.full(2, 2**40 + 1).astype(dtype)}
    assert np.load(file_of(state))["['x']"].dtype == dtype
    found = np.asarray(restore(file_of(state), state)["x"])

    assert found.dtype.itemsize == state["x"].dtype.itemsize // 2
    assert (found.astype(dtype) != state["x"]).all()


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", FOREIGN)
def test_another_dtype_comes_back_by_the_template(dtype: str, shape: tuple[int, ...]) -> None:
    """The file says how many bytes an element has, and JAX refuses such an array."""
    state = {"x": jnp.ones(shape, dtype)}
    array = np.load(file_of(state))["['x']"]
    with pytest.raises(TypeError, match="JAX"):
        jnp.asarray(array)
    found = restore(file_of(state), {"x": jnp.zeros(shape, dtype)})

    assert array.dtype == np.dtype(f"V{state['x'].dtype.itemsize}")
    assert (found["x"].shape, bits(found)) == (shape, bits(state))


def test_one_dtype_cannot_be_read() -> None:
    """NumPy writes it, and refuses the file."""
    with pytest.raises(ValueError, match="not a valid dtype descriptor"):
        np.load(file_of({"x": jnp.ones(3, "float8_e5m2")}))["['x']"]


NAMES = ("first", "second", "hidden", "input", "layer10", "layer9")


@pytest.mark.parametrize("old", list(permutations(NAMES, 2)))
def test_what_the_file_does_not_have_is_an_error(old: tuple[str, str]) -> None:
    """Whatever two layers are called next. By order there is none, and another sorted order mixes them up."""
    for new in permutations(NAMES, 2):
        saved, template = (
            {name: jnp.full(2, number) for number, name in enumerate(old)},
            dict.fromkeys(new, jnp.zeros(2, "int32")),
        )
        by_order = jax.tree.unflatten(jax.tree.structure(template), jax.tree.leaves(saved))
        mixed_up = (old[0] < old[1]) != (new[0] < new[1])

        assert [int(by_order[name][0]) for name in new] == ([1, 0] if mixed_up else [0, 1])
        if set(new) <= set(old):
            assert bits(restore(file_of(saved), template)) == bits(saved)
        else:
            with pytest.raises(KeyError, match="is not a file in the archive"):
                restore(file_of(saved), template)


def test_another_shape_or_dtype_is_an_error_and_more_is_not() -> None:
    """Also where the bytes are as many."""
    saved = {"more": jnp.ones(2), "x": jnp.ones((2, 3))}
    for other in (
        jnp.ones((3, 2)),
        jnp.ones(6),
        jnp.ones((2, 3), "int32"),
        jnp.ones((2, 3), "bfloat16"),
        jnp.float32(1),
    ):
        with pytest.raises(ValueError, match=r"\['x'\] has another shape or dtype"):
            restore(file_of(saved), {"x": other})
    assert list(restore(file_of(saved), {"x": jnp.zeros((2, 3))})) == ["x"]


@pytest.mark.parametrize("dtype", ["bfloat16", "float16"])
@pytest.mark.parametrize("rate", [lambda: jnp.asarray(0.5), lambda: jnp.float32(0.5)], ids=["weak", "float32"])
def test_a_weak_type_does_not_come_back(rate: Callable[[], Any], dtype: str) -> None:
    """So a run that began with one computes in another dtype after a stop; one that began with float32 does not."""

    @jax.jit
    def shrink(state: Any) -> Any:
        return {"rate": state["rate"], "w": state["w"] - state["rate"] * state["w"]}

    state = {"rate": rate(), "w": jnp.arange(3).astype(dtype)}
    weak = state["rate"].weak_type
    half = shrink(state)
    resumed = shrink(restore(file_of(half), half))

    assert not resumed["rate"].weak_type
    assert (bits(resumed) != bits(shrink(half))) == weak


def test_what_is_no_array_is_refused() -> None:
    """A Python number, and a generator of batches."""

    def batches() -> Any:
        yield 1

    with pytest.raises(AttributeError, match="dtype"):
        save(io.BytesIO(), {"rate": 0.5})
    with pytest.raises(TypeError, match="pickle"):
        np.savez(io.BytesIO(), batches())
    with pytest.raises(TypeError, match="pickle"):
        pickle.dumps(batches())


def test_a_part_of_a_file_is_refused() -> None:
    """Wherever it ends."""
    whole = file_of(first_state()).getvalue()
    errors = (EOFError, ValueError, PAGE["zipfile"].BadZipFile)
    for end in (*range(8), *range(9, len(whole), 7), len(whole) - 1):
        with pytest.raises(errors, match=r"No data|pickled|not a zip file"):
            restore(io.BytesIO(whole[:end]), first_state())


@pytest.mark.parametrize("safe", [True, False])
def test_a_killed_writer_leaves_the_old_checkpoint(definitions: Path, tmp_path: Path, safe: bool) -> None:
    """A process that ends inside the write; without the second name the old checkpoint is lost with the new."""
    path = tmp_path / "state.npz"
    old = train(first_state(), 10)
    save_safely(path, old)
    call = "save_safely(Path(sys.argv[2]), first_state())" if safe else "save(sys.argv[2], first_state())"

    with run(DIES_IN_A_WRITE.format(call=call), definitions, path) as process:
        assert process.wait(120) == 9

    if safe:
        assert different(restore(path, first_state()), old) == set()
    else:
        with pytest.raises(PAGE["zipfile"].BadZipFile, match="not a zip file"):
            restore(io.BytesIO(path.read_bytes()), first_state())


def test_a_killed_run_goes_on_in_another_process(definitions: Path, tmp_path: Path) -> None:
    """Whenever it is killed, its file is a whole state, from which the numbers are those of a run without a stop."""
    path = tmp_path / "state.npz"
    with run(TRAINS, definitions, path) as process:
        assert process.stdout is not None
        for _ in range(3):
            process.stdout.readline()
        process.kill()
    state = restore(path, first_state())
    steps = int(state["step"])

    assert steps >= 3
    assert different(train(state, 5), train(first_state(), steps + 5)) == set()


def test_numpy_adds_a_suffix_to_a_name_but_not_to_a_file(tmp_path: Path) -> None:
    """So the second name is not the one that was asked for."""
    np.savez(tmp_path / "name.part", x=np.ones(1))
    with open(tmp_path / "file.part", "wb") as file:
        np.savez(file, x=np.ones(1))

    assert sorted(path.name for path in tmp_path.iterdir()) == ["file.part", "name.part.npz"]


def test_copies_of_a_whole_state_survive_donation() -> None:
    """Its key as well; the names do not, and a checkpoint of a copy goes on as if it had not stopped."""
    donating = jax.jit(train_step.__wrapped__, donate_argnums=0)
    state: Any = jax.tree.map(jnp.copy, first_state())
    names, copies = [], []
    for _ in range(STEPS):
        names.append(state)
        copies.append(jax.tree.map(jnp.copy, state))
        state = donating(state)

    for leaf in jax.tree.leaves(names[7]):
        with pytest.raises(RuntimeError, match="deleted"):
            bits([leaf])
    assert different(copies[7], train(first_state(), 7)) == set()
    assert different(train(restore(file_of(copies[7]), first_state()), STEPS - 7), state) == set()


def test_a_queue_of_names_keeps_no_state() -> None:
    """Donated arrays are deleted, and arrays of NumPy have the later numbers; copies are as they were."""
    add_one = jax.jit(lambda state: jax.tree.map(lambda leaf: leaf + 1, state), donate_argnums=0)
    state: Any = {"w": jnp.zeros(2)}
    names, copies, counts = [], [], np.zeros(2)
    for _ in range(3):
        names.append({**state, "counts": counts})
        copies.append({**jax.tree.map(jnp.copy, state), "counts": counts.copy()})
        state = add_one(state)
        counts += 1

    with pytest.raises(RuntimeError, match="deleted"):
        save(io.BytesIO(), names[0])
    assert np.load(file_of({"counts": names[0]["counts"]}))["['counts']"].tolist() == [3, 3]
    assert [np.load(file_of(copy))["['w']"].tolist() for copy in copies] == [[0, 0], [1, 1], [2, 2]]
    assert [np.load(file_of(copy))["['counts']"].tolist() for copy in copies] == [[0, 0], [1, 1], [2, 2]]
