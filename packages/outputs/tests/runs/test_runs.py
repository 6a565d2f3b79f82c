"""Each script runs in each mode once, in a process of its own, and again only where something changed."""

from __future__ import annotations

import os
import re
import signal
import site
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import pytest

import printproof
from printproof.promises.accept import accept_scripts
from printproof.promises.suite import check_scripts
from printproof.runs import environment, schedule
from printproof.runs.bodies import BodyCounter
from printproof.runs.environment import digest, run_environment, time_limit
from printproof.runs.perturbed_environment import perturbed_variables
from printproof.runs.record import RunError, read_record
from printproof.runs.schedule import bring_up_to_date, current_records
from printproof.scripts.loading import script_of, scripts_of
from printproof.scripts.modes import AS_WRITTEN, MODES, REDUCED
from printproof_base.cli import main
from printproof_base.project import Project
from support.interrupted import interruptible
from support.no_room import on_full_disk
from support.one_cell import cells_of, project_of, reports_of

DONATED_TWICE = """# %% a
import jax

add = jax.jit(lambda a, b: (a + 1, b + 1), donate_argnums=(0, 1))
x = jax.numpy.zeros(3)
add(x, x)

# Output:
# JaxRuntimeError: INVALID_ARGUMENT: Attempt to donate the same buffer twice …
#
# Traces: <lambda> 1
"""

PACKAGE = Path(printproof.__path__[0])
HISTORY = """
# %% history
import builtins
import os

import jax

print(hasattr(builtins, "seen"), os.listdir())
builtins.seen = True
open("left", "w").close()
print(jax.numpy.sin._cache_size())
jax.numpy.sin(1.0)

# Output: none
""".lstrip()
REDUCIBLE = (
    "# %% a\nimport jax\n\nSTEPS = 30\nprint(len(range(STEPS)) > 1)\n\n# Output:\n# True\n#\n# Reduced: STEPS = 3\n"
)
LIKE_PYTHON = '''"""What __doc__ is."""

# %% names
from __future__ import annotations

import atexit
import os
import subprocess
import sys
from dataclasses import dataclass

print(__name__, __doc__, os.path.basename(__file__), os.path.basename(sys.argv[0]))
print(__builtins__.max(1, 2))
atexit.register(print, "at exit")

# %% annotations
@dataclass
class Point:
    x: int = 0


print(Point(1), Point.__annotations__, sys.modules["__main__"].Point is Point)

# %% streams
sys.stdout.write("one ")
sys.stdout.flush()
os.write(1, b"two ")
sys.__stdout__.write("three ")
sys.__stdout__.flush()
subprocess.run(["echo", "four"])
print(sys.path[0] == os.path.dirname(os.path.abspath(__file__)))
'''
WITH_JAX = {"python": "3.11.7", "jax": "0.10.2"}
PLAIN_ANNOTATIONS = "# %% a\ndef f(x: int) -> str: ...\n\n\nprint(f.__annotations__)\n\n# Output: none\n"


def plain(number: int) -> str:
    """A small script."""
    return f"# %% a\nimport jax; print({number})\n\n# Output:\n# {number}\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A project of small scripts, each run once."""
    scripts = {
        "one": plain(1),
        "guide/two": plain(2),
        "history": HISTORY,
        "history-again": HISTORY,
        "reducible": REDUCIBLE,
        "like-python": LIKE_PYTHON,
        "plain-annotations": PLAIN_ANNOTATIONS,
    }
    made = project_of(tmp_path_factory.mktemp("runner"), scripts.items())
    bring_up_to_date(made, scripts_of(made, made.docnames())[0])
    return made


def test_a_function_of_jax_that_has_the_name_of_a_method_is_not_counted() -> None:
    """JAX 0.8.3 reports that it has traced its ``add`` while the method of that name runs, and adds."""
    counter = BodyCounter(__file__)

    def add(x: Any) -> Any:
        counter("add")
        counter.on_trace("add")
        return x

    jax.jit(add)(1)
    assert counter.traced["add"] == 0
    counter.on_trace("add")
    assert counter.traced["add"] == 1


@pytest.mark.parametrize("docname", ["history", "history-again"])
@pytest.mark.parametrize("mode", MODES)
def test_a_run_starts_from_nothing(project: Project, docname: str, mode: str) -> None:
    """Neither names, files nor the caches of JAX come from another script or mode."""
    cell = read_record(project.record(docname, mode)).cells[0]

    assert cell.printed == ("False []", "0")


