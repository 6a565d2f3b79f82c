"""``printproof run`` shows an author what the page will: every cell to the last one, also behind an error."""

from __future__ import annotations

from pathlib import Path

import pytest

from printproof_base.cli import main
from support.one_cell import checked_of, project_of

LESSON = """# %% one
print("a")
[1, 2]

# Output:
# a
#
# Value:
# [1, 2]

# %% two
print("b")
int("x")

# Output:
# b
# ValueError: invalid literal …

# %% three
print("c")
"""
SHOWN = """# examples/guide/intro.py

# %% one
a
[1, 2]

# %% two
b
ValueError: invalid literal for int() with base 10: 'x'

# %% three
c
"""


def run(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """The exit status of a run of a project's only script."""
    project_of(folder, [("guide/intro", text)])
    monkeypatch.chdir(folder)
    return main(["run", "examples/guide/intro.py"])


def test_every_cell_shows_what_it_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed lines, a value, an announced error; the cell behind it runs, and needs no promise yet."""
    assert run(tmp_path, LESSON, monkeypatch) == 0
    assert capsys.readouterr().out == SHOWN


def test_an_error_that_no_promise_announces_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The cells behind it run all the same; the line that raises it and the cure stand on stderr."""
    text = "# %% one\nx = 1\nx / 0\n\n# Output: none\n\n# %% two\nprint(x)\n"

    assert run(tmp_path, text, monkeypatch) == 1
    printed = capsys.readouterr()
    assert printed.out.endswith("# %% one\nZeroDivisionError: division by zero\n\n# %% two\n1\n")
    assert printed.err.splitlines()[-1] == (
        "examples/guide/intro.py:3: cell 'one' raises 'ZeroDivisionError: division by zero', which its promise does "
        "not announce; if it is meant, end the promise with '# ZeroDivisionError: …'"
    )


def test_another_error_than_the_announced_one_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a promise says of one error, it does not say of all."""
    assert run(tmp_path, LESSON.replace("ValueError", "TypeError"), monkeypatch) == 1


def test_a_script_that_ends_its_process_is_no_success(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says in which cell it did."""
    text = "# %% one\nprint(1)\n\n# %% two\nimport os\n\nos._exit(3)\n"

    assert run(tmp_path, text, monkeypatch) == 1
    assert "cell 'two' ended the process with exit status 3 [as written]" in capsys.readouterr().err


def test_what_a_page_refuses_is_shown_beside_the_output(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was written to stderr, and warnings; progress stands there, too."""
    text = '# %% one\nimport sys\nimport warnings\n\nwarnings.warn("old")\nprint("so", file=sys.stderr)\n'

    assert run(tmp_path, text, monkeypatch) == 0
    printed = capsys.readouterr()
    assert printed.out == "# examples/guide/intro.py\n\n# %% one\n"
    assert printed.err.splitlines() == [
        "running guide/intro",
        "[1/1] guide/intro as-written",
        "so",
        "UserWarning: old",
    ]


def test_a_script_runs_each_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A current record does not stand for the run that was asked for, and stays as it is."""
    text = "# %% one\nimport os\n\nprint(os.getpid())\n\n# Output varies: a process\n# 1\n"
    project = project_of(tmp_path, [("guide/intro", text)])
    assert checked_of(project).findings == ()
    kept = project.record("guide/intro", "as-written").read_bytes()

    assert [run(tmp_path, text, monkeypatch) for _ in range(2)] == [0, 0]
    numbers = [line for line in capsys.readouterr().out.splitlines() if line.isdigit()]
    assert len(set(numbers)) == 2
    assert project.record("guide/intro", "as-written").read_bytes() == kept


def test_a_script_that_cannot_be_read_keeps_no_other_from_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is reported with its line, and the verb ends as what failed."""
    project_of(tmp_path, [("a", "# %% one\nif:\n"), ("b", "# %% one\nprint(1)\n")])
    monkeypatch.chdir(tmp_path)

    assert main(["run"]) == 1
    printed = capsys.readouterr()
    assert printed.out == "# examples/b.py\n\n# %% one\n1\n"
    assert printed.err.startswith("examples/a.py:2: Python cannot read this line")
