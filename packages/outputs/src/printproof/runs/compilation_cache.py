"""Compiled programs that runs share: each run has a folder of its own, and only whole files move to the shared one.

JAX writes its cache in place: a run that read the folder of another would now and then meet half a program.
A fifth of a run goes into contexts of the compiler, one for each program; runs beside the one as written share one. The
rerun, which has to do the same as that, is among them: where sharing changed anything, both would differ.
"""

import os
import threading
from pathlib import Path

from printproof.runs.libraries import loaded


def take_programs(shared: Path, own: Path) -> None:
    """Let this run find what earlier runs have compiled; Python code is traced all the same."""
    own.mkdir()
    if not loaded("jax"):
        return
    for program in shared.iterdir():
        os.link(program, own / program.name)
    import jax

    # Every program, however small and quick to compile: that is what scripts of a lesson are made of.
    jax.config.update("jax_compilation_cache_dir", str(own))  # type: ignore[no-untyped-call]
    jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)  # type: ignore[no-untyped-call]
    jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)  # type: ignore[no-untyped-call]
    # Else the name of the folder is part of what a program is looked up by.
    jax.config.update("jax_persistent_cache_enable_xla_caches", "none")  # type: ignore[no-untyped-call]


def give_programs(shared: Path, own: Path) -> None:
    """Hand on what this run has compiled, file by file and each at once."""
    for program in own.iterdir():
        if program.is_file() and not (shared / program.name).exists():
            os.replace(program, shared / program.name)


def share_context() -> None:
    """Let JAX lower all programs of a thread in one context of MLIR, which it makes in 2 ms, and anew for each."""
    if not loaded("jax"):
        return
    from jax._src.interpreters import mlir  # private: there is no public way to lower in a context of one's own

    make, kept = getattr(mlir, "make_ir_context", None), threading.local()
    if make is None:  # another JAX: each program is lowered in its own again, which only takes longer
        return

    def make_ir_context() -> object:
        if not hasattr(kept, "context"):
            kept.context = make()
        return kept.context

    mlir.make_ir_context = make_ir_context  # type: ignore[assignment]