@pytest.mark.parametrize("docname", ["like-python", "plain-annotations"])
def test_a_run_as_written_prints_what_python_prints(project: Project, docname: str) -> None:
    """Cell by cell is the same as in one piece, up to what is printed at exit."""
    path = project.script(docname)
    told = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, check=True)
    cells = read_record(project.record(docname, "as-written")).cells

    assert "".join(cell.stdout for cell in cells) == told.stdout


def test_a_current_record_starts_no_run(project: Project) -> None:
    """However often it is asked for."""
    assert str(bring_up_to_date(project, scripts_of(project, project.docnames())[0])) == "0 runs"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("# 1\n", "# 2\n"),
        ("# Output:\n", "# A comment.\n\n# Output:\n"),
        ("# 1\n", "# 1\n#\n# Output with jit off:\n# 1\n"),
        ("# %% a", "# SPDX-License-Identifier: MIT\n\n# %% a"),
    ],
    ids=["a digit of a promise", "a comment in a cell", "a further promise", "a licence"],
)
def test_a_record_depends_on_code_alone(tmp_path: Path, old: str, new: str) -> None:
    """What is promised runs nothing again; a comment in a cell is part of the cell that a page shows."""
    project = project_of(tmp_path, [("a", plain(1))])
    reports_of(project)
    path = project.script("a")
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")

    ran = bring_up_to_date(project, [script_of(project, "a")])

    assert len(ran.runs) == (3 if "comment" in new else 0)


