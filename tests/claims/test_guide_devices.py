"""Counter-examples are looked for to what guide/devices says, in processes of their own with eight devices."""

import subprocess
import sys
from textwrap import dedent

BEGIN = """
from functools import partial

import jax
import jax.numpy as jnp
from jax.sharding import AxisType, NamedSharding, PartitionSpec

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
    """)


def test_in_shard_map_each_device_changes_its_own_part_until_they_are_combined() -> None:
    """Counts and gradients, in a loop and under scan: alone they differ, combined they are equal."""
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
