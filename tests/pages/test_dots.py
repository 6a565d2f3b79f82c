"""A cloud of dots is one line of a figure, and every dot stays where it was."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from printproof.pages.dots import join_dots
from printproof.pages.figure import draw

CIRCLE = "M 0 1.5 " + "C 1 1 1 1 1 1 " * 8 + "z"
PLACES = [(312.1, 124.6), (20, 7.5), (44.4, 90), (45.2, 88.9), (3, 3), (150, 20), (149, 22), (7, 300.3), (8, 1)]


def cloud(places: list[tuple[float, float]], look: str = 'fill="red" stroke="red"', mark: str = CIRCLE) -> ET.Element:
    """A figure of marks at these places."""
    uses = "".join(f'<use x="{x}" y="{y}" href="#m"/>' for x, y in places)
    return ET.fromstring(f'<svg><defs><path id="m" d="{mark}" stroke="red"/></defs><g {look}>{uses}</g></svg>')


def places_of(path: str) -> list[tuple[int, int]]:
    """Where a joined path draws."""
    x = y = 0
    found = []
    for step in re.findall(r"m(-?\d+) ?(-?\d+)v0", path):
        x, y = x + int(step[0]), y + int(step[1])
        found.append((x, y))
    return found


def test_every_dot_stays_at_its_place() -> None:
    """To half a unit, which is thinner than a line, in any order."""
    figure = cloud(PLACES)

    join_dots(figure)

    joined = places_of(figure.findall(".//g/path")[0].get("d", ""))
    assert sorted(joined) == sorted((round(x), round(y)) for x, y in PLACES)
    assert figure.findall(".//use") == []


@pytest.mark.parametrize(
    ("look", "mark", "places"),
    [
        ('fill="red" stroke="blue"', CIRCLE, PLACES),
        ('fill="red" stroke="red" opacity="0.5"', CIRCLE, PLACES),
        ('fill="red" stroke="red"', "M -1 -1 L 1 1", PLACES),
        ('fill="red" stroke="red"', CIRCLE, PLACES[:7]),
    ],
    ids=["a rim of its own", "what shines through", "another mark", "few"],
)
def test_other_marks_are_left_alone(look: str, mark: str, places: list[tuple[float, float]]) -> None:
    """Only what looks the same as one line becomes one."""
    figure = cloud(places, look, mark)

    join_dots(figure)

    assert len(figure.findall(".//use")) == len(places)


def test_the_dots_of_a_drawn_figure_are_joined(tmp_path: Path) -> None:
    """Matplotlib's own dots are the ones that are known."""
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot

    pyplot.plot(*zip(*PLACES, strict=True), ".")
    pyplot.savefig(tmp_path / "drawn.svg")
    pyplot.close()

    drawn = draw((tmp_path / "drawn.svg").read_text(encoding="utf-8"), "plot", "")

    assert drawn.count("v0") == len(PLACES)
