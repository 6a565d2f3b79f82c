"""A file is written whole or not at all."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from printproof_base.files import require_writable, write_if_changed, write_whole


def test_a_new_file_is_as_readable_as_any_other(tmp_path: Path) -> None:
    """Others who share a folder of records can read them, as far as the umask of the maker lets them."""
    mask = os.umask(0o022)
    try:
        write_whole(tmp_path / "runs" / "record.json", "{}")
    finally:
        os.umask(mask)

    assert (tmp_path / "runs" / "record.json").stat().st_mode & 0o777 == 0o644


def test_a_file_keeps_its_mode_and_a_link_stays_one(tmp_path: Path) -> None:
    """A script that can be executed still can, wherever it lies."""
    real = tmp_path / "real.py"
    real.write_text("1")
    real.chmod(0o755)
    (tmp_path / "link.py").symlink_to(real)

    write_whole(tmp_path / "link.py", "2")

    assert (tmp_path / "link.py").is_symlink()
    assert (real.read_text(), real.stat().st_mode & 0o777) == ("2", 0o755)


def test_what_a_killed_writer_left_goes_with_the_next_one(tmp_path: Path) -> None:
    """That of another file in the folder as well; that of a process which still writes stays."""
    ended = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    left = [tmp_path / f".{name}.{int(ended.stdout)}-0123abcd.new" for name in ("a.txt", "b.txt")]
    stays = tmp_path / f".a.txt.{os.getpid()}-0123abcd.new"
    for path in (*left, stays):
        path.write_text("half")

    write_whole(tmp_path / "a.txt", "new")

    assert sorted(tmp_path.iterdir()) == sorted([stays, tmp_path / "a.txt"])


def test_an_interrupted_write_leaves_the_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever happens before the last step has not happened."""
    path = tmp_path / "a.txt"
    path.write_text("old")

    def interrupted(*places: object) -> None:
        raise KeyboardInterrupt("now")

    monkeypatch.setattr(os, "replace", interrupted)

    with pytest.raises(KeyboardInterrupt, match="now"):
        write_whole(path, "new")

    assert [(p.name, p.read_text()) for p in tmp_path.iterdir()] == [("a.txt", "old")]


def test_equal_bytes_are_not_written_again(tmp_path: Path) -> None:
    """What watches the file is not woken for nothing."""
    path = tmp_path / "a.txt"

    assert [write_if_changed(path, content) for content in ("a", b"a", "b")] == [True, False, True]
    assert path.read_text() == "b"


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is begun; it is made where it is missing."""
    require_writable(tmp_path / "runs")
    assert (tmp_path / "runs").is_dir()
    monkeypatch.setattr("os.access", lambda place, mode: False)  # root may write anywhere

    with pytest.raises(PermissionError, match="runs"):
        require_writable(tmp_path / "runs")


def test_an_error_of_the_system_names_the_file_that_was_to_be_written(tmp_path: Path) -> None:
    """Nobody knows the name of its half."""
    (tmp_path / "a.txt").mkdir()

    with pytest.raises(OSError, match="directory") as raised:
        write_whole(tmp_path / "a.txt", "new")

    assert raised.value.filename == str(tmp_path / "a.txt")
