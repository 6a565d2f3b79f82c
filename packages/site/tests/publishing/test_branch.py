"""A branch gets one commit for a site, on top of what it has, and the checkout stays as it is."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from printproof_base.project import ProjectError
from printproof_site.publishing import branch as branches
from printproof_site.publishing.branch import Branch, source_of
from printproof_site.publishing.plan import MANIFEST, planned
from printproof_site.publishing.send import deliver
from support.sites import NEW, OLD, OTHER, OURS, at_once, killed, pages, written

DAY_S = 24 * 60 * 60
KEPT = {"_static/list-0a1b2c3d.js": "old", ".nojekyll": ""}


def git(folder: Path, *command: str) -> str:
    """What git says in a folder."""
    named = ("-c", "user.name=A", "-c", "user.email=a@state.example")
    done = subprocess.run(["git", "-C", folder, *named, *command], capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.fixture
def checkout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with one commit, of a repository that has its branch ``main``."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "A")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "a@state.example")
    git(tmp_path, "init", "-q", "--bare", "host.git")
    git(tmp_path, "clone", "-q", "host.git", "checkout")
    written(tmp_path / "checkout", {"conf.py": ""})
    git(tmp_path / "checkout", "checkout", "-q", "-b", "main")
    git(tmp_path / "checkout", "add", "conf.py")
    git(tmp_path / "checkout", "commit", "-q", "-m", "first")
    git(tmp_path / "checkout", "push", "-q", "origin", "main")
    return tmp_path / "checkout"


@pytest.fixture
def host(checkout: Path) -> Path:
    """The repository whose branch is published to."""
    return checkout.with_name("host.git")


def looked(checkout: Path, name: str = "gh-pages") -> Branch:
    """A branch of the repository that a checkout comes from, to be looked at anew."""
    scratch = checkout.with_name("scratch")
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir()
    return Branch(checkout, "origin", name, scratch)


def bring(checkout: Path, site: dict[str, str], now: float = 0.0, dry: bool = False) -> list[str]:
    """Publish a site; what was said."""
    said: list[str] = []
    folder = checkout.with_name("site")
    shutil.rmtree(folder, ignore_errors=True)
    deliver(written(folder, site), looked(checkout), now, source_of(checkout), dry, said.append)
    return said


def read(host: Path) -> dict[str, str]:
    """The files of the branch but the manifest."""
    names = git(host, "ls-tree", "-r", "--name-only", "gh-pages").split()
    return {name: git(host, "show", f"gh-pages:{name}") for name in names if name != MANIFEST}


def pushed(host: Path, files: dict[str, str]) -> None:
    """Let somebody else commit files to the branch."""
    other = host.with_name("other")
    shutil.rmtree(other, ignore_errors=True)
    git(host.parent, "clone", "-q", "-b", "gh-pages", "host.git", "other")
    written(other, files)
    git(other, "add", ".")
    git(other, "commit", "-q", "-m", "by hand")
    git(other, "push", "-q")


def test_a_branch_that_is_not_there_begins_with_the_site(checkout: Path, host: Path) -> None:
    """It shares no commit with the sources; its commit names theirs."""
    bring(checkout, OLD)

    assert read(host) == {**OLD, ".nojekyll": ""}
    assert git(host, "log", "--format=%s", "gh-pages") == f"Publish the site of {git(checkout, 'rev-parse', 'HEAD')}"


def test_the_next_site_is_one_commit_more(checkout: Path, host: Path) -> None:
    """So that a broken site is reverted without a build; a file that is the same is none of it."""
    bring(checkout, OLD)
    bring(checkout, NEW)

    assert read(host) == {**NEW, **KEPT}
    assert git(host, "rev-list", "--count", "gh-pages") == "2"


def test_a_site_that_is_there_already_is_no_commit(checkout: Path, host: Path) -> None:
    """Publishing twice is publishing once."""
    bring(checkout, OLD)

    assert bring(checkout, OLD)[-1] == "nothing changed"
    assert git(host, "rev-list", "--count", "gh-pages") == "1"


def test_what_others_put_on_the_branch_stays(checkout: Path, host: Path) -> None:
    """As the settings of GitHub commit a CNAME; after a day what was kept for readers goes, that does not."""
    bring(checkout, OLD)
    pushed(host, OURS)
    bring(checkout, NEW)
    bring(checkout, NEW, now=DAY_S)

    assert read(host) == {**NEW, **OURS, ".nojekyll": ""}


def test_a_push_in_between_is_left_on_the_branch(checkout: Path, host: Path, tmp_path: Path) -> None:
    """One line says so, and the next call publishes on top of it."""
    bring(checkout, OLD)
    site = written(tmp_path / "new", NEW)
    files = {name: site / name for name in NEW}
    branch = looked(checkout)
    plan = planned(*branch.held(files), 0)
    pushed(host, OURS)

    with pytest.raises(
        ProjectError, match=r"^gh-pages: somebody pushed to it meanwhile, so nothing was published; run"
    ):
        branch.put(plan, files, print)

    assert git(host, "log", "-1", "--format=%s", "gh-pages") == "by hand"
    bring(checkout, NEW)
    assert read(host) == {**NEW, **OURS, **KEPT}


def test_the_checkout_stays_as_it_is(checkout: Path) -> None:
    """Its files, its index, also where somebody has begun a commit, and its branches."""
    written(checkout, {"new.py": ""})
    git(checkout, "add", "new.py")
    os.utime(checkout / "conf.py", (1, 1))  # git notes the time of a file that it has looked at
    before = (checkout / ".git/index").read_bytes(), git(checkout, "branch"), {*checkout.iterdir()}

    bring(checkout, OLD)

    assert ((checkout / ".git/index").read_bytes(), git(checkout, "branch"), {*checkout.iterdir()}) == before


def test_files_that_are_not_committed_are_told_of(checkout: Path, host: Path) -> None:
    """The commit alone would not make this site again."""
    written(checkout, {"conf.py": "changed"})

    bring(checkout, OLD)

    assert git(host, "log", "--format=%s", "gh-pages").endswith("-dirty")


def test_a_dry_run_commits_nothing(checkout: Path, host: Path) -> None:
    """It looks at the branch, and leaves it where it is."""
    bring(checkout, OLD)
    before = git(host, "rev-parse", "gh-pages")

    said = bring(checkout, NEW, dry=True)

    assert ("  ko/guide/page.html" in said, git(host, "rev-parse", "gh-pages")) == (True, before)


def test_the_branch_of_the_sources_is_refused(checkout: Path, tmp_path: Path) -> None:
    """A site among the sources is what nobody means."""
    site = written(tmp_path / "site", OLD)

    with pytest.raises(
        ProjectError, match=r"^main: holds the sources, not a site; name another branch: git:origin#gh-"
    ):
        deliver(site, looked(checkout, "main"), 0, "abc", False, print)


def test_a_host_that_refuses_is_named_in_its_own_words(checkout: Path, host: Path) -> None:
    """As a branch does that is protected."""
    hook = host / "hooks/update"
    hook.write_text("#!/bin/sh\necho 'error: this branch is protected' >&2\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)

    with pytest.raises(ProjectError, match=r"^git: remote: error: this branch is protected$"):
        bring(checkout, OLD)


def test_a_repository_that_is_away_is_one_line(checkout: Path, host: Path) -> None:
    """In the words of git."""
    shutil.rmtree(host)

    with pytest.raises(ProjectError, match=r"^git: fatal: '.*host.git' does not appear to be a git repository$"):
        bring(checkout, OLD)


def test_wherever_it_is_killed_the_branch_has_one_whole_site(checkout: Path, host: Path, tmp_path: Path) -> None:
    """The old or the new one; the next call finishes."""
    bring(checkout, OLD)
    pushed(host, OURS)
    before = git(host, "rev-parse", "gh-pages")
    whole = [{**OLD, **OURS, ".nojekyll": ""}, {**NEW, **OURS, **KEPT}]
    target = f"Branch(Path({str(checkout)!r}), 'origin', 'gh-pages', scratch)"
    for number in killed(written(tmp_path / "new", NEW), tmp_path / "killed", target, "programs"):
        assert (number, read(host)) in [(number, site) for site in whole]
        bring(checkout, NEW)
        assert read(host) == whole[1]
        git(host, "update-ref", "refs/heads/gh-pages", before)
    assert number > 8


MEANWHILE = "gh-pages: somebody pushed to it meanwhile, so nothing was published; run it again"


@pytest.mark.parametrize("number", range(5))
def test_of_two_that_publish_at_once_one_is_there_whole(
    checkout: Path, host: Path, tmp_path: Path, number: int
) -> None:
    """Each from a checkout of its own; where the other one did not come after it, one line says so."""
    bring(checkout, OLD)
    git(tmp_path, "clone", "-q", "-b", "main", "host.git", "second")
    publishings = {}
    for folder, site in ((checkout, NEW), (tmp_path / "second", OTHER)):
        scratch = tmp_path / f"scratch-{folder.name}"
        scratch.mkdir()
        where = f"Branch(Path({str(folder)!r}), 'origin', 'gh-pages', Path({str(scratch)!r}))"
        publishings[written(tmp_path / f"site-{folder.name}", site)] = where

    said = at_once(publishings)

    assert sorted(said) in [["", ""], ["", MEANWHILE]]
    assert pages(read(host)) in [pages(NEW), pages(OTHER)]


@pytest.mark.parametrize(
    "words",
    [
        "! [rejected]        abc -> gh-pages (fetch first)",
        "! [remote rejected] abc -> gh-pages (cannot lock ref 'refs/heads/gh-pages': is at 1 but expected 2)",
        "! [remote rejected] abc -> gh-pages (reference already exists)",
        "! [remote rejected] abc -> gh-pages (failed to update ref)",
    ],
)
def test_whoever_was_a_moment_faster_is_told_of_alike(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, words: str
) -> None:
    """A host that takes two pushes at one time has other words for it than one that has taken the other before."""

    def refuse(*command: str, **how: object) -> None:
        raise ProjectError.at("git", words)

    monkeypatch.setattr(branches, "work", refuse)

    with pytest.raises(ProjectError, match=f"^{MEANWHILE}$"):
        bring(checkout, OLD)


def test_a_folder_without_a_commit_has_no_source(tmp_path: Path) -> None:
    """A site is published from there all the same."""
    assert source_of(tmp_path) == ""


def test_a_checkout_without_a_commit_publishes_twice(checkout: Path, host: Path, tmp_path: Path) -> None:
    """It has nothing that a branch could hold the sources of."""
    bring(checkout, OLD)
    git(tmp_path, "init", "-q", "empty")
    git(tmp_path / "empty", "remote", "add", "origin", str(host))

    bring(tmp_path / "empty", NEW)

    assert read(host) == {**NEW, **KEPT}
