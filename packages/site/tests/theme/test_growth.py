"""A page weighs the same however many pages the site has."""

from pathlib import Path

from support.built import build_site
from support.grown import grown


def test_a_page_does_not_grow_with_the_site(tmp_path: Path) -> None:
    """With twice the pages in as many more parts, the middle page keeps its bytes; names have one digit more."""
    sizes = {}
    for parts, pages, middle in ((4, 21, "p1-7"), (8, 21, "p3-7")):
        site = build_site(grown(tmp_path / f"{parts}", *[pages] * parts), tmp_path / f"built{parts}")
        sizes[parts * pages] = len((site / "en" / f"{middle}.html").read_bytes())

    assert sizes[168] - sizes[84] <= 512
