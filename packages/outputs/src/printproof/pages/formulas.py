"""A formula in a figure, such as the power at a tick, as text that grows with the labels around it."""

from itertools import groupby, pairwise
from xml.etree import ElementTree as ET

SMALLEST = 0.85
"""The size of an exponent, as a share of the letters before it: less is not legible on a telephone."""


def flow(root: ET.Element) -> None:
    """Let the glyphs of each formula follow one another, instead of standing where matplotlib's sizes put them.

    A fraction, and an index below an exponent, stay as they are: their places are what they say.
    """
    ticks = {group: place for tick in root.iter("g") if (place := _tick(tick)) is not None for group in tick.iter("g")}
    for group in root.iter("g"):
        text = group.find("text")
        glyphs = [] if text is None or group.find("rect") is not None else list(text)
        if (
            text is not None
            and glyphs
            and all(float(a.get("x", 0)) < float(b.get("x", 0)) for a, b in pairwise(glyphs))
        ):
            _set(text, glyphs, _anchor(group, ticks.get(group)))


def _tick(group: ET.Element) -> float | None:
    """Where the tick of a vertical axis stands: its label is beside it, not below."""
    mark = group.find(".//use") if group.get("id", "").startswith("ytick") else None
    return None if mark is None else float(mark.get("x", 0))


def _anchor(group: ET.Element, tick: float | None) -> str:
    """The side on which a label that grows keeps its place: the one at its tick."""
    if tick is None:
        return "middle"
    return "end" if float(group.get("transform", "translate(0 ").partition("(")[2].split()[0]) < tick else "start"


def _set(text: ET.Element, glyphs: list[ET.Element], anchor: str) -> None:
    """Write the glyphs as runs of one height, each as far from the last as its own size says."""
    size, y = _size(glyphs[0]), float(glyphs[0].get("y", 0))
    width = float(glyphs[-1].get("x", 0)) + 0.6 * _size(glyphs[-1])
    x = {"start": 0, "middle": width / 2, "end": width}[anchor]
    text[:], text.text = [], None
    text.attrib |= {"x": f"{x:.1f}", "y": f"{y:g}", "font-size": f"{size:g}px", "text-anchor": anchor}
    for (height, own, style), run in groupby(
        glyphs, lambda one: (float(one.get("y", 0)), _size(one), one.get("font-style"))
    ):
        part = ET.SubElement(text, "tspan", {} if style is None else {"font-style": style})
        part.text = "".join(one.text or "" for one in run)
        if own != size:
            part.set("font-size", f"{max(own / size, SMALLEST):.2g}em")
        if height != y:
            part.set("dy", f"{(height - y) / own:.2g}em")
        y = height


def _size(glyph: ET.Element) -> float:
    return float(glyph.get("font-size", "10px").removesuffix("px"))
