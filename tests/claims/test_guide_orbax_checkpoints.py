"""Counter-examples are looked for to what guide/orbax-checkpoints tells readers, with its state and its step."""

import gc
import random
import subprocess
import sys
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
"""


def page_code() -> str:
    """What the page defines: its state and its step."""
    cells = dict(cell.split("\n", 1) for cell in SCRIPT.read_text(encoding="utf-8").split("\n# %% ")[1:])
    return "\n".join(cells[name].split("\n# Output")[0] for name in ("state", "step"))


PAGE: dict[str, Any] = {}
exec(page_code(), PAGE)
TYPES = jax.eval_shape(PAGE["train_step"], PAGE["first_state"]())


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """What a failed restore has left is gone before the next test."""
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


def run(code: str, *arguments: object) -> int:
    """How a new process ended."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL, timeout=100).returncode


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


TEMPLATES = [{"a": 1}, {"a": 1, "c": 1}, {"a": 1, "b": 1, "c": 1}, {"b": 1}, {"a": {"b": 1}}]


@pytest.mark.parametrize("names", TEMPLATES)
def test_another_name_is_an_error(names: Any, tmp_path: Path) -> None:
    """Renamed, missing on either side, or deeper."""
    stored(tmp_path / "one", {"a": jnp.zeros(2), "b": jnp.zeros(2)})

    with pytest.raises(ValueError, match="tree structures do not match"):
        read(tmp_path / "one", jax.tree.map(lambda _: jnp.zeros(2), names))


@pytest.mark.parametrize("shape", [(), (1,), (2,), (4,), (3, 1), (1, 3)])
def test_another_shape_is_an_error(shape: tuple[int, ...], tmp_path: Path) -> None:
    """Also one with as many elements."""
    with pytest.raises(ValueError, match="is not compatible with the stored shape"):
        read(stored(tmp_path / "one", {"w": jnp.zeros(3)}), {"w": jnp.zeros(shape)})


def test_none_in_the_template_skips_a_leaf(tmp_path: Path) -> None:
    """It is no error, and nothing is read there."""
    found = read(stored(tmp_path / "one", {"a": jnp.ones(2), "b": jnp.ones(2)}), {"a": jnp.zeros(2), "b": None})

    assert (found["a"].tolist(), found["b"]) == ([1, 1], None)


def test_without_a_template_leaves_come_back_but_not_structures(tmp_path: Path) -> None:
    """A tuple is a list, a named tuple a dict; keys of any kind, dtypes and Python numbers stay."""
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
    assert type(found["optimizer"]) is list


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


@pytest.mark.parametrize("size", [3, 1000, 100_000])
def test_a_changed_byte_is_an_error(size: int, tmp_path: Path) -> None:
    """In each file that holds numbers or says where they are; so is one that ends too early."""
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


def test_the_template_says_the_sharding(tmp_path: Path) -> None:
    """An array of one device is restored on two."""
    assert run(SPLIT, tmp_path) == 0
