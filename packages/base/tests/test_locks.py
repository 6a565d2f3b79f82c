"""A folder is one process's at a time."""

import os
from pathlib import Path
from types import SimpleNamespace

import pytest

from printproof_base import locks
from printproof_base.locks import exclusive_lock


def refuse() -> None:
    """Refuse to wait."""
    raise RuntimeError("busy")


def test_who_comes_second_is_told_before_it_waits(tmp_path: Path) -> None:
    """It may refuse to wait; once the first one is done, nothing holds it."""
    folder = tmp_path / "runs"

    with exclusive_lock(folder, refuse), pytest.raises(RuntimeError, match="busy"), exclusive_lock(folder, refuse):
        pass

    with exclusive_lock(folder, refuse) as held:
        assert held > 0
    assert list((tmp_path / "runs").iterdir()) == []


def test_a_folder_that_its_holder_removes_is_made_and_held_anew(tmp_path: Path) -> None:
    """Else two could hold it: one the folder that is gone, one the folder that is there."""
    folder = tmp_path / "runs"
    first = exclusive_lock(folder, refuse)
    first.__enter__()

    def removed() -> None:
        folder.rmdir()
        first.__exit__(None, None, None)

    with exclusive_lock(folder, removed):
        with pytest.raises(RuntimeError, match="busy"), exclusive_lock(folder, refuse):
            pass
        assert folder.is_dir()


def test_a_folder_that_goes_between_a_look_and_its_opening_is_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever held it has removed it in that moment, as one that publishes does when it ends."""
    folder, opened = tmp_path / "runs", []

    def gone(path: str | Path, flags: int) -> int:
        opened.append(path)
        if len(opened) == 1:
            folder.rmdir()
        return os.open(path, flags)

    monkeypatch.setattr(locks, "os", SimpleNamespace(**{**vars(os), "open": gone}))

    with exclusive_lock(folder, refuse):
        assert folder.is_dir()
    assert opened == [folder, folder]


def test_a_system_without_locks_opens_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows refuses to open one; two processes are then the reader's own care."""

    def opened(path: str | Path, flags: int) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied", str(path))
        return os.open(path, flags)

    system = SimpleNamespace(open=opened, close=os.close, devnull=os.devnull, O_RDONLY=os.O_RDONLY)
    monkeypatch.setattr(locks, "fcntl", None)
    monkeypatch.setattr(locks, "os", system)

    with exclusive_lock(tmp_path / "runs", refuse), exclusive_lock(tmp_path / "runs", refuse) as held:
        assert held > 0
