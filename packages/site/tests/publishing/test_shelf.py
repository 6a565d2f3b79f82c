"""A site offers the books that are made of what its pages are, and no other."""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest

from printproof_base.languages import size_in
from printproof_base.project import Project, at
from printproof_site.publishing.books import make_books
from printproof_site.publishing.build import make_site
from printproof_site.publishing.shelf import current_books, note_book
from support.built import Page


@pytest.fixture(scope="module")
def shelved(made: tuple[Project, list[str]], tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project of two languages with a Korean book, and a site made after it."""
    root = tmp_path_factory.mktemp("shelf") / "project"
    shutil.copytree(made[0].root, root)
    make_books(at(root), "epub", "ko", report=lambda line: None)
    make_site(at(root), report=lambda line: None)
    return at(root)


@pytest.fixture
def project(shelved: Project, tmp_path: Path) -> Project:
    """A book without a site: a file, and what it is made of."""
    (tmp_path / "pyproject.toml").write_text('[tool.printproof]\nreference = "0.10.2"\n', encoding="utf-8")
    (tmp_path / "locales/ko/LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "_build/books").mkdir(parents=True)
    (tmp_path / "_build/books/count-ko.epub").write_bytes(b"a book")
    return at(tmp_path)


def book_of(project: Project) -> Path:
    """The one book there is."""
    (book,) = (project.build / "books").iterdir()
    return book


def offers(page: Path, name: str) -> list[str]:
    """The texts of the links to a file on a page."""
    return [link.text for link in Page(page).all("a") if link.given.get("href", "").rpartition("/")[2] == name]


def test_a_book_stands_beside_the_archives(shelved: Project) -> None:
    """The same bytes, offered in its language with its size."""
    book, site = book_of(shelved), shelved.build / "site"
    size = size_in("ko", book.stat().st_size)

    assert (site / book.name).read_bytes() == book.read_bytes()
    assert [size in offer and "EPUB" in offer for offer in offers(site / "index.html", book.name)] == [True]


def test_the_start_page_of_its_language_names_it(shelved: Project) -> None:
    """No other page does."""
    book, site = book_of(shelved), shelved.build / "site"
    named = {path.relative_to(site).as_posix(): offers(path, book.name) for path in site.rglob("*.html")}

    assert {path: texts for path, texts in named.items() if texts and path != "index.html"} == {
        "ko/index.html": ["EPUB"]
    }


def test_no_archive_names_a_book(shelved: Project) -> None:
    """It is not in there."""
    book, site = book_of(shelved), shelved.build / "site"
    for path in site.glob("*.zip"):
        archive = zipfile.ZipFile(path)
        assert [name for name in archive.namelist() if book.name.encode() in archive.read(name)] == []


def test_a_book_that_comes_or_goes_makes_the_site_anew(shelved: Project, tmp_path: Path) -> None:
    """Nothing else has changed, and no page is built again."""
    book, said, there = book_of(shelved), [""], []
    away = shutil.move(book, tmp_path)
    for back in (False, True):
        if back:
            shutil.move(away, book)
        make_site(shelved, report=said.append)
        there.append((shelved.build / "site" / book.name).exists())

    assert [line for line in said if "building" in line or "nothing changed" in line] == []
    assert there == [False, True]


class _Inputs:
    """What a language is made of, as a test says it."""

    def __init__(self, made_of: dict[str, str]) -> None:
        self.made_of = made_of

    def of_language(self, language: str) -> dict[str, str]:
        """The same for each."""
        return self.made_of


@pytest.mark.parametrize(
    ("made_of", "content", "offered"),
    [({"page": "1"}, b"a book", True), ({"page": "2"}, b"a book", False), ({"page": "1"}, b"other", False)],
    ids=["as it was", "a page has changed", "the book has changed"],
)
def test_a_book_that_is_older_than_its_pages_is_not_offered(
    project: Project, made_of: dict[str, str], content: bytes, offered: bool
) -> None:
    """It is named, with the command that makes it anew."""
    book, said = book_of(project), [""]
    note_book(project, book, {"page": "1"})
    book.write_bytes(content)

    found = current_books(project, ["ko"], _Inputs(made_of), said.append)  # type: ignore[arg-type]

    line = f"{Path('_build/books/count-ko.epub')}: is not made of what its pages are, so it is not offered; "
    assert [one.path for one in found] == [book] * offered
    assert said[1:] == [f"{line}printproof site epub ko"] * (not offered)


def test_a_book_that_nobody_noted_is_not_offered(project: Project) -> None:
    """Nothing says what it is made of."""
    assert current_books(project, ["ko"], _Inputs({}), lambda line: None) == []  # type: ignore[arg-type]


def test_a_book_of_what_changed_while_it_was_made_is_not_offered(project: Project) -> None:
    """Then what it is made of is empty, which no page is."""
    note_book(project, book_of(project), {})

    assert current_books(project, ["ko"], _Inputs({"page": "1"}), lambda line: None) == []  # type: ignore[arg-type]
