"""What can be found in a built site: its sections, each with its heading and its words."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path

VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
UNSAID = {"checked", "unchecked", "headerlink", "skip", "mode"}  # classes of elements that say nothing to find


@dataclass
class Section:
    """A section of a page: where it starts, what it is called, what it says."""

    anchor: str
    title: str = ""
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Give what the section says, on one line."""
        return " ".join("".join(self.words).split())


class _Sections(HTMLParser):
    """Reads the sections inside the main element of a page; text belongs to the innermost."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Section] = []
        self._around: list[tuple[str, Section | None, bool]] = []  # element, section it opens, whether it is unsaid

    def handle_starttag(self, name: str, attributes: list[tuple[str, str | None]]) -> None:
        """Open an element, and a section where it is one."""
        given = dict(attributes)
        opened = None
        if name == "section" and given.get("id"):
            opened = Section(given["id"] or "")
            self.found.append(opened)
        if name not in VOID:
            unsaid = bool(UNSAID.intersection((given.get("class") or "").split())) or name == "svg"
            self._around.append((name, opened, unsaid))

    def handle_endtag(self, name: str) -> None:
        """Close an element; words of two blocks stay apart."""
        if name in {element for element, _, _ in self._around}:
            while self._around.pop()[0] != name:
                pass
            if name in {"p", "li", "pre", "td", "th", "div"} and (section := self._section()):
                section.words.append(" ")

    def handle_data(self, text: str) -> None:
        """Give words to the heading or to the text of the innermost section."""
        section = self._section()
        if section is None or any(unsaid for _, _, unsaid in self._around):
            return
        if HEADINGS.intersection(element for element, _, _ in self._around):
            section.title += text
        else:
            section.words.append(text)

    def _section(self) -> Section | None:
        return next((section for _, section, _ in reversed(self._around) if section), None)


def read_sections(html: str) -> list[Section]:
    """Read the sections of a built page in order; the first bears the title of the page."""
    reader = _Sections()
    reader.feed(html)
    return reader.found


def write_index(folder: Path, pages: Iterable[tuple[str, str]]) -> None:
    """Write ``search.json`` for the pages of one language.

    ``pages`` are file names below ``folder`` with titles. Each record of the index is page, anchor,
    heading and text; the page is a place in the list of pages, which are file name and title.
    """
    known = sorted(pages)
    records = [
        [place, section.anchor, " ".join(section.title.split()), section.text]
        for place, (name, _) in enumerate(known)
        for section in read_sections((folder / name).read_text(encoding="utf-8"))
    ]
    index = json.dumps({"pages": known, "sections": records}, ensure_ascii=False, separators=(",", ":"))
    (folder / "search.json").write_text(index, encoding="utf-8")
