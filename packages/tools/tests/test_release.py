"""A release is one commit, and what it says of its version is the same everywhere."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from packages.tools.release import CHANGES, ROOT, disagreeing, main

SECTION = "# Changes\n\n## {} ({})\n\n- One.\n\n### When you upgrade\n\nNothing.\n"


def git(root: Path, *words: str) -> str:
    """What git says in a folder."""
    done = subprocess.run(["git", "-C", str(root), *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def write(root: Path, path: str, text: str) -> None:
    """Write a file of a repository."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with two packages of version 0.1.0 that is not published yet."""
    for name in ("a", "b"):
        write(tmp_path, f"packages/{name}/pyproject.toml", '[project]\nname = "x"\nversion = "0.1.0"\n')
    write(tmp_path, CHANGES, SECTION.format("0.1.0", "not published yet"))
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "user.name", "a")
    git(tmp_path, "config", "user.email", "a@example.org")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-qm", "begin")
    return tmp_path


def told(root: Path, tag: str = "") -> list[str]:
    """What the check reports."""
    return [str(finding) for finding in disagreeing(root, tag)]


def refused(root: Path, version: str, capsys: pytest.CaptureFixture[str]) -> str:
    """The one line that refuses a release, which wrote nothing."""
    before = git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain")
    assert main([version], root) == 1
    assert (git(root, "rev-parse", "HEAD"), git(root, "status", "--porcelain")) == before
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_what_this_repository_says_agrees() -> None:
    """At each commit; a tag is compared when it is published."""
    assert told(ROOT) == []


def test_a_release_is_one_commit_without_a_tag(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Versions and the heading with its day; what is left to do is said, and the check of its tag holds."""
    assert main(["0.2.0"], root) == 0

    assert capsys.readouterr().out.endswith("git tag v0.2.0 && git push origin main v0.2.0\n")
    assert (git(root, "log", "-1", "--format=%s"), git(root, "tag"), git(root, "status", "-s")) == (
        "release: 0.2.0",
        "",
        "",
    )
    assert 'version = "0.2.0"' in (root / "packages/b/pyproject.toml").read_text(encoding="utf-8")
    assert told(root, "v0.2.0") == []


def test_a_package_with_another_version_is_named(root: Path) -> None:
    """Place, fact, expectation and cure."""
    write(root, "packages/a/pyproject.toml", '[project]\nversion = "0.0.9"\n')

    assert told(root) == [
        'packages/a/pyproject.toml: version is 0.0.9, and the others have 0.1.0; write version = "0.1.0"'
    ]


def test_a_section_of_another_version_is_named(root: Path) -> None:
    """The changelog is behind the packages."""
    write(root, CHANGES, SECTION.format("0.0.9", "2026-01-01"))

    (line,) = told(root)
    assert line == (
        f"{CHANGES}:3: the newest section is 0.0.9, and the packages have 0.1.0; begin ## 0.1.0 (not published yet)"
    )


@pytest.mark.parametrize("tag", ["v0.2.0", "v0.1.0"])
def test_a_tag_that_is_not_the_release_is_named(root: Path, tag: str) -> None:
    """Of another version, or set before the commit of the release."""
    assert told(root, tag) == [
        f"{CHANGES}:3: the tag is {tag}, the newest section 0.1.0 (not published yet), "
        "and a release has the tag v0.1.0 and its day; "
        "tag the commit that python -m packages.tools.release makes: git tag v0.1.0"
    ]


def test_files_that_differ_from_the_commit_refuse_a_release(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also one that git does not know: it could be part of a package."""
    write(root, "left.py", "")

    assert "1 files differ from the commit, the first is left.py; commit them" in refused(root, "0.2.0", capsys)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("0.3.0", "the tag v0.3.0 exists; name the next version"),
        ("0.2.9", "0.2.9 is not greater than 0.3.0; name a greater version"),
        ("0.4", "'0.4' is no version; write three numbers, such as 0.2.0"),
    ],
)
def test_a_version_that_is_not_greater_is_refused(
    root: Path, version: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Than the newest tag and than the packages."""
    git(root, "tag", "v0.3.0")

    assert refused(root, version, capsys) == words


def test_a_release_without_news_or_a_way_up_is_refused(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The newest section is published already, or it does not say how to upgrade."""
    assert main(["0.1.0"], root) == 0
    assert "0.1.0 is published, and nothing stands above it; begin ## 0.2.0" in refused(root, "0.2.0", capsys)

    write(root, CHANGES, "# Changes\n\n## 0.2.0 (not published yet)\n\n- One.\n")
    git(root, "commit", "-qam", "news")
    assert "has no '### When you upgrade'; say what a project" in refused(root, "0.2.0", capsys)
