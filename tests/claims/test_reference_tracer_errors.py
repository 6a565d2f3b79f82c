"""Counter-examples are looked for to what reference/tracer-errors says of tracers."""

import math
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax.errors import (
    ConcretizationTypeError,
    NonConcreteBooleanIndexError,
    TracerArrayConversionError,
    TracerBoolConversionError,
    TracerIntegerConversionError,
)

ASKED: dict[str, tuple[Callable[[Any], object], type[Exception], str]] = {
    "bool": (bool, TracerBoolConversionError, "boolean conversion"),
    "range": (range, TracerIntegerConversionError, "__index__"),
    "hash": (hash, TypeError, "unhashable type"),
    "sqrt": (np.sqrt, TracerArrayConversionError, "__array__"),
    "float": (float, ConcretizationTypeError, "concrete value is expected"),
    "sin": (math.sin, ConcretizationTypeError, "concrete value is expected"),
    "format": (lambda n: f"{n:.2f}", TypeError, "unsupported format string"),
    "zeros": (jnp.zeros, TypeError, "Shapes must be"),
}


@pytest.mark.parametrize(("ask", "error", "words"), ASKED.values(), ids=ASKED)
def test_a_kept_tracer_raises_the_errors_of_a_traced_value(
    ask: Callable[[Any], object], error: type[Exception], words: str
) -> None:
    """Where nothing is traced any more."""
    kept: list[Any] = []
    jax.jit(lambda n: kept.append(n) or n)(1)

    with pytest.raises(error, match=words):
        ask(kept[0])


def test_what_jnp_makes_during_a_trace_has_no_value() -> None:
    """Though no argument is in it; what NumPy makes has one."""
    chosen = np.array([True, False])
    jax.jit(lambda x: x[chosen])(jnp.ones(2))
    with pytest.raises(NonConcreteBooleanIndexError, match="must be concrete"):
        jax.jit(lambda x: x[jnp.array([True, False])])(jnp.ones(2))


def test_a_number_taken_out_under_grad_spoils_the_gradient_only_where_it_is_computed_with() -> None:
    """The gradient of x * x comes out as x; of a rate times x, as the rate."""
    assert jax.grad(lambda x: int(x) * x)(3.0) == 3
    assert jax.grad(lambda x: [1.0, 2.0, 3.0, 4.0][int(x)] * x)(3.0) == 4
