"""A page lists all pages of a small site, and the parts around it of a large one: the list does not grow for ever."""

from pathlib import Path

import pytest

from support.built import Page, build_site
from support.grown import grown


def chapters(path: Path) -> list[str]:
    """List the titles in the list of chapters of a built page."""
    return [e.text.strip() for e in Page(path).all("a") if e.within("details")]


def test_a_small_site_is_listed_whole_on_every_page(tmp_path: Path) -> None:
    """No page of it is hidden behind the name of a part."""
    site = build_site(grown(tmp_path / "small", 2, 2), tmp_path / "built")

    listed = [chapters(site / f"en/{page}.html") for page in ("index", "p1-0")]

    assert listed == [["Page p0-0", "Page p0-1", "Page p1-0", "Page p1-1"]] * 2


def test_the_first_page_of_a_large_site_lists_its_first_part(tmp_path: Path) -> None:
    """Who has just come sees where to begin."""
    site = build_site(grown(tmp_path / "large", 12, 29), tmp_path / "built")

    assert chapters(site / "en/index.html") == [*(f"Page p0-{page}" for page in range(12)), "Part 1"]


def test_a_part_for_which_there_is_no_room_is_one_link(tmp_path: Path) -> None:
    """The part being read is listed, then the nearest one; of a part that would make the list too long, its name."""
    site = build_site(grown(tmp_path / "larger", 7, 10, 24), tmp_path / "built")

    titles = chapters(site / "en/p1-3.html")

    assert titles == [*(f"Page p0-{page}" for page in range(7)), *(f"Page p1-{page}" for page in range(10)), "Part 2"]


def test_lessons_are_numbered_and_other_parts_are_not(tmp_path: Path) -> None:
    """A table of contents that is numbered is a path; a browser counts its list."""
    source = grown(tmp_path / "numbered", 2, 2)
    index = source / "docs/index.md"
    index.write_text(index.read_text().replace(":caption: Part 0", ":caption: Part 0\n:numbered: 1"))

    page = Page(build_site(source, tmp_path / "built") / "en/p1-0.html")

    assert [element.name for element in page.elements if element.name in {"ol", "ul"} and element.within("nav")] == [
        "ol",
        "ul",
    ]


def test_the_numbers_of_a_long_path_go_on_where_its_list_begins(tmp_path: Path) -> None:
    """The middle of 44 lessons is no lesson 1."""
    source = grown(tmp_path / "long", 44)
    index = source / "docs/index.md"
    index.write_text(index.read_text().replace(":caption: Part 0", ":caption: Part 0\n:numbered: 1"))

    page = Page(build_site(source, tmp_path / "built") / "en/p0-20.html")

    assert [element.given["start"] for element in page.all("ol")] == ["15"]


def test_a_label_of_the_table_of_contents_stands_for_the_title(tmp_path: Path) -> None:
    """Menus have room for a noun, where a title may be a sentence."""
    source = grown(tmp_path / "labelled", 2)
    index = source / "docs/index.md"
    index.write_text(index.read_text().replace("p0-1", "A & B <p0-1>"))

    assert chapters(build_site(source, tmp_path / "built") / "en/index.html") == ["Page p0-0", "A & B"]


def test_the_list_does_not_grow_with_the_site(tmp_path: Path) -> None:
    """Twice the pages, twice the parts: the middle page lists as many."""
    counts = []
    for size in (42, 48):
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
