"""Counter-examples are looked for to what guide/leaks tells readers to remember."""

import gc
from collections.abc import Callable, Iterator
from functools import cache
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

WAYS: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "jit(grad)": lambda f: jax.jit(jax.grad(f)),
    "jit(vmap)": lambda f: jax.jit(lambda x: jax.vmap(f)(x[None])),
    "jit(scan)": lambda f: jax.jit(lambda x: lax.scan(lambda c, _: (f(c), None), x, length=2)[0]),
    "jit(cond)": lambda f: jax.jit(lambda x: lax.cond(x > 0, f, lambda y: y, x)),
    "jit(checkpoint)": lambda f: jax.jit(jax.checkpoint(f)),
}


def keepers() -> dict[str, tuple[Callable[[Any], object], Callable[[], Any]]]:
    """What keeps a value outside of a function, and what gives it back."""
    entries: list[Any] = []
    owner = SimpleNamespace(value=None)
    table: dict[str, Any] = {}
    remembered = cache(lambda: owner.value)
    return {
        "list": (entries.append, lambda: entries[-1]),
        "attribute": (lambda value: setattr(owner, "value", value), lambda: owner.value),
        "dict": (lambda value: table.update(x=value), lambda: table["x"]),
        "cache": (lambda value: (setattr(owner, "value", value), remembered()), remembered),
    }


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("keeper", keepers())
def test_what_is_kept_is_a_tracer(keeper: str, way: Callable[[Any], Any]) -> None:
    """Computing with it is an error; the same value, returned, is a number."""
    keep, kept = keepers()[keeper]

    def leak(x: jax.Array) -> jax.Array:
        keep(x * 2)
        return x * 2

    returned = way(leak)(jnp.float32(3))

    assert isinstance(kept(), jax.core.Tracer)
    assert not isinstance(returned, jax.core.Tracer)
    with pytest.raises(
        (jax.errors.UnexpectedTracerError, jax.errors.TracerArrayConversionError), match=r"[Tt]racer|array"
    ):
        print(jnp.sin(kept()) + 1)


FOUND = WAYS | {
    "vmap": lambda f: lambda x: jax.vmap(f)(x[None]),
    "scan": lambda f: lambda x: lax.scan(lambda c, _: (f(c), None), x, length=2),
    "cond": lambda f: lambda x: lax.cond(x > 0, f, lambda y: y, x),
}
"""What traces by itself, or in jit or vmap."""


@pytest.fixture
def asked_alone() -> Iterator[None]:
    """Only objects that are made from now on are asked what they hold; earlier tests have left millions."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("asked_alone")
@pytest.mark.parametrize("way", FOUND.values(), ids=FOUND)
@pytest.mark.parametrize("operation", [True, False], ids=["a result", "an argument"])
def test_the_checker_finds_what_jit_or_vmap_leaked(way: Callable[[Any], Any], operation: bool) -> None:
    """With what holds it; the error comes in the call that is traced, and not in the next one."""
    kept: list[Any] = []

    def leak(x: jax.Array) -> jax.Array:
        kept.append(x * 2 if operation else x)
        return x * 2

    with pytest.raises(Exception, match=r"Leaked trace[\s\S]*is referred to by"), jax.checking_leaks():
        way(leak)(jnp.float32(3))
    assert isinstance(kept[0], jax.core.Tracer)


def test_a_list_that_is_a_default_value_keeps_a_tracer() -> None:
    """From call to call; one that is passed is a copy."""

    @jax.jit
    def double(x: Any, log: Any = []) -> Any:  # noqa: B006  # the list that is looked at
        log.append(x)
        return 2 * x

    double(1.0)
    double(2.0)
    default, mine = double.__wrapped__.__defaults__[0], [0.0]
    assert [isinstance(entry, jax.core.Tracer) for entry in default] == [True]
    double(1.0, mine)
    assert (len(default), mine) == (1, [0.0])
