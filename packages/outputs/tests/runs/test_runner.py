"""The process that runs scripts shares its folder with others, ends what it started and nothing else."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

import pytest

from printproof.runs.record import Job, Record, write_record
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.cli import main
from printproof_base.processes import own_environment
from support.one_cell import project_of

SLOW = "# %% a\nimport time\n\ntime.sleep(1)\nprint(1)\n\n# Output:\n# 1\n"
PLAIN = "# %% a\nprint(1)\n\n# Output:\n# 1\n"
KILLED = """
import os, signal, sys, time
from pathlib import Path
from printproof.runs import forkserver
from printproof.runs.record import Job

kill = os.killpg

def killpg(group, number):
    if number == signal.SIGKILL:
        print("taken" if Path(f"/proc/{group}").exists() else "free")
    kill(group, number)

os.killpg = killpg
pid = os.fork()
if pid == 0:
    os.setsid()
    os._exit(7)
folder = Path(sys.argv[1])
job = Job("a", "as-written", "", "", str(folder / "record"), "", 60)
child = forkserver._Child(job, pid, folder, time.monotonic() + 60)
while (outcome := forkserver._poll(child)) is None:
    time.sleep(0.01)
print(outcome.fact)
"""

INTERRUPTED = """
import os, signal
from printproof.runs import forkserver

signal.signal(signal.SIGINT, signal.default_int_handler)
os.register_at_fork(after_in_child=lambda: os.kill(os.getpid(), signal.SIGINT))
forkserver.main()
"""


def test_two_checks_at_once_run_each_script_once(tmp_path: Path) -> None:
    """The second waits for the records of the first, says so, and runs nothing."""
    project_of(tmp_path, [("a", SLOW)])
    checks = [
        subprocess.Popen(
            [sys.executable, "-m", "printproof", "check"],
            cwd=tmp_path,
            env=own_environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]

    ended = [check.communicate(timeout=120) for check in checks]

    assert [check.returncode for check in checks] == [0, 0], ended
    reports = sorted(out.splitlines()[-1] for out, _ in ended)
    assert reports == [
        f"1 promise in 1 script holds in 1 mode ({runs}); 1 script was not run a second time"
        for runs in ("0 runs, 1 from records", "1 run, 0 from records")
    ]
    assert "_build/runs: another process runs scripts here; waiting for its records" in "".join(out for out, _ in ended)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the system does not show its processes")
def test_a_group_is_killed_while_its_number_is_taken(tmp_path: Path) -> None:
    """Once its leader is waited for, a stranger could have the number."""
    run = [sys.executable, "-c", KILLED, str(tmp_path)]
    printed = subprocess.run(run, env=own_environment(), capture_output=True, text=True, check=True, timeout=60).stdout

    assert printed.splitlines() == ["taken", "ended the process with exit status 7"]


def test_an_interruption_of_a_process_that_has_just_been_forked_is_its_own(tmp_path: Path) -> None:
    """It has the handlers of its parent still, which would end another process than it reached."""
    (tmp_path / "a.py").write_text(PLAIN, encoding="utf-8")
    script = str(tmp_path / "a.py")
    job = Job("a", AS_WRITTEN, script, script, str(tmp_path / "record"), "", 60, programs=str(tmp_path))
    run = [sys.executable, "-c", INTERRUPTED, "1"]
    asked = json.dumps(asdict(job))
    env = own_environment()
    done = subprocess.run(run, input=asked, env=env, capture_output=True, text=True, timeout=60, check=False)

    assert done.stderr == ""
    assert json.loads(done.stdout)["fact"] == "ended the process with exit status 1: KeyboardInterrupt:"


def test_a_record_is_as_readable_as_any_file_of_its_maker(tmp_path: Path) -> None:
    """Others who share the folder can use it."""
    path = tmp_path / "runs" / "as-written.json"
    mask = os.umask(0o022)
    try:
        write_record(path, Record("a", AS_WRITTEN, "", {}, ()))
    finally:
        os.umask(mask)

    assert path.stat().st_mode & 0o777 == 0o644


def test_a_time_limit_that_is_none_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Printed by the command line, which alone ends the process."""
    project_of(tmp_path, [("a", PLAIN)])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SCRIPT_LIMIT_S", "soon")

    status = main(["run"])

    assert status == 2
    told = capsys.readouterr().err.splitlines()
    assert told[-1] == "SCRIPT_LIMIT_S=soon: not a number of seconds; write, for example, 120"


def test_an_interruption_that_is_ignored_ends_no_run(tmp_path: Path) -> None:
    """A shell lets its jobs in the background ignore Ctrl-C."""
    text = "# %% a\nimport os\nimport signal\n\nos.kill(os.getppid(), signal.SIGINT)\nprint(1)\n\n# Output:\n# 1\n"
    project_of(tmp_path, [("a", text)])
    ignoring = "import signal, sys\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    command = f"{ignoring}from printproof_base.cli import main\nsys.exit(main(['check']))"

    run = [sys.executable, "-c", command]
    done = subprocess.run(run, cwd=tmp_path, env=own_environment(), capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
