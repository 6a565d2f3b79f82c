"""A drawing brings its colours and its paper along: it looks the same in every reader, on black as on white."""

import re

from printproof.formats import xhtml
from printproof.formats.drawing import painted
from printproof.html.page import parse
from printproof.style.colours import colours, in_colours

DIAGRAM = (
    '<svg viewBox="0 0 360 90" role="img" aria-label="x" fill="none" stroke="currentColor">'
    '<g class="python"><rect x="1"/><path d="M0 0"/></g><rect class="state away"/><circle class="compiled filled"/>'
    '<g fill="currentColor" stroke="none"><text>plain</text><text class="wrong result">1</text></g></svg>'
)


def drawn(svg: str) -> str:
    """A drawing as a book has it."""
    return xhtml.outer(painted(next(parse(svg).find("svg"))))


def test_no_colour_is_left_to_the_reader() -> None:
    """Neither names of ours, nor the colour of the text around."""
    assert re.findall(r"var\(|currentColor|class=", drawn(DIAGRAM)) == []


def test_a_drawing_lies_on_its_own_paper() -> None:
    """The first thing that is drawn, a little larger than the drawing."""
    first = re.search(r"<rect [^>]*>", drawn(DIAGRAM))

    assert first
    assert first[0] == f'<rect x="-8" y="-8" width="376" height="106" fill="{colours()["paper"]}" stroke="none" />'
    assert 'viewBox="-8 -8 376 106"' in drawn(DIAGRAM)


def test_a_hue_colours_lines_and_its_ground_shapes() -> None:
    """As the style sheet of the site has it."""
    known, svg = colours(), drawn(DIAGRAM)

    assert f'<g stroke="{known["python"]}"><rect x="1" fill="{known["python-ground"]}" />' in svg
    assert f'<rect stroke="{known["state"]}" fill="{known["paper"]}" stroke-dasharray="5 3" />' in svg
    assert f'<circle stroke="{known["compiled"]}" fill="{known["compiled"]}" />' in svg


def test_words_have_the_colour_of_what_they_say() -> None:
    """Ink, or the hue of their meaning; nothing is drawn around them."""
    known, svg = colours(), drawn(DIAGRAM)

    assert f'<g fill="{known["ink"]}" stroke="none"><text>plain</text>' in svg
    assert f'<text fill="{known["wrong"]}" font-family="monospace" font-size="20" font-weight="bold">1</text>' in svg


def test_a_figure_has_the_colours_of_the_theme_or_its_own() -> None:
    """What the theme does not name is as matplotlib drew it."""
    assert in_colours("var(--figure-1, #1f77b4)") == colours()["name"]
    assert in_colours("var(--figure-9, #bcbd22)") == "#bcbd22"


def test_every_colour_is_one() -> None:
    """No name is left in it."""
    named = {name: value for name, value in colours().items() if name.startswith(("figure", "python", "paper"))}

    assert [name for name, value in named.items() if not re.fullmatch(r"#(?:[0-9a-f]{3}){1,2}", value)] == []
    assert len(named) == 8
    assert colours()["figure-2"] == colours()["number"]


def test_a_drawing_of_an_author_may_part_its_numbers_by_commas() -> None:
    """As browsers take them."""
    assert 'viewBox="-8 -8 116 66"' in drawn('<svg viewBox="0,0,100,50"><path d="M0 0"/></svg>')


def test_a_drawing_whose_size_nobody_can_read_has_no_paper() -> None:
    """It stands in the book as it stands on the page."""
    assert drawn('<svg viewBox="none"><path d="M0 0"/></svg>').count("<rect") == 0
