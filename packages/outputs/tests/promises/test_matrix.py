"""The matrix says of each mode how it fared, and each of its jobs finds its own jax."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import version
from pathlib import Path

import pytest

from printproof.promises.check import PromiseError
from printproof.promises.interpreters import environment_with
from printproof.promises.matrix import check_here, lines, matrix_jobs
from printproof.promises.result import CLOSE, DIFFERS, EXACT, RAISES, Result, result_of
from printproof.runs.record import CellRun, RaisedError, Record
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, MODES
from printproof.scripts.script import read_script
from printproof_base.cli import main
from printproof_base.processes import own_environment, own_packages
from support.one_cell import project_of

SCRIPT = "# %% raises\nimport jax; print(0.25)\n\n# Output:\n# 0.25\n"
STRAY = "# %% a\nimport importlib.util, jax\n\nprint(importlib.util.find_spec('stray') is None)\n\n# Output:\n# True\n"
RUN = """
import sys
from pathlib import Path
from printproof_base.project import find_project
from printproof.promises.matrix import MatrixJob, run_matrix_job
print(run_matrix_job(find_project(Path.cwd()), MatrixJob("here"), sys.executable)["a"].modes)
"""


@pytest.mark.parametrize(
    ("printed", "error", "fared"),
    [
        ("0.25\n", None, EXACT),
        ("0.2500001\n", None, CLOSE),
        ("0.26\n", None, DIFFERS),
        ("", RaisedError("ValueError", "no", "raises", 1), RAISES),
    ],
)
def test_a_mode_fares_by_what_is_wrong_and_not_by_words(
    tmp_path: Path, printed: str, error: RaisedError | None, fared: str
) -> None:
    """The cell bears the name of one of the results."""
    project = project_of(tmp_path, [("a", SCRIPT)])
    script = read_script(SCRIPT, Path("examples/a.py"), "a")
    cells = (CellRun("raises", printed, error=error),)
    records = {mode: Record("a", mode, "", {"jax": "0.10.2"}, cells) for mode in MODES}

    assert result_of(project, script, records).modes[AS_WRITTEN] == fared


def test_a_mode_is_exact_where_it_prints_the_very_text(tmp_path: Path) -> None:
    """The same number in other dress is near, and no more; an error is as exact as what is announced of it."""
    text = SCRIPT.replace("print(0.25)", "print(0.25)\nraise KeyError('long')").replace(
        "# 0.25\n", "# 0.25\n# KeyError: …\n"
    )
    project = project_of(tmp_path, [("a", text)])
    script = read_script(text, Path("examples/a.py"), "a")
    printed = {AS_WRITTEN: "0.25\n", JIT_OFF: "0.25\n", JIT_EVERYWHERE: "Array(0.25, dtype=float32)\n"}
    records = {
        mode: Record("a", mode, "", {}, (CellRun("raises", line, error=RaisedError("KeyError", mode)),))
        for mode, line in printed.items()
    }

    assert list(result_of(project, script, records).modes.values()) == [EXACT, EXACT, CLOSE]


def test_a_mode_that_raises_is_told_from_one_that_differs(tmp_path: Path) -> None:
    """Each mode by its own findings."""
    project = project_of(tmp_path, [("a", SCRIPT)])
    script = read_script(SCRIPT, Path("examples/a.py"), "a")
    records = {mode: Record("a", mode, "", {"jax": "0.10.2"}, (CellRun("raises", "0.25\n"),)) for mode in MODES}
    records[JIT_OFF] = Record(
        "a", JIT_OFF, "", {}, (CellRun("raises", error=RaisedError("KeyError", "1", "raises", 1)),)
    )

    assert list(result_of(project, script, records).modes.values()) == [EXACT, RAISES, EXACT]


def test_a_job_finds_nothing_of_what_lies_beside_the_package(tmp_path: Path) -> None:
    """Where the package is installed that would be another jax than the one of the job."""
    beside = tmp_path / "site-packages"
    beside.mkdir()
    for package in own_packages():
        (beside / package.name).symlink_to(package)
    (beside / "stray.py").write_text("", encoding="utf-8")
    project = project_of(tmp_path / "project", [("a", STRAY)])
    env = {**os.environ, "PYTHONPATH": str(beside)}

    done = subprocess.run(
        [sys.executable, "-c", RUN], cwd=project.root, env=env, capture_output=True, text=True, check=False
    )

    assert done.stdout == f"{dict.fromkeys(MODES, EXACT)}\n", done.stderr


def test_a_job_needs_nothing_but_what_the_scripts_need() -> None:
    """An environment of a lock holds JAX, NumPy and Matplotlib: neither Sphinx nor what reads catalogs."""
    absent = "babel", "sphinx", "docutils", "markdown_it", "myst_nb", "jinja2", "pygments", "pytest"
    code = f"import sys\nsys.modules.update(dict.fromkeys({absent}))\nimport printproof.promises.matrix"
    command = [sys.executable, "-c", code]

    done = subprocess.run(command, env=own_environment(), capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


def test_what_is_installed_here_makes_a_table_although_a_promise_does_not_hold(tmp_path: Path) -> None:
    """It shows how a GPU differs, under the name that its owner gives it."""
    script = "# %% a\nimport jax\n\nprint(2)\n\n# Output:\n# 1\n"
    project = project_of(tmp_path, [("a", script)])

    found = check_here(project, "a GPU", tmp_path / "gpu.json")

    written = json.loads((tmp_path / "gpu.json").read_text(encoding="utf-8"))
    assert (written["jobs"], written["scripts"]["a"]["results"]["a GPU"]["as-written"]) == (["a GPU"], "differs")
    assert [finding.rule for finding in found.findings] == ["output"]


def test_the_columns_of_the_versions_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    """The installed jax stands among those with a lock."""
    project = project_of(tmp_path, [("a", SCRIPT)])
    (tmp_path / "locks").mkdir()
    for name in ("999.0.1", "0.9.9"):
        (tmp_path / f"locks/requirements-jax-{name}.txt").write_text("", encoding="utf-8")

    names = [job.name for job in matrix_jobs(project)]

    assert names[:3] == ["jax 0.9.9", f"jax {version('jax')}", "jax 999.0.1"]


def test_a_result_stands_under_the_name_of_its_job() -> None:
    """A version of four numbers is wider than a result."""
    found = {"a": Result({AS_WRITTEN: EXACT})}

    head, row = lines({"jax 0.12.0.1": found, "AVX": found})

    assert [m.start() for m in re.finditer(EXACT, row)] == [head.index("jax 0.12.0.1"), head.index("AVX")]


@pytest.fixture(scope="module")
def without_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with a jax whose Python nobody has, and with a table of last time."""
    folder = tmp_path_factory.mktemp("newest")
    project_of(folder, [("a", SCRIPT)])
    lock = "# uv pip compile --python-version 99.1 -\njax==999.0 \\\n"
    (folder / "locks").mkdir()
    (folder / "locks/requirements-jax-999.0.txt").write_text(lock, encoding="utf-8")
    (folder / "versions.json").write_text("as it was", encoding="utf-8")
    return folder


