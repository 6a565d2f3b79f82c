"""A folder is one process's at a time."""

from pathlib import Path

import pytest

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
