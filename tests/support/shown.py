"""How do the tests of a module look at many pages at the price of one build? Each marks the page that it looks at."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pytest

from support.small import Built, Small


@dataclass(frozen=True)
class Shown:
    """A page of a build that has others beside it."""

    built: Built
    docname: str

    @property
    def html(self) -> str:
        """Its text."""
        return self.built.html(self.docname)

    @property
    def wrong(self) -> list[str]:
        """The lines that warn of it or of its script, with its path as if it were alone."""
        own = f"{self.docname}."
        return [line.replace(own, "index.") for line in self.built.wrong if f"/{own}" in line]


def pages_of(request: pytest.FixtureRequest) -> Mapping[tuple[str, ...], str]:
    """A docname for each page, with its script where it has one, that tests of a module have marked with ``shows``."""
    items = (item for item in request.session.items if item.path == request.path)
    pages = dict.fromkeys(mark.args for item in items for mark in item.iter_markers("shows"))
    return {page: f"page-{number}" for number, page in enumerate(pages)}


def build_all(request: pytest.FixtureRequest, small: Small, *options: str) -> dict[tuple[str, ...], Shown]:
    """All pages that tests of a module have marked, built in a small project."""
    pages = pages_of(request)
    small.write("docs/index.md", "# Pages\n\n```{toctree}\n:glob:\n\npage-*\n```\n")
    for (text, *script), docname in pages.items():
        small.write(f"docs/{docname}.md", text)
        for code in script:
            small.write(f"examples/{docname}.py", code)
    built = small.build(*options)
    return {page: Shown(built, docname) for page, docname in pages.items()}


def shown_by(request: pytest.FixtureRequest, pages: Mapping[tuple[str, ...], Shown]) -> Shown:
    """The page that this test has marked."""
    mark = request.node.get_closest_marker("shows")
    assert mark is not None
    return pages[mark.args]