def test_accepting_a_digit_starts_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither in any mode nor in a perturbed environment: there is no runner to start."""
    project = project_of(tmp_path, [("a", plain(1))])
    assert accept_scripts(project, ["a"], progress=lambda _: None) == []
    path = project.script("a")
    path.write_text(path.read_text(encoding="utf-8").replace("# 1\n", "# 2\n"), encoding="utf-8")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("SCRIPT_LIMIT_S", "0.000001")  # a run would not end in this time

    assert accept_scripts(project, ["a"], progress=lambda _: None) == []
    assert path.read_text(encoding="utf-8") == plain(1)


def test_what_is_raised_is_told_at_its_line_wherever_that_is_now(tmp_path: Path) -> None:
    """A record holds lines of cells; lines added above a cell move the report."""
    text = "# %% a\nprint(1)\n\n# Output:\n# 1\n\n# %% b\nx = 1\nraise KeyError(x)\n\n# Output: none\n"
    project = project_of(tmp_path, [("a", text)])
    assert reports_of(project)[0].startswith("examples/a.py:9: ")
    project.script("a").write_text("# A new line.\n" + text, encoding="utf-8")

    ran = bring_up_to_date(project, [script_of(project, "a")])

    assert ran.runs == ()
    assert reports_of(project)[0].startswith("examples/a.py:10: ")


def test_what_a_second_run_found_is_found_while_its_record_is_current(tmp_path: Path) -> None:
    """A check that starts no second run does not call right what accept has refused."""
    text = "# %% a\nprint(hash('a') % 2**20)\n\n# Output:\n# 1\n"
    project = project_of(tmp_path, [("a", text)])
    accept_scripts(project, ["a"], progress=lambda _: None)
    printed = read_record(project.record("a", AS_WRITTEN)).cells[0].stdout
    project.script("a").write_text(text.replace("# 1\n", f"# {printed}"), encoding="utf-8")

    assert [finding.rule for finding in check_scripts(project, ["a"]).findings] == ["unstable"]
    project.script("a").write_text("# %% a\nprint(1)\n\n# Output:\n# 1\n", encoding="utf-8")
    assert check_scripts(project, ["a"]).findings == ()


def test_a_record_that_was_edited_is_run_again_and_said_to_be(tmp_path: Path) -> None:
    """Else whoever keeps the records would decide what a script has printed."""
    project = project_of(tmp_path, [("a", plain(1))])
    check_scripts(project, ["a"])
    path = project.record("a", AS_WRITTEN)
    honest = path.read_text(encoding="utf-8")
    path.write_text(honest.replace('"stdout": "1', '"stdout": "2'), encoding="utf-8")
    said: list[str] = []

    assert check_scripts(project, ["a"], said.append).findings == ()
    assert "a/as-written.json: the record was edited, so the script runs again" in said
    assert path.read_text(encoding="utf-8") == honest


def test_a_script_that_prints_its_lines_is_unstable(tmp_path: Path) -> None:
    """Its promise would be right only as long as no other promise grows."""
    text = plain(1) + "\n# %% b\nimport sys\n\nprint(sys._getframe().f_lineno)\n\n# Output:\n# 10\n"
    project = project_of(tmp_path, [("a", text)])

    found = [str(finding) for finding in check_scripts(project, ["a"], again=True).findings]

    assert len(found) == 1
    assert found[0].startswith("examples/a.py:12: cell 'b' prints something else when it runs again with another hash")


def test_only_the_script_whose_record_is_gone_runs(project: Project) -> None:
    """In the mode whose record it was; the other records stay as they are."""
    before = project.record("one", "jit-off").stat().st_mtime_ns
    project.record("guide/two", "jit-off").unlink()

    ran = bring_up_to_date(project, scripts_of(project, project.docnames())[0])

    assert (ran.runs, str(ran)) == ((("guide/two", "jit-off"),), "1 runs (1 scripts)")
    assert project.record("one", "jit-off").stat().st_mtime_ns == before


def test_a_script_with_reduced_constants_runs_once_more(project: Project) -> None:
    """As written, with the constants that the other modes have."""
    records = current_records(project, script_of(project, "reducible"))

    assert records
    assert {*records} == {*MODES, REDUCED}


@pytest.mark.parametrize(
    ("what", "other"),
    [
        ("the script", digest(b"x = 2\n", "as-written", {}, WITH_JAX)),
        ("its line ends", digest(b"x = 1\r\n", "as-written", {}, WITH_JAX)),
        ("the mode", digest(b"x = 1\n", "jit-off", {}, WITH_JAX)),
        ("a setting of JAX", digest(b"x = 1\n", "as-written", {"JAX_ENABLE_X64": "1"}, WITH_JAX)),
        ("a flag of XLA", digest(b"x = 1\n", "as-written", {"XLA_FLAGS": "--xla_cpu_max_isa=AVX"}, WITH_JAX)),
    ],
)
def test_a_record_is_out_of_date_when_this_changes(what: str, other: str) -> None:
    """All that an output depends on is in the digest."""
    assert digest(b"x = 1\n", "as-written", {}, WITH_JAX) != other, what


def test_a_record_is_out_of_date_when_the_version_of_a_library_changes() -> None:
    """Another jax may print something else."""
    before = digest(b"x = 1\n", "as-written", {}, WITH_JAX)

    assert digest(b"x = 1\n", "as-written", {}, {**WITH_JAX, "jax": "another"}) != before


def test_a_record_is_out_of_date_when_the_runner_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """It decides what is recorded."""
    before = digest(b"x = 1\n", "as-written", {}, WITH_JAX)

    monkeypatch.setattr(environment, "_runner", lambda: "another")

    assert digest(b"x = 1\n", "as-written", {}, WITH_JAX) != before


def test_a_setting_of_jax_is_nothing_to_a_script_without_it() -> None:
    """No run is needed again where a machine has another accelerator."""
    plain = {"python": "3.11.7", "numpy": "2.4.6"}

    assert digest(b"", "as-written", {}, plain) == digest(b"", "as-written", {"JAX_ENABLE_X64": "1"}, plain)


def test_a_record_does_not_depend_on_anything_else() -> None:
    """Another terminal, user or home starts no run."""
    assert digest(b"", "jit-off", {}, WITH_JAX) == digest(
        b"", "jit-off", {"HOME": "elsewhere", "TERM": "dumb", "LANG": "C"}, WITH_JAX
    )


def test_the_digest_holds_every_package_of_the_runner() -> None:
    """What the process that runs scripts imports of ours lies in the packages that its digest is made of.

    Those of ``printproof_base`` write files and name faults: they decide nothing that a record says.
    """
    listing = "import sys, printproof.runs.forkserver; print(*[m for m in sys.modules if m.startswith('printproof.')])"
    run = [sys.executable, "-c", listing]
    loaded = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    packages = {name.split(".")[1] for name in loaded if Path(PACKAGE, name.split(".")[1]).is_dir()}

    assert packages == {*environment.RUNNER}


def test_a_run_is_capped_to_the_same_instructions_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last digit depends on them; a cap that is asked for stays."""
    monkeypatch.setattr("platform.machine", lambda: "x86_64")

    assert run_environment({})["XLA_FLAGS"] == "--xla_cpu_max_isa=AVX2"
    assert run_environment({"XLA_FLAGS": "--xla_cpu_max_isa=AVX"})["XLA_FLAGS"] == "--xla_cpu_max_isa=AVX"


