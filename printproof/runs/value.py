"""What is a value that holds no others, as JSON can hold it? Numbers, text, arrays, the place of an iterator."""

from __future__ import annotations

import array
import hashlib
import io
import itertools
import random
from typing import Any

Leaf = Any  # what JSON can hold: None, bool, int, float, str, or {"shape", "data"}
LARGE = 10_000  # elements; more would make records of many megabytes
PLAIN = (type(None), bool, int, float, str)
ITERATORS = (type(iter(range(0))), *(type(iter(empty())) for empty in (list, tuple, str, dict, set, bytes)))


def leaf_of(value: Any) -> tuple[Leaf] | None:
    """The leaf in a tuple of its own; None for a value that may hold others."""
    if isinstance(value, PLAIN):
        return (value,)
    if isinstance(value, complex | bytes | bytearray | array.array | itertools.count):
        return (repr(value),)
    if isinstance(value, io.StringIO | io.BytesIO):
        return ("closed" if value.closed else repr(value.getvalue()),)
    if isinstance(value, ITERATORS) and hasattr(value, "__length_hint__"):
        return ({"left": value.__length_hint__()},)
    return _random(value) or _numbers(value)


def _random(value: Any) -> tuple[Leaf] | None:
    """The state of a random number generator."""
    import numpy as np

    if isinstance(value, random.Random):
        return (hashlib.sha256(repr(value.getstate()).encode()).hexdigest(),)
    if isinstance(value, np.random.Generator):
        return (repr(value.bit_generator.state),)
    if isinstance(value, np.random.RandomState):
        return (hashlib.sha256(repr(value.get_state(legacy=False)).encode()).hexdigest(),)
    return None


def _numbers(value: Any) -> tuple[Leaf] | None:
    import jax
    import numpy as np

    if isinstance(value, jax.core.Tracer):
        return ({"tracer": type(value).__name__},)
    if type(value).__name__ in {"Ref", "ArrayRef", "MutableArray"} and hasattr(value, "aval"):
        return (_array(value[...]),)
    return (_array(value),) if isinstance(value, np.ndarray | np.generic | jax.Array) else None


def _array(value: Any) -> Leaf:
    """The shape and the numbers of an array; one without a shape is its number."""
    import jax
    import jax.numpy as jnp
    import numpy as np

    if isinstance(value, jax.Array) and value.is_deleted():
        return {"deleted": True}
    if jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        value = jax.random.key_data(value)
    array = np.asarray(value)
    if array.dtype.kind not in "biuf":
        array = array.astype(str if array.dtype.kind in "cSUMmO" else np.float64)
    return _summary(array) if array.size > LARGE else _whole(array)


def _whole(array: Any) -> Leaf:
    return {"shape": list(array.shape), "data": array.tolist()} if array.shape else array.item()


def _summary(array: Any) -> Leaf:
    """A large array by its shape, exact bytes for integers, and for floats sums and evenly spaced elements."""
    import numpy as np

    summary: dict[str, Any] = {"shape": list(array.shape)}
    if array.dtype.kind in "biu":
        return {**summary, "sha256": hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()}
    values = array.astype(np.float64).ravel()
    steps = values[:: max(1, values.size // LARGE)]
    return {**summary, "sum": values.sum().item(), "squares": (values**2).sum().item(), "data": steps.tolist()}
