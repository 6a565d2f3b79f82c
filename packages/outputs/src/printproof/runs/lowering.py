"""A fifth of a run goes into contexts of the compiler, one for each program; runs beside the one as written share one.

The run as written is that of JAX as readers have it. The rerun, which has to do the same, shares a context: where that
changed anything, both would differ.
"""

import threading

from printproof.runs.libraries import loaded


def share_context() -> None:
    """Let JAX lower all programs of a thread in one context of MLIR, which it makes in 2 ms, and anew for each."""
    if not loaded("jax"):
        return
    from jax._src.interpreters import mlir  # private: there is no public way to lower in a context of one's own

    make, kept = mlir.make_ir_context, threading.local()

    def make_ir_context() -> object:
        if not hasattr(kept, "context"):
            kept.context = make()
        return kept.context

    mlir.make_ir_context = make_ir_context  # type: ignore[assignment]
