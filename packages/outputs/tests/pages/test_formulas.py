"""A formula in a figure grows with the labels around it: its glyphs follow one another."""

import re

import pytest

from printproof.pages.figure import draw

GLYPH = '<tspan x="{}" y="{}" style="{}font-size: {}px; font-family: \'DejaVu Sans\'">{}</tspan>\n'
POWER = [(0, -0.7, "", 10, "1"), (6.4, -0.7, "", 10, "0"), (12.8, -4.8, "", 7, "−"), (18.7, -4.8, "", 7, "3")]
SQUARE = [
    (0, -0.8, "font-style: oblique; ", 12, "x"),
    (7.6, -5.8, "", 8, "2"),
    (13.3, -0.8, "", 12, " "),
    (17, -0.8, "", 12, "m"),
]
FRACTION = [(0, -3.9, "", 7, "1"), (0, 2.2, "", 7, "n")]


def drawn(glyphs: list[tuple[object, ...]], group: str = "xtick_1", tick: float = 57.6) -> str:
    """The text of a formula at a tick, as a page has it."""
    text = "".join(GLYPH.format(*glyph) for glyph in glyphs)
    svg = f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g id="{group}">
      <g><use href="#m" x="{tick}" y="9"/></g>
      <g id="text_1"><g transform="translate(27.1 244.8)"><text>{text}</text></g></g></g></svg>"""
    return re.search("<text.*</text>", draw(svg, "plot", "", {}), re.DOTALL)[0]  # type: ignore[index]


def test_an_exponent_is_as_large_as_is_legible() -> None:
    """Both are given as shares of the label's size, which the page sets."""
    assert drawn(POWER) == (
        '<text x="11.4" y="-0.7" font-size="10px" text-anchor="middle"><tspan>10</tspan>'
        '<tspan font-size="0.85em" dy="-0.59em">−3</tspan></text>'
    )


def test_what_follows_an_exponent_is_back_on_the_line() -> None:
    """Slanted letters stay slanted, and blanks stay."""
    assert drawn(SQUARE).partition(">")[2] == (
        '<tspan font-style="oblique">x</tspan><tspan font-size="0.85em" dy="-0.62em">2</tspan>'
        '<tspan dy="0.42em"> m</tspan></text>'
    )


@pytest.mark.parametrize(("tick", "anchor", "x"), [(57.6, "end", "22.9"), (9.0, "start", "0.0")])
def test_a_label_beside_an_axis_grows_away_from_it(tick: float, anchor: str, x: str) -> None:
    """On its left and on its right."""
    assert f'<text x="{x}" y="-0.7" font-size="10px" text-anchor="{anchor}">' in drawn(POWER, "ytick_1", tick)


def test_a_fraction_stays_as_it_is() -> None:
    """One glyph stands above the other, and that is what it says."""
    assert re.findall('x="([^"]+)" y="([^"]+)"', drawn(FRACTION)) == [("0", "-3.9"), ("0", "2.2")]
