"""Which pages stand for all others where a question costs a second a page: in a browser, or in a kernel?

The gate asks these, in every language; ``make test-all`` asks every page. What an HTML file answers is asked of every
page in the gate as well.

A page gets onto this list when it is the first to show an element of some kind: the tests name the kind that no page
here shows. It leaves when the others show all that it shows.
"""

from collections.abc import Iterable, Iterator, Mapping

import pytest

from support.built import Element, Page

PAGES = (
    "index",
    "about/promises",
    "about/translations",
    "credits",
    "guide/buffers",
    "guide/methods",
    "guide/stateful",
    "reference/cheat-sheet",
    "reference/errors",
    "reference/glossary",
    "reference/purity",
    "reference/tracer",
    "reference/versions",
)

RUN = ("index", "about/promises", "guide/methods", "guide/stateful")
"""Those of them whose cells are run again outside of the site, in a kernel and as a script; others take seconds."""


def run(docnames: Iterable[str]) -> list[object]:
    """Pages as parameters of a test that runs their cells: representative ones in the gate, the others at night."""
    return [pytest.param(docname, marks=[] if docname in RUN else pytest.mark.nightly) for docname in docnames]


def kinds(page: Page) -> set[str]:
    """The kinds of elements that a page shows: each name, and each name with a class, as style sheets select them.

    What is inside code and drawings is of the highlighter and of matplotlib, and has no place of its own on a page.
    """
    return {kind for element in page.elements if not _is_inside(element) for kind in _kinds(element)}


def unrepresented(pages: Mapping[str, Page]) -> dict[str, str]:
    """Each kind of element that some page shows and none of these does, with a page that shows it."""
    shown = {docname: kinds(page) for docname, page in pages.items()}
    represented = {kind for docname in PAGES for kind in shown[docname]}
    return {kind: docname for docname in shown for kind in shown[docname] - represented}


def _is_inside(element: Element) -> bool:
    return element.within("svg") or element.within("pre")


def _kinds(element: Element) -> Iterator[str]:
    yield element.name
    yield from (f"{element.name}.{name}" for name in element.given.get("class", "").split())
