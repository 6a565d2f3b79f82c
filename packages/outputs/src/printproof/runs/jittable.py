"""Which calls can be jitted, and why the others cannot: asked of one call, when it is made."""

import os
import threading
import types
import warnings

from printproof.runs.shown.raised import message, raised_by
from printproof.runs.values import is_ref

TRACED, INSIDE, ARGUMENTS, GENERATOR, REFUSED = "traced", "inside", "arguments", "generator", "refused"
"""Why a call is not jitted. ``traced``: it is part of a program already. ``inside``: ``grad``, ``vmap`` or a callback
calls it, operation by operation. ``arguments``: one is neither a number nor an array. ``refused``: jit cannot compile
it, as it needs values while tracing, or returns something else than numbers and arrays."""


def around(caller: types.CodeType) -> str:
    """What surrounds a call that is not to be jitted, by the code that makes it; empty where nothing does."""
    import jax
    from jax._src import core  # private: no public function says which trace is under way

    if not core.trace_state_clean():
        trace = type(core.trace_ctx.trace).__name__
        # By its name: the class of a trace is private.
        return TRACED if trace == "DynamicJaxprTrace" else INSIDE
    disabled: bool = jax.config.jax_disable_jit  # type: ignore[attr-defined]
    return INSIDE if disabled or threading.current_thread() is not threading.main_thread() or _of_jax(caller) else ""


def _of_jax(caller: types.CodeType) -> bool:
    """True where JAX itself calls, as in a callback; ``jax.tree.map`` calls for the script."""
    import jax

    maps = caller.co_filename.endswith("tree_util.py") and caller.co_name in {"<genexpr>", "tree_reduce"}
    return caller.co_filename.startswith(os.path.join(os.path.dirname(jax.__file__), "")) and not maps


class NoArrays(Exception):
    """The result of a traced body is no pytree of numbers and arrays."""


def refused_by_jit(error: Exception, filename: str) -> bool:
    """True for what is raised because a value is not known while tracing, or because a result is no array.

    What the script, which lies in ``filename``, raises itself is what it has to say, also where it names a tracer.
    """
    import jax

    # A tracer that leaked from another trace, a key that was used before: both without this jit as well.
    if isinstance(error, jax.errors.UnexpectedTracerError | jax.errors.KeyReuseError):
        return False
    if isinstance(error, jax.errors.JAXTypeError | jax.errors.JAXIndexError | NoArrays):
        return True
    if raised_by(filename, error):
        return False
    # JAX has no type of its own for these: a number too large for an array; a ref that is both an argument and read
    # from outside; a tracer that a library or something built in cannot use, as ``json.dumps`` and ``f"{x:.2f}"``.
    named = {TypeError: "Tracer", AttributeError: "Tracer", ValueError: "mutable array reference", OverflowError: ""}
    return any(isinstance(error, kind) and words in message(error) for kind, words in named.items())


def all_numeric(tree: object) -> bool:
    """True for a pytree of numbers and arrays, refs included."""
    import jax

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of an iterator, which is no number either
            return all(map(_is_numeric, jax.tree.leaves(tree)))
    except Exception:  # keys that cannot be sorted, a list that holds itself
        return False


def _is_numeric(value: object) -> bool:
    import jax
    import numpy as np

    if isinstance(value, np.ndarray | np.generic):
        return value.dtype.kind in "biufc"
    return isinstance(value, bool | int | float | complex | jax.Array) or is_ref(value)
