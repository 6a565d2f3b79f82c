"""The report for maintainers: each figure is that of the gate, and what is not known is said not to be."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from printproof.promises.suite import check_scripts
from printproof.promises.versions import digest_of
from printproof_base.cli import main
from printproof_base.project import Project, at
from printproof_site.publishing.first_view import first_view, weights
from printproof_site.publishing.status import status

DAY_S = 24 * 60 * 60
GIT = ["-c", "user.name=a", "-c", "user.email=a@example.org"]


def git(root: Path, *words: str) -> str:
    """What git says in a folder."""
    done = subprocess.run(["git", "-C", str(root), *GIT, *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def rows(report: str) -> dict[str, str]:
    """The rows of all tables of a report, by their first entry."""
    cells = (line.strip("| ").split(" | ", 1) for line in report.splitlines() if line.startswith("| "))
    return {first: rest[0] if rest else "" for first, *rest in cells}


@pytest.fixture
def project(made: tuple[Project, list[str]], tmp_path: Path) -> Project:
    """A checkout of the small project of two languages, with its records and without a site."""
    root = tmp_path / "project"
    shutil.copytree(made[0].root, root, ignore=shutil.ignore_patterns("site", "parts", "stamps"))
    (root / ".gitignore").write_text("_build\n", encoding="utf-8")
    (root / "locks").mkdir()
    (root / "locks/requirements.txt").write_text("", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "begin")
    return at(root)


def test_each_figure_is_that_of_the_gate(made: tuple[Project, list[str]]) -> None:
    """Outputs as `check` counts them, pages as the project has them, weights as the gate weighs them."""
    project = made[0]
    paths = [f"{folder}/{page}.html" for page in project.pages() for folder in ("en", "ko")]
    sizes = weights({path: first_view(project.build / "site", path) for path in paths})
    most = max(sum(files.values()) for files in sizes.values())

    found = rows(status(project, 0))

    assert found["Outputs"] == str(check_scripts(project, project.docnames()))
    assert found["Pages"] == f"{len(project.pages())} in each of 2 languages"
    assert found["Heaviest first view"].startswith(f"{most:,} B of 16,384 B: ")


def test_a_record_that_is_not_current_does_not_count(project: Project) -> None:
    """A script that was changed is said to be without a record, and nothing is run."""
    docname = project.docnames()[0]
    script, record = project.script(docname), project.record(docname, "as-written")
    before = record.read_bytes()
    script.write_text(script.read_text(encoding="utf-8").replace("# %%", "x = 1\n# %%", 1), encoding="utf-8")

    assert rows(status(project, 0))["Outputs"].endswith("1 scripts have no current record")
    assert record.read_bytes() == before


def test_the_commit_is_named_and_whether_files_differ_from_it(project: Project) -> None:
    """A report of what nobody committed must not look like one of the commit."""
    commit = git(project.root, "rev-parse", "HEAD")
    assert f"\nCommit `{commit}`.\n" in status(project, 0)

    project.page("index").write_text("# Changed\n", encoding="utf-8")

    assert f"\nCommit `{commit}`, with changes that are not committed.\n" in status(project, 0)


def test_a_lock_is_as_old_as_its_last_commit(project: Project) -> None:
    """In days; one that nobody committed has no age."""
    (project.root / "locks/requirements-new.txt").write_text("", encoding="utf-8")
    committed = int(git(project.root, "log", "-1", "--format=%ct"))

    found = rows(status(project, committed + 3.5 * DAY_S))

    assert found["`locks/requirements.txt`"].endswith(" | 3 days")
    assert found["`locks/requirements-new.txt`"].endswith("not in git")


def test_a_version_counts_only_scripts_as_they_are_now(project: Project) -> None:
    """No day is made up: the table holds none, so the commit that changed it last is named."""
    docname = project.docnames()[0]
    results = {"jax 0.8.3": {"as-written": "exact", "jit-off": "close"}, "AVX": {"as-written": "exact"}}
    entry = {"digest": digest_of(project.script(docname)), "results": results}
    old = {"digest": "", "results": results}
    table = {"jobs": ["jax 0.8.3", "AVX"], "scripts": {docname: entry, "gone": old}}
    (project.docs / "versions.json").write_text(json.dumps(table), encoding="utf-8")

    report = status(project, 0)

    assert (rows(report)["jax 0.8.3"], rows(report)["AVX"]) == (
        f"0 of {len(project.docnames())} | 1 close or exact",
        f"1 of {len(project.docnames())}",
    )
    assert "`docs/versions.json` does not say when it was measured; git does not know the file.\n" in report


def test_a_file_that_is_no_table_of_versions_is_named(project: Project) -> None:
    """With what makes one; a report has no traceback."""
    (project.docs / "versions.json").write_text("[]", encoding="utf-8")

    told = "`docs/versions.json` is no table of versions; make one with: printproof matrix --table docs/versions.json"
    assert told in status(project, 0)


def test_a_site_of_other_sources_is_not_weighed(project: Project) -> None:
    """It says why, and what to do, in the place of the figures."""
    found = rows(status(project, 0))

    assert "Heaviest first view" not in found
    assert "make it: printproof site build" in found["Not counted: lessons, first views"]


def test_without_brotli_nothing_is_weighed(
    made: tuple[Project, list[str]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others count, and the command is done."""
    monkeypatch.setitem(sys.modules, "brotli", None)
    monkeypatch.chdir(made[0].root)

    assert main(["site", "status"]) == 0
    assert "brotli is not installed" in rows(capsys.readouterr().out)["Not counted: lessons, first views"]


def test_a_first_view_is_what_holds_up_a_page(tmp_path: Path) -> None:
    """Not an image that waits for its reader, and not the styles of paper."""
    for name in ("a.css", "a.js", "a.png"):
        (tmp_path / name).write_bytes(b"")
    (tmp_path / "page.html").write_text(
        '<link rel="stylesheet" href="a.css?v=1"><link rel="stylesheet" media="print" href="paper.css">'
        '<link rel="icon" href="icon.png"><script src="a.js"></script><script>1</script>'
        '<img src="a.png"><img loading="lazy" src="late.png">',
        encoding="utf-8",
    )

    found = [path.name for path in first_view(tmp_path, "page.html")]

    assert found == ["page.html", "a.js", "a.css", "a.png"]


def test_a_character_that_a_stream_does_not_have_is_spelt_out(
    made: tuple[Project, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where standard output goes to a file on Windows: a report in part of Korean is still a report."""
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="cp1252"))
    monkeypatch.chdir(made[0].root)

    assert main(["site", "status"]) == 0

    assert "| \\ud55c\\uad6d\\uc5b4 | " in written.getvalue().decode("cp1252")
