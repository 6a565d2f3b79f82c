"""A published tree is whole at every moment, and one build at a time may change it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from printproof_base.project import ProjectError
from printproof_site.publishing import publish as publishing
from printproof_site.publishing.publish import exclusive_lock, publish, recover

HOLD = """
import sys
from pathlib import Path
from printproof_site.publishing.publish import exclusive_lock
with exclusive_lock(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def tree(path: Path, text: str) -> Path:
    """A tree of one page."""
    path.mkdir(parents=True)
    (path / "index.html").write_text(text, encoding="utf-8")
    return path


@pytest.fixture(params=["exchange", "two renames"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A system with an exchange of folders, and one without."""
    if request.param == "two renames":
        monkeypatch.setattr(publishing, "_exchanged", lambda one, other: False)
    return str(request.param)


def test_the_first_tree_takes_its_place(tmp_path: Path, system: str) -> None:
    """Where nothing was published, the tree is moved there."""
    publish(tree(tmp_path / "making", "new"), tmp_path / "out" / "site")

    assert (tmp_path / "out/site/index.html").read_text() == "new"


def test_a_new_tree_replaces_the_former(tmp_path: Path, system: str) -> None:
    """Only the new tree is left, under one name."""
    tree(tmp_path / "site", "old")

    publish(tree(tmp_path / "making", "new"), tmp_path / "site")

    assert (tmp_path / "site/index.html").read_text() == "new"
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_build_that_ended_between_two_renames_is_recovered(tmp_path: Path) -> None:
    """The former tree comes back where nothing stands in its place."""
    tree(tmp_path / "site.former", "old")

    recover(tmp_path / "site")

    assert (tmp_path / "site/index.html").read_text() == "old"


def test_a_second_build_is_refused_while_one_is_at_work(tmp_path: Path) -> None:
    """The one at work is not disturbed, and the other says what to do."""
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert first.stdout.readline() == "held\n"

        with (
            pytest.raises(ProjectError, match="another build is at work here; wait until it has ended"),
            exclusive_lock(tmp_path),
        ):
            pass
        first.communicate("")


def test_a_build_that_was_killed_holds_nothing(tmp_path: Path) -> None:
    """However a build ends, the next one may begin."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as first:
        assert first.stdout is not None
        first.stdout.readline()
        first.kill()

    with exclusive_lock(tmp_path) as lock:
        assert lock > 0
