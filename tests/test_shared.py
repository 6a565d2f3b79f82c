"""What the processes of pytest-xdist share is made once, whoever asks for it first."""

import subprocess
import sys
from pathlib import Path

import pytest

from support.shared import group_of, made_once, one_at_a_time, shared_folder


def test_what_is_shared_is_made_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The second who asks gets the folder as the first one has filled it."""
    made: list[Path] = []

    folders = [made_once(tmp_path_factory, "once", made.append) for _ in range(2)]

    assert (made, folders[0]) == (folders[:1], folders[1])


def test_what_could_not_be_made_is_made_anew(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing of the attempt that failed is left."""

    def fail(folder: Path) -> None:
        (folder / "half").touch()
        raise ValueError("half made")

    with pytest.raises(ValueError, match="half made"):
        made_once(tmp_path_factory, "anew", fail)

    assert list(made_once(tmp_path_factory, "anew", lambda folder: None).iterdir()) == []


def test_another_process_waits_for_the_lock(tmp_path: Path) -> None:
    """It has it when this one has given it back."""
    code = "import fcntl, sys; fcntl.flock(open(sys.argv[1], 'w'), fcntl.LOCK_EX)"

    with one_at_a_time(tmp_path / "lock"):
        other = subprocess.Popen([sys.executable, "-c", code, tmp_path / "lock"])
        with pytest.raises(subprocess.TimeoutExpired):
            other.wait(0.5)

    assert other.wait(30) == 0


def test_processes_of_one_run_have_a_folder_in_common(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each has one of its own below it."""
    own = tmp_path_factory.getbasetemp()
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    alone = shared_folder(tmp_path_factory)
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw1")

    assert (alone, shared_folder(tmp_path_factory)) == (own, own.parent)


@pytest.mark.parametrize(
    ("nodeid", "group"),
    [
        ("examples/guide/basics.py::guide/basics[rerun-jit]", "scripts"),
        ("tests/gates/test_lines.py::test_a", "tour"),
        ("tests/test_cli.py::test_a[examples/a.py]", "tests/test_cli.py"),
    ],
)
def test_tests_that_share_what_one_process_holds_stay_together(nodeid: str, group: str) -> None:
    """Any other test stays with those of its file."""
    assert group_of(nodeid) == group
