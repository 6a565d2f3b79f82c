"""Counter-examples are looked for to what guide/methods tells readers to remember."""

import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax


class Plain:
    """An object with an attribute that a method reads."""

    def __init__(self, factor: Any) -> None:
        self.factor = factor
        self.first = str(factor)

    def calc(self, x: Any) -> Any:
        """Of a container the first entry counts."""
        factor = self.factor["n"] if isinstance(self.factor, dict) else self.factor
        return factor * x * x

    def branch(self, x: Any) -> Any:
        """Here Python decides by the attribute; a comparison of arrays would be a tracer here."""
        return x * x if str(self.factor) == self.first else -x * x

    def double(self, x: Any) -> Any:
        """The factor is a number here."""
        return self.factor * x


KINDS: dict[str, Callable[[int], Any]] = {
    "int": int,
    "float": float,
    "numpy": np.float32,
    "jax": jnp.float32,
    "dict": lambda n: {"n": n},
}
WAYS: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "jit(jit)": lambda f: jax.jit(jax.jit(f)),
    "jit(grad)": lambda f: jax.jit(jax.grad(f)),
    "jit(vmap)": lambda f: jax.jit(lambda x: jax.vmap(f)(x[None])[0]),
    "jit(partial)": lambda f: jax.jit(partial(f)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_bound_method_keeps_what_python_read(kind: Callable[[int], Any], way: Callable[[Any], Any]) -> None:
    """Whether the attribute was a number in the result or decided a branch, and however it was changed."""
    for method in ("calc", "branch"):
        plain = Plain(kind(2))
        function = way(getattr(plain, method))
        before = function(jnp.float32(3))
        if isinstance(plain.factor, dict):
            plain.factor["n"] = 5
        else:
            plain.factor = kind(5)

        assert jnp.array_equal(function(jnp.float32(3)), before)


@jax.tree_util.register_dataclass
@dataclass
class Registered:
    """An object that is a pytree."""

    factor: Any

    @jax.jit
    def calc(self, x: Any) -> Any:
        """The object is an argument."""
        return self.factor * x

    def helped(self, x: Any) -> Any:
        """The attribute is one."""
        return helper(self.factor, x)

    @jax.jit
    def outer(self, x: Any) -> Any:
        """The outermost compiled function gets the object."""
        return self.calc(x) + helper(self.factor, x)


@jax.jit
def helper(factor: Any, x: Any) -> Any:
    """The work of a method."""
    return factor * x


@pytest.mark.parametrize("kind", [int, float, np.float32, jnp.float32, lambda n: jnp.full(3, n)])
def test_attributes_that_are_arguments_are_up_to_date(kind: Callable[[int], Any]) -> None:
    """Alone or in a pytree, in each of several calls."""
    mine = Registered(kind(0))
    for factor in (2, 5, 7):
        mine.factor = kind(factor)

        for found, wanted in ((mine.calc(3.0), 3), (mine.helped(3.0), 3), (mine.outer(3.0), 6)):
            assert jnp.all(found == wanted * factor)


@jax.tree_util.register_dataclass
@dataclass
class Configured:
    """An object whose settings are a static field, or belong to a static object."""

    config: dict[str, int] = field(metadata={"static": True})

    @jax.jit
    def in_pytree(self, x: Any) -> Any:
        """The object is taken apart."""
        return self.config["factor"] * x

    @partial(jax.jit, static_argnums=0)
    def alone(self, x: Any) -> Any:
        """The object is static."""
        return self.config["factor"] * x

    __hash__ = object.__hash__


@pytest.mark.parametrize("way", [Configured.in_pytree, Configured.alone], ids=["pytree", "alone"])
def test_a_static_attribute_changed_in_place_is_out_of_date(way: Callable[..., Any]) -> None:
    """In a pytree, and of an object that is a static argument; another object is seen."""
    mine = Configured({"factor": 2})
    assert way(mine, 3) == 6
    mine.config["factor"] = 5

    assert way(mine, 3) == 6
    assert way(Configured({"factor": 7}), 3) == 21


@dataclass(frozen=True)
class Frozen:
    """An object with one immutable field."""

    value: Any

    @partial(jax.jit, static_argnums=0)
    def sign_and_type(self, x: Any) -> Any:
        """What differs between numbers that are equal."""
        return jnp.copysign(x, self.value), self.value * jnp.int32(1)


@pytest.mark.parametrize(("first", "second"), [(2, 2.0), (True, 1.0), (0.0, -0.0), (0.0, np.float32(-0.0))])
def test_equal_static_objects_share_a_program(first: Any, second: Any) -> None:
    """The second gets sign and dtype of the first, and its own when it comes first."""
    jax.clear_caches()
    before = str(Frozen(first).sign_and_type(3.0))
    assert str(Frozen(second).sign_and_type(3.0)) == before

    jax.clear_caches()
    assert str(Frozen(second).sign_and_type(3.0)) != before


NEW_PROGRAMS: dict[str, Callable[[Any], Any]] = {
    "grad": lambda f: jax.grad(lambda y: f(y)[0]),
    "vmap": lambda f: lambda x: jax.vmap(f)(x[None])[0, 0],
    "jit": lambda f: lambda x: jax.jit(f)(x)[0],
    "scan": lambda f: lambda x: lax.scan(lambda c, _: (c, f(x)[0]), None, length=1)[1][0],
    "cond": lambda f: lambda x: lax.cond(x > 0, f, f, x)[0],
}


@pytest.mark.parametrize("new", NEW_PROGRAMS.values(), ids=NEW_PROGRAMS)
@pytest.mark.parametrize(("kind", "kept"), [("float32", False), ("float64", True), ("int64", True)])
def test_an_array_of_numpy_is_read_again_by_a_new_program(new: Callable[[Any], Any], kind: str, kept: bool) -> None:
    """One that JAX had to convert, as it has a copy then, is not; nor is a number, nor any by the method itself."""
    plain, number = Plain(np.full(1, 2, kind)), Plain(2.0)
    linear, other = jax.jit(lambda x: plain.factor * x), jax.jit(lambda x: number.factor * x[None])
    x = jnp.float32(1)
    assert (linear(x)[0], other(x)[0]) == (2, 2)
    plain.factor[0], number.factor = 5, 5.0

    assert (linear(x)[0], other(x)[0]) == (2, 2)
    assert new(linear)(x) == (2 if kept else 5)
    assert new(other)(x) == 2


@pytest.mark.parametrize(("forget", "found"), [("nothing", 6), ("one", 3), ("all", 3), ("function", 3)])
def test_a_program_is_kept_until_its_function_is_deleted_or_the_cache_cleared(forget: str, found: int) -> None:
    """Then the method is traced again, and sees the attribute as it is now."""
    plain = Plain(2)
    first = jax.jit(plain.double)
    assert first(3) == 6
    plain.factor = 1
    if forget == "one":
        first.clear_cache()
    elif forget == "all":
        jax.clear_caches()
    elif forget == "function":
        del first

    assert jax.jit(plain.double)(3) == found


def test_a_frozen_object_is_out_of_date_where_a_method_reads_more_than_its_fields() -> None:
    """An attribute of its class, and one of a subclass, are no part of its hash."""

    class Other(Frozen):
        power = 2

        @partial(jax.jit, static_argnums=0)
        def raised(self, x: Any) -> Any:
            """The field and the attribute."""
            return self.value * x**self.power

    assert Other(3).raised(2) == 12
    Other.power = 3
    assert Other(3).raised(2) == 12
    assert Other(4).raised(2) == 32


@pytest.mark.parametrize("left_out", ["hash", "compare"])
def test_a_frozen_object_with_a_list_that_is_left_out_of_its_hash_is_accepted(left_out: str) -> None:
    """And out of date when the list has grown; with the list in its hash it is refused."""

    @dataclass(frozen=True)
    class Listed:
        items: list[int] = field(**{left_out: False})

    @dataclass(frozen=True)
    class Hashed:
        items: list[int]

    count = jax.jit(lambda mine, x: len(mine.items) * x, static_argnums=0)
    mine = Listed([1])
    assert count(mine, 3) == 3
    mine.items.append(1)
    assert count(mine, 3) == 3
    with pytest.raises(ValueError, match="Non-hashable static arguments"):
        count(Hashed([1]), 3)


def callback(function: Callable[[Any], Any]) -> None:
    """A call back into Python that no jit surrounds, so its function is a static argument of a program of JAX."""
    jax.pure_callback(function, jax.ShapeDtypeStruct((), jnp.float32), jnp.float32(1))


call_static = jax.jit(lambda f, x: f(x), static_argnums=0)
KEEPING: dict[str, tuple[Callable[[Any], Any], bool]] = {
    "called": (lambda f: jax.jit(f)(1.0), False),
    "in jit": (lambda f: jax.jit(lambda x: jax.jit(f)(x) + x)(1.0), False),
    "grad": (lambda f: jax.grad(jax.jit(f))(1.0), False),
    "vmap": (lambda f: jax.vmap(jax.jit(f))(jnp.ones(2)), False),
    "scan": (lambda f: lax.scan(lambda c, _: (jax.jit(f)(c), None), 1.0, length=2), False),
    "static": (lambda f: call_static(f, 1.0), True),
    "static, compiled": (lambda f: call_static(jax.jit(f), 1.0), True),
    "callback": (callback, True),
}


@pytest.mark.parametrize(("use", "kept"), KEEPING.values(), ids=KEEPING)
def test_the_cache_keeps_static_arguments_and_not_compiled_functions(use: Callable[[Any], Any], kept: bool) -> None:
    """Not even where a transformation or another function has used it."""

    def double(x: Any) -> Any:
        return 2 * x

    alive = weakref.ref(double)
    use(double)
    del double
    gc.collect()
    assert (alive() is not None) == kept


def test_a_frozen_object_that_was_changed_all_the_same_may_be_out_of_date() -> None:
    """Assigning is refused; what object.__setattr__ changes, JAX 0.10.2 does not see."""
    mine = Frozen(2)
    times = jax.jit(lambda mine, x: mine.value * x, static_argnums=0)
    assert times(mine, 3) == 6
    with pytest.raises(AttributeError, match="cannot assign to field"):
        mine.value = 1  # type: ignore[misc]  # the error that is looked for
    object.__setattr__(mine, "value", 1)

    assert times(mine, 3) == (6 if (0, 10) <= jax.__version_info__ < (0, 11) else 3)
