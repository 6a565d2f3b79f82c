"""A text of JSON, read with the place of each value in it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

# What the grammar of JSON calls white space, which is less than Python does.
_BLANK = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


@dataclass(frozen=True)
class Placed:
    """A value from ``start`` up to ``end`` of a text.

    ``inside`` are the values of a list by number, of an object by key, and nothing of all else.
    """

    value: Any
    start: int
    end: int
    inside: dict[Any, "Placed"]

    def __getitem__(self, name: Any) -> "Placed":
        """A value inside. Raises KeyError where there is none."""
        return self.inside[name]

    def __iter__(self) -> Iterator["Placed"]:
        """The values inside, in the order of the text."""
        return iter(self.inside.values())


def placed(text: str) -> Placed:
    """The value that a text of JSON holds. Raises ValueError where it is none."""
    try:
        json.loads(text)  # what it says of a mistake is better, and below all is known to be well formed
        return _read(text, _after(text, 0))
    except RecursionError:
        raise ValueError("it is nested too deeply") from None


def _after(text: str, at: int) -> int:
    """The place of what stands behind blanks."""
    return _BLANK.match(text, at).end()  # type: ignore[union-attr]


def _read(text: str, at: int) -> Placed:
    if text[at] not in "[{":
        value, end = _DECODER.raw_decode(text, at)
        return Placed(value, at, end, {})
    inside: dict[Any, Placed] = {}
    names, here = text[at] == "{", _after(text, at + 1)
    while text[here] not in "]}":
        name: Any = len(inside)
        if names:
            name, here = _DECODER.raw_decode(text, here)
            here = _after(text, _after(text, here) + 1)
        inside[name] = _read(text, here)
        here = _after(text, inside[name].end)
        here = _after(text, here + 1) if text[here] == "," else here
    value = {name: one.value for name, one in inside.items()} if names else [one.value for one in inside.values()]
    return Placed(value, at, here + 1, inside)
