"""What does a program read first that reads a site? ``llms.txt``: a title, a sentence, and where each page is.

The form is that of llmstxt.org: a heading, a quotation, then sections with lists of links.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from printproof.formats.markdown import heading, item, link, quoted, words

FILE = "llms.txt"


@dataclass(frozen=True)
class Entry:
    """A page or a file: what it is called, where it is, and what it says of itself."""

    title: str
    address: str
    says: str = ""


@dataclass(frozen=True)
class Section:
    """Entries below a heading."""

    title: str
    entries: Sequence[Entry]


def llms(title: str, says: str, sections: Sequence[Section], first: Sequence[Entry] = ()) -> str:
    """The text of the file; all words are plain ones. ``first`` stands above the sections."""
    parts = [heading(words(title), 1), quoted(words(says)) if says else "", "\n".join(map(_line, first))]
    for section in sections:
        parts += [heading(words(section.title), 2), "\n".join(map(_line, section.entries))]
    return "\n\n".join(filter(None, parts)) + "\n"


def _line(entry: Entry) -> str:
    named = link(words(entry.title), entry.address)
    return item("-", f"{named}: {words(entry.says)}" if entry.says else named)
