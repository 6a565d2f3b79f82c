"""The drawing in CONTRIBUTING.md shows the packages as they import each other."""

import pytest
from packages.tools import drawing


def test_the_drawing_is_that_of_the_imports() -> None:
    """A new import is drawn in the commit that brings it: ``python -m packages.tools.drawing``."""
    assert drawing.DRAWING.read_text(encoding="utf-8") == drawing.draw()


def test_every_arrow_points_down() -> None:
    """A package stands below all that it imports."""
    known = drawing.arrows()
    floors = drawing.floors(known)

    assert [(name, to) for name, targets in known.items() for to in targets if floors[to] <= floors[name]] == []


def test_a_circle_is_refused() -> None:
    """Two packages that import each other have no place in the drawing."""
    with pytest.raises(ValueError, match="a, b import each other"):
        drawing.floors({"a": {"b"}, "b": {"a"}, "c": set()})


def test_an_arrow_that_follows_from_others_is_left_out() -> None:
    """What a package reaches by way of another is not drawn again."""
    known = {"a": set(), "b": {"a"}, "c": {"a", "b"}}

    assert drawing.direct(known) == {"a": set(), "b": {"a"}, "c": {"b"}}
