"""A project begins with the faults it has: only what is new is told."""

from pathlib import Path

import pytest

from printproof_base.cli import main
from support.foreign import entry, write

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n"Generated-By: Babel 2.17.0\\n"\n'


@pytest.fixture
def faulty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with two faults, entered."""
    faults = entry("Call ``f``.", "호출.", "docs/a.rst") + entry("Call ``g``.", "다시 호출.", "docs/a.rst")
    write(tmp_path, {"docs/conf.py": "", "docs/a.rst": "", "locales/ko/LC_MESSAGES/a.po": HEADER + faults})
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_baseline_takes_what_stands_today(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also once its lines have moved."""
    status = main(["i18n", "check", "--write-baseline"])
    path = faulty / "locales/ko/LC_MESSAGES/a.po"
    path.write_text(path.read_text("utf-8").replace("Generated", 'X-Generator: x\\n"\n"Generated'), "utf-8")

    assert (status, main(["i18n", "check"])) == (0, 0)
    assert capsys.readouterr().out.splitlines() == [
        "catalogs: 0 errors, 0 warnings, 2 more stand in printproof-baseline.csv",
        "catalogs: 0 errors, 0 warnings, 2 more stand in printproof-baseline.csv",
    ]


@pytest.mark.parametrize("text", ["<script>x()</script>", "{download}`/etc/passwd`"])
def test_what_is_unsafe_is_in_no_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """What could run, or publish a file, is an error however long it has stood there."""
    catalog = HEADER + entry("Call it.", f"호출. {text}", "docs/a.md")
    write(tmp_path, {"docs/conf.py": "", "docs/a.md": "", "locales/ko/LC_MESSAGES/a.po": catalog})
    monkeypatch.chdir(tmp_path)

    assert (main(["i18n", "check", "--write-baseline"]), main(["i18n", "check"])) == (1, 1)


def test_what_is_new_is_told(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And nothing else."""
    main(["i18n", "check", "--write-baseline"])
    with (faulty / "locales/ko/LC_MESSAGES/a.po").open("a", encoding="utf-8") as file:
        file.write(entry("Call ``h``.", "또 호출.", "docs/a.rst"))

    assert main(["i18n", "check"]) == 1
    assert "1 errors, 0 warnings, 2 more stand" in capsys.readouterr().out


def test_a_line_that_nothing_needs_is_told(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Until the baseline is written anew; who asks for another language hears nothing of it."""
    write(faulty, {"locales/zh_CN/LC_MESSAGES/a.po": HEADER})
    main(["i18n", "check", "--write-baseline"])
    path = faulty / "locales/ko/LC_MESSAGES/a.po"
    path.write_text(path.read_text("utf-8").replace("다시 호출", "``g`` 호출"), "utf-8")
    capsys.readouterr()

    assert (main(["i18n", "check"]), main(["i18n", "check", "zh_CN"])) == (0, 0)
    assert capsys.readouterr().out.splitlines() == [
        "printproof-baseline.csv: warning: baseline: locales/ko/LC_MESSAGES/a.po: code: found no more; "
        "write it anew with: printproof i18n check --write-baseline",
        "catalogs: 0 errors, 1 warnings, 1 more stand in printproof-baseline.csv",
        "catalogs: 0 errors, 0 warnings",
    ]


def test_a_baseline_that_cannot_be_read_is_one_line(faulty: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With its cure."""
    write(faulty, {"printproof-baseline.csv": "a,b\nc"})

    assert main(["i18n", "check"]) == 2
    assert capsys.readouterr().err == (
        "printproof-baseline.csv: no baseline of findings; write it anew with: printproof i18n check --write-baseline\n"
    )
