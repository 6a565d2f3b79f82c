"""A project checks its promises as its tests, installed or not, and is red where one does not hold."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from support.one_cell import project_of

SCRIPT = "# %% a\nimport jax; print(1)\n\n# Output:\n# 1\n\n# %% b\nprint(2)\n\n# Output:\n# 2\n"
MENDS = """# %% a
from pathlib import Path

path = Path(__file__)
path.write_text(path.read_text().replace('# ' + '2', '# ' + '1'))
print(1)

# Output:
# 2
"""
# The plugins that others have installed here are left out: to import Hypothesis costs more than all the rest.
SETTINGS = """[tool.pytest.ini_options]
testpaths = ["tests", "examples"]
addopts = [
  "--promises", "--import-mode=importlib", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "-p", "no:anyio"
]
"""


def run_pytest(
    folder: Path, *arguments: str, environ: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """What ``python -m pytest`` says in a project that asks for its promises in its settings, as this one does."""
    (folder / "pyproject.toml").write_text(SETTINGS, encoding="utf-8")
    (folder / "conftest.py").write_text('pytest_plugins = ["printproof.pytest_plugin"]\n', encoding="utf-8")
    (folder / "tests").mkdir(exist_ok=True)
    (folder / "tests" / "test_plain.py").write_text("def test_plain():\n    pass\n", encoding="utf-8")
    env = {**os.environ, **(environ or {})}
    command = [sys.executable, "-m", "pytest", *(arguments or ("-q", "-rfps"))]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, str], str]:
    """The outcome of each test of a project whose scripts are each wrong in another way, and all that was printed."""
    folder = tmp_path_factory.mktemp("project")
    scripts = {
        "guide/whole": SCRIPT,
        "digit": SCRIPT.replace("# 2", "# 3"),
        "hashes": f"# %% a\nprint(hash('word') == {hash_of_a_run()})\n\n# Output:\n# True\n",
        "mends": MENDS,
    }
    project_of(folder, scripts.items())
    done = run_pytest(folder)
    found = [line.split("::") for line in done.stdout.splitlines() if line.startswith(("PASSED", "FAILED", "SKIPPED"))]
    return {line[1].split(" ")[0]: line[0].split(" ")[0] for line in found if len(line) > 1}, done.stdout


def hash_of_a_run() -> int:
    """The hash of a word in a run as written, whose seed is fixed."""
    command = [sys.executable, "-c", "print(hash('word'))"]
    env = {**os.environ, "PYTHONHASHSEED": "0"}
    return int(subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout)


def test_each_cell_is_a_test_in_each_mode_and_in_its_rerun(outcomes: tuple[dict[str, str], str]) -> None:
    """Beside the other tests of the project."""
    modes = ("as-written", "jit-off", "jit-everywhere", "rerun")
    own = {name: outcome for name, outcome in outcomes[0].items() if name.startswith(("test_plain", "guide/whole"))}

    assert own == dict.fromkeys(
        ["test_plain", *(f"guide/whole[{mode}-{cell}]" for mode in modes for cell in "ab")], "PASSED"
    )


def test_a_changed_digit_is_red_at_its_line(outcomes: tuple[dict[str, str], str]) -> None:
    """In the mode whose promise it is; what holds is green."""
    found, printed = outcomes

    assert "examples/digit.py:11: cell 'b' printed '2'; its promise says '3' [as written, jax " in printed
    assert (found["digit[as-written-a]"], found["digit[as-written-b]"]) == ("PASSED", "FAILED")


def test_what_is_not_reproducible_is_red_in_its_rerun(outcomes: tuple[dict[str, str], str]) -> None:
    """The modes are green, as each printed what is promised."""
    assert [name for name, outcome in outcomes[0].items() if name[:6] == "hashes" and outcome == "FAILED"] == [
        "hashes[rerun-a]"
    ]


def test_a_script_that_mends_its_own_promise_is_red(outcomes: tuple[dict[str, str], str]) -> None:
    """What is wrong with a script as a whole is wrong in each of its tests; nothing is skipped to green."""
    found, printed = outcomes

    assert "examples/mends.py:1: the script was changed while it ran, or a file that it reads; " in printed
    assert {outcome for name, outcome in found.items() if name.startswith("mends")} == {"FAILED"}


def test_a_script_that_cannot_be_read_hides_no_other(tmp_path: Path) -> None:
    """It is one red test with its line and cure; all others are checked."""
    project_of(tmp_path, [("good", SCRIPT), ("magic", "# %% a\n%xmode Minimal\n"), ("torn", "# %% a\nprint(\n")])

    done = run_pytest(tmp_path, "-q", "-rfp")

    assert "examples/magic.py:2: magics of IPython are no Python; show it on the page in a plain" in done.stdout
    assert "examples/torn.py:2: Python cannot read this line: '(' was never closed" in done.stdout
    assert "2 failed, 9 passed" in done.stdout


def test_files_of_others_are_no_tests_of_promises(tmp_path: Path) -> None:
    """Among the scripts lie a broken file, one with cells of an editor, and one that pytest would take for tests."""
    others = {"torn": "print(\n", "cells": "# %%\nx = 1\n# %% Some title\ny = 2\n", "test_x": "assert False\n"}
    project_of(tmp_path, [("good", SCRIPT), *others.items()])

    done = run_pytest(tmp_path, "-q", "tests", "--promises")

    assert "9 passed" in done.stdout


def test_a_script_that_is_named_is_not_imported(tmp_path: Path) -> None:
    """Pytest takes any file that is named for a module of tests; a script is only ever run by its cells."""
    imported = tmp_path / "imported"
    project_of(tmp_path, [("x", f"# %% a\nopen({str(imported)!r}, 'w').close()\n\n# Output: none\n")])

    done = run_pytest(tmp_path, "--collect-only", "-q", "examples/x.py", "--promises")

    assert ("2 tests collected" in done.stdout, imported.exists()) == (True, False)


def test_two_workers_run_each_script_once(tmp_path: Path) -> None:
    """Under pytest-xdist one of them runs what has no record, and again; the other takes the records."""
    runs = tmp_path / "runs"
    script = f"# %% a\nwith open({str(runs)!r}, 'a') as file:\n    file.write('x')\n\n# Output: none\n"
    project_of(tmp_path, [("x", script)])

    done = run_pytest(tmp_path, "-q", "-n", "2", "examples")

    assert ("2 passed" in done.stdout, runs.read_text()) == (True, "xx")


def test_other_tests_that_are_named_run_no_script(tmp_path: Path) -> None:
    """Who works on one test waits for no run; who names the option as well gets both."""
    project_of(tmp_path, [("x", SCRIPT)])

    assert "1 test collected" in run_pytest(tmp_path, "--collect-only", "-q", "tests").stdout
    assert "9 tests collected" in run_pytest(tmp_path, "--collect-only", "-q", "tests", "--promises").stdout


def test_the_plugin_is_there_once(tmp_path: Path) -> None:
    """Loaded by its entry point and by conftest.py it is one plugin."""
    project_of(tmp_path / "project", [("x", SCRIPT)])

    done = run_pytest(tmp_path / "project", "--collect-only", "-q")

    assert "9 tests collected" in done.stdout, done.stdout + done.stderr
