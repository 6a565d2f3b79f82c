"""What does a process of tests keep of a file whose tests are over? No compiled program, and no memory for it."""

import ctypes
import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path


@contextmanager
def uncollected() -> Iterator[None]:
    """Python looks for no garbage meanwhile, and never among what was made: modules, and thousands of tests."""
    gc.disable()
    yield
    gc.enable()
    gc.freeze()


@contextmanager
def compiled_once(folder: Path) -> Iterator[None]:
    """JAX traces each function anew, and takes a program that it has compiled before in this process from a folder."""
    import jax

    kept = {
        "jax_compilation_cache_dir": str(folder),
        "jax_persistent_cache_min_compile_time_secs": 0.0,
        "jax_persistent_cache_min_entry_size_bytes": -1,
        "jax_persistent_cache_enable_xla_caches": "none",
    }
    before = {name: getattr(jax.config, name) for name in kept}
    _set(kept)
    yield
    _set(before)


def _set(settings: dict[str, object]) -> None:
    import jax
    from jax.experimental.compilation_cache.compilation_cache import reset_cache

    for name, value in settings.items():
        jax.config.update(name, value)
    reset_cache()  # else the folder of the first program stays


def forget() -> None:
    """JAX forgets its programs, and what they took is given back to the system: half a GB after some files."""
    if jax := sys.modules.get("jax"):
        jax.clear_caches()
    gc.collect()
    with suppress(AttributeError, TypeError):  # a system whose C library has no such function
        ctypes.CDLL(None).malloc_trim(0)
    gc.freeze()
