"""One command brings the built site to a host, if it is the one that was verified; every refusal is one line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath

import pytest

from printproof_base.cli import main
from printproof_base.processes import own_environment
from printproof_base.project import Project, at
from printproof_site.publishing.build import make_site
from printproof_site.publishing.plan import MANIFEST
from printproof_site.publishing.send import names_host
from support.built import ROOT
from support.interrupted import interruptible
from support.no_room import on_full_disk

SITE = "_build/site"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The project of two languages with its site."""
    root = Path(shutil.copytree(ROOT / "tests/sites/two-languages", tmp_path_factory.mktemp("send") / "project"))
    make_site(at(root), report=lambda line: None)
    return at(root)


@pytest.fixture
def project(built: Project, monkeypatch: pytest.MonkeyPatch) -> Project:
    """The same, with the commands of a test typed in it."""
    monkeypatch.chdir(built.root)
    return built


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with their bytes, but the manifest."""
    paths = (path for path in folder.rglob("*") if path.is_file() and path.name != MANIFEST)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def refused(capsys: pytest.CaptureFixture[str], target: str) -> str:
    """The one line that says why a target is not published to."""
    capsys.readouterr()
    assert main(["site", "publish", target]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    return line


def test_a_built_site_is_brought_to_a_folder(project: Project, tmp_path: Path) -> None:
    """Every byte of it, and nothing is left in the folder of builds."""
    assert main(["site", "publish", str(tmp_path / "state")]) == 0

    assert tree(tmp_path / "state") == tree(project.root / SITE)
    assert not (project.build / "publishing").exists()


def test_a_built_site_is_brought_to_a_branch(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the path of a repository; the branch has the name that Pages of GitHub expects."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@state.example")
    shutil.copytree(project.root, tmp_path / "project")
    subprocess.run(["git", "init", "-q", "--bare", tmp_path / "host.git"], check=True)
    make_site(at(tmp_path / "project"), report=lambda line: None)
    subprocess.run(["git", "init", "-q", tmp_path / "project"], check=True)
    monkeypatch.chdir(tmp_path / "project")

    assert main(["site", "publish", "git:../host.git"]) == 0

    listed = ["git", "-C", tmp_path / "host.git", "ls-tree", "-r", "--name-only", "gh-pages"]
    names = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.split()
    assert {*names} == {*tree(tmp_path / "project" / SITE), MANIFEST, ".nojekyll"}


def test_no_site_is_not_published(project: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The line says how one is made."""
    shutil.move(project.root / SITE, tmp_path / "away")
    line = refused(capsys, str(tmp_path / "state"))
    shutil.move(tmp_path / "away", project.root / SITE)

    assert line == "_build/site: is no site that passed its checks; make it: printproof site build"
    assert not (tmp_path / "state").exists()


def test_a_site_that_was_changed_is_not_published(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has verified what it is now."""
    page = project.root / SITE / "ko/index.html"
    before = page.read_bytes()
    page.write_bytes(before + b" ")
    line = refused(capsys, "../state")
    page.write_bytes(before)

    assert line == "_build/site: is no site that passed its checks; make it: printproof site build"


def test_a_site_that_is_older_than_its_sources_is_not_published(
    project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who publishes after a correction means the corrected page."""
    page = project.docs / "guide/count.md"
    before = page.read_text(encoding="utf-8")
    page.write_text(before + "\nMore.\n", encoding="utf-8")
    line = refused(capsys, "../state")
    page.write_text(before, encoding="utf-8")

    assert line.startswith("_build/site: is older than what it is made of (docs/guide/count.md); make it anew: ")


@pytest.mark.parametrize(
    ("target", "fact"),
    [
        (".", "holds the project, or what it builds"),
        ("/", "holds the project, or what it builds"),
        ("_build/site/en", "holds the project, or what it builds"),
        ("host:/srv/state", "is no folder here; say how to reach it: rsync:host:/srv/state or git:host:/srv/state"),
        ("rsync:", "is no folder here"),
    ],
)
def test_a_target_that_is_none_is_refused(
    project: Project, capsys: pytest.CaptureFixture[str], target: str, fact: str
) -> None:
    """The project itself above all: it would be moved to make room."""
    assert refused(capsys, target).startswith(f"{target}: {fact}")


def test_a_full_disk_leaves_the_host_as_it_was(project: Project, tmp_path: Path) -> None:
    """One line says so; there is no half a site, and nothing of it beside."""
    (tmp_path / "www").mkdir()

    ended = on_full_disk(project.root, "site", "publish", str(tmp_path / "www/state"), size=1, PATH=os.environ["PATH"])

    line = "no room to write: the disk is full, or a quota is; make room, then run it again"
    assert (ended.returncode, ended.stderr.splitlines()) == (2, [line])
    assert list((tmp_path / "www").iterdir()) == []


@interruptible()
def test_an_interruption_is_one_line(project: Project, tmp_path: Path) -> None:
    """The host has what it had, and the next call publishes."""
    host = tmp_path / "host"
    host.mkdir()
    stopped = tmp_path / "rsync"
    stopped.write_text("#!/bin/sh\nkill -INT 0\nexec sleep 60\n", encoding="utf-8")
    stopped.chmod(0o755)
    command = [sys.executable, "-m", "printproof", "site", "publish", f"rsync:{host}/state"]
    env = own_environment({**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"})

    done = subprocess.run(command, env=env, capture_output=True, text=True, start_new_session=True, check=False)

    assert (done.returncode, done.stderr) == (130, "interrupted\n")
    assert list(host.iterdir()) == []
    assert main(["site", "publish", str(host / "state")]) == 0


@pytest.mark.parametrize(
    ("target", "kind", "wanted"),
    [
        ("host:/srv/www", PurePosixPath, True),
        ("host:/srv/www", PureWindowsPath, True),
        ("C:\\www\\state", PureWindowsPath, False),
        ("C:/www/state", PureWindowsPath, False),
        ("./a:b", PurePosixPath, False),
    ],
)
def test_a_drive_is_no_host(target: str, kind: type[PurePath], wanted: bool) -> None:
    """A folder of Windows must not be taken for another machine; a machine has more than one letter."""
    assert names_host(target, kind) is wanted
