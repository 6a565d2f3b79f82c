"""Counter-examples are looked for to what reference/argument-errors says of numbers that do not fit."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest

BIG = 3_000_000_000
FITS: dict[str, tuple[Callable[[], Any], int]] = {
    "int64 of NumPy": (lambda: jnp.int32(0) + np.int64(BIG), BIG - 2**32),
    "full": (lambda: jnp.full(2, BIG)[0], BIG - 2**32),
    "arange": (lambda: jnp.arange(BIG, BIG + 2)[0], BIG - 2**32),
    "int8": (lambda: jnp.int8(1) + 300, 301 - 256),
    "uint8": (lambda: jnp.uint8(1) + 300, 301 - 256),
    "step by step": (lambda: jnp.int32(2**31 - 1) + 1, -(2**31)),
}
"""What is cut off without an error, and what is left."""


@pytest.mark.parametrize(("make", "left"), FITS.values(), ids=FITS)
def test_some_numbers_are_cut_off_without_an_error(make: Callable[[], Any], left: int) -> None:
    """By their bits; ``int`` keeps the comparison from cutting off, too."""
    assert int(make()) == left


@pytest.mark.parametrize("dtype", [jnp.int32, jnp.uint32, jnp.float32])
def test_a_python_number_above_the_largest_int32_is_refused(dtype: Any) -> None:
    """Whatever it is added to; as a uint32 it is not."""
    for add in (lambda x: x + BIG, jax.jit(lambda x: x + BIG)):
        with pytest.raises(OverflowError, match=r"overflow|too large|out of bounds"):
            add(dtype(1))

    assert int(jnp.uint32(1) + jnp.uint32(BIG)) == BIG + 1
