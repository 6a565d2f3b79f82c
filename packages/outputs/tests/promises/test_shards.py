"""Several machines check a project together: each script is checked by one, and the records are those of one check."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from printproof.promises.shards import divided, require_records, scripts_of_shard
from printproof.promises.suite import check_scripts
from printproof.runs.record import RunError
from printproof.runs.schedule import durations
from printproof_base.cli import main
from printproof_base.project import Project
from support.one_cell import project_of

SCRIPT = "# %% a\nprint({number})\n\n# Output:\n# {number}\n"
NAMES = st.sets(st.text("abc/", min_size=1, max_size=6), max_size=40)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Three scripts, with this process in their project."""
    monkeypatch.chdir(tmp_path)
    return project_of(tmp_path, [(name, SCRIPT.format(number=n)) for n, name in enumerate(("one", "three", "two"))])


def records_of(project: Project) -> dict[str, bytes]:
    """The records of a project, with their bytes."""
    runs = project.build / "runs"
    return {path.relative_to(runs).as_posix(): path.read_bytes() for path in runs.rglob("*.json")}


@given(NAMES, st.dictionaries(st.text("abc/", min_size=1, max_size=6), st.floats(0.1, 99)), st.integers(1, 50))
def test_each_script_is_in_one_shard(names: set[str], seconds: dict[str, float], shards: int) -> None:
    """However many there are, and whatever is known of how long scripts take."""
    found = divided(names, seconds, shards)

    assert (len(found), sorted(name for shard in found for name in shard)) == (shards, sorted(names))


@given(st.lists(st.text("abc/", min_size=1, max_size=6), unique=True), st.integers(1, 9), st.randoms())
def test_every_machine_divides_alike(names: list[str], shards: int, chance: object) -> None:
    """In whichever order it finds the scripts."""
    others = list(names)
    chance.shuffle(others)  # type: ignore[attr-defined]

    assert divided(names, {}, shards) == divided(others, {}, shards)


@given(st.dictionaries(st.text("abc", min_size=1), st.integers(1, 99), min_size=1, max_size=30), st.integers(1, 9))
def test_no_shard_takes_longer_than_another_by_more_than_a_script(seconds: dict[str, float], shards: int) -> None:
    """By what is known of how long each takes."""
    loads = [sum(seconds[name] for name in shard) for shard in divided(seconds, seconds, shards)]

    assert max(loads) - min(loads) <= max(seconds.values())


def test_a_script_of_unknown_duration_counts_as_the_middle_one() -> None:
    """A new script is neither first nor last."""
    assert divided(["long", "new", "short"], {"long": 9, "short": 1}, 2) == [["long"], ["new", "short"]]


def test_shards_leave_the_records_of_a_whole_check(project: Project, tmp_path: Path) -> None:
    """The same files with the same bytes; none is left by two of them."""
    check_scripts(project, project.docnames(), again=True)
    whole = records_of(project)
    (tmp_path / "_build").rename(tmp_path / "whole")
    parts = []
    for number in (1, 2):
        assert main(["check", "--again", "--shard", f"{number}/2"]) == 0
        parts.append(records_of(project))
        (tmp_path / "_build").rename(tmp_path / f"shard-{number}")

    assert parts[0] | parts[1] == whole
    assert parts[0].keys() & parts[1].keys() == set()


def test_a_shard_names_its_scripts(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """In the first line that it prints; the last one counts them alone."""
    main(["check", "--shard", "1/2"])

    said = capsys.readouterr().out.splitlines()
    assert said[0] == "shard 1/2: 2 of 3 scripts: one, two"
    assert (
        said[-1]
        == "2 promises in 2 scripts hold in 1 mode (2 runs, 0 from records); 2 scripts were not run a second time"
    )


def test_a_shard_without_a_script_says_so_and_succeeds(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """More machines than scripts are no error."""
    assert main(["check", "--shard", "5/8"]) == 0

    assert capsys.readouterr().out.splitlines()[0] == "shard 5/8: no script, as there are more shards than scripts"


@pytest.mark.parametrize("name", ["0/8", "9/8", "a/b", "2", "2/8/1", "-1/8", "1/0", "２/８", ""])
def test_what_names_no_shard_is_one_line(project: Project, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """To check nothing, or everything, would look like a success."""
    status = main(["check", f"--shard={name}"])

    said = capsys.readouterr().err
    assert (status, said) == (2, f"--shard {name}: no such shard; the shards of 8, for example, are 1/8 to 8/8\n")


def test_a_run_notes_how_long_it_took(project: Project) -> None:
    """Beside the records, which are the same however long it takes."""
    check_scripts(project, project.docnames())

    assert sorted(durations(project)) == ["one", "three", "two"]
    assert all(0 < seconds < 120 for seconds in durations(project).values())


@pytest.mark.parametrize("text", ["{", "3", '{"one": 3}', '{"one": {"rerun": "x"}}', '{"one": {"rerun": [3]}}'])
def test_durations_that_cannot_be_read_are_unknown(project: Project, text: str) -> None:
    """They say how scripts are divided, and nothing else."""
    project.build.mkdir(exist_ok=True)
    (project.build / "durations.json").write_text(text, encoding="utf-8")

    assert durations(project) == {}


def test_records_that_a_shard_has_not_made_are_missed_by_its_name(project: Project) -> None:
    """With the scripts that it has, and the command that makes them."""
    main(["check", "--again", "--shard", "1/2"])

    cure = "where scripts may run: printproof check --again --shard 2/2"
    with pytest.raises(RunError, match=rf"^_build/runs: no current records of shard 2/2 \(three\); {cure}$"):
        require_records(project)


def test_a_second_run_is_missed_as_well(project: Project) -> None:
    """The records of a first run alone do not prove that a script prints the same twice."""
    main(["check", "--shard", "1/1"])

    with pytest.raises(RunError, match=r"no current records of shard 1/1 \(one, three, two\)"):
        require_records(project)


def test_records_are_missed_by_script_where_nobody_has_divided_them(project: Project) -> None:
    """One check makes them all."""
    cure = "where scripts may run: printproof check --again"
    with pytest.raises(RunError, match=rf"^_build/runs: no current records of one, three, two; {cure}$"):
        require_records(project)


def test_shards_that_are_checked_one_after_the_other_have_every_script(project: Project) -> None:
    """Also on one machine, which knows more durations with each of them."""
    for number in (1, 2, 3, 4):
        main(["check", "--again", "--shard", f"{number}/4"])

    require_records(project)


def test_scripts_are_divided_by_how_long_they_take(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """As an earlier check of all of them has noted it."""
    project.build.mkdir(exist_ok=True)
    noted = {"one": {"as-written": 1.0}, "three": {"as-written": 5.0, "rerun": 5.0}, "two": {"as-written": 2.0}}
    (project.build / "durations.json").write_text(json.dumps(noted), encoding="utf-8")

    main(["check", "--shard", "1/2"])

    assert capsys.readouterr().out.startswith("shard 1/2: 1 of 3 scripts: three\n")


@pytest.mark.parametrize("text", ["", "[]", "3", "[[1]]", '[["one", "two"], ["gone"]]'])
def test_scripts_are_divided_anew_where_a_note_does_not_fit(project: Project, text: str) -> None:
    """It was cut, or a script has come or gone."""
    note = project.build / "shards" / "2.json"
    note.parent.mkdir(parents=True)
    note.write_text(text, encoding="utf-8")

    assert scripts_of_shard(project, project.docnames(), "2/2", print) == ["three"]
