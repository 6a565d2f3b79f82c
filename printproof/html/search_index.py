"""What can be found in a built site? Its sections, each with its heading and its words."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from printproof.html.page import DEFINITION, Element, parse

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
BLOCKS = {"p", "li", "pre", "td", "th", "div"}
UNSAID = {"strip", "unchecked", "headerlink", "skip", "mode", DEFINITION, "elsewhere"}
"""Classes of elements that say nothing to find."""


@dataclass
class Section:
    """A section of a page: where it starts, what it is called, what it says."""

    anchor: str
    title: str = ""
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What the section says, on one line."""
        return " ".join("".join(self.words).split())


def read_sections(html: str) -> list[Section]:
    """The sections of a built page in their order; the first bears the title of the page."""
    found: list[Section] = []
    _collect(found, parse(html), None, in_heading=False)
    return found


def _collect(found: list[Section], element: Element, section: Section | None, in_heading: bool) -> None:
    """Take the sections at and below an element; text belongs to the innermost one around it."""
    given = element.attributes
    if element.tag == "svg" or UNSAID.intersection(given.get("class", "").split()):
        return
    if element.tag == "section" and given.get("id"):
        section = Section(given["id"])
        found.append(section)
    in_heading = in_heading or element.tag in HEADINGS
    for child in element.children:
        if isinstance(child, Element):
            _collect(found, child, section, in_heading)
        elif section and in_heading:
            section.title += child
        elif section:
            section.words.append(child)
    if section and element.tag in BLOCKS:
        section.words.append(" ")  # words of two blocks stay apart


def write_index(folder: Path, pages: Iterable[tuple[str, str]]) -> None:
    """Write ``search.json`` for the pages of one language.

    ``pages`` are file names below ``folder`` with titles. Each record of the index is page, anchor, heading and text;
    the page is a place in the list of pages, which are file name and title. Raises OSError.
    """
    known = sorted(pages)
    records = [
        [place, section.anchor, " ".join(section.title.split()), section.text]
        for place, (name, _) in enumerate(known)
        for section in read_sections((folder / name).read_text(encoding="utf-8"))
    ]
    index = json.dumps({"pages": known, "sections": records}, ensure_ascii=False, separators=(",", ":"))
    (folder / "search.json").write_text(index, encoding="utf-8")
