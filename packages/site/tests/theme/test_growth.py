"""A page weighs the same however many pages the site has."""

from pathlib import Path

from support.built import build_site
from support.grown import grown


def test_a_page_does_not_grow_with_the_site(tmp_path: Path) -> None:
    """From 10 to 60 pages in as many parts, the middle page keeps its bytes; names have one digit more."""
    sizes = {}
    for parts, pages, middle in ((2, 5, "p1-2"), (4, 15, "p1-7")):
        site = build_site(grown(tmp_path / f"{parts}", *[pages] * parts), tmp_path / f"built{parts}")
        sizes[parts * pages] = len((site / "en" / f"{middle}.html").read_bytes())

    assert sizes[60] - sizes[10] <= 512
