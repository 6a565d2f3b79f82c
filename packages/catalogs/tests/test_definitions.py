"""A term that is explained is explained in every language of the site, in one sentence, or `make check` says so."""

from pathlib import Path

import pytest

from printproof_base.project import Project, at
from printproof_catalogs.check import check
from printproof_catalogs.new_language import with_column
from support.built import ROOT

HEADING = "term,ko,keep,note,definition,definition ko\n"
GOOD = (
    "pure function,순수 함수,no,,A function without state.,상태가 없는 함수입니다.\nstate,상태,no,,A value.,값입니다.\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A project with a language and a glossary."""
    for path, text in {"docs/index.md": "# A\n", "examples/none.txt": "", "docs/glossary.csv": HEADING + GOOD}.items():
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    (tmp_path / "locales/ko/LC_MESSAGES").mkdir(parents=True)
    return at(tmp_path)


def said(project: Project, old: str = "", new: str = "") -> list[str]:
    """What the checker says of the glossary, once a piece of it is another."""
    project.glossary.write_text((HEADING + GOOD).replace(old, new), encoding="utf-8")
    return [finding.labelled for finding in check(project) if "glossary.csv" in finding.place.path]


def test_sound_definitions_are_no_finding(project: Project) -> None:
    """Nor is a term without any."""
    assert said(project) == []
    assert said(project, "A value.,값입니다.", ",") == []


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        (
            "상태가 없는 함수입니다.",
            "",
            "2: warning: definition: 1 of 2 terms have no definition in ko, 'pure function' first;",
        ),
        ("A value.", "", "3: error: definition: 'state' has a definition in ko and none in the language of the pages;"),
        (
            "A value.",
            "A value",
            "3: error: definition: what 'state' means is not one sentence; end it with its only full",
        ),
        (
            "A value.",
            "A value. It is.",
            "3: error: definition: what 'state' means is not one sentence; end it with its",
        ),
        ("A value.", "A" + " big" * 24 + " value.", "3: warning: definition: what 'state' means has 26 words; use 25"),
        (
            "state,상태",
            "pure function,상태",
            "2: warning: definition: no page leads to what 'pure function' means; its word",
        ),
        ("상태가 없는", "`x` 상태가 없는", "2: error: code: "),
        (
            "상태가 없는 함수",
            "늘 같은 함수",
            "2: warning: term: 'state' is 상태 in the glossary, and none of them is here",
        ),
    ],
)
def test_a_definition_that_is_wrong_is_named(project: Project, old: str, new: str, finding: str) -> None:
    """With its line, what is wrong and the cure; it keeps to the rules of a translation."""
    assert said(project, old, new)[0].startswith(f"docs/glossary.csv:{finding}")


def test_a_new_language_gets_a_column_for_what_terms_mean() -> None:
    """At the end, beside those of the others."""
    table = with_column(HEADING + GOOD, "ja")

    assert table.splitlines()[0] == "term,ko,ja,keep,note,definition,definition ko,definition ja"
    assert table.splitlines()[2] == "state,상태,,no,,A value.,값입니다.,"


def test_no_term_of_this_project_is_without_its_definition() -> None:
    """In any language, and each is as a reviewer wants it."""
    assert [f.labelled for f in check(at(ROOT)) if f.place.path.endswith("glossary.csv")] == []
