"""What is a book, beside its pages?"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import NAMESPACE_URL, uuid5

from printproof_base.languages import segment, tag


@dataclass(frozen=True)
class Chapters:
    """A part of a book: its caption, empty where it has none, and its pages by their docnames, in their order."""

    caption: str
    docnames: Sequence[str]


@dataclass(frozen=True)
class Book:
    """A book in one language of a site. ``notes`` are the lines below the title, such as how its outputs were checked.

    ``contents`` is what its table of contents is called, ``modified`` the second of its edition as EPUB writes it,
    ``address`` the public one of the site, empty where it has none.
    """

    title: str
    author: str
    language: str
    parts: Sequence[Chapters]
    contents: str
    modified: str
    rights: str = ""
    address: str = ""
    notes: Sequence[str] = field(default_factory=tuple)

    @property
    def docnames(self) -> list[str]:
        """All pages, in the order in which they are read."""
        return [docname for part in self.parts for docname in part.docnames]

    @property
    def tag(self) -> str:
        """The language as EPUB and HTML call it."""
        return tag(self.language)

    @property
    def identifier(self) -> str:
        """What tells this book from any other: the same in each edition."""
        return uuid5(NAMESPACE_URL, f"{self.address or self.title}#{self.tag}").urn

    @property
    def name(self) -> str:
        """What its files are called, without a suffix: ``state-in-jax-zh-cn``."""
        words = re.sub(r"[^a-z0-9]+", "-", self.title.lower()).strip("-")
        return f"{words or 'book'}-{segment(self.language)}"
