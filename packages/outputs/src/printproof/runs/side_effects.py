"""Side effects of a function's body: what it changes outside of itself, and what it prints.

Looked at before and after a body runs under a trace: there it runs once for many calls, so whatever it does beside
returning a value is what the other calls do not do.
"""

import sys
import types
from collections.abc import Iterator, Mapping
from typing import Any

from printproof.runs.libraries import loaded
from printproof.runs.record import Values
from printproof.runs.shown.capture import Capture
from printproof.runs.state import StateReader

PRINTS, REF, CALLBACK = "prints", "ref", "callback"
"""Effects that are no change of a value that Python holds: it prints, it reads or writes a ref from outside, it calls
Python back while the program runs."""

# Of a ref that the function makes and ends itself: nobody else can see it.
INTERNAL = "InternalMutableArrayEffect"


def look(
    filename: str, namespace: Mapping[str, Any], capture: Capture, owners: tuple[Any, ...], function: types.FunctionType
) -> Values:
    """What the body of a function could change now: values by path, and under `PRINTS` how much was printed.

    That is all that the top-level names of a script reach, and what the function itself holds; ``owners`` holds the
    object whose method the function is, if any.
    """
    # Under its own name first: a reader of a class knows self.
    own = [*(("self", owner) for owner in owners), (function.__name__, function)]
    roots = dict([*own, *sorted(namespace.items()), *_generators()])
    return {**StateReader(filename).read(roots), PRINTS: capture.length()}


def effects_of(program: Any) -> frozenset[str]:
    """The effects of a traced program (`jax.stages.Traced`) that reach out of it."""
    kinds = {type(effect).__name__ for effect in program.jaxpr.effects} - {INTERNAL}
    return frozenset(REF if kind in {"ReadEffect", "WriteEffect", "AccumEffect"} else CALLBACK for kind in kinds)


def _generators() -> Iterator[tuple[str, Any]]:
    """The generators of random numbers that no name of a script holds."""
    if "random" in sys.modules:
        yield "random", sys.modules["random"]._inst
    if numpy := loaded("numpy"):
        yield "numpy.random", numpy.random.mtrand._rand
