"""Counter-examples are looked for to what reference/upstream says of JAX and of its documentation."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, wraps
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest


def add(x: Any, y: Any) -> Any:
    """A sum of which either argument can take the result."""
    return x + y


@wraps(add)
def wrapped(*args: Any, **kwargs: Any) -> Any:
    """The same by another name."""
    return add(*args, **kwargs)


@pytest.mark.parametrize("function", [add, wrapped, jax.vmap(add), lambda x, y: jnp.sum(x) * y])
@pytest.mark.parametrize("kwargs", [("y",), ("x", "y"), ("y", "x")])
def test_jit_donates_an_argument_by_keyword(function: Callable[..., Any], kwargs: tuple[str, ...]) -> None:
    """Only the one whose number was given."""
    args = {name: jnp.ones(3) for name in ("x", "y")}
    by_position = [] if "x" in kwargs else [args["x"]]
    jax.jit(function, donate_argnums=1)(*by_position, **{name: args[name] for name in kwargs})
    assert (args["x"].is_deleted(), args["y"].is_deleted()) == (False, True)


@pytest.mark.parametrize("kwargs", [(), ("y",)])
def test_a_negative_number_is_not_the_number_of_a_parameter(kwargs: tuple[str, ...]) -> None:
    """Before JAX 0.12, which counts it from the end, it donates nothing, by position or by keyword."""
    args = {name: jnp.ones(3) for name in ("x", "y")}
    jax.jit(add, donate_argnums=-1)(
        *(args[name] for name in args if name not in kwargs), **{name: args[name] for name in kwargs}
    )
    assert (args["x"].is_deleted(), args["y"].is_deleted()) == (False, jax.__version_info__ >= (0, 12))


def test_pmap_donates_no_argument_by_keyword() -> None:
    """As the example of JAX's page on donation says."""
    for by_position in (True, False):
        x, y = (jax.pmap(lambda x: x + 1)(jnp.ones((1, 3))) for _ in range(2))
        f = jax.pmap(lambda x, y: (x + 1, y + 1), donate_argnums=(0, 1))
        f(x, y) if by_position else f(x=x, y=y)
        assert x.is_deleted() == by_position


def test_each_new_partial_is_traced() -> None:
    """The same one is not."""
    traces: list[int] = []

    def scaled(x: Any, scale: int) -> Any:
        traces.append(scale)
        return scale * x

    same = partial(scaled, scale=10)
    for n in range(1, 4):
        jax.jit(same)(1.0)
        jax.jit(partial(scaled, scale=10))(1.0)
        assert len(traces) == n + 1


AROUND: dict[str, Callable[[Callable[[Any], Any]], Callable[[Any], Any]]] = {
    "alone": lambda f: f,
    "grad": lambda f: lambda x: jax.value_and_grad(f)(x)[0],
    "vmap": lambda f: lambda x: jax.vmap(f)(x[None])[0],
    "checkpoint": jax.checkpoint,
}


@pytest.mark.parametrize("around", AROUND)
def test_a_frozen_ref_can_be_written_and_read_outside_jit(around: str) -> None:
    """Also in functions that are transformed; under jit it cannot."""

    def after(x: Any) -> Any:
        ref = jax.new_ref(x)
        frozen = jax.freeze(ref)
        ref[...] = frozen + 1
        return ref[...]

    assert AROUND[around](after)(jnp.float32(1)) == 2
    with pytest.raises(ValueError, match="must be called on `Ref` types"):
        jax.jit(AROUND[around](after))(jnp.float32(1))


@pytest.mark.parametrize("size", [3, 7])
def test_an_index_outside_a_ref_is_an_error_only_outside_jit(size: int) -> None:
    """For reads and writes with a Python number."""
    ref = jax.new_ref(jnp.arange(size))
    for call in (lambda: ref[size], lambda: ref.__setitem__(size, 9)):
        with pytest.raises(ValueError, match="Out of bound indexer"):
            call()
    assert jax.jit(lambda: ref[size])() == size - 1
    jax.jit(lambda: ref.__setitem__(size, 9))()
    assert ref[...].tolist() == [*range(size - 1), 9]


