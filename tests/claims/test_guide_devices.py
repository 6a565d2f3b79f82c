"""Counter-examples are looked for to what guide/devices says, in processes of their own with eight devices."""

import subprocess
import sys
from textwrap import dedent

BEGIN = """
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import AxisType, NamedSharding, PartitionSpec

jax.config.update("jax_platforms", "cpu")
jax.config.update("jax_num_cpu_devices", 8)
first, second, *_ = jax.devices()
mesh = jax.make_mesh((8,), ("data",), axis_types=(AxisType.Auto,))
split, copied = PartitionSpec("data"), PartitionSpec()


def put(array, spec):
    return jax.device_put(array, NamedSharding(mesh, spec))
"""


def holds(program: str) -> None:
    """Run a program on eight devices; a counter-example ends it with an error."""
    done = subprocess.run([sys.executable, "-c", BEGIN + dedent(program)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_committed_array_is_not_moved() -> None:
    """Whatever the operation, dtype and shape are, also in compiled functions, loops and parts of an array."""
    holds("""
    def refused(call):
        try:
            call()
        except ValueError as error:
            return "incompatible devices" in str(error)

    for dtype in (jnp.float32, jnp.bfloat16, jnp.int8, jnp.bool_):
        for shape in ((), (8,), (8, 2)):
            a, b = (jax.device_put(jnp.ones(shape, dtype), device) for device in (first, second))
            assert refused(lambda: a + b)
            assert refused(lambda: jnp.where(True, a, b))
            assert refused(lambda: jnp.stack([a, b]))
            assert refused(lambda: jax.jit(jnp.equal)(a, b))
            assert refused(lambda: jax.lax.scan(lambda c, x: (c & x if c.dtype == bool else c * x, c), a, b[None]))
            assert refused(lambda: a + put(jnp.ones(shape, dtype), copied))
            assert not refused(lambda: a + jax.device_put(b, first))
    """)


def test_a_committed_array_that_is_no_argument_of_a_jitted_function_is_copied() -> None:
    """It is a constant there; without jit it is refused, also in transformations and by a ref."""
    holds("""
    a, b = (jax.device_put(jnp.arange(1.0, 9.0), device) for device in (first, second))
    ref = jax.new_ref(a)
    for call in (
        lambda: a.at[0].set(b[0]),
        lambda: a[b[0].astype(int)],
        lambda: ref.__setitem__(..., b),
        lambda: jax.grad(lambda x: jnp.sum(x * b))(a),
        lambda: jax.vmap(lambda x: x * b)(a),
        lambda: jax.checkpoint(lambda x: x * b)(a),
        lambda: jax.lax.cond(b[0] > 0, lambda x: x, lambda x: -x, a),
        lambda: jax.lax.while_loop(lambda x: x[0] < 3, lambda x: x + b, a),
        lambda: jax.jit(lambda x, y: x + y)(a, b),
        lambda: jax.jit(lambda x: x + 1)(a) + b,
        lambda: jax.shard_map(lambda x: x, mesh=mesh, in_specs=split, out_specs=split)(a),
    ):
        try:
            call()
        except ValueError as error:
            assert "incompatible devices" in str(error)
        else:
            raise AssertionError(call)
    for call in (
        lambda x: x * b,
        lambda x: jax.lax.map(lambda x: x * b, x[:1]),
        jax.grad(lambda x: jnp.sum(x * b)),
    ):
        assert jax.jit(call)(a).devices() == {first}
        assert b.devices() == {second}
    """)


def test_an_array_that_is_not_committed_goes_where_the_others_are() -> None:
    """To one device, or to all of them; so do numbers."""
    holds("""
    for there in (first, second):
        a = jax.device_put(jnp.ones(8), there)
        for free in (jnp.ones(8), jnp.float32(1), 1.0):
            assert (a + free).devices() == {there} and (a + free).committed
    assert (put(jnp.ones(8), split) + jnp.ones(8)).sharding.spec == split
    """)


def test_an_array_made_from_numbers_is_not_committed_and_one_made_like_another_is() -> None:
    """So is what is computed from a committed array."""
    holds("""
    for free in (jnp.ones(8), jnp.arange(8), jnp.array([1.0]), jnp.float32(1), jnp.eye(2), jax.random.key(0)):
        assert not free.committed
    there = jax.device_put(jnp.ones(8), second)
    for like in (jnp.zeros_like(there), jnp.full_like(there, 2), there * 0, there[0], jnp.stack([there, jnp.ones(8)])):
        assert like.committed and like.devices() == {second}
    for named in (jnp.zeros(8, device=second), jnp.asarray([1.0], device=second)):
        assert named.committed and named.devices() == {second}
    """)


def test_the_mesh_of_an_array_is_part_of_its_type_and_its_devices_are_not() -> None:
    """So a function is traced for each mesh, and compiled for each place."""
    holds("""
    halves = [jax.sharding.Mesh(jax.devices()[i : i + 4], "data") for i in (0, 4)]
    alone = [jnp.ones(8), *(jax.device_put(jnp.ones(8), device) for device in (first, second))]
    meshed = [jax.device_put(jnp.ones(8), NamedSharding(half, split)) for half in halves]
    assert len({jax.typeof(array) for array in alone}) == 1
    assert len({jax.typeof(array) for array in meshed}) == 1
    assert len({jax.typeof(array) for array in (alone[0], meshed[0], put(jnp.ones(8), copied))}) == 3
    traces = []
    f = jax.jit(lambda x: x + len(traces) * 0 + bool(traces.append(1)))
    for array, wanted in zip([*alone, *meshed], (1, 1, 1, 2, 2)):
        f(array)
        assert len(traces) == wanted
    assert f._cache_size() == 5
    """)


def test_a_state_that_starts_elsewhere_is_compiled_twice() -> None:
    """Wherever the data lie; a state that starts where it ends up is compiled once."""
    holds("""
    programs = []
    jax.monitoring.register_event_duration_secs_listener(
        lambda event, seconds, **_: programs.append(1) if event.endswith("backend_compile_duration") else None
    )
    for place in (lambda a: jax.device_put(a, second), lambda a: put(a, split), lambda a: put(a, copied)):
        for begin, wanted in ((lambda a: a, 2), (place, 1)):
            xs, state = place(jnp.ones(8)), begin(jnp.zeros(8))
            step = jax.jit(lambda state, xs: state + xs)
            programs.clear()
            for _ in range(3):
                state = step(state, xs)
            assert len(programs) == wanted, (len(programs), wanted)
    add = lambda total, xs: total + jnp.sum(xs)
    for options in ({}, {"out_shardings": NamedSharding(mesh, copied)}):
        for kind in (jnp.float32, np.float32, float):
            for begin, wanted in ((lambda a: a, 2), (lambda a: put(jnp.float32(a), copied), 1)):
                total, xs, step = begin(kind(0)), put(jnp.ones(8), split), jax.jit(lambda *args: add(*args), **options)
                programs.clear()
                for _ in range(3):
                    total = step(total, xs)
                assert len(programs) == wanted and total == 24
    """)


def test_in_shard_map_each_device_changes_its_own_part_until_they_are_combined() -> None:
    """Sums, in a loop and under scan: alone they differ, combined they are equal."""
    holds("""
    mean, total = partial(jax.lax.pmean, axis_name="data"), partial(jax.lax.psum, axis_name="data")
    for combine, kinds in ((lambda n: n, 8), (mean, 1), (total, 1)):
        @partial(jax.shard_map, mesh=mesh, in_specs=(split, split), out_specs=split)
        def step(n, xs):
            return n + combine(jnp.sum(xs, keepdims=True))

        n, xs = put(jnp.zeros(8), split), put(jnp.arange(8.0), split)
        for run in (step, jax.jit(step)):
            assert len(set(run(run(n, xs), xs).tolist())) == kinds
        looped, _ = jax.lax.scan(lambda n, x: (step(n, x), None), n, jnp.stack([xs, xs]))
        assert len(set(looped.tolist())) == kinds
    """)


def test_gradients_are_combined_by_hand_for_a_split_state_and_by_grad_for_a_copied_one() -> None:
    """For that, grad adds them up, so pmean keeps the sum; pmean of the loss gives the mean."""
    holds("""
    def loss(w, xs):
        return jnp.mean((w - xs) ** 2)

    def of_all(loss):
        return lambda w, xs: jax.lax.pmean(loss(w, xs), "data")

    def step(combine, loss, spec, w):
        slope = lambda w, xs: combine(jax.grad(lambda w: jnp.sum(loss(w, xs)))(w))
        run = jax.shard_map(slope, mesh=mesh, in_specs=(spec, split), out_specs=spec)
        slopes = [np.unique(np.asarray(run(put(w, spec), xs))) for run in (run, jax.jit(run))]
        assert (slopes[0] == slopes[1]).all()
        return slopes[0].tolist()

    xs = put(jnp.arange(8.0), split)
    mean, alone = partial(jax.lax.pmean, axis_name="data"), lambda x: x
    whole = float(jax.grad(loss)(jnp.float32(0), xs))
    assert whole == -7
    assert step(alone, loss, split, jnp.zeros(8)) == [-14, -12, -10, -8, -6, -4, -2, 0]
    assert step(mean, loss, split, jnp.zeros(8)) == [whole]
    assert step(alone, loss, copied, jnp.zeros(1)) == [8 * whole]
    assert step(mean, loss, copied, jnp.zeros(1)) == [8 * whole]
    assert step(alone, of_all(loss), copied, jnp.zeros(1)) == [whole]
    """)


def test_a_copied_key_gives_the_same_numbers_in_shard_map_and_one_array_under_jit() -> None:
    """For each kind of key, and for raw ones; with the number of the device folded in, they differ."""
    holds("""
    for key in (jax.random.key(0), jax.random.key(0, impl="rbg"), jax.random.PRNGKey(0)):
        def draw(key, device):
            return jax.random.normal(key, (1,))

        def apart(key, device):
            return draw(jax.random.fold_in(key, device[0]), device)

        for function, kinds in ((draw, 1), (apart, 8)):
            run = jax.shard_map(function, mesh=mesh, in_specs=(copied, split), out_specs=split)
            assert len(set(jax.jit(run)(key, put(jnp.arange(8), split)).tolist())) == kinds
        wanted = jax.random.normal(key, (16,))
        for spec in (split, copied):
            normal = jax.jit(lambda key: jax.random.normal(key, (16,)), out_shardings=NamedSharding(mesh, spec))
            assert (normal(key) == wanted).all() and normal(key).sharding.spec == spec
    """)


def test_a_result_that_is_split_like_the_state_takes_its_memory_on_each_device() -> None:
    """A copied one does not, nor does a smaller one; then the state stays."""
    holds("""
    import warnings

    def where(array):
        return [shard.data.unsafe_buffer_pointer() for shard in array.addressable_shards]

    warnings.simplefilter("ignore")  # some donated buffers were not usable
    for state, step, spec, taken in (
        (split, lambda n: n + 1, split, True),
        (copied, lambda n: n + 1, copied, True),
        (split, lambda n: n + 1, copied, False),
        (copied, lambda n: n + 1, split, False),
        (split, lambda n: n.astype("float16"), split, False),
    ):
        n = put(jnp.ones(8), state)
        old = where(n)
        new = jax.jit(step, donate_argnums=0, out_shardings=NamedSharding(mesh, spec))(n)
        assert n.is_deleted() == taken == (where(new) == old)
    """)


def test_a_sharding_says_which_part_is_on_which_device() -> None:
    """Each device holds an equal part of a split array, and all of a copied one."""
    holds("""
    for rows in (8, 16):
        array = jnp.arange(rows * 2.0).reshape(rows, 2)
        for number, shard in enumerate(put(array, split).addressable_shards):
            size = rows // 8
            assert shard.device == jax.devices()[number]
            assert (shard.data == array[number * size : (number + 1) * size]).all()
        assert all((shard.data == array).all() for shard in put(array, copied).addressable_shards)
    """)
