"""Counter-examples are looked for to what guide/basics tells readers to remember."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

Kept = tuple[Callable[[], Any], Callable[[Any], None]]
"""What reads a number that is kept outside of a function, and what changes it."""


def attribute(number: Any) -> Kept:
    """An attribute of an object."""
    kept = SimpleNamespace(number=number)
    return lambda: kept.number, lambda new: setattr(kept, "number", new)


def entry(number: Any) -> Kept:
    """An entry of a dict."""
    kept = {"number": number}
    return lambda: kept["number"], lambda new: kept.update(number=new)


def default(number: Any) -> Kept:
    """An element of a list that is the default of an argument."""
    kept = [number]

    def read(found: list[Any] = kept) -> Any:
        return found[0]

    return read, lambda new: kept.__setitem__(0, new)


HOLDERS = (attribute, entry, default)
NUMBERS = (lambda n: n, float, np.float32, np.int64, jnp.float32)
WAYS: dict[str, Callable[[Any], Any]] = {
    "jit": jax.jit,
    "jit(grad)": lambda f: jax.jit(jax.grad(f)),
    "jit(vmap)": lambda f: jax.jit(lambda x: jax.vmap(f)(x[None])),
    "jit(scan)": lambda f: jax.jit(lambda x: jax.lax.scan(lambda c, _: (f(c), c), x, length=1)[0]),
    "jit(jit)": lambda f: jax.jit(jax.jit(f)),
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("holder", HOLDERS, ids=lambda holder: holder.__name__)
def test_a_value_from_outside_becomes_a_constant(holder: Callable[[Any], Kept], way: Callable[[Any], Any]) -> None:
    """Whatever keeps it and whatever type of number it is: the program does not see that it changed."""
    for number in NUMBERS:
        read, change = holder(number(2))
        function = way(lambda x, read=read: read() * x * x)
        before = function(3.0)
        change(number(5))

        assert jnp.array_equal(function(3.0), before)
