"""What can be found in a built site? Its sections, each with its heading, its sentences and its lines of code."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from printproof.html.page import Element, parse

HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}
BLOCKS = {"p", "li", "th", "td", "dt", "dd", "div", "figcaption", "caption", "summary", "tr", "legend", "label"}
"""Elements of which each is a passage of its own: a sentence does not go on in the next one."""
CELLS = {"th", "td"}
BETWEEN_CELLS = " · "
UNSAID = {
    *("strip", "checked", "unchecked", "headerlink", "skip", "mode", "show"),
    *("bilingual", "elsewhere", "about", "take"),
    "names",  # of all terms in all languages: the glossary has those that readers look up
}
"""Classes of elements that say nothing to find."""
WORD = re.compile(r"[^\W\d]\w+(?:\.\w+)*")
"""A word or name, of code too: jax, jax.jit, fold_in; no number and no single letter."""


@dataclass(frozen=True)
class Section:
    """A section of a page: where it starts, what it is called, which terms it explains, what prose and code say.

    In ``text`` each passage stands on a line of its own, the cells of a row on one; ``lines`` are those of code and of
    what it printed.
    """

    anchor: str
    title: str
    text: str
    lines: str
    terms: tuple[str, ...]

    @property
    def heading(self) -> str:
        """What the section is called, on one line."""
        return " ".join(self.title.split())

    @cached_property
    def names(self) -> str:
        """The words of the code that the prose does not hold, each once."""
        in_text = set(WORD.findall(f"{self.title} {self.text}"))
        return " ".join(name for name in dict.fromkeys(WORD.findall(self.lines)) if name not in in_text)


@dataclass(frozen=True)
class Found:
    """A page that can be found: its file, its title, its part of the site, and how else the site calls it.

    Parts are numbered in the order of the site: what stands in an earlier one is shown before what fits as well.
    """

    file: str
    title: str
    part: int = 0
    label: str = ""

    @property
    def record(self) -> list[str | int]:
        """The page as the index has it."""
        return [self.file, self.title, self.part, *([self.label] if self.label not in {"", self.title} else [])]


@dataclass
class _Collected:
    """The pieces of a section, as they stand in its page: so many that a large site does not hold them."""

    anchor: str
    title: str = ""
    words: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    terms: list[str] = field(default_factory=list)

    @property
    def section(self) -> Section:
        """The section of these pieces."""
        lines = (" ".join(line.split()).strip(BETWEEN_CELLS) for line in "".join(self.words).split("\n"))
        code = (line.strip() for line in "".join(self.code).splitlines())
        said, shown = ("\n".join(filter(None, one)) for one in (lines, code))
        return Section(self.anchor, self.title, said, shown, tuple(self.terms))


def read_sections(html: str) -> list[Section]:
    """The sections of a built page in their order; the first bears the title of the page."""
    found: list[_Collected] = []
    _collect(found, parse(html), None, "")
    return [one.section for one in found]


def _collect(found: list[_Collected], element: Element, section: _Collected | None, within: str) -> None:
    """Take the sections at and below an element; text belongs to the innermost one around it.

    ``within`` says where text is: in a ``heading``, in ``code``, in a ``row`` of a table, or in prose.
    """
    given, tag = element.attributes, element.tag
    if tag == "svg" or UNSAID.intersection(element.classes):
        return
    if tag == "section" and given.get("id"):
        section = _Collected(given["id"])
        found.append(section)
    if section and (tag == "dt" or "term" in element.classes):
        section.terms.append(" ".join(element.text.split()))
    within = "heading" if tag in HEADINGS else "code" if tag == "pre" else "row" if tag == "tr" else within
    for child in element.children:
        if isinstance(child, Element):
            _collect(found, child, section, within)
        elif section:
            _take(section, child, within)
    if section and tag == "pre":
        section.code.append("\n")
    elif section and tag in BLOCKS:
        # A row is one passage: its cells stand on one line, with a sign between them.
        in_cell = within == "row" and tag != "tr"
        section.words.append("\n" if not in_cell else BETWEEN_CELLS if tag in CELLS else " ")


def _take(section: _Collected, text: str, within: str) -> None:
    """Take a piece of text; outside code its line breaks are blanks."""
    if within == "heading":
        section.title += text
    elif within == "code":
        section.code.append(text)
    else:
        section.words.append(" ".join(text.split("\n")))