def test_no_table_is_written_where_a_job_has_no_python(
    without_python: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would lose the column of that job without a word; every promise that was compared holds."""
    monkeypatch.chdir(without_python)

    status = main(["matrix", "--table", "versions.json"])

    assert (status, (without_python / "versions.json").read_text(encoding="utf-8")) == (2, "as it was")
    assert capsys.readouterr().err.splitlines()[-1] == (
        "versions.json: was not written: it would lose the column of jax 999.0, which was left out; "
        "install the Python that is named above"
    )


def test_a_job_without_a_python_is_left_out_in_one_line(
    without_python: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The others hold, and nobody asked for a table."""
    monkeypatch.chdir(without_python)

    status = main(["matrix"])

    out, err = capsys.readouterr()
    told = [line for line in err.splitlines() if "999.0" in line]
    assert (status, told) == (
        0,
        ["jax 999.0: left out: it needs Python 99.1 or newer; on PATH and in pyenv no python99.1 starts"],
    )
    assert re.fullmatch(r"1 of 1 scripts hold in each of \d jobs, 1 left out", out.splitlines()[-1])


def test_a_script_that_cannot_be_read_is_one_that_does_not_hold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a check says of it; the others are compared in every job, and a program reads all of it as one object."""
    project_of(tmp_path, [("a", SCRIPT), ("broken", "# %% broken\nprint(\n")])
    monkeypatch.chdir(tmp_path)

    status = main(["matrix", "--json", "--table", "versions.json"])

    told = json.loads(capsys.readouterr().out)
    here = f"jax {version('jax')}"
    found = [(row["docname"], row["mode"], row["results"][here]) for row in told["rows"]]
    assert found == [*(("a", mode, EXACT) for mode in MODES), ("broken", AS_WRITTEN, RAISES)]
    assert [(one["docname"], one["line"], one["rule"]) for one in told["findings"]] == [("broken", 2, "script")]
    assert (status, told["counts"]["scripts"], told["counts"]["holding"]) == (1, 2, 1)
    assert not (tmp_path / "versions.json").exists()


def test_the_only_script_that_cannot_be_read_is_told_as_such(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody knows whether it imports JAX, so that is not what is wrong with it."""
    project_of(tmp_path, [("broken", "# %% broken\nimport jax; print(\n")])
    monkeypatch.chdir(tmp_path)

    assert main(["matrix"]) == 1
    assert capsys.readouterr().err == "examples/broken.py:2: Python cannot read this line: '(' was never closed\n"


USES = "# %% a\nimport tinylib\n\nprint(tinylib.NAME)\n\n# Output:\n# one\n"


def wheel(folder: Path, number: str, name: str) -> None:
    """A library of one line, as pip installs it."""
    info = f"tinylib-{number}.dist-info"
    with zipfile.ZipFile(folder / f"tinylib-{number}-py3-none-any.whl", "w") as file:
        file.writestr("tinylib.py", f"NAME = {name!r}\n")
        file.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: tinylib\nVersion: {number}\n")
        file.writestr(
            f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        file.writestr(f"{info}/RECORD", "")


def test_scripts_are_compared_with_each_version_of_a_library(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes the place of the installed one; all else that is installed stays."""
    project_of(tmp_path, [("a", USES), ("b", USES.replace("# one", "# three"))])
    for number, name in (("1.0", "one"), ("2.0", "two")):
        wheel(tmp_path, number, name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path))

    assert main(["check", "a", "--libraries", "tinylib==1.0, tinylib==2.0"]) == 1
    told = capsys.readouterr()
    assert "examples/a.py:7: cell 'a' printed 'two'; its promise says 'one' [as written, " in told.err
    assert [line.split() for line in told.out.splitlines()] == [
        ["script", "and", "mode", "tinylib==1.0", "tinylib==2.0"],
        ["a", "as-written", "exact", "differs"],
        ["0", "of", "1", "scripts", "hold", "in", "each", "of", "2", "jobs"],
    ]


@pytest.mark.parametrize("wrong", ["numpy", "--help", "numpy @ https://example.org/numpy.whl"])
def test_a_library_is_named_with_its_version(tmp_path: Path, wrong: str) -> None:
    """Nothing else reaches pip."""
    with pytest.raises(PromiseError, match=re.escape(f"{wrong!r} names no version of a library; write, for example: ")):
        environment_with(wrong, tmp_path)
