"""A project with Windows line ends, as git writes it there unless told otherwise, is the same site."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

from printproof_base.project import Project, at
from printproof_catalogs.check import check
from printproof_site.publishing.build import make_site
from support.built import ROOT

PAGES = (".html", ".js", ".css", ".md", ".ipynb", ".py")
TEXT = (".md", ".py", ".po", ".csv", ".toml", ".css", ".svg")


def digests(site: Path) -> dict[str, str]:
    """The files that readers see, by their names."""
    paths = (path for path in site.rglob("*") if path.suffix in PAGES)
    return {path.relative_to(site).as_posix(): sha256(path.read_bytes()).hexdigest() for path in paths}


def test_a_project_with_windows_line_ends_is_the_same_site(made: tuple[Project, list[str]], tmp_path: Path) -> None:
    """Byte by byte; its catalogs have warnings that say so, and no error."""
    root = tmp_path / "project"
    shutil.copytree(ROOT / "tests/sites/two-languages", root)
    for path in (path for path in root.rglob("*") if path.suffix in TEXT):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))

    site = make_site(at(root), report=lambda line: None)

    assert digests(site) == digests(made[0].build / "site")
    assert {finding.rule for finding in check(at(root)) if finding.severity == "error"} == set()


def test_a_clone_has_the_line_ends_of_the_commit(tmp_path: Path) -> None:
    """Also where git is set up as on Windows: a table of versions knows scripts by their bytes."""
    source, clone = tmp_path / "source", tmp_path / "clone"
    source.mkdir()
    shutil.copyfile(ROOT / ".gitattributes", source / ".gitattributes")
    (source / "a.py").write_bytes(b"x = 1\ny = 2\n")
    (source / "a.png").write_bytes(b"\x89PNG\r\n\x1a\n\x00\n")
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for words in (["init", "-q"], ["add", "."], [*named, "commit", "-qm", "begin"]):
        subprocess.run(["git", "-C", str(source), *words], check=True)

    windows = ["-c", "core.autocrlf=true", "-c", "core.eol=crlf"]
    subprocess.run(["git", *windows, "clone", "-q", str(source), str(clone)], check=True, env={**os.environ})

    assert (clone / "a.py").read_bytes() == b"x = 1\ny = 2\n"
    assert (clone / "a.png").read_bytes() == (source / "a.png").read_bytes()


def test_what_is_published_has_the_same_line_ends_everywhere() -> None:
    """Text that is written without a word on line ends has those of its system, so other bytes on Windows."""
    package = ROOT / "packages/site/src/printproof_site"
    calls = [
        (path.name, node.lineno, {word.arg for word in node.keywords})
        for path in sorted(package.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "write_text"
    ]

    assert [call[:2] for call in calls if "newline" not in call[2] and call[0] != "languages.py"] == []
    assert len(calls) > 5
