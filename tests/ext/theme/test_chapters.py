"""A page lists the part it belongs to and leads to the others; the list stops growing with the site."""

from pathlib import Path

import pytest

from support.built import Page, build_site
from support.grown import grown


def chapters(path: Path) -> list[str]:
    """List the titles in the list of chapters of a built page."""
    return [e.text.strip() for e in Page(path).all("a") if e.within("details")]


def test_the_first_page_lists_the_first_part(tmp_path: Path) -> None:
    """Who has just come sees where to begin."""
    site = build_site(grown(tmp_path / "small", 2, 2), tmp_path / "built")

    assert chapters(site / "en/index.html") == ["Page p0-0", "Page p0-1", "Part 1"]


def test_other_parts_are_one_link_each(tmp_path: Path) -> None:
    """The part being read is listed, the others lead to their first page."""
    site = build_site(grown(tmp_path / "larger", 1, 10, 1), tmp_path / "built")

    titles = chapters(site / "en/p1-3.html")

    assert titles == ["Part 0", *(f"Page p1-{page}" for page in range(10)), "Part 2"]


def test_the_list_does_not_grow_with_the_site(tmp_path: Path) -> None:
    """Twice the pages, twice the parts: the middle page lists as many."""
    counts = []
    for size in (14, 20):
        alone = [1] * (size - 10)  # the other parts: how many pages they have is not seen
        source = grown(tmp_path / f"{size}", *[1] * 9, size, *alone)
        counts.append(len(chapters(build_site(source, tmp_path / f"out{size}") / "en/p9-9.html")))

    assert counts[0] == counts[1]


def test_the_page_being_read_is_marked(tmp_path: Path) -> None:
    """One entry, and only one, is the current page."""
    site = build_site(grown(tmp_path / "marked", 2, 2), tmp_path / "built")

    current = [e.text for e in Page(site / "en/p1-0.html").all("a") if e.given.get("aria-current") == "page"]

    assert current == ["Page p1-0"]


@pytest.mark.parametrize(
    ("page", "expected"),
    [("p0-0", {"prev": "Grown", "next": "Page p0-1"}), ("p0-1", {"prev": "Page p0-0"})],
)
def test_a_page_leads_to_its_neighbours(tmp_path: Path, page: str, expected: dict[str, str]) -> None:
    """The foot names the page before and the page after by their titles."""
    site = build_site(grown(tmp_path / "turned", 2), tmp_path / "built")

    links = {e.given["rel"]: e.text.strip() for e in Page(site / f"en/{page}.html").all("a") if "rel" in e.given}

    assert links == expected
