"""The modes in which a script runs, and how messages name them."""

from printproof_base.project import KNOWN_MODES

AS_WRITTEN, JIT_OFF, JIT_EVERYWHERE = MODES = KNOWN_MODES

REDUCED = "as-written-reduced"
"""The run that the other two modes are compared with where the script names constants to shrink."""

PHRASES = {
    AS_WRITTEN: "",
    JIT_OFF: " with jit off",
    JIT_EVERYWHERE: " with jit everywhere",
    REDUCED: " with reduced constants",
}
"""What a message says behind a verb: cell 'a' raises …; nothing for the run as written."""


def label(mode: str) -> str:
    """The name of a mode that stands alone: ``with jit off``, ``as written``."""
    return PHRASES[mode].strip() or "as written"
