"""The text of a value: as Python writes it, or as a notebook does, which breaks long lines and sorts sets."""

from collections.abc import Callable
from typing import Any


def writer_of(notebook: bool) -> Callable[[Any], str]:
    """What writes values, those of a script or of a notebook. To be asked before a run, as it imports a library."""
    if not notebook:
        return repr
    try:
        from IPython.lib.pretty import pretty
    except ImportError:  # then nobody has seen these values in a notebook either
        return repr
    return pretty


def is_drawn(value: Any) -> bool:
    """True for a figure of Matplotlib, which a notebook draws in the place of its text."""
    return type(value).__name__ == "Figure" and type(value).__module__ == "matplotlib.figure"
