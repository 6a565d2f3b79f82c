"""What several machines made is joined to the site of one, or refused in a line that names who made what is wrong."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from printproof.promises.shards import scripts_of_shard
from printproof.promises.suite import check_scripts
from printproof.runs.record import RunError, read_record, write_record
from printproof_base.findings import ReportedError
from printproof_base.processes import own_environment
from printproof_base.project import Project, at
from printproof_site.publishing.build import SiteError, make_site
from printproof_site.publishing.jobs import OTHER, TWO, join_site
from support.built import ROOT

PAGE, SCRIPT = "docs/guide/more.md", "examples/guide/more.py"
SHARDS, LANGUAGES = ("1", "2"), ("en", "ko")
RECORD = "runs/guide/more/as-written.json"


def quiet(line: str) -> None:
    """Nobody reads how far a build is."""


def tree(folder: Path) -> dict[str, bytes]:
    """All files below a folder, with their bytes."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def checked(project: Project, shard: str) -> None:
    """Let a machine check its shard, as ``printproof check --again --shard`` does."""
    check_scripts(project, scripts_of_shard(project, project.docnames(), shard, quiet), again=True)


def left(project: Project, name: str, *folders: str) -> None:
    """Carry folders that a machine made to where the machine that joins finds them, and give up its build folder."""
    for folder in folders:
        shutil.copytree(project.build / folder, project.root.parent / "machines" / name / folder)
    shutil.rmtree(project.build)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of two scripts and two languages without a build, and beside it what four machines have made.

    Beside it, too, lies the site that one machine makes of all.
    """
    root = Path(shutil.copytree(ROOT / "tests/sites/two-languages", tmp_path_factory.mktemp("made") / "project"))
    (root / SCRIPT).write_text("# %% more\nprint(3)\n\n# Output:\n# 3\n", "utf-8")
    (root / PAGE).write_text("# Count on\n\n```{code-cell}\n:example: more\n```\n", encoding="utf-8")
    index = root / "docs/index.md"
    index.write_text(index.read_text("utf-8").replace("guide/count\n```", "guide/count\nguide/more\n```"), "utf-8")
    project = at(root)
    make_site(project, report=quiet)
    project.build.rename(root.parent / "whole")
    for shard in SHARDS:
        checked(project, f"{shard}/2")
        left(project, f"shard-{shard}", "runs", "shards")
    for language in LANGUAGES:
        for shard in SHARDS:
            shutil.copytree(root.parent / "machines" / f"shard-{shard}", project.build, dirs_exist_ok=True)
        make_site(project, language, quiet, run=False)
        left(project, language, "parts", "stamps")
    return project


@pytest.fixture
def machines(made: Project, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the machines have made, to be changed, with this process in the project, whose old site is published."""
    monkeypatch.chdir(made.root)
    folder = made.root.parent / "machines"
    shutil.rmtree(made.build, ignore_errors=True)
    shutil.copytree(folder, made.build / "machines")
    (made.build / "site").mkdir()
    (made.build / "site" / "index.html").write_text("old", encoding="utf-8")
    return Path("_build/machines")


def joined(project: Project, machines: Path) -> Path:
    """The site of all that the machines have made."""
    return join_site(project, sorted(machines.iterdir()), quiet)


def test_a_joined_site_is_that_of_one_machine(made: Project, machines: Path) -> None:
    """Byte for byte, and so are the records and the parts that stay for the next build."""
    joined(made, machines)

    whole = made.root.parent / "whole"
    for name in ("site", "runs", "parts"):
        assert tree(made.build / name) == tree(whole / name)


def test_a_build_after_a_join_finds_nothing_to_do(made: Project, machines: Path) -> None:
    """What was joined was verified, as a build verifies it."""
    joined(made, machines)
    said: list[str] = []

    make_site(made, report=said.append)

    assert said == ["0 runs", "nothing changed: en, ko"]


def test_a_language_of_fresh_records_runs_no_script(made: Project, machines: Path) -> None:
    """With or without the right to run one."""
    for shard in SHARDS:
        shutil.copytree(machines / f"shard-{shard}", made.build, dirs_exist_ok=True)
    said: list[str] = []

    make_site(made, "ko", said.append)

    assert said[:2] == ["0 runs", "building ko"]


def test_a_language_without_records_names_the_shard_that_makes_them(made: Project, machines: Path) -> None:
    """Where it may run no script, in one line below which stands that the published site is as it was."""
    shutil.copytree(machines / "shard-1", made.build, dirs_exist_ok=True)
    command = [sys.executable, "-m", "printproof", "site", "build", "ko", "--no-run"]

    done = subprocess.run(command, env=own_environment(dict(os.environ)), check=False, capture_output=True, text=True)

    assert (done.returncode, done.stdout, done.stderr.splitlines()) == (
        2,
        "",
        [
            "_build/runs: no current records of shard 2/2 (guide/more); "
            "where scripts may run: printproof check --again --shard 2/2",
            "nothing was published; _build/site is as it was",
        ],
    )


