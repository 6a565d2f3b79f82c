"""The ratios beside plain ways have one command line."""

from pathlib import Path

import pytest
from packages.site.bench.__main__ import RATIOS, main


def test_each_ratio_says_what_it_measures(capsys: pytest.CaptureFixture[str]) -> None:
    """One list names them all."""
    with pytest.raises(SystemExit, match="0"):
        main(["--help"])

    told = capsys.readouterr().out
    assert [name for name in RATIOS if f"    {name} " not in told] == []


def test_what_cannot_be_measured_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is no ratio above its limit."""
    monkeypatch.chdir(tmp_path)

    assert main(["catalogs"]) == 2
    assert "no folder here or above holds examples/" in capsys.readouterr().err
