"""Counter-examples are looked for to what definitions of the glossary say."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest

KINDS = {int: ("int8", "int16", "int32", "uint8", "uint32"), float: ("float16", "bfloat16", "float32")}
SAME_KIND = [(number, dtype) for number, dtypes in KINDS.items() for dtype in dtypes]


@pytest.mark.parametrize(("number", "dtype"), SAME_KIND)
def test_a_weak_type_gives_way(number: Any, dtype: str) -> None:
    """A number, and what arithmetic makes of it; also under jit and vmap. (A sum has no weak type any more.)"""
    array = jnp.ones(2, dtype)
    weak = [number(2), jnp.asarray(number(2)), jnp.asarray(number(2)) * number(3), jnp.full((2,), number(2))]

    for value in weak:
        for found in (array + value, value * array, jax.jit(jnp.subtract)(value, array), jnp.maximum(array, value)):
            assert found.dtype == array.dtype
        assert jax.vmap(lambda x, value=value: x + value)(array).dtype == array.dtype


def test_a_result_is_returned_before_it_is_computed() -> None:
    """At least once among twenty large products."""
    big = jnp.ones((1500, 1500))

    assert not all((big @ big).is_ready() for _ in range(20))
