"""How does a cloud of dots get small? Dots of one colour are one line that stops at each of them."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

FEW = 8  # so many dots are worth a line
MANY = 1000  # among more of them nobody looks for the nearest

_CIRCLE = re.compile(r"M 0 ([\d.]+) (?:C(?: -?[\d.]+){6} ){8}z")

Point = tuple[int, int]


def join_dots(root: ET.Element) -> None:
    """Put one path in the place of the round marks that a group draws in one colour; other round marks are circles."""
    marks = {f"#{element.get('id')}": element for element in root.iter("path") if element.get("id")}
    for group in root.iter("g"):
        uses = list(group)
        shapes = {_shape(use) for use in uses}
        mark = marks.get(shapes.pop()) if len(shapes) == 1 and len(uses) >= FEW else None
        if mark is not None and (width := _width(mark)) and _one_colour(group):
            points = [(_placed(use.get("x")), _placed(use.get("y"))) for use in uses]
            for use in uses:
                group.remove(use)
            look = {"stroke-width": f"{width:g}", "stroke-linecap": "round", "fill": "none"}
            ET.SubElement(group, "path", {"d": _line(_walk(points)), **look})
    for mark in marks.values():
        if found := _CIRCLE.fullmatch(mark.get("d", "")):
            mark.tag = "circle"
            mark.attrib = {"r": found[1], **{name: value for name, value in mark.attrib.items() if name != "d"}}


def _shape(use: ET.Element) -> str:
    """The mark that a use draws; nothing where it says more than a place."""
    return use.get("href", "") if use.tag == "use" and set(use.attrib) <= {"x", "y", "href"} else ""


def _width(mark: ET.Element) -> float:
    """How wide a round mark is, its rim included; 0 for any other mark."""
    found = _CIRCLE.fullmatch(mark.get("d", ""))
    plain = set(mark.attrib) <= {"d", "id", "stroke", "stroke-width"}
    return 2 * float(found[1]) + float(mark.get("stroke-width", 1)) if found and plain else 0


def _one_colour(group: ET.Element) -> bool:
    """Whether ground and rim of the marks are the same colour, and let nothing shine through."""
    clear = any("opacity" in name for name in group.attrib)
    return bool(group.get("fill")) and group.get("fill") == group.get("stroke") and not clear


def _placed(coordinate: str | None) -> int:
    return round(float(coordinate or 0))  # half a unit is a third of the width of a line


def _walk(points: list[Point]) -> list[Point]:
    """The points in an order of short steps."""
    left = sorted(points)
    if len(left) > MANY:
        return left
    walked = [left.pop(0)]
    while left:
        x, y = walked[-1]
        walked.append(left.pop(min(range(len(left)), key=lambda n: abs(left[n][0] - x) + abs(left[n][1] - y))))
    return walked


def _line(points: list[Point]) -> str:
    """A path that moves to each point and draws nothing there but its round end."""
    steps = zip([(0, 0), *points], points, strict=False)
    return "".join(f"m{x - fx} {y - fy}v0".replace(" -", "-") for (fx, fy), (x, y) in steps)
