"""A teaser shows what a cell printed, large, with its point above, its reason below, and a drawing beside it."""

from pathlib import Path

import pytest

from printproof.html.page import Element, parse
from support.small import CELL, Small

SCRIPT = "# %% first\nprint(1, 2)\n\n# Output:\n# 1 2\n\n# %% second\nprint(3)\n\n# Output:\n# 3\n"
TEASER = CELL.replace("{}\n", "{}\n:class: lane{}\n")
TWO = f"""# Title

What this is.

The first point

{TEASER.format("first", " state-held")}

The first reason.

The second point

{TEASER.format("second", "")}

The second reason.

Another paragraph.
"""


@pytest.fixture
def small(tmp_path: Path) -> Small:
    """A page with two teasers whose script was run."""
    small = Small(tmp_path, {"docs/index.md": TWO, "examples/index.py": SCRIPT})
    small.record("index", {"first": "1 2\n", "second": "3\n"})
    return small


def teasers(small: Small) -> list[Element]:
    """The teasers of the built page."""
    found = parse(small.build("-W").html("index")).find("div")
    return [element for element in found if "lane" in element.attributes.get("class", "").split()]


def test_a_teaser_holds_its_point_and_its_reason(small: Small) -> None:
    """The paragraph before it and the one after it; between two teasers the later one is the next point."""
    said = [[p.text for p in teaser.children if isinstance(p, Element) and p.tag == "p"] for teaser in teasers(small)]

    assert said == [["The first point", "The first reason."], ["The second point", "The second reason."]]


def test_what_stands_alone_between_two_teasers_is_the_later_one_s_point(small: Small) -> None:
    """A teaser needs no reason."""
    small.write("docs/index.md", TWO.replace("The first reason.\n\n", ""))

    said = [[p.text for p in teaser.children if isinstance(p, Element) and p.tag == "p"] for teaser in teasers(small)]

    assert said == [["The first point"], ["The second point", "The second reason."]]


def test_what_a_teaser_printed_is_what_its_cell_printed(small: Small) -> None:
    """Readers of the built page find it as in any cell."""
    page = small.build("-W").page("index")

    assert page.outputs == {("first", "as-written"): "1 2\n", ("second", "as-written"): "3\n"}
    assert page.code == {"first": "print(1, 2)\n", "second": "print(3)\n"}


def test_the_code_of_a_teaser_folds_without_a_script(small: Small) -> None:
    """A telephone shows what was printed first."""
    folds = [fold for teaser in teasers(small) for fold in teaser.find("details") if fold.attributes["class"] == "code"]

    assert [next(fold.find("summary")).text for fold in folds] == ["Code", "Code"]
    assert [next(fold.find("pre")).text for fold in folds] == ["print(1, 2)\n", "print(3)\n"]


def test_a_teaser_is_drawn_where_its_class_says_so(small: Small) -> None:
    """For eyes alone, as the words say the same."""
    drawn = [[svg.attributes.get("aria-hidden") for svg in teaser.find("svg")] for teaser in teasers(small)]

    assert drawn == [["true"], []]


def test_a_cell_without_the_class_keeps_its_paragraphs(small: Small) -> None:
    """Only a teaser takes what stands around it."""
    small.write("docs/index.md", TWO.replace(":class: lane\n", ""))

    (teaser,) = teasers(small)
    cells = [cell for cell in parse(small.build().html("index")).find("div") if cell.cell]
    held = [[p.text for p in cell.children if isinstance(p, Element) and p.tag == "p"] for cell in cells]

    assert held == [["The first point", "The first reason."], []]
    assert teaser.cell == "first"
