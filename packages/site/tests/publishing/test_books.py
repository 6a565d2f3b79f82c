"""Books are published whole, after every step has passed, or they stay as they were."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.project import Project, ProjectError, at
from printproof_site.books.paper import unpacked
from printproof_site.publishing import books as making
from printproof_site.publishing.books import make_books
from printproof_site.publishing.build import SiteError
from support.books import typeset_only

SCRIPT = "examples/guide/count.py"


@pytest.fixture
def project(made: tuple[Project, list[str]], tmp_path: Path) -> Project:
    """A copy of the project of two languages, whose promises were compared."""
    shutil.copytree(made[0].root, tmp_path / "project")
    return at(tmp_path / "project")


def named(folder: Path) -> list[str]:
    """The files of a folder, hidden ones as well."""
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def test_a_book_of_each_language_is_published(project: Project) -> None:
    """With the outputs of the run, and comments in its language."""
    made = make_books(project, "epub", report=lambda line: None)

    assert [path.name for path in made] == named(project.build / "books")
    pages = [unpacked(path.read_bytes())["guide/count.xhtml"].decode() for path in made]
    assert ["첫 번째 수" in page for page in pages] == [False, True]
    assert ['<pre data-output="as-written">2\n</pre>' in page for page in pages] == [True, True]


def test_one_language_is_published_alone(project: Project) -> None:
    """The others are not built."""
    (made,) = make_books(project, "epub", "ko", report=lambda line: None)

    assert named(project.build / "books") == [made.name]
    assert not (project.build / "making").exists()


def test_a_second_book_is_the_same(project: Project) -> None:
    """And no script is run for it."""
    said: list[str] = []
    (first,) = (path.read_bytes() for path in make_books(project, "epub", "ko", report=said.append))

    (second,) = (path.read_bytes() for path in make_books(project, "epub", "ko", report=said.append))

    assert (first == second, said.count("0 runs")) == (True, 2)


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        (SCRIPT, "# Output:\n# 2", "# Output:\n# 3", f"{SCRIPT}:15: cell 'two' printed '2'; its promise says '3'"),
        ("locales/ko/LC_MESSAGES/guide/count.po", 'msgstr "다시 세기"', 'msgstr "다시 세기', "guide/count.po:"),
        ("docs/guide/count.md", "# Count again", "# Count {doc}`nothing`", "not built: en, ko"),
    ],
    ids=["a changed digit", "a broken catalog", "a warning of Sphinx"],
)
def test_a_failure_leaves_the_published_books(project: Project, name: str, before: str, after: str, said: str) -> None:
    """What is wrong on the site is wrong in a book."""
    (book,) = make_books(project, "epub", "ko", report=lambda line: None)
    published, path = book.read_bytes(), project.root / name
    path.write_text(path.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")

    with pytest.raises(SiteError, match=said.replace("(", r"\(")):
        make_books(project, "epub", report=lambda line: None)

    assert (named(project.build / "books"), book.read_bytes()) == ([book.name], published)


def test_without_a_renderer_nothing_is_begun(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """It is said at once, with the cure, and what is published stays."""

    def missing() -> None:
        raise ProjectError.at("locks/requirements-books.txt", "WeasyPrint is not installed", "python -m pip install")

    monkeypatch.setattr(making, "require_renderer", missing)
    monkeypatch.chdir(project.root)

    assert main(["site", "pdf", "ko"]) == 2
    assert capsys.readouterr().err == (
        "locks/requirements-books.txt: WeasyPrint is not installed; python -m pip install\n"
        "no book was published; _build/books is as it was\n"
    )


def test_a_language_that_is_misspelt_is_answered_with_the_nearest(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    """As with every other verb."""
    monkeypatch.chdir(project.root)

    assert main(["site", "epub", "kr"]) == 2
    assert "did you mean ko?" in capsys.readouterr().err


@typeset_only
def test_a_book_is_set_in_type(project: Project) -> None:
    """From its EPUB, under the same name."""
    (made,) = make_books(project, "pdf", "ko", report=lambda line: None)

    assert (made.suffix, made.read_bytes()[:5]) == (".pdf", b"%PDF-")
    assert named(project.build / "books") == [made.name]
