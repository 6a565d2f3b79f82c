"""Counter-examples are looked for to what guide/orbax-checkpoints tells readers, with its state and its step."""

import gc
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import orbax.checkpoint as ocp
import pytest

# A restore that fails leaves coroutines behind, which nobody awaits.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SCRIPT = Path(__file__).parents[2] / "examples/guide/orbax-checkpoints.py"
DTYPES = ("float32", "bfloat16", "float16", "int32", "int8", "uint8", "bool", "complex64")
SIZES = (1, 3, 1000, 300_000)

RESUMES = """
import sys
import orbax.checkpoint as ocp

exec(sys.argv[1])
types = jax.eval_shape(train_step, first_state())
with ocp.StandardCheckpointer() as checkpointer:
    state = checkpointer.restore(sys.argv[2] + "/old", types)
    for _ in range(3):
        state = train_step(state)
    checkpointer.save(sys.argv[2] + "/new", state)
"""
DIES = """
import os, sys
import jax.numpy as jnp
import orbax.checkpoint as ocp

path, way = sys.argv[1:]
with ocp.StandardCheckpointer() as checkpointer:
    if way == "force":
        checkpointer.save(path + "/1", {"w": jnp.ones(2)})
        checkpointer.wait_until_finished()
    os.rename = lambda *paths: os._exit(9)
    if way == "manager":
        with ocp.CheckpointManager(path) as manager:
            manager.save(1, args=ocp.args.StandardSave({"w": jnp.zeros(2)}))
    checkpointer.save(path + "/1", {"w": jnp.zeros(2)}, force=way == "force")
"""
ENDS = """
import sys
import jax.numpy as jnp
import orbax.checkpoint as ocp

checkpointer = ocp.StandardCheckpointer()
checkpointer.save(sys.argv[1] + "/one", {"w": jnp.ones(1_000_000)})
exec(sys.argv[2])
"""
SPLIT = """
import os, sys
os.environ["XLA_FLAGS"] = "--xla_force_host_platform_device_count=2"
import jax, jax.numpy as jnp
import orbax.checkpoint as ocp
from jax.sharding import NamedSharding, PartitionSpec

split = NamedSharding(jax.make_mesh((2,), ("d",)), PartitionSpec("d"))
with ocp.StandardCheckpointer() as checkpointer:
    checkpointer.save(sys.argv[1] + "/one", {"w": jnp.arange(4.0)})
    checkpointer.wait_until_finished()
    found = checkpointer.restore(sys.argv[1] + "/one", {"w": jax.ShapeDtypeStruct((4,), "float32", sharding=split)})
    assert found["w"].sharding == split and found["w"].tolist() == [0, 1, 2, 3]
    checkpointer.save(sys.argv[1] + "/two", found)
"""


def page_code() -> str:
    """What the page defines: its state and its step."""
    cells = dict(cell.split("\n", 1) for cell in SCRIPT.read_text(encoding="utf-8").split("\n# %% ")[1:])
    return "\n".join(cells[name].split("\n# Output")[0] for name in ("state", "step"))


PAGE: dict[str, Any] = {}
exec(page_code(), PAGE)
TYPES = jax.eval_shape(PAGE["train_step"], PAGE["first_state"]())


@pytest.fixture(scope="module", autouse=True)
def nothing_left() -> Iterator[None]:
    """What failed restores have left is gone before the tests of another file, which are not to hear of it."""
    yield
    gc.collect()


def after(steps: int, state: Any = None) -> Any:
    """The state some steps later."""
    state = PAGE["first_state"]() if state is None else state
    for _ in range(steps):
        state = PAGE["train_step"](state)
    return state


def stored(path: Path, state: Any, **options: Any) -> Path:
    """Where the state has been saved."""
    with ocp.StandardCheckpointer() as checkpointer:
        checkpointer.save(path, state, **options)
    return path


def read(path: Path, *template: Any) -> Any:
    """What is restored."""
    with ocp.StandardCheckpointer() as checkpointer:
        return checkpointer.restore(path, *template)


