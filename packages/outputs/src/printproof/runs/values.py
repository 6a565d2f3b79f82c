"""One value as a record keeps it: plain, so that JSON can hold it.

That is None, a number, text, or a dictionary such as ``{"shape", "data"}`` of an array.
"""

import array
import hashlib
import io
import itertools
import random
from typing import Any

from printproof.runs.libraries import loaded

LARGE = 10_000  # elements; more would make records of many megabytes
REFS = {"Ref", "ArrayRef", "MutableArray"}  # what jax calls a ref, by version
PLAIN = (type(None), bool, int, float, str)
ITERATORS = (type(iter(range(0))), *(type(iter(empty())) for empty in (list, tuple, str, dict, set, bytes)))


def plain_value(value: Any) -> tuple[Any] | None:
    """The value as JSON can hold it, in a tuple of its own; None for one that may hold others."""
    if isinstance(value, int) and value.bit_length() > LARGE:  # Python refuses to write it out
        return (f"int with {value.bit_length()} bits, {hash(value)}",)
    if isinstance(value, PLAIN):
        return (value,)
    if isinstance(value, complex | bytes | bytearray | array.array | itertools.count):
        return (repr(value),)
    if isinstance(value, io.StringIO | io.BytesIO):
        return ("closed" if value.closed else repr(value.getvalue()),)
    if isinstance(value, ITERATORS) and hasattr(value, "__length_hint__"):
        return ({"left": value.__length_hint__()},)
    return _random(value) or _numbers(value)


def _random(value: Any) -> tuple[Any] | None:
    """The state of a random number generator."""
    if isinstance(value, random.Random):
        return (hashlib.sha256(repr(value.getstate()).encode()).hexdigest(),)
    np = loaded("numpy")
    if np is None:
        return None
    if isinstance(value, np.random.Generator):
        return (repr(value.bit_generator.state),)
    if isinstance(value, np.random.RandomState):
        # Its 624 numbers would be most of a record; that they are others is all that is asked. As a list: NumPy takes
        # 2 ms to write an array of them, after each cell.
        state = value.get_state(legacy=False)
        numbers = {name: np.asarray(part).tolist() for name, part in state.pop("state").items()}
        return (hashlib.sha256(repr((state, numbers)).encode()).hexdigest(),)
    return None


def _numbers(value: Any) -> tuple[Any] | None:
    jax = loaded("jax")
    if jax and isinstance(value, jax.core.Tracer):
        return ({"tracer": type(value).__name__},)
    if is_ref(value):
        return (_array(value[...]),)
    np = loaded("numpy")
    arrays = (*((np.ndarray, np.generic) if np else ()), *((jax.Array,) if jax else ()))
    return (_array(value),) if isinstance(value, arrays) else None


def is_pending(value: Any) -> bool:
    """Whether JAX is still computing this array, so that whoever looks at its numbers waits for them."""
    jax = loaded("jax")
    if not jax or not isinstance(value, jax.Array) or isinstance(value, jax.core.Tracer) or value.is_deleted():
        return False
    return hasattr(value, "is_ready") and not value.is_ready()  # an array of PRNG keys cannot tell


def is_ref(value: object) -> bool:
    """True for a mutable array reference of jax."""
    return type(value).__name__ in REFS and hasattr(value, "aval")


def _array(value: Any) -> Any:
    """The shape and the numbers of an array; one without a shape is its number."""
    import numpy as np

    jax = loaded("jax")
    if jax and isinstance(value, jax.Array):
        if value.is_deleted():
            return {"deleted": True}
        if jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key):
            value = jax.random.key_data(value)
    array = np.asarray(value)
    # As floats: of all else a summary keeps the digest of the bytes, which must agree to the last bit.
    if array.dtype.kind == "c" and array.size > LARGE:
        array = np.stack([array.real, array.imag])
    if array.dtype.kind not in "biuf":
        array = _plain_array(array)
    if array.size > LARGE:
        return _summary(array)
    return {"shape": list(array.shape), "data": array.tolist()} if array.shape else array.item()


def _plain_array(array: Any) -> Any:
    """An array of numbers or text instead of one of another kind; of records and the like, their text."""
    import numpy as np

    try:
        return array.astype(str if array.dtype.kind in "cSUMmO" else np.float64)
    except (TypeError, ValueError):
        return np.asarray([repr(item) for item in array.ravel().tolist()])


def _summary(array: Any) -> Any:
    """A large array by its shape, exact bytes for integers and text, and for floats sums and evenly spaced elements."""
    import numpy as np

    summary: dict[str, Any] = {"shape": list(array.shape)}
    if array.dtype.kind != "f":
        whole: Any = np.ascontiguousarray(array).reshape(-1).view(np.uint8)  # the bytes themselves, no copy of them
        return {**summary, "sha256": hashlib.sha256(whole).hexdigest()}
    values = array.astype(np.float64).ravel()
    steps = values[:: max(1, values.size // LARGE)]
    return {**summary, "sum": values.sum().item(), "squares": (values**2).sum().item(), "data": steps.tolist()}
