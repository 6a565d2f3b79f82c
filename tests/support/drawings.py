"""Diagrams of the tests, one of each kind, and what must hold of any drawing."""

from collections.abc import Iterator

from printproof_diagrams.canvas import WIDTH, Canvas, Words
from printproof_diagrams.kinds import Diagram, read

FLOW = """title: State in, state out
((`n = 0`)) -> [`count`] -> ((`n = 1`)) -> [`count`] -> ((`n = 2`))
prints explicit: `1` | `2`
---
title: Hidden state
`count()` -> [`counter` {`n = ?`}]
`count()` -> [`counter` {`n = ?`}]
prints hidden: `1` | `2`
note: the same call, another result"""
TREE = """[`params`]
  `w`: ((`3.0`))
  `b`: ((`1.0`))
[`grads`]
  `w`: (`2.0`)
  `b`: (`-1.0`)
zip `jax.tree.map`: [`p - 0.5 * g`]
[new parameters]
  `w`: ((`2.0`))
  `b`: ((`1.5`))"""
KEYS = """((`key(42)`))
  -> [`split`]
    -> ((`init_key`))
      -> [`init`]
        -> weight
    -> ((`x_key`))
      -> [`normal`]
        -> data points
`key(42)` -x `init`: used a second time"""
DRAWERS = """call: `calc(3)`
ignored not at the values: (`3`)
looks the cache looks at: (`shape ()`) | (`int32`) | (`on=True`)
chosen `() int32 True`: reused
kept `() int32 False`
missing `() float32 True`: not there: trace, compile, keep"""
ALL = {"flow": FLOW, "tree": TREE, "keys": KEYS, "drawers": DRAWERS}
"""By name; the kind is the name, but for a tree of keys."""


def kind_of(name: str) -> str:
    """The kind of a diagram of the tests."""
    return "tree" if name == "keys" else name


def diagram(name: str) -> Diagram:
    """A diagram of the tests, read."""
    return read(kind_of(name), ALL[name].split("\n"), 1)


def outside(canvas: Canvas) -> Iterator[str]:
    """What of a drawing leaves the sheet, or its room."""
    for mark in canvas.marks:
        given = {name: int(value) for name, value in mark.given.items() if name not in {"d", "r", "rx"}}
        if mark.name == "rect" and not (
            0 <= given["x"] <= given["x"] + given["width"] <= WIDTH
            and 0 <= given["y"] <= given["y"] + given["height"] <= canvas.height
        ):
            yield f"box {given}"
        if mark.name == "circle" and not (0 <= given["cx"] <= WIDTH and 0 <= given["cy"] <= canvas.height):
            yield f"dot {given}"
    for text in canvas.texts:
        left, right = text.room
        if not (left - 1 <= text.left and text.left + text.width <= right + 1 and 10 <= text.y <= canvas.height):
            yield f"text {text.text!r} from {text.left:.0f} to {text.left + text.width:.0f}, its room is {text.room}"


def drawn(name: str, words: Words | None = None) -> Canvas:
    """A diagram of the tests, drawn."""
    return diagram(name).draw(words or Words())
