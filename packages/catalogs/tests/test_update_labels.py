"""Bringing catalogs up to date loses no label of a figure, also where the figure cannot be drawn."""

from pathlib import Path

import pytest

from printproof_base.cli import main
from support.small import CELL, CONF, Small

LABEL = 'msgid "loss"\nmsgstr "손실"\n'


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Small:
    """A project, entered, whose figure was drawn once and has a translated label."""
    page = f"# Title\n\n{CELL.format('plot').replace('plot', 'plot' + chr(10) + ':alt: The loss falls.')}"
    small = Small(tmp_path, {"conf.py": CONF, "docs/index.md": page})
    small.translate("index", {"loss": "손실"})
    monkeypatch.chdir(tmp_path)
    return small


def test_a_script_that_cannot_be_run_stops_the_update(small: Small, capsys: pytest.CaptureFixture) -> None:
    """With the place, and without a changed byte."""
    small.write("examples/index.py", "# %% plot\nimport matplotlib, os\nos._exit(3)\n\n# Output: none\n")

    status = main(["i18n", "update"])

    said = capsys.readouterr().err
    assert status == 1
    assert "examples/index.py:1: cell 'plot'" in said
    assert "no catalog was changed: labels of figures would be lost" in said
    assert (small.root / "locales/ko/LC_MESSAGES/index.po").read_text(encoding="utf-8").endswith(LABEL)


def test_a_script_that_cannot_be_read_stops_the_update(small: Small, capsys: pytest.CaptureFixture) -> None:
    """As its cells are not known, its labels are not known."""
    small.write("examples/index.py", "# %% plot\nx = (\n")

    assert main(["i18n", "update"]) == 1
    assert "no catalog was changed: labels of figures would be lost" in capsys.readouterr().err


def test_a_script_that_can_draw_nothing_is_not_run(small: Small, capsys: pytest.CaptureFixture) -> None:
    """A translator does not wait for it: its page has all its messages without a run."""
    small.write("examples/index.py", "# %% plot\nimport os\nos._exit(3)\n\n# Output: none\n")

    assert main(["i18n", "update"]) == 0
    assert capsys.readouterr().out.startswith("0 runs\n")
