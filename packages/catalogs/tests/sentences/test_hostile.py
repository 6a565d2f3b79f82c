"""No hostile translation passes the checker, wherever it stands and in whichever language."""

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from printproof_base.findings import Finding
from printproof_base.project import STYLE, Project, at
from printproof_catalogs.catalog import Message
from printproof_catalogs.check import check
from printproof_catalogs.writer import catalog_text, expected_header
from support.hostile import IN_CODE, LANGUAGES, PLACES, hostile_messages


def write_project(root: Path, language: str, place: str) -> None:
    """Write one page and one catalog for each hostile message."""
    for hostile in hostile_messages(language):
        page = root / "docs" / f"{hostile.id}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(PLACES[place](hostile.msgid) + "\n", encoding="utf-8")
        source = f"examples/{hostile.id}.py" if place in IN_CODE else f"docs/{hostile.id}.md"
        message = Message(msgid=hostile.msgid, texts=[hostile.msgstr], places=[source])
        catalog = root / "locales" / language / "LC_MESSAGES" / f"{hostile.id}.po"
        catalog.parent.mkdir(parents=True, exist_ok=True)
        catalog.write_text(catalog_text(expected_header(language), [message]), encoding="utf-8")


def line_of(catalog: Path, start: str) -> int:
    """Give the last line of a file that begins so."""
    lines = catalog.read_bytes().decode("utf-8", "replace").split("\n")
    return max(number for number, line in enumerate(lines, 1) if line.startswith(start))


def errors_of(project: Project) -> dict[str, list[Finding]]:
    """The errors in each catalog, by the name of its hostile message."""
    errors: dict[str, list[Finding]] = {}
    for finding in check(project):
        if finding.severity == "error":
            errors.setdefault(Path(finding.place.path).stem, []).append(finding)
    return errors


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_is_refused_by_file_line_and_rule(
    tmp_path: Path,
    language: str,
    place: str,
    record_property: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture,
) -> None:
    """Every hostile message is an error of a rule made for it, at the line of its msgstr or below."""
    write_project(tmp_path, language, place)
    errors = errors_of(replace(at(tmp_path), style=frozenset(STYLE)))

    passed = {}
    for hostile in hostile_messages(language):
        found = errors.get(hostile.id, [])
        catalog = tmp_path / "locales" / language / "LC_MESSAGES" / f"{hostile.id}.po"
        right = [f for f in found if f.rule in hostile.rules and f.place.line >= line_of(catalog, "msgstr")]
        if not right:
            passed[hostile.id] = [finding.labelled for finding in found]
    tried = len(hostile_messages(language))
    with capsys.disabled():
        print(f"\n{language}, {place}: tried {tried}, refused {tried - len(passed)}", end=" ")
    assert passed == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_a_style_only_taste_passes(tmp_path: Path, language: str) -> None:
    """What can do more than be read otherwise is refused in every project."""
    write_project(tmp_path, language, "comment")
    errors = errors_of(replace(at(tmp_path), style=frozenset()))

    taste = {"copy", "other-english", "full-width-digit", "ideographic-space"}
    assert {hostile.id for hostile in hostile_messages(language)} - errors.keys() == taste


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_suite_tries_every_kind_of_attack(language: str) -> None:
    """Each message has its own id, and at least sixty are tried."""
    ids = Counter(hostile.id for hostile in hostile_messages(language))

    assert max(ids.values()) == 1
    assert len(ids) >= 60