@pytest.mark.parametrize("length", [100, 127, 200, 300])
def test_a_negative_scalar_of_a_small_type_is_wrong_in_a_long_array(length: int) -> None:
    """A positive one and one of a wider type are right; several raise an error."""
    xs = jnp.arange(length)
    for index in (lambda i: xs[i], jax.jit(lambda i: xs[i])):
        assert (index(jnp.int8(-1)) == length - 1) == (length < 128)
        assert index(jnp.int8(5)) == 5
        assert index(jnp.int16(-1)) == index(jnp.int32(-1)) == length - 1
    if length > 127:
        with pytest.raises(OverflowError, match="out of bounds for int8"):
            xs[jnp.array([-1], "int8")]


def test_a_dict_in_a_static_field_is_not_refused() -> None:
    """Nor noticed when it changes; as a static argument it is refused."""

    @partial(jax.tree_util.register_dataclass, data_fields=["x"], meta_fields=["options"])
    @dataclass
    class Point:
        x: float
        options: dict[str, int]

    point, times = Point(1.0, {"n": 2}), lambda point: point.options["n"] * point.x
    calls = [
        jax.jit(times),
        lambda p: jax.grad(times)(p).x,
        jax.checkpoint(times),
        jax.jit(times).lower(point).compile(),
    ]
    assert [float(call(point)) for call in calls] == [2] * 4
    point.options["n"] = 3
    assert [float(calls[i](point)) for i in (0, 3)] == [2, 2]
    with pytest.raises(ValueError, match="Non-hashable static arguments"):
        jax.jit(times, static_argnums=0)(point)


def test_the_condition_of_a_loop_reads_a_copy_of_a_ref() -> None:
    """Whatever the limit; a state of the loop is read anew."""
    for limit in (4, 10):
        seen = jax.new_ref(jnp.int32(0))

        def run(seen: Any = seen, limit: int = limit) -> Any:
            def step(i: Any) -> Any:
                seen[...] += 1
                return i + 1

            return jax.lax.while_loop(lambda i: (seen[...] < 3) & (i < limit), step, 0)

        assert (int(jax.jit(run)()), int(seen[...])) == (limit, limit)
    assert jax.jit(lambda: jax.lax.while_loop(lambda i: i < 3, lambda i: i + 1, 0))() == np.int32(3)


@jax.custom_vjp
def twice_of(tree: Any) -> Any:
    """A function with a backward pass of its own."""
    return jnp.sum(2 * tree.child)


twice_of.defvjp(lambda tree: (twice_of(tree), tree), lambda tree, gradient: (type(tree)(2 * gradient + tree.child),))


GIVEN: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "vmap": (jax.vmap(lambda tree: tree), False),
    "vmap of jit": (jax.vmap(jax.jit(lambda tree: tree)), False),
    "vmap of grad": (jax.vmap(jax.grad(lambda tree: jnp.sum(tree.child))), False),
    "jit of vmap": (jax.jit(jax.vmap(lambda tree: tree)), False),
    "custom_vjp": (jax.grad(twice_of), True),
}


@pytest.mark.parametrize(("function", "wanted"), GIVEN.values(), ids=GIVEN)
def test_vmap_gives_a_class_no_object(function: Callable[[Any], Any], wanted: bool) -> None:
    """Where JAX's page says that it does; the backward pass of a custom_vjp does so."""
    children: list[Any] = []

    class Tree:
        def __init__(self, child: Any) -> None:
            children.append(child)
            self.child = child

    jax.tree_util.register_pytree_node(Tree, lambda tree: ((tree.child,), None), lambda _, args: Tree(*args))
    function(Tree(jnp.arange(3.0)))
    assert (object in map(type, children)) == wanted


@pytest.mark.parametrize("dtype", ["float64", "int64", "complex128", "float32", "int32"])
def test_a_64_bit_array_in_a_compiled_function_is_out_of_date_everywhere(dtype: str) -> None:
    """Since JAX 0.10, as an argument too, but not as a copy nor without the function; with 32 bits it is not."""
    rates = np.ones(2, dtype)
    scaled = jax.jit(lambda x: rates * x)
    scaled(1.0)
    rates[:] = 5
    kept = jax.__version_info__ >= (0, 10) and rates.dtype.itemsize >= 8

    found = [jnp.asarray(rates), jax.device_put(rates), jax.jit(lambda x: x)(rates), jnp.ones(2) * rates]
    assert all(jnp.array_equal(array, [1 if kept else 5] * 2) for array in found)
    assert jnp.array_equal(jnp.asarray(rates.copy()), [5, 5])
    del scaled
    gc.collect()
    assert jnp.array_equal(jnp.asarray(rates), [5, 5])