def test_what_xla_raises_it_does_not_log_as_well(tmp_path: Path) -> None:
    """The line would hold the time and the number of the process."""
    project = project_of(tmp_path, [("a", DONATED_TWICE)])

    [cell] = cells_of(project, "a")

    assert cell.error is not None
    assert cell.error.type == "JaxRuntimeError"
    assert cell.stderr == ""


def test_what_a_person_has_installed_is_there_in_a_perturbed_environment(tmp_path: Path) -> None:
    """`pip install --user` puts it below the home, which is another one there."""
    assert perturbed_variables({}, tmp_path)["PYTHONUSERBASE"] == site.getuserbase()
    assert perturbed_variables({"PYTHONUSERBASE": "elsewhere"}, tmp_path)["PYTHONUSERBASE"] == "elsewhere"


def test_an_error_that_has_no_text_says_what_python_says(tmp_path: Path) -> None:
    """Its ``__str__`` raises; the cell may promise it, and the script goes on."""
    odd = "class OddError(Exception):\n    def __str__(self):\n        return 1 / 0\n\n\nraise OddError\n"
    text = f"# %% a\n{odd}\n# Output:\n# OddError: <exception str() failed>\n\n# %% b\nprint(1)\n\n# Output:\n# 1\n"

    assert reports_of(project_of(tmp_path, [("a", text)])) == []


@pytest.mark.parametrize("answer", ["self", "Proxy()"])
def test_a_proxy_that_answers_to_every_name_is_called(tmp_path: Path, answer: str) -> None:
    """What it says to wrap is itself, or without end another one; Python calls it all the same."""
    proxy = "class Proxy:\n    def __getattr__(self, name):\n        return ANSWER\n\n    def __call__(self, n):\n"
    body = f"{proxy.replace('ANSWER', answer)}        return n + 1\n\n\nprint(Proxy()(2))\n"
    text = f"# %% a\n{body}\n# Output:\n# 3\n"

    assert reports_of(project_of(tmp_path, [("a", text)]), SCRIPT_LIMIT_S="10") == []


@pytest.mark.parametrize("limit", ["soon", "", "0", "-1", "nan", "inf"])
def test_a_time_limit_that_no_run_could_have_is_refused(limit: str) -> None:
    """The sentence says what to write."""
    with pytest.raises(RunError, match=f"SCRIPT_LIMIT_S={limit}: not a number of seconds; write, for example, 120"):
        time_limit({"SCRIPT_LIMIT_S": limit})


def test_a_run_that_dies_leaves_no_record(tmp_path: Path) -> None:
    """Nothing half-written, in any mode."""
    dying = project_of(tmp_path, [("a", "# %% a\nimport os\n\nos.kill(os.getpid(), 9)\n\n# Output: none\n")])

    found = reports_of(dying)

    assert [re.sub(r" \[.*", "", text) for text in found] == [
        "examples/a.py:1: cell 'a' ended the process by signal SIGKILL"
    ]
    assert [path for path in dying.build.rglob("*") if path.is_file()] == []


def test_a_run_that_leaves_a_process_leaves_no_record(tmp_path: Path) -> None:
    """What the process would print later was not checked."""
    text = "# %% a\nimport os\n\n_ = os.system('sleep 60 &')\n\n# Output: none\n"
    leaving = project_of(tmp_path, [("a", text)])

    found = reports_of(leaving)

    assert [text.split("; ")[0] for text in found] == [
        "examples/a.py:1: cell 'a' left a process running that a cell has started [as written]"
    ]
    assert [path for path in leaving.build.rglob("*") if path.is_file()] == []


def test_a_runner_that_dies_is_told_of(tmp_path: Path) -> None:
    """A script that ends the process which started it does not pass for one that ran."""
    text = "# %% a\nimport os\n\nos.kill(os.getppid(), 9)\n\n# Output: none\n"

    found = reports_of(project_of(tmp_path, [("a", text)]))

    assert "was not run: the runner ended with exit status -9" in found[0]


def test_a_full_disk_is_not_the_fault_of_a_cell(tmp_path: Path) -> None:
    """A record that finds no room is one line, names no cell, and is not left behind as a half."""
    project = project_of(tmp_path, [("a", "# %% a\nprint(1)\n\n# Output:\n# 1\n")])

    ended = on_full_disk(tmp_path, "check", size=300)

    assert ended.stderr == "no room to write: the disk is full, or a quota is; make room, then run it again\n"
    assert (ended.returncode, [path for path in project.build.rglob("*") if path.is_file()]) == (2, [])


