"""Which libraries has a script imported? The runner asks and imports none: a script without JAX runs without it."""

import sys
from typing import Any

KNOWN_BY = {"jax": "effects_barrier", "numpy": "ndarray"}
"""What tells a library from something else of its name, such as what a script puts in its place, or a half of it."""


def loaded(library: str) -> Any:
    """The library, one of `KNOWN_BY`, where this process has imported it; else None."""
    module = sys.modules.get(library)
    return module if hasattr(module, KNOWN_BY[library]) else None
