"""A job of a workflow is taken step by step, as a runner takes it; what only the host can do is named."""

import json
import os
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]
from packages.tools.workflows import ROOT, main, steps

from printproof_base.project import at
from printproof_site.publishing.inputs import VARIABLES

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
      - uses: actions/deploy-pages@0123
  made:
    strategy: {matrix: {include: [{number: 1}, {number: 2}]}}
    steps:
      - run: mkdir -p out/deep out/more && touch out/more/left && echo "${{ matrix.number }}" > out/deep/kept
      - uses: actions/upload-artifact@0123
        with: {name: "made-${{ matrix.number }}", path: "out/deep\nout/missing"}
  taken:
    strategy: {matrix: {name: "${{ fromJSON(needs.plan.outputs.names) }}"}}
    steps:
      - uses: actions/download-artifact@0123
        with: {pattern: made-*, path: here}
      - uses: actions/download-artifact@0123
        with: {pattern: made-*, path: there, merge-multiple: true}
      - uses: actions/download-artifact@0123
        with: {name: made-1, path: alone}
      - run: find here there alone -type f | sort | xargs grep . | sed 's/^/${{ matrix.name }} /' > "$GITHUB_OUTPUT"
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
    assert said.endswith("left to the host: actions/deploy-pages\n")


def test_a_job_takes_what_others_have_made_each_on_a_machine_of_its_own(project: Path, tmp_path: Path) -> None:
    """A row of a matrix alone, also of one that another job makes; artifacts lie as the action lays them."""
    for job in (["made", "number=1"], ["made", "number=2"], ["taken", "name=ko"]):
        assert main([str(tmp_path / "run"), "small", *job, "--project", str(project)]) == 0

    assert (tmp_path / "run" / "outputs").read_text(encoding="utf-8").splitlines() == [
        "ko alone/deep/kept:1",
        "ko here/made-1/deep/kept:1",
        "ko here/made-2/deep/kept:2",
        "ko there/deep/kept:2",
    ]


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
    path.write_text(SMALL.replace("actions/deploy-pages", "someone/deploys"), encoding="utf-8")
    with pytest.raises(ValueError, match=r"^small.yml: first: someone/deploys: say in HERE or in HOST who takes it$"):
        list(steps(project, "small", "first"))


@pytest.mark.parametrize("path", sorted((ROOT / ".github" / "workflows").glob("*.yml")), ids=lambda path: path.stem)
def test_each_step_of_the_project_is_taken_or_named(path: Path) -> None:
    """And each job has steps."""
    for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]:
        assert list(steps(ROOT, path.stem, job)), job


def test_each_language_of_the_project_has_a_machine(tmp_path: Path) -> None:
    """A new one needs no line in the workflow."""
    [step] = [step for step in steps(ROOT, "site", "plan") if "run" in step]
    environ = {**os.environ, "GITHUB_OUTPUT": str(tmp_path / "outputs")}
    subprocess.run(["bash", "-c", step["run"]], cwd=ROOT, env=environ, check=True)

    said = (tmp_path / "outputs").read_text(encoding="utf-8").removeprefix("languages=")
    assert sorted(json.loads(said)) == sorted(at(ROOT).languages())


def test_a_part_is_made_of_the_variables_that_the_gate_has() -> None:
    """What a page depends on is set for the whole workflow: else the gate would refuse every part."""
    file = yaml.safe_load((ROOT / ".github/workflows/site.yml").read_text(encoding="utf-8"))
    owners = [owner for job in file["jobs"].values() for owner in (job, *job["steps"])]

    assert [name for owner in owners for name in owner.get("env", {}) if name.startswith(VARIABLES)] == []
    assert "SITE_URL" in file["env"]
