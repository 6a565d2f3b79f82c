"""From which lines of a script the lines of a jaxpr come: JAX notes for each equation where it was recorded."""

from collections.abc import Iterable
from itertools import accumulate
from typing import Any

MARGIN = "    "
"""What an equation begins with, in a jaxpr of several lines; what belongs to it has more, or is a bracket."""


def origins(text: str, equations: Iterable[Any], filename: str) -> tuple[int, ...]:
    """By line of the text of a jaxpr, the line of a file in which its equation was recorded; 0 where that is not known.

    Nothing is guessed: where equations and lines do not pair off, none is known.
    """
    lines = text.split("\n")
    recorded = [_origin(equation, filename) for equation in equations]
    if len(lines) == 1:
        return (recorded[0],) if len(set(recorded)) == 1 else (0,)
    begun = [line.startswith(MARGIN) and line[len(MARGIN)] not in " ])}" for line in lines]
    if sum(begun) != len(recorded):
        return (0,) * len(lines)
    places = accumulate(begun)
    return tuple(recorded[n - 1] if line.startswith(MARGIN) else 0 for line, n in zip(lines, places, strict=True))


def _origin(equation: Any, filename: str) -> int:
    """The line of the innermost frame in the file: what called JAX."""
    noted = equation.source_info.traceback
    return next((frame.line_num for frame in (noted.frames if noted else ()) if frame.file_name == filename), 0)
