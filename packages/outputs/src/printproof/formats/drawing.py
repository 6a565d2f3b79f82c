"""A drawing in the colours of the light theme, written into it: no reader of books knows our style sheets.

A drawing lies on paper of its own, as a book may be read on black.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from printproof.html.page import Element
from printproof.style.colours import colours, in_colours

HUES = ("python", "compiled", "state", "wanted", "wrong", "quiet", "rule")
"""Classes of diagrams that are named by their colour."""

DASHES = {"away": "5 3", "passes": "1.5 4.5", "dots": "1.5 4.5"}
FONTS = {
    "code": {"font-family": "monospace", "font-size": "13"},
    "strong": {"font-weight": "bold"},
    "result": {"font-family": "monospace", "font-size": "20", "font-weight": "bold"},
}
"""What other classes of diagrams draw otherwise, as ``css/diagrams.css`` does on a page."""

MARGIN = 8
"""Units of paper around a drawing, which may reach to its own border."""

# A number as SVG writes it: ".5" and "1e-3" are some.
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")


@dataclass(frozen=True)
class _Ink:
    """The colours an element is drawn with: ``ink`` for lines and text, ``ground`` for the inside of shapes.

    ``fills`` and ``strokes`` say which of the two follows the colour in hand.
    """

    ink: str
    ground: str
    fills: bool
    strokes: bool


def painted(svg: Element) -> Element:
    """A drawing in colours of its own, on its own paper."""
    known, given = colours(), dict(svg.attributes)
    diagram = given.get("stroke") == "currentColor"
    fills, strokes = given.get("fill") == "currentColor", diagram
    ink = _Ink(known["ink"], known["code"] if diagram else "", fills, strokes)
    given |= {"fill": known["ink"] if fills else given.get("fill", "none"), "font-family": "sans-serif"}
    given |= {"stroke": known["ink"], "stroke-width": "1.5", "font-size": "14"} if diagram else {}
    if "font-size" not in given:
        given["font-size"] = "12"
    paper: list[Element] = []
    # Small letters: the reader of HTML gives all names so, and XHTML gets them back as SVG has them.
    view = [float(number) for number in _NUMBER.findall(given.get("viewbox", "0 0 100 100"))]
    if len(view) == 4:  # an author may have drawn it, and no browser minds
        x, y, width, height = view
        sides = [f"{side:g}" for side in (x - MARGIN, y - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)]
        given["viewbox"] = " ".join(sides)
        place = dict(zip(("x", "y", "width", "height"), sides, strict=True))
        paper = [Element("rect", place | {"fill": known["paper"], "stroke": "none"})]
    children = [_painted(child, ink) if isinstance(child, Element) else child for child in svg.children]
    given = {name: in_colours(value) for name, value in given.items() if name != "aria-hidden"}
    return Element("svg", given, [*paper, *children])


def _painted(element: Element, around: _Ink) -> Element:
    given = {name: in_colours(value) for name, value in element.attributes.items()}
    if element.tag == "text":
        given.pop("font-size", None)  # all labels of a drawing are as large as a page shows them
    classes = given.pop("class", "").split()
    ink = _dipped(classes, given, around)
    if ink.ink != around.ink:
        given |= {"fill": ink.ink} if ink.fills and "fill" not in given else {}
        given |= {"stroke": ink.ink} if ink.strokes and "stroke" not in given else {}
    for name in ("fill", "stroke"):
        given |= {name: ink.ink} if given.get(name) == "currentColor" else {}
    if element.tag in {"rect", "circle"} and ink.ground and element.attributes.get("fill") is None:
        given["fill"] = ink.ground
    for name in classes:
        given |= {"stroke-dasharray": DASHES[name]} if name in DASHES else {}
        given |= FONTS.get(name, {}) | ({"stroke-width": "2.5"} if name == "thick" else {})
    children = [_painted(child, ink) if isinstance(child, Element) else child for child in element.children]
    return Element(element.tag, given, children)


def _dipped(classes: list[str], given: Mapping[str, str], around: _Ink) -> _Ink:
    """The colours of an element with these classes, inside of one with the colours ``around``."""
    known, ink = colours(), around
    for name in classes:
        if name in HUES:
            ink = replace(ink, ink=known[name], ground=known.get(f"{name}-ground", ink.ground))
    ground = known["paper"] if "away" in classes else ink.ink if "filled" in classes else ink.ground
    fills = given["fill"] == "currentColor" if "fill" in given else ink.fills
    strokes = given["stroke"] == "currentColor" if "stroke" in given else ink.strokes
    return replace(ink, ground=ground if ink.ground else "", fills=fills, strokes=strokes)