def edited(machines: Path) -> None:
    """A hand was at a record."""
    path = machines / "shard-2" / RECORD
    path.write_text(path.read_text("utf-8").replace('"3\\n"', '"4\\n"'), encoding="utf-8")


def two_records(machines: Path) -> None:
    """Two machines ran a script, and it printed something else each time."""
    record = read_record(machines / "shard-2" / RECORD)
    write_record(machines / "shard-1" / RECORD, replace(record, cells=(replace(record.cells[0], stdout="4\n"),)))


def two_parts(machines: Path) -> None:
    """Two machines built a language."""
    shutil.copytree(machines / "ko", machines / "ko-2")
    (machines / "ko-2/parts/ko/index.html").write_text("other", encoding="utf-8")


def two_ways(machines: Path) -> None:
    """Two machines knew other durations."""
    (machines / "shard-2/shards/2.json").write_text("[[], []]", encoding="utf-8")


def damaged(machines: Path) -> None:
    """A page was lost on the way."""
    (machines / "ko/parts/ko/guide/more.html").unlink()


def unstamped(machines: Path) -> None:
    """Nothing says what a part is made of."""
    shutil.rmtree(machines / "ko/stamps")


def of_other_sources(machines: Path) -> None:
    """A machine had another commit."""
    path = machines / "ko/stamps/ko.json"
    stamp = json.loads(path.read_text("utf-8"))
    stamp["fingerprint"][PAGE] = "another"
    path.write_text(json.dumps(stamp), encoding="utf-8")


WRONG: dict[str, tuple[Callable[[Path], None], str]] = {
    "an edited record": (
        edited,
        f"_build/machines/shard-2/{RECORD}: no run record (it was edited); make one with: printproof check",
    ),
    "two records of one run": (
        two_records,
        f"_build/machines/shard-1/{RECORD}: differs from _build/machines/shard-2/{RECORD}; TWO",
    ),
    "two trees of one language": (
        two_parts,
        "_build/machines/ko/parts/ko: differs from _build/machines/ko-2/parts/ko; TWO",
    ),
    "shards that were divided differently": (
        two_ways,
        "_build/machines/shard-1/shards/2.json: differs from _build/machines/shard-2/shards/2.json; TWO",
    ),
    "a part that is not whole": (damaged, "_build/machines/ko/parts/ko: its part is damaged; OTHER"),
    "a part without a stamp": (unstamped, "_build/machines/ko/parts/ko: no stamp says what it is made of; OTHER"),
    "a part of another commit": (of_other_sources, f"_build/machines/ko/parts/ko: changed: {PAGE}; OTHER"),
    "a shard that is missing": (
        lambda machines: shutil.rmtree(machines / "shard-2"),
        "_build/runs: no current records of shard 2/2 (guide/more); "
        "where scripts may run: printproof check --again --shard 2/2",
    ),
    "a language that is missing": (
        lambda machines: shutil.rmtree(machines / "ko"),
        "_build/parts/ko: not as it would be built here: it has no part; printproof site build ko",
    ),
    "a folder of something else": (
        lambda machines: (machines / "books").mkdir(),
        "_build/machines/books: holds no record of a run and no language; name what a machine left in _build",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_does_not_fit_leaves_the_published_site(name: str, made: Project, machines: Path) -> None:
    """And is named, with the folder that it came in."""
    change, said = WRONG[name]
    change(machines)

    with pytest.raises(ReportedError) as raised:
        joined(made, machines)

    assert str(raised.value) == said.replace("TWO", TWO).replace("OTHER", OTHER)
    assert tree(made.build / "site") == {"index.html": b"old"}


def test_a_script_that_changed_since_it_was_checked_is_refused(made: Project, machines: Path) -> None:
    """Its records are of other code, whole as they are."""
    script = made.root / SCRIPT
    before = script.read_bytes()
    script.write_bytes(before.replace(b"print(3)", b"print(1 + 2)"))
    try:
        with pytest.raises(RunError, match=r"no current records of shard 2/2 \(guide/more\)"):
            joined(made, machines)
    finally:
        script.write_bytes(before)

    assert tree(made.build / "site") == {"index.html": b"old"}


def test_a_folder_that_is_not_there_is_one_line(made: Project, machines: Path) -> None:
    """As a pattern of a shell is where nothing was downloaded."""
    with pytest.raises(SiteError, match=r"^nothing/\*: holds no record of a run and no language; name what"):
        join_site(made, [Path("nothing/*")], quiet)
