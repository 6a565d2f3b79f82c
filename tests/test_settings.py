"""What an author gets wrong around the scripts is one line with a cure, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import ScriptError
from printproof_base.cli import main
from printproof_base.project import Project, ProjectError, find_project
from support.one_cell import project_of, reports_of

SILENT = "# %% a\nx = 1\n\n# Output: none\n"
WRONG = {
    "[tool.printproof": "cannot be read as TOML",
    "tool = 3": "'tool' is no table; begin one with: \\[tool.printproof\\]",
    "tool.printproof = 3": "'tool.printproof' is no table; begin one with: \\[tool.printproof\\]",
    "tool.printproof.example = 'code'": "no 'example'; it knows: docs, examples, locales, build, reference, accept",
    "tool.printproof.reference = 0.10": "reference = 0.1 is no text; write it in quotes",
    "tool.printproof.accept = 'do {script}'": "'do {script}' cannot be filled in; {docname} is all it may name",
    "tool.printproof.accept = 'do {'": "accept = 'do {' cannot be filled in; {docname} is all it may name",
    "tool.printproof.modes = 'jit-off'": "modes = 'jit-off' is no list; write, for example: modes = ..as-written",
    "tool.printproof.modes = ['as-written', 'jit-of']": "names no mode 'jit-of'; did you mean \"jit-off\"",
    "tool.printproof.modes = ['as-written', 3]": "names no mode 3; there are as-written, jit-off, jit-everywhere",
    "tool.printproof.modes = ['jit-off']": "modes = .* leaves out 'as-written'; add it: it is what pages show",
    "tool.printproof.modes = []": "modes = .* leaves out 'as-written'; add it: it is what pages show",
    "tool.printproof.inputs = 'data/*.csv'": "inputs = 'data/\\*.csv' is no list; write, for example: inputs = .\"data",
    "tool.printproof.inputs = ['a.csv', 3]": 'inputs: 3 is no text; write, for example: inputs = ."data',
    "tool.printproof.inputs = ['env: RELEASE']": "inputs: 'env: RELEASE' names no variable; write, for example",
    "tool.printproof.examples = 'code'": "examples = 'code' is no folder; make it, or name the one",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_setting_that_means_nothing_is_refused(text: str, tmp_path: Path) -> None:
    """A check of a folder that is not there would check nothing, and call that a success."""
    (tmp_path / "pyproject.toml").write_text(text, encoding="utf-8")

    with pytest.raises(ProjectError, match=WRONG[text]):
        find_project(tmp_path)


def test_settings_that_are_saved_again_are_read_again(tmp_path: Path) -> None:
    """A preview lives on while its settings are saved."""
    (tmp_path / "examples").mkdir()
    settings = tmp_path / "pyproject.toml"
    settings.write_text("tool.printproof.source = 'de'", encoding="utf-8")
    first = find_project(tmp_path).source
    settings.write_text("tool.printproof.source = 'pt_BR'", encoding="utf-8")

    assert (first, find_project(tmp_path).source) == ("de", "pt_BR")


def test_a_file_without_a_cell_is_a_script_only_where_it_is_named(tmp_path: Path) -> None:
    """Among all scripts it is none; who names it learns what it lacks."""
    project = project_of(tmp_path, [("a", SILENT), ("of-others", "# %% Some title\nx = 1\n")])

    assert (project.docnames(), project.named_scripts("of-others")) == (["a"], ["of-others"])
    with pytest.raises(ScriptError, match=r"of-others.py:1: '# %% Some title' is no heading of a cell"):
        script_of(project, "of-others")


def test_a_folder_in_the_place_of_a_script_is_none_of_ours(tmp_path: Path) -> None:
    """The name is a script's; it holds no cell, as any other file of the project."""
    project = project_of(tmp_path, [("a", SILENT)])
    (project.examples / "b.py").mkdir()

    assert (project.docnames(), reports_of(project)) == (["a"], [])


def test_a_record_that_cannot_be_written_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file stands where the records belong."""
    project = project_of(tmp_path, [("a", SILENT)])
    project.build.mkdir(exist_ok=True)
    (project.build / "runs").write_text("", encoding="utf-8")
    monkeypatch.chdir(project.root)

    status = main(["check"])

    told = capsys.readouterr().err.splitlines()
    assert (status, len(told)) == (2, 1)
    assert "cannot be used (Not a directory); make it readable and writable, or remove it" in told[0]


BROKEN_RECORDS = {
    "empty": "",
    "list": "[]",
    "cut": "{",
    "null": '{"cells": [{"stdout": null, "error": null, "name": "a"}]}',
}


@pytest.fixture(scope="module")
def mended(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, list[str]]:
    """A project whose records were broken, each in another way, and what its next check reported."""
    project = project_of(tmp_path_factory.mktemp("broken"), [(name, SILENT) for name in BROKEN_RECORDS])
    reports_of(project)
    for name, text in BROKEN_RECORDS.items():
        project.record(name, AS_WRITTEN).write_text(text, encoding="utf-8")
    return project, reports_of(project)


@pytest.mark.parametrize("name", BROKEN_RECORDS)
def test_a_record_that_cannot_be_read_is_made_anew(mended: tuple[Project, list[str]], name: str) -> None:
    """Whatever became of it: its script runs again."""
    project, reports = mended

    assert reports == []
    assert project.record(name, AS_WRITTEN).stat().st_size > 100


@pytest.mark.parametrize("verb", ["run", "check", "accept"])
def test_a_verb_for_scripts_says_what_it_takes(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A question for help is no name of a script."""
    with pytest.raises(SystemExit, match="0"):
        main([verb, "--help"])

    usage = " ".join(capsys.readouterr().out.partition("\n\n")[0].split())  # wrapped where it is long
    assert (usage.startswith(f"usage: printproof {verb} [-h]"), usage.endswith("[PAGE ...]")) == (True, True)
