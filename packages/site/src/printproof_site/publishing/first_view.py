"""What does a reader wait for before a page shows, and what does it weigh, as a host sends it?"""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from printproof.html.page import read_tree
from printproof_base.project import ProjectError

FIRST_VIEW = 16 * 1024
"""The most bytes that a page may weigh with what it waits for."""

MEDIAN_VIEW = 14 * 1024
"""The most bytes in the median of all pages: one with a figure may weigh more, the others may not."""


def first_view(site: Path, path: str) -> list[Path]:
    """The files of a first view: the page, its styles, its script. Raises OSError.

    An image that waits for its reader is none, and neither are the styles of paper: browsers hold nothing up for them.
    """
    page = list(read_tree(site / path).below())
    given = [(element.tag, element.attributes) for element in page]
    loaded = [a["src"] for tag, a in given if tag == "script" and "src" in a]
    styles = [a for tag, a in given if tag == "link" and a.get("rel") == "stylesheet"]
    loaded += [a["href"] for a in styles if a.get("media") != "print"]
    loaded += [a["src"] for tag, a in given if tag == "img" and a.get("loading") != "lazy"]
    return [site / path, *((site / path).parent / name.partition("?")[0] for name in loaded)]


def weights(views: Mapping[str, Sequence[Path]]) -> dict[str, dict[str, int]]:
    """What each file of first views weighs in brotli, by page and name. Raises ProjectError where brotli is absent."""
    try:
        import brotli
    except ImportError:
        fact, cure = "brotli is not installed, by which pages are weighed", "pip install 'printproof-site[status]'"
        raise ProjectError.at("", fact, cure) from None

    weigh = cache(lambda file: len(brotli.compress(file.read_bytes())))  # type: ignore[no-untyped-call]
    return {path: {file.name: weigh(file) for file in files} for path, files in views.items()}
