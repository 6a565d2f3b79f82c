"""Counter-examples are looked for to what guide/donation tells readers to remember."""

import copy
import warnings
from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

DTYPES = ("float32", "int32", "int8", "bool", "complex64", "bfloat16")
SHAPES = ((), (1,), (3,), (2, 3), (40, 50))
DELETED = "deleted or donated|has been deleted"

NAMES: dict[str, Callable[[Any], Any]] = {
    "itself": lambda x: x,
    "asarray": jnp.asarray,
    "astype": lambda x: x.astype(x.dtype),
    "reshape": lambda x: x.reshape(x.shape) if x.shape else x,  # it copies a single number
    "copy of a tuple": lambda x: copy.copy((x,))[0],
    "new dict": lambda x: dict(x=x)["x"],
    "identity of a tree": lambda x: jax.tree.map(lambda leaf: leaf, x),
    "device_put": jax.device_put,
}
COPIES: dict[str, Callable[[Any], Any]] = {
    "array": jnp.array,
    "copy": jnp.copy,
    "method": lambda x: x.copy(),
    "deepcopy": copy.deepcopy,
    "tree": lambda x: jax.tree.map(jnp.copy, x),
}
CALLS: dict[str, Callable[[Any], Any]] = {
    "jit": lambda x: x + x,
    "vmap": jax.vmap(lambda x: x + x),
    "grad": jax.grad(lambda x: jnp.sum(x * x)),
    "scan": lambda x: jax.lax.scan(lambda carry, _: (carry + carry, None), x, length=3)[0],
    "cond": lambda x: jax.lax.cond(x.ravel()[0] > 0, lambda y: y + y, lambda y: y, x),
    "checkpoint": jax.checkpoint(lambda x: x + x),
    "unchanged": lambda x: x,
    "jit of jit": jax.jit(lambda x: x + x),
}
TREES: dict[str, Callable[[], Any]] = {
    "dict": lambda: {"b": jnp.ones(3), "a": jnp.zeros((2, 2))},
    "nested": lambda: ([jnp.ones(2), (jnp.zeros(1), None)], {"k": jnp.zeros(5, "int32")}),
    "equal shapes": lambda: [jnp.full(4, number) for number in range(6)],
}


def address(x: Any) -> int:
    """Where its memory begins."""
    return int(x.unsafe_buffer_pointer())


