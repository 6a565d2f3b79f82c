"""Announced state: what a cell leaves behind and shows nobody, by path and written as text."""

from collections.abc import Iterator
from typing import Any

from printproof.promises.compare import same_lines, same_value
from printproof.runs.record import Values
from printproof.scripts.promise import State

FEW = 6  # elements of an array that are written out
TRACER, MISSING = "Tracer", "missing"
"""What stands for a tracer that was kept, and for a value that is not there; text has quotation marks around it."""

_NOWHERE = object()


def value_text(value: Any) -> str:
    """A value of a record: an array with its elements where they are few, else with its shape."""
    if isinstance(value, float):
        # One digit more than is compared.
        return f"{value:.6g}" if value % 1 else repr(value)
    if not isinstance(value, dict):
        return repr(value)
    if "tracer" in value:
        return TRACER
    data = value.get("data", ())
    few = value.get("shape") == [len(data)] and len(data) <= FEW
    return f"[{', '.join(map(value_text, data))}]" if few else f"[…] {tuple(value.get('shape', ()))}"


def text_at(state: Values, path: str) -> str:
    """The value at a path of a state, as text."""
    return value_text(state[path]) if path in state else MISSING


def wrong_entries(announced: State, state: Values, base: Values, exact: bool) -> Iterator[tuple[int, str]]:
    """What is wrong with the values that a cell announces to leave, each with the number of its line (1 = first).

    ``base`` is the state that the run as written leaves: in another mode each value must differ from it.
    """
    for number, (path, promised) in enumerate(announced.values.items(), 1):
        actual = text_at(state, path)
        same = actual == promised or (not exact and same_lines([actual], [promised]))
        if path not in state and path not in base:
            yield number, f"leaves no {path}"
        elif not promised:
            yield number, f"leaves {path} = {actual}, and its promise gives no value"
        elif not same:
            yield number, f"leaves {path} = {actual}; its promise says {promised}"
        elif base is not state and same_value(state.get(path, _NOWHERE), base.get(path, _NOWHERE)):
            yield number, f"leaves the same {path} = {actual} as written, and its promise says that it differs"