def test_a_folder_of_records_that_cannot_be_written_is_not_the_fault_of_a_cell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told before a script begins, and names the folder."""
    project = project_of(tmp_path, [("a", "# %% a\nprint(1)\n\n# Output:\n# 1\n")])
    monkeypatch.setattr("os.access", lambda place, mode: False)  # root may write anywhere

    with pytest.raises(PermissionError, match=re.escape(str(project.build / "runs/a"))):
        check_scripts(project, ["a"])


def test_a_file_that_a_cell_cannot_write_is_its_own_error(tmp_path: Path) -> None:
    """What the system refuses to the script is what its promise may say."""
    code = "from pathlib import Path\n\nPath('big').write_bytes(bytes(9_999))"
    text = f"# %% a\n{code}\n\n# Output:\n# OSError: [Errno 27] File too large\n"
    project_of(tmp_path, [("a", text)])

    ended = on_full_disk(tmp_path, "check", size=9_000)

    assert (ended.returncode, ended.stderr) == (0, "")


def test_a_script_that_mends_its_own_promise_is_told_of(tmp_path: Path) -> None:
    """What ran is no longer what stands there, so nothing was checked."""
    mend = "path = Path(__file__)\npath.write_text(path.read_text().replace('# ' + '2', '# ' + '1'))\nprint(1)\n"
    text = f"# %% a\nfrom pathlib import Path\n\n{mend}\n# Output:\n# 2\n"

    found = reports_of(project_of(tmp_path, [("a", text)]))

    assert len(found) == 1
    assert found[0].startswith("examples/a.py:1: the script was changed while it ran, or a file that it reads; ")


@interruptible()
@pytest.mark.parametrize("interrupt", [os.killpg, os.kill], ids=["group", "alone"])
def test_an_interrupted_check_leaves_no_script_running(interrupt: Callable[[int, int], None], tmp_path: Path) -> None:
    """Ctrl-C ends the scripts as well, leaves no record, and is one word."""
    told = tmp_path / "told"
    text = f"# %% a\nimport os, time\n\nopen({str(told)!r}, 'a').write(f'{{os.getpid()}}\\n')\ntime.sleep(300)\n"
    slow = project_of(tmp_path, [("a", text)])
    with subprocess.Popen(
        [sys.executable, "-m", "printproof", "check"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as checking:
        until(lambda: told.exists() and told.read_text(encoding="utf-8").endswith("\n"))
        interrupt(checking.pid, signal.SIGINT)
        said = checking.communicate(timeout=60)[1]

    until(lambda: not any(alive(int(pid)) for pid in told.read_text(encoding="utf-8").split()))
    assert (checking.returncode, said) == (130, "interrupted\n")
    assert [path for path in slow.build.rglob("*") if path.is_file()] == []


def test_a_check_that_is_killed_leaves_a_runner_that_ends_in_silence(tmp_path: Path) -> None:
    """It learns of it as it tells how a script has ended, and nobody reads that any more."""
    told, go = tmp_path / "told", tmp_path / "go"
    wait = f"import os, time\n\nopen({str(told)!r}, 'w').close()\n"
    wait += f"while not os.path.exists({str(go)!r}):\n    time.sleep(0.01)\n"
    project_of(tmp_path, [("a", f"# %% a\n{wait}\n# Output: none\n")])
    command = [sys.executable, "-m", "printproof", "check"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as checking:
        until(told.exists)
        checking.kill()
        checking.wait()
        go.touch()
        assert checking.stderr is not None
        assert checking.stderr.read() == ""  # until the runner has ended as well


def until(holds: object) -> None:
    """Wait for something to be so; a minute is far more than it takes."""
    assert callable(holds)
    for _ in range(3000):
        if holds():
            return
        time.sleep(0.02)
    pytest.fail("it never was so")


def alive(pid: int) -> bool:
    """True while a process runs."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return False


@pytest.mark.parametrize("verb", ["check", "accept", "run", "check --libraries numpy==2.2"])
def test_a_system_without_fork_is_one_line(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Windows is told what to use instead, and no runner is started that would end in a traceback."""
    monkeypatch.setattr(schedule, "CAN_FORK", False)
    monkeypatch.chdir(project_of(tmp_path, [("a", "# %% a\nprint(1)\n\n# Output:\n# 1\n")]).root)

    status = main([*verb.split(), "a"])

    told = [line for line in capsys.readouterr().err.splitlines() if "fork" in line]
    assert (status, told) == (
        2,
        [f"{sys.platform} has no fork, in which each script runs; run it on Linux or macOS, or in WSL on Windows"],
    )
