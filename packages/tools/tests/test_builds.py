"""Who builds the packages anywhere gets the files that were published, byte by byte."""

from __future__ import annotations

import os
import shutil
import tarfile
from hashlib import sha256
from pathlib import Path

import pytest
from packages.tools.builds import EPOCH, ROOT, build, settled

from printproof_base.findings import ReportedError

DAY = 1_790_000_000


def test_two_folders_give_the_same_bytes(tmp_path: Path) -> None:
    """Also where files have other times and modes, and what an earlier build left lies beside them."""
    for name in ("one", "other/below"):
        shutil.copytree(ROOT / "packages", tmp_path / name / "packages", ignore=shutil.ignore_patterns("tests"))
    (tmp_path / "other/below/packages/base/build").mkdir()
    (tmp_path / "other/below/packages/base/build/left.py").write_text("", encoding="utf-8")
    for path in (tmp_path / "other").rglob("*.py"):
        path.chmod(0o600)
        os.utime(path, (1, 1))

    found = [
        {path.name: sha256(path.read_bytes()).hexdigest() for path in build(place, place.parent / "dist", environ)}
        for place in (tmp_path / "one/packages", tmp_path / "other/below/packages")
        for environ in [{**os.environ, EPOCH: str(DAY)}]
    ]

    assert len(found[0]) == 2 * len(list(ROOT.glob("packages/*/pyproject.toml")))
    assert found[0] == found[1]


def test_an_sdist_names_neither_its_maker_nor_the_time(tmp_path: Path) -> None:
    """Its members stand in one order, and so do its bytes."""
    (tmp_path / "b").write_text("b", encoding="utf-8")
    (tmp_path / "a").write_text("a", encoding="utf-8")
    for number, names in enumerate(("ba", "ab")):
        with tarfile.open(tmp_path / f"{number}.tar.gz", "w:gz") as archive:
            for name in names:
                os.utime(tmp_path / name, (number, number))
                archive.add(tmp_path / name, name)

    one, other = (settled(tmp_path / f"{number}.tar.gz", DAY) for number in (0, 1))
    (tmp_path / "settled.tar.gz").write_bytes(one)

    assert one == other
    with tarfile.open(tmp_path / "settled.tar.gz") as archive:
        assert [(m.name, m.mtime, m.uid, m.uname) for m in archive] == [("a", DAY, 0, ""), ("b", DAY, 0, "")]


def test_a_package_that_cannot_be_built_is_an_error(tmp_path: Path) -> None:
    """Else a release would lack it."""
    (tmp_path / "packages/broken").mkdir(parents=True)
    (tmp_path / "packages/broken/pyproject.toml").write_text("[project\n", encoding="utf-8")

    with pytest.raises(ReportedError, match=r"packages: cannot be built: .*; correct what its pyproject.toml says"):
        build(tmp_path / "packages", tmp_path / "dist", {**os.environ, EPOCH: str(DAY)})