def said(call: Callable[[], Any]) -> str:
    """What a call warns of."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return "".join(str(one.message) for one in caught)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("dtype", DTYPES)
def test_a_donated_array_is_deleted_under_every_name(dtype: str, shape: tuple[int, ...]) -> None:
    """And only the copies live, with the old numbers."""
    x = jnp.ones(shape, dtype)
    names = [name(x) for name in NAMES.values()]
    copies = [way(x) for way in COPIES.values()]

    jax.jit(jnp.conj, donate_argnums=0)(x)

    assert all(name.is_deleted() for name in names)
    assert all((one == 1).all() for one in copies)


@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_needs_a_deleted_array_fails(shape: tuple[int, ...]) -> None:
    """Its shape and its dtype are there still."""
    x = jnp.ones(shape)
    jax.jit(jnp.conj, donate_argnums=0)(x)

    assert (x.shape, x.dtype) == (shape, jnp.float32)
    for use in (print, jnp.sum, np.asarray, jax.jit(jnp.sum), lambda x: x + 1, lambda x: jax.jit(lambda: x * 2)()):
        with pytest.raises((RuntimeError, ValueError), match=DELETED):
            use(x)


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("shape", SHAPES[2:4])
def test_a_donated_result_is_where_its_argument_was(call: str, shape: tuple[int, ...]) -> None:
    """Whatever the program computes; without donation it is elsewhere, and the argument lives."""
    for donated in ((), (0,)):
        x = jnp.ones(shape)
        before = address(x)
        function = jax.jit(CALLS[call], donate_argnums=donated)
        result = function(x)

        assert x.is_deleted() == bool(donated)
        assert (address(result) == before) == bool(donated)


@pytest.mark.parametrize("dtype", DTYPES)
def test_a_compiled_program_says_what_it_saves(dtype: str) -> None:
    """The bytes that are shared, and the peak, which is lower by as much."""
    x = jnp.ones(1000, dtype)
    bytes_of = {}
    for donated in ((), (0,)):
        found: Any = jax.jit(lambda x: x * x, donate_argnums=donated).lower(x).compile().memory_analysis()
        bytes_of[donated] = (found.alias_size_in_bytes, found.peak_memory_in_bytes)

    assert bytes_of == {(): (0, 2 * x.nbytes), (0,): (x.nbytes, x.nbytes)}
    assert not x.is_deleted()


@pytest.mark.parametrize("tree", TREES)
def test_each_leaf_is_donated(tree: str) -> None:
    """Of any pytree; each result is where its leaf was."""
    state = TREES[tree]()
    before = jax.tree.map(address, state)

    result = jax.jit(lambda state: jax.tree.map(lambda leaf: leaf + 1, state), donate_argnums=0)(state)

    assert all(leaf.is_deleted() for leaf in jax.tree.leaves(state))
    assert jax.tree.map(address, result) == before


@pytest.mark.parametrize("shape", SHAPES)
def test_one_array_twice_is_refused(shape: tuple[int, ...]) -> None:
    """As two donated leaves, or as one that is donated and one that is not; it is there afterwards."""
    for donated in ((0, 1), (0,), (1,)):
        x = jnp.ones(shape)
        call = jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=donated)
        with pytest.raises(jax.errors.JaxRuntimeError, match="Attempt to"):
            call(x, x)
        assert not x.is_deleted()
        call(x, jnp.copy(x))


@pytest.mark.parametrize(("old", "new"), list(permutations(DTYPES, 2)))
def test_a_result_reuses_as_many_elements_of_the_same_size(old: str, new: str) -> None:
    """Of any dtype and shape; other arrays are kept. JAX warns where their numbers differ, and of nothing else."""
    for shape, as_many in [((3, 2), True), ((3,), False), ((2, 3, 2), False)]:
        x = jnp.ones((2, 3), old)
        call = jax.jit(lambda x, shape=shape: jnp.resize(x, shape).astype(new), donate_argnums=0)
        warned = "donated buffers were not usable" in said(partial(call, x))

        assert warned != as_many
        assert x.is_deleted() == (as_many and jnp.dtype(old).itemsize == jnp.dtype(new).itemsize)


def test_of_two_that_fit_the_first_is_taken() -> None:
    """In the order of the pytree, whatever the program does with them."""
    for function in (lambda s: s["a"] - s["b"], lambda s: s["b"] - s["a"], lambda s: s["b"] * 2 + 0 * s["a"]):
        state = {"b": jnp.ones(3), "a": jnp.ones(3)}
        assert said(partial(jax.jit(function, donate_argnums=0), state)).count("not usable: float32[3]") == 1
        assert [state["a"].is_deleted(), state["b"].is_deleted()] == [True, False]


def test_what_a_function_does_not_use_is_kept() -> None:
    """Without a warning."""
    x = jnp.ones(3)
    assert said(partial(jax.jit(lambda x: jnp.ones(3), donate_argnums=0), x)) == ""
    assert not x.is_deleted()


def test_a_keyword_argument_is_donated() -> None:
    """By its number or by its name, also where it can be passed only so."""
    ways: list[tuple[Callable[..., Any], dict[str, Any]]] = [
        (lambda x: x + 1, {"donate_argnums": 0}),
        (lambda x: x + 1, {"donate_argnames": "x"}),
        (lambda *, x: x + 1, {"donate_argnames": "x"}),
        (lambda **given: given["x"] + 1, {"donate_argnames": "x"}),
    ]
    for function, donated in ways:
        x = jnp.ones(3)
        jax.jit(function, **donated)(x=x)
        assert x.is_deleted(), donated


@pytest.mark.parametrize("off", [False, True])
def test_elsewhere_nothing_is_donated(off: bool) -> None:
    """With jit off, or where another compiled function calls: it alone says what is donated."""
    inner = jax.jit(lambda x: x + 1, donate_argnums=0)
    looped = partial(jax.lax.fori_loop, 0, 2, lambda _, carry: inner(carry))
    x = jnp.ones(3)
    with jax.disable_jit(off):
        for function in (inner, jax.vmap(inner), looped):
            (function if off else jax.jit(function))(x)
    assert x.tolist() == [1, 1, 1]


def test_a_transformation_around_the_call_protects_nothing() -> None:
    """The compiled function inside is called, and donates."""
    inner = jax.jit(lambda x: x * x, donate_argnums=0)
    for call in (jax.vmap(inner), lambda x: jax.vjp(inner, x)):
        x = jnp.ones(3)
        call(x)
        assert x.is_deleted()


def test_a_gradient_of_a_donating_function_may_need_what_was_donated() -> None:
    """Its way back does, and fails, unless the gradient is compiled as a whole."""
    inner = jax.jit(lambda x: x * x, donate_argnums=0)
    for transform in (jax.grad, jax.value_and_grad, jax.jacrev):
        gradient = transform(lambda x: jnp.sum(inner(x)))
        with pytest.raises(RuntimeError, match=DELETED):
            gradient(jnp.ones(3))
        for donated in ((), (0,)):
            x = jnp.ones(3)
            assert jax.tree.leaves(jax.jit(gradient, donate_argnums=donated)(x))[-1].tolist() == [2, 2, 2]
            assert x.is_deleted() == bool(donated)


def test_what_is_no_donated_argument_is_kept() -> None:
    """A value from outside, another argument, and an array of NumPy at any address."""
    outside, other, whole = jnp.ones(3), jnp.ones(3), np.ones(40, np.float32)
    call = jax.jit(lambda x, y: x + y + outside, donate_argnums=0)
    for start in range(17):
        call(whole[start : start + 3], other)
        call(jax.device_put(whole[start : start + 3]), other)

    assert (outside.is_deleted(), other.is_deleted(), whole.tolist()) == (False, False, [1] * 40)


def test_a_call_that_fails_before_it_runs_keeps_its_arguments() -> None:
    """Because of a shape, a type, or another array that was deleted; one that fails while it runs does not."""

    def refuse(x: Any) -> Any:
        raise ValueError("refused")

    add = jax.jit(lambda x, y: x + y, donate_argnums=0)
    gone = jnp.ones(3)
    gone.delete()
    for other, error, words in (
        (jnp.ones(4), TypeError, "incompatible shapes"),
        ("text", TypeError, "Error interpreting argument"),
        (gone, RuntimeError, DELETED),
    ):
        x = jnp.ones(3)
        with pytest.raises(error, match=words):
            add(x, other)
        assert not x.is_deleted()

    x = jnp.ones(3)
    with pytest.raises(jax.errors.JaxRuntimeError, match="refused"):
        jax.jit(lambda x: jax.pure_callback(refuse, x, x), donate_argnums=0)(x).block_until_ready()
    assert x.is_deleted()