def run(code: str, *arguments: object, timeout: int = 100) -> int:
    """How a new process ended."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=timeout).returncode


def equal(a: Any, b: Any) -> bool:
    """True where structure, types and numbers are equal."""
    same = jax.tree.map(lambda x, y: jax.typeof(x) == jax.typeof(y) and bool((x == y).all()), a, b)
    return jax.tree.all(same)


@pytest.mark.parametrize("stop", [1, 2, 3, 5])
def test_a_run_resumes_with_the_same_numbers(stop: int, tmp_path: Path) -> None:
    """Wherever it stopped, with the types of a step as the template."""
    resumed = read(stored(tmp_path / "one", after(stop)), TYPES)

    assert equal(after(6 - stop, resumed), after(6))


def test_a_new_process_resumes_with_the_same_numbers(tmp_path: Path) -> None:
    """It has only the folder, and the code."""
    stored(tmp_path / "old", after(3))

    assert run(RESUMES, page_code(), tmp_path) == 0
    assert equal(read(tmp_path / "new", TYPES), after(6))


@pytest.mark.parametrize("new", DTYPES)
@pytest.mark.parametrize("old", ["float32", "int32", "bfloat16"])
def test_the_template_says_the_dtype(old: str, new: str, tmp_path: Path) -> None:
    """And the numbers are converted to it, without an error."""
    w = jnp.array([0, 1, 2.75]).astype(old)
    found = read(stored(tmp_path / "one", {"w": w}), {"w": jnp.zeros(3, new)})["w"]

    assert found.dtype == new
    assert (found == w.astype(new)).all()


@pytest.mark.parametrize("zero", [0, np.zeros((), "int32"), jnp.int32(0), jnp.zeros((), "int8")])
@pytest.mark.parametrize("saved", [0.75, np.float32(0.75), jnp.float32(0.75)])
def test_an_integer_in_the_template_loses_a_fraction(saved: Any, zero: Any, tmp_path: Path) -> None:
    """Whatever kind of number it is, on both sides."""
    assert read(stored(tmp_path / "one", {"x": saved}), {"x": zero})["x"] == 0


@pytest.mark.parametrize("saved", ["threefry2x32", "rbg", None])
def test_a_key_keeps_its_own_dtype(saved: str | None, tmp_path: Path) -> None:
    """Whatever kind of key the template has there, or numbers of the right shape; so does what was a key once."""
    key = jax.random.key(7, impl=saved) if saved else jax.random.key_data(jax.random.key(7))
    numbers = jax.random.key_data(key) if saved else key
    path = stored(tmp_path / "one", {"key": key})
    types = [jax.eval_shape(lambda impl=impl: jax.random.key(0, impl=impl)) for impl in ("threefry2x32", "rbg")]

    for template in (types if saved else [jax.random.key(0)]) + [jnp.zeros_like(numbers)]:
        assert equal(read(path, {"key": template}), {"key": key})


TEMPLATES = [{"a": 1}, {"a": 1, "c": 1}, {"a": 1, "b": 1, "c": 1}, {"b": 1}, {"a": {"b": 1}}]


@pytest.mark.parametrize("names", TEMPLATES)
def test_another_name_is_an_error(names: Any, tmp_path: Path) -> None:
    """Renamed, missing on either side, or deeper."""
    stored(tmp_path / "one", {"a": jnp.zeros(2), "b": jnp.zeros(2)})

    with pytest.raises(ValueError, match="tree structures do not match"):
        read(tmp_path / "one", jax.tree.map(lambda _: jnp.zeros(2), names))


@pytest.mark.parametrize("shape", [(), (1,), (2,), (4,), (3, 1), (1, 3)])
def test_another_shape_is_an_error(shape: tuple[int, ...], tmp_path: Path) -> None:
    """Also one with as many elements, and with the template from `eval_shape`, for an array of JAX."""
    path = stored(tmp_path / "one", {"w": jnp.zeros(3)})
    for template in (jnp.zeros(shape), jax.ShapeDtypeStruct(shape, "float32")):
        with pytest.raises(ValueError, match="is not compatible with the stored shape"):
            read(path, {"w": template})


FOUR_KEYS = jax.eval_shape(lambda: jax.random.split(jax.random.key(0), 4))
MISSED = [
    (jax.random.split(jax.random.key(0), 3), FOUR_KEYS),
    (jnp.zeros(3), np.zeros(5)),
    (np.zeros(3), np.zeros((1, 3))),
    (np.zeros(3), jax.ShapeDtypeStruct((5,), "float32")),
    (0.5, jax.ShapeDtypeStruct((5,), "float32")),
]


@pytest.mark.parametrize(("saved", "template"), MISSED)
def test_another_shape_is_missed_in_keys_numpy_arrays_and_numbers(saved: Any, template: Any, tmp_path: Path) -> None:
    """The leaf has the shape that it was saved with."""
    assert read(stored(tmp_path / "one", {"w": saved}), {"w": template})["w"].shape == np.shape(saved)


def test_where_one_side_has_none_a_leaf_is_none(tmp_path: Path) -> None:
    """It is no error, whichever side it is, and whatever the other has."""
    for other in (jnp.ones(2), 3, np.ones(3), jax.random.key(0)):
        for saved, template in ((other, None), (None, other)):
            path = stored(tmp_path / "one", {"a": jnp.ones(2), "b": saved}, force=True)
            found = read(path, {"a": jnp.zeros(2), "b": template})
            assert (found["a"].tolist(), found["b"]) == ([1, 1], None)


def test_without_a_template_leaves_come_back_but_not_structures(tmp_path: Path) -> None:
    """A tuple is a list, a named tuple a dict or None; keys of any kind, dtypes and Python numbers stay."""
    leaves = {
        "keys": jax.random.split(jax.random.key(3, impl="rbg"), 2),
        "half": jnp.ones(2, "bfloat16"),
        "numpy": np.arange(3),
        "numbers": {"i": 3, "f": 0.5, "b": True, "big": 2**40},
    }
    found = read(stored(tmp_path / "one", {**leaves, "optimizer": after(1)["optimizer"], "pair": (1, 2)}))

    for path, leaf in jax.tree.leaves_with_path(leaves):
        other = dict(jax.tree.leaves_with_path(found))[path]
        assert type(other) is type(leaf)
        assert np.all(other == leaf)
    assert found["pair"] == [1, 2]
    assert list(found["optimizer"][0]) == ["trace"]
    assert (after(1)["optimizer"][1], found["optimizer"][1]) == ((), None)
    assert type(found["optimizer"]) is list


def test_without_x64_an_array_of_64_bits_comes_back_with_32(tmp_path: Path) -> None:
    """Whatever the template says, and without an error: an integer loses its upper half."""
    with jax.enable_x64(True):
        saved = {"x": jnp.array([2**40 + 3]), "y": jnp.ones(1, "float64")}
        path = stored(tmp_path / "one", saved)
        assert equal(read(path), saved)
        types = jax.eval_shape(lambda: saved)

    for template in ((), (types,)):
        found = read(path, *template)
        assert (found["x"].dtype, found["x"].tolist(), found["y"].dtype) == ("int32", [3], "float32")


def test_a_part_is_read_alone(tmp_path: Path) -> None:
    """With `partial_restore`; with arguments made from it, its shapes are compared, and without them they are not."""
    path = stored(tmp_path / "one", {"a": jnp.ones(2), "b": jnp.ones(3)})
    arguments = ocp.checkpoint_utils.construct_restore_args
    with ocp.PyTreeCheckpointer() as reader:

        def part(item: Any, **options: Any) -> Any:
            return reader.restore(path, args=ocp.args.PyTreeRestore(item, partial_restore=True, **options))

        right, wrong = {"a": jnp.zeros(2, "bfloat16")}, {"a": jnp.zeros(5, "int32")}
        found = part(right, restore_args=arguments(right))
        assert (list(found), found["a"].dtype) == (["a"], "bfloat16")
        with pytest.raises(ValueError, match="is not compatible with the stored shape"):
            part(wrong, restore_args=arguments(wrong))
        with pytest.warns(UserWarning, match="Sharding info not provided"):
            assert part(wrong)["a"].tolist() == [1, 1]


@pytest.mark.parametrize("size", SIZES)
def test_a_pending_save_keeps_its_numbers(size: int, tmp_path: Path) -> None:
    """Whatever is donated or overwritten as soon as `save` has returned."""
    add_one = jax.jit(lambda w: w + 1, donate_argnums=0)
    add_one(jnp.zeros(size)).block_until_ready()
    with ocp.StandardCheckpointer() as checkpointer:
        for turn in range(5):
            w, buffer, numbers = jnp.zeros(size), np.zeros(size), {"n": 0}
            checkpointer.save(tmp_path / str(turn), {"w": w, "buffer": buffer, "numbers": numbers})
            w = add_one(add_one(w))
            buffer[:], numbers["n"] = 1, 1
            checkpointer.wait_until_finished()
            found = checkpointer.restore(tmp_path / str(turn))
            assert not any(np.any(leaf) for leaf in jax.tree.leaves(found))


def aligned_zeros(size: int) -> Any:
    """Zeros at an address at which JAX shares the memory of NumPy."""
    raw = np.zeros(4 * size + 64, "uint8")
    start = -raw.ctypes.data % 64
    return raw[start : start + 4 * size].view("float32")


@pytest.mark.parametrize("copy", [False, True])
@pytest.mark.parametrize("share", [jax.device_put, jnp.from_dlpack])
def test_a_pending_save_sees_a_change_of_numpy_memory_that_is_shared(share: Any, copy: bool, tmp_path: Path) -> None:
    """In at least one of five saves, unless it was copied."""
    changed = []
    with ocp.StandardCheckpointer() as checkpointer:
        for turn in range(5):
            buffer = aligned_zeros(300_000)
            w = share(buffer)
            checkpointer.save(tmp_path / str(turn), {"w": jnp.copy(w) if copy else w})
            buffer[:] = 1
            checkpointer.wait_until_finished()
            changed.append(bool(checkpointer.restore(tmp_path / str(turn))["w"].any()))
    assert any(changed) != copy


def test_a_checkpoint_may_be_complete_before_anyone_waits(tmp_path: Path) -> None:
    """The folder gets its name from the thread that writes."""
    with ocp.StandardCheckpointer() as checkpointer:
        checkpointer.save(tmp_path / "one", {"w": jnp.ones(3)})
        until = time.monotonic() + 60
        while not (tmp_path / "one").exists() and time.monotonic() < until:
            time.sleep(0.01)
        assert read(tmp_path / "one")["w"].tolist() == [1, 1, 1]


@pytest.mark.parametrize("last", ["", "sys.exit(0)", "checkpointer.wait_until_finished()"])
def test_a_script_that_ends_right_after_save_leaves_no_checkpoint(last: str, tmp_path: Path) -> None:
    """Its exit code is 0, or it hangs; one that waits has a checkpoint."""
    try:
        assert run(ENDS, tmp_path, last, timeout=40) == 0
    except subprocess.TimeoutExpired:
        assert "wait" not in last
    assert (tmp_path / "one").exists() == ("wait" in last)


@pytest.mark.parametrize("wait", [True, False])
def test_a_with_block_waits(wait: bool, tmp_path: Path) -> None:
    """Also where an error leaves it."""

    def save() -> None:
        with ocp.StandardCheckpointer() as checkpointer:
            checkpointer.save(tmp_path / "one", {"w": jnp.ones(300_000)})
            if not wait:
                raise RuntimeError("left early")

    if wait:
        save()
    else:
        with pytest.raises(RuntimeError, match="left early"):
            save()
    assert read(tmp_path / "one")["w"].shape == (300_000,)


@pytest.mark.parametrize("way", ["new", "force", "manager"])
def test_a_process_that_dies_leaves_no_checkpoint(way: str, tmp_path: Path) -> None:
    """What it wrote has a temporary name; with force the old checkpoint is gone as well."""
    assert run(DIES, tmp_path, way) == 9
    assert [path.name for path in tmp_path.iterdir()] == ["1.orbax-checkpoint-tmp"]
    with ocp.CheckpointManager(tmp_path) as manager:
        assert (manager.latest_step(), list(manager.all_steps())) == (None, [])


def test_saving_where_something_is_needs_force(tmp_path: Path) -> None:
    """Then the new state is there."""
    stored(tmp_path / "one", {"n": 1})
    with pytest.raises(ValueError, match="already exists"):
        stored(tmp_path / "one", {"n": 2})
    assert read(stored(tmp_path / "one", {"n": 3}, force=True)) == {"n": 3}


@pytest.mark.parametrize("size", [3, 200, 1000, 100_000])
def test_a_changed_byte_is_an_error(size: int, tmp_path: Path) -> None:
    """In each file that holds small arrays or says where arrays are; so is one that ends too early."""
    w = jax.random.normal(jax.random.key(0), (size,))
    path = stored(tmp_path / "one", {"w": w})
    chosen = random.Random(0)
    for file in [*path.glob("d/*"), path / "manifest.ocdbt"]:
        whole = file.read_bytes()
        for place in chosen.sample(range(len(whole)), 12):
            changed = whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :]
            for damaged in (changed, whole[:place]):
                file.write_bytes(damaged)
                with pytest.raises(ValueError, match=r"DATA_LOSS|Error|OUT_OF_RANGE"):
                    read(path, {"w": w})
        file.write_bytes(whole)
    assert equal(read(path, {"w": w}), {"w": w})


@pytest.mark.parametrize("make", [jnp.asarray, np.asarray])
@pytest.mark.parametrize("size", [300, 1000, 100_000])
def test_a_changed_byte_of_an_array_above_1_kb_gives_wrong_numbers(size: int, make: Any, tmp_path: Path) -> None:
    """Most bytes, and no error says so: the file that holds the numbers has no checksum."""
    w = make(np.random.default_rng(0).normal(size=size).astype("float32"))
    path = stored(tmp_path / "one", {"w": w})
    file = max(path.glob("ocdbt.process_0/d/*"), key=lambda file: file.stat().st_size)
    whole, wrong = file.read_bytes(), 0
    for place in random.Random(0).sample(range(len(whole)), 20):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        wrong += not np.array_equal(read(path, {"w": w})["w"], w)
    assert wrong > 10


@pytest.mark.parametrize(("every", "kept", "left"), [(1, 3, [8, 9, 10]), (2, 2, [8, 10]), (3, None, [0, 3, 6, 9])])
def test_a_manager_keeps_the_last_ones(every: int, kept: int | None, left: list[int], tmp_path: Path) -> None:
    """Of those that it saves, which `save` says."""
    options = ocp.CheckpointManagerOptions(max_to_keep=kept, save_interval_steps=every)
    with ocp.CheckpointManager(tmp_path, options=options) as manager:
        saved = [manager.save(step, args=ocp.args.StandardSave({"n": step})) for step in range(11)]
        manager.wait_until_finished()
        assert saved == [step % every == 0 for step in range(11)]
        assert manager.all_steps() == left


@pytest.mark.parametrize("fresh", [True, False])
@pytest.mark.parametrize("step", range(7))
def test_a_manager_saves_only_after_its_latest_step(step: int, fresh: bool, tmp_path: Path) -> None:
    """An earlier one is skipped without an error, until the later ones are deleted."""
    with ocp.CheckpointManager(tmp_path) as manager:
        for number in (2, 4, 6):
            manager.save(number, args=ocp.args.StandardSave({"n": number}))
        manager.wait_until_finished()
        other = ocp.CheckpointManager(tmp_path) if fresh else manager
        assert not other.save(step, args=ocp.args.StandardSave({"n": -1}))
        for number in (4, 6):
            other.delete(number)
        assert other.save(step, args=ocp.args.StandardSave({"n": -1})) == (step > 2)
        other.wait_until_finished()
        assert other.latest_step() == max(step, 2)
        other.close()


def test_a_manager_that_is_forced_saves_an_earlier_step_but_replaces_none(tmp_path: Path) -> None:
    """A step that it has is an error then."""
    with ocp.CheckpointManager(tmp_path) as manager:
        for number in (2, 4, 6):
            manager.save(number, args=ocp.args.StandardSave({"n": number}))
        manager.wait_until_finished()
        assert manager.save(3, args=ocp.args.StandardSave({"n": 3}), force=True)
        manager.wait_until_finished()
        for number in (2, 4, 6):
            with pytest.raises(ValueError, match="already exists"):
                manager.save(number, args=ocp.args.StandardSave({"n": -1}), force=True)
        assert sorted(manager.all_steps()) == [2, 3, 4, 6]


def test_on_other_devices_a_template_needs_shardings(tmp_path: Path) -> None:
    """One says where an array is restored; without one, Orbax looks for the devices that the array was saved from."""
    assert run(SPLIT, tmp_path) == 0
    types, here = jax.ShapeDtypeStruct((4,), "float32"), jax.sharding.SingleDeviceSharding(jax.devices()[0])

    for template in ((), ({"w": types},)):
        with pytest.raises(ValueError, match="different topology"):
            read(tmp_path / "two", *template)
    for leaf in (jnp.zeros(4), types.update(sharding=here)):
        assert read(tmp_path / "two", {"w": leaf})["w"].tolist() == [0, 1, 2, 3]


@pytest.mark.parametrize(("saved", "found"), [((), ()), ((1, 2), [1, 2]), (((), (1,)), [(), [1]]), ([], []), ({}, {})])
def test_an_empty_tuple_stays_one_without_a_template(saved: Any, found: Any, tmp_path: Path) -> None:
    """Any other comes back as a list."""
    stored(tmp_path / "one", {"v": saved, "w": 1})
    assert read(tmp_path / "one") == {"v": found, "w": 1}


@pytest.mark.parametrize("leaf", [1j, jnp.zeros(0), np.zeros((0, 2))], ids=str)
def test_complex_numbers_and_arrays_without_entries_are_refused(leaf: Any, tmp_path: Path) -> None:
    """When they are saved; a complex array with entries is not."""
    with pytest.raises(ValueError, match=r"Unsupported type|zero size"):
        stored(tmp_path / "one", {"v": leaf})
    stored(tmp_path / "two", {"v": jnp.ones(1, "complex64")})
