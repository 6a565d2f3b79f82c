"""Which finished books does a site offer? Those made of the very sources that its pages are made of."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from printproof_base.languages import segment
from printproof_base.project import Project
from printproof_site.publishing.inputs import Digests, Inputs
from printproof_site.publishing.parts import Stamp, stamp_of, write_stamp

PLACE = "books"
"""The folder of books, below that of builds."""

BUILDERS = {"epub": "epub", "pdf": "paper"}
"""The kinds of books, each with what Sphinx calls its builder."""


@dataclass(frozen=True)
class Book:
    """A finished book: its file, its language, and a digest of its bytes."""

    path: Path
    language: str
    digest: str


def note_book(project: Project, path: Path, made_of: Digests) -> None:
    """Keep what a book is made of; empty where that is not known. Raises OSError."""
    write_stamp(project, _stamp(path), Stamp(made_of, _digest(path)))


def current_books(
    project: Project, languages: Sequence[str], inputs: Inputs, report: Callable[[str], None] = lambda line: None
) -> list[Book]:
    """The books whose language is still made of what they were; each other one is reported, with the cure.

    A book that was changed since it was written counts as one that is made of something else. Raises OSError.
    """
    current = []
    for book in _books(project, languages):
        stamp = stamp_of(project, _stamp(book.path))
        if stamp and (stamp.fingerprint, stamp.files) == (inputs.of_language(book.language), book.digest):
            current.append(book)
        else:
            cure = f"printproof site {book.path.suffix[1:]} {book.language}"
            report(f"{project.shown(book.path)}: is not made of what its pages are, so it is not offered; {cure}")
    return current


def made_of(inputs: Inputs, books: Sequence[Book]) -> Digests:
    """What a site is made of: all inputs, and the books that it offers."""
    return {**inputs.of_site, **{book.path.name: book.digest for book in books}}


def _books(project: Project, languages: Sequence[str]) -> Iterator[Book]:
    for language in languages:
        for kind in BUILDERS:
            for path in sorted((project.build / PLACE).glob(f"*-{segment(language)}.{kind}")):
                yield Book(path, language, _digest(path))


def _stamp(path: Path) -> str:
    return f"book-{path.name}"


def _digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()
