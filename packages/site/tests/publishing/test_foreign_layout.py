"""A project whose conf.py lies among its pages is brought up to date; one with another theme is told what it lacks."""

from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.project import at
from support.foreign import write

PAGE = {"docs/index.md": "# Title\n\nOne sentence.\n"}


@pytest.mark.parametrize("verb", ["build", "epub", "pdf"])
def test_a_project_with_another_theme_is_told_so_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], verb: str
) -> None:
    """Before anything runs, with what its settings lack."""
    write(tmp_path, {**PAGE, "docs/conf.py": "html_theme = 'furo'\n"})
    monkeypatch.chdir(tmp_path)

    assert main(["site", verb]) == 2
    assert "docs/conf.py: names no printproof_site, whose theme these pages would need; " in capsys.readouterr().err
    assert not (tmp_path / "_build").exists()


def test_the_settings_of_sphinx_may_lie_among_the_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A language is begun, and later brought up to date, from the settings that sphinx-quickstart writes there."""
    write(tmp_path, {**PAGE, "docs/conf.py": "extensions = ['myst_parser']\n"})
    monkeypatch.chdir(tmp_path)

    assert (main(["i18n", "new", "fr"]), main(["i18n", "update"])) == (0, 0), capsys.readouterr().err
    assert 'msgid "One sentence."' in (tmp_path / "locales/fr/LC_MESSAGES/index.po").read_text("utf-8")


def test_settings_in_the_root_go_first(tmp_path: Path) -> None:
    """They are those of the whole project."""
    write(tmp_path, {"docs/conf.py": "", "conf.py": ""})

    assert at(tmp_path).conf == tmp_path / "conf.py"


def test_no_page_is_read_for_a_language_that_there_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name is looked at first."""
    write(tmp_path, {**PAGE, "docs/conf.py": "raise SystemExit(9)\n"})
    monkeypatch.chdir(tmp_path)

    assert main(["i18n", "new", "../../x"]) != 0
    assert capsys.readouterr().err.startswith("'../../x' is no language; expected is a code such as fr or pt_BR")
