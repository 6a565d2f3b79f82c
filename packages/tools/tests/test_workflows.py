"""A job of a workflow is taken step by step, as a runner takes it; what only the host can do is named."""

import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packages.tools.workflows import ROOT, main, steps

SMALL = """
env: {KIND: small}
jobs:
  first:
    env: {WORD: "${{ vars.WORD }}said"}
    strategy: {matrix: {include: [{python: "3", option: one}, {python: "3"}]}}
    steps:
      - uses: actions/checkout@0123
      - uses: actions/setup-python@0123
        with: {python-version: "${{ matrix.python }}"}
      - run: echo "$KIND $WORD ${{ matrix.option }}" >> "$RUNNER_TEMP/lines" && python -c 'print(open("kept").read())'
      - uses: actions/upload-artifact@0123
  red:
    steps:
      - run: "false | true"
      - run: touch "$RUNNER_TEMP/reached"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with one workflow of two jobs."""
    folder = tmp_path / "project"
    (folder / ".github" / "workflows").mkdir(parents=True)
    (folder / ".github" / "workflows" / "small.yml").write_text(SMALL, encoding="utf-8")
    (folder / "kept").write_text("kept in the clone", encoding="utf-8")
    named = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*named, "commit", "-qm", "begin"]):
        subprocess.run(["git", "-C", str(folder), *command], check=True)
    (folder / "kept").write_text("changed, not committed", encoding="utf-8")
    return folder


def test_the_steps_of_each_row_are_taken_in_a_fresh_clone(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """With the variables of workflow and job; what the host alone knows is empty, and what it does is named."""
    status = main([str(tmp_path / "run"), "small", "first", "--project", str(project)])

    assert (status, (tmp_path / "run" / "lines").read_text().split("\n")) == (0, ["small said one", "small said ", ""])
    said = capfd.readouterr().out
    assert said.count("kept in the clone\n") == 2
    assert said.endswith("left to the host: actions/upload-artifact\n")


def test_the_first_step_that_fails_is_the_last_one(
    project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Also where it fails inside a pipe."""
    assert main([str(tmp_path / "run"), "small", "red", "--project", str(project)]) == 1
    assert capfd.readouterr().err == "small: red: exit status 1: false | true\n"
    assert not (tmp_path / "run" / "reached").exists()


def test_an_action_that_nobody_takes_is_refused(project: Path) -> None:
    """It would be skipped in silence."""
    path = project / ".github" / "workflows" / "small.yml"
    path.write_text(SMALL.replace("actions/upload-artifact", "someone/deploys"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"^small.yml: first: someone/deploys: say in HERE or in HOST who takes it$"):
        list(steps(project, "small", "first"))


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_each_step_of_the_project_is_taken_or_named(path: Path) -> None:
    """And each job has steps."""
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]:
        assert list(steps(ROOT, path.stem, job)), job
