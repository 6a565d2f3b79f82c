"""Workers of dask.distributed run the scripts of a check; their records are those of a local run, byte for byte."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from printproof_base.cli import main
from printproof_base.processes import own_environment
from printproof_base.project import Project
from support.one_cell import project_of

pytestmark = pytest.mark.skipif(
    not find_spec("distributed") and os.environ.get("CI") != "true", reason="dask.distributed is not installed"
)

ONE = "# %% a\nprint(1)\n\n# Output:\n# 1\n"
TRACED = """# %% a
import jax

print(jax.jit(lambda x: x + 1)(1))

# Output:
# 2
#
# Traces: <lambda> 1
"""
READS = """# %% a
from pathlib import Path

print(len(Path(__file__).with_name("data.txt").read_text()))

# Output:
# 3
"""
# The process of a script was forked by the runner, which a process of ours started, which the worker started.
DEADLY = """# %% a
import os
import signal

pid = os.getpid()
for _ in range(3):
    with open(f"/proc/{pid}/stat") as stat:
        pid = int(stat.read().rpartition(")")[2].split()[1])
try:
    os.mkdir(FOLDER)
    os.kill(pid, signal.SIGKILL)
except FileExistsError:
    pass
print(1)

# Output:
# 1
"""
SAME = "give it the checkout and the packages that are here, and start it in that checkout"
LOGS = "see the logs of the workers, or run it here: printproof check"
INSTALL = "install it here and where workers run: pip install 'printproof[dask]'"
START = "start one with: dask scheduler, and name the address that it prints, such as tcp://10.0.0.4:8786"
SCHEDULER = ["-m", "distributed.cli.dask_scheduler", "--port", "0", "--host", "127.0.0.1", "--no-dashboard"]
WORKER = ["--no-nanny", "--no-dashboard", "--nthreads", "1"]
CODE = "from distributed.cli.dask_worker import main; main()"


class Cluster:
    """A scheduler, and workers that are started in checkouts of a project; all end with the context."""

    def __init__(self, folder: Path, processes: ExitStack, **environ: str) -> None:
        self.file = folder / "scheduler.json"
        self.log = folder / "log"
        self.environ = own_environment({**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1", **environ})
        self.processes = processes
        self.scheduler = self._start(*SCHEDULER, "--scheduler-file", str(self.file), cwd=folder)
        while not (self.file.exists() and self.file.read_text(encoding="utf-8").endswith("}")):
            assert self.scheduler.poll() is None, self.log.read_text(encoding="utf-8")

    def worker(self, checkout: Path, code: str = CODE) -> subprocess.Popen[bytes]:
        """A worker, started in a checkout; with other code, one that lacks something."""
        return self._start("-c", code, "--scheduler-file", str(self.file), *WORKER, cwd=checkout)

    def _start(self, *arguments: str, cwd: Path) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            started = subprocess.Popen([sys.executable, *arguments], cwd=cwd, env=self.environ, stdout=log, stderr=log)
        self.processes.callback(started.wait)
        self.processes.callback(started.kill)
        return started

    @property
    def address(self) -> str:
        """What the scheduler prints."""
        return str(json.loads(self.file.read_text(encoding="utf-8"))["address"])

    def check(self, project: Project, *arguments: str) -> subprocess.Popen[str]:
        """A check that this cluster runs scripts for, as it goes on."""
        command = [sys.executable, "-m", "printproof", "check", "--dask", self.address, *arguments]
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(command, cwd=project.root, env=self.environ, text=True, **pipes)

    def said(self, project: Project, *arguments: str) -> tuple[int, list[str], str]:
        """The exit status of a check, the lines that it prints, and what it complains of."""
        with self.check(project, *arguments) as ended:
            out, complaint = ended.communicate()
        return ended.returncode, out.splitlines(), complaint.replace(self.address, "ADDRESS")


@contextmanager
def cluster_of(folder: Path, checkouts: Sequence[Path] = (), **environ: str) -> Iterator[Cluster]:
    """A cluster with a worker in each checkout."""
    folder.mkdir()
    with ExitStack() as processes:
        cluster = Cluster(folder, processes, **environ)
        for checkout in checkouts:
            cluster.worker(checkout)
        yield cluster


def made(folder: Path, **scripts: str) -> Project:
    """A project of scripts, by their docnames."""
    project = project_of(folder, scripts.items())
    (folder / "pyproject.toml").write_text("[tool.printproof]\n", encoding="utf-8")
    return project


def copies(project: Project, number: int) -> list[Path]:
    """Checkouts of a project, each in a folder of its own."""
    places = [project.root.with_name(f"checkout-{one}") for one in range(number)]
    return [Path(shutil.copytree(project.root, place)) for place in places]


def records_of(project: Project) -> dict[str, bytes]:
    """The records of a project, with their bytes."""
    runs = project.build / "runs"
    return {path.relative_to(runs).as_posix(): path.read_bytes() for path in runs.rglob("*.json")}


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, list[Path], Cluster]]:
    """A project of four scripts, its three checkouts, and a cluster of as many workers."""
    root = tmp_path_factory.mktemp("three")
    scripts = {"one": ONE, "guide/two": ONE.replace("1", "2"), "traced": TRACED, "wrong": ONE.replace("# 1", "# 2")}
    project = made(root / "project", **scripts)
    checkouts = copies(project, 3)
    with cluster_of(root / "cluster", checkouts) as cluster:
        yield project, checkouts, cluster


@pytest.fixture
def fresh(three: tuple[Project, list[Path], Cluster]) -> tuple[Project, Cluster]:
    """The same, without a record."""
    project, _, cluster = three
    shutil.rmtree(project.build, ignore_errors=True)
    return project, cluster


def test_records_are_those_of_a_local_run(fresh: tuple[Project, Cluster]) -> None:
    """Every file, every byte, of each mode and of the second run; and what is found is the same."""
    project, cluster = fresh
    status, lines, complaint = cluster.said(project, "--again")
    of_workers = records_of(project)
    shutil.rmtree(project.build)
    command = [sys.executable, "-m", "printproof", "check", "--again"]

    here = subprocess.run(command, cwd=project.root, env=cluster.environ, capture_output=True, text=True, check=False)

    assert of_workers == records_of(project)
    assert len(of_workers) == 2 + 2 + 4 + 1
    assert (status, complaint) == (here.returncode, here.stderr)
    assert lines[-1] == here.stdout.splitlines()[-1].replace("(6 runs, 0 from records)", "(0 runs, 6 from records)")


def test_each_script_is_named_with_its_worker(fresh: tuple[Project, Cluster]) -> None:
    """As it comes, so that a person sees that it goes on."""
    project, cluster = fresh

    first, *lines, last = cluster.said(project, "one", "guide/two")[1]

    assert first == f"workers at {cluster.address}: 3; scripts for them: one, guide/two"
    assert sorted(line.partition("] ")[2].partition(": tcp://")[0] for line in lines) == ["guide/two", "one"]
    assert [line.partition(" ")[0] for line in lines] == ["[1/2]", "[2/2]"]
    assert last.startswith("2 promises in 2 scripts hold in 1 mode (0 runs, 2 from records)")


def test_nothing_is_written_into_a_checkout(three: tuple[Project, list[Path], Cluster]) -> None:
    """Several workers may share one, and somebody may be at work there."""
    project, checkouts, cluster = three
    shutil.rmtree(project.build, ignore_errors=True)

    cluster.said(project)

    assert [path.name for path in checkouts[0].iterdir() if path.name == "_build"] == []
    assert len([path for path in checkouts[0].rglob("*") if path.is_file()]) == 5


def test_what_has_records_is_not_sent(fresh: tuple[Project, Cluster]) -> None:
    """Nor asked for a second time where a promise does not hold."""
    project, cluster = fresh
    cluster.said(project, "--again")

    assert len(cluster.said(project, "--again")[1]) == 1


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Project, Path, Cluster]]:
    """A project, and the one worker with its checkout."""
    root = tmp_path_factory.mktemp("alone")
    project = made(root / "project", one=ONE, reads=READS)
    (project.root / "examples/data.txt").write_text("abc", encoding="utf-8")
    (checkout,) = copies(project, 1)
    with cluster_of(root / "cluster", [checkout]) as cluster:
        yield project, checkout, cluster


@pytest.mark.parametrize(
    ("docname", "file", "text", "fact"),
    [
        (
            *("one", "one.py", ONE.replace("1", "7")),
            "has another code of one, of what it imports, or of printproof, or other variables of JAX",
        ),
        ("reads", "data.txt", "xyz", "its record of reads is not whole, or was made with other files of the project"),
        (
            *("one", "one.py", "1"),
            "cannot run one (examples/one.py:1: the script has no cell; begin one with '# %% name')",
        ),
    ],
)
def test_a_worker_with_another_checkout_is_refused(
    alone: tuple[Project, Path, Cluster], docname: str, file: str, text: str, fact: str
) -> None:
    """By its name, in one line; no record of it is kept."""
    project, checkout, cluster = alone
    path = checkout / "examples" / file
    before = path.read_text(encoding="utf-8")
    path.write_text(text, encoding="utf-8")

    status, _, complaint = cluster.said(project, docname)

    path.write_text(before, encoding="utf-8")
    place, _, said = complaint.partition(": ")
    assert (status, said) == (2, f"{fact}; {SAME}\n")
    assert place.startswith("worker tcp://127.0.0.1:")
    assert records_of(project) == {}


def installed(folder: Path, number: str) -> str:
    """A folder of libraries that has a version of one named ``colours``."""
    info = folder / "colours.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: colours\nVersion: {number}\n", encoding="utf-8")
    (info / "top_level.txt").write_text("colours\n", encoding="utf-8")
    (folder / "colours.py").write_text("", encoding="utf-8")
    return str(folder)


def test_a_worker_with_another_version_is_refused(tmp_path: Path) -> None:
    """With both versions, as outputs may differ between them."""
    project = made(tmp_path / "project", one=ONE.replace("print(1)", "import colours\nprint(1)"))
    there, here = installed(tmp_path / "there", "1.0"), installed(tmp_path / "here", "2.0")
    with cluster_of(tmp_path / "cluster", copies(project, 1), PYTHONPATH=there) as cluster:
        cluster.environ = own_environment({**os.environ, "PYTHONPATH": here})
        status, _, complaint = cluster.said(project)

    assert (status, complaint.partition(": ")[2]) == (2, f"has colours 1.0 (here 2.0); {SAME}\n")


def test_what_a_dead_worker_had_another_one_runs(tmp_path: Path) -> None:
    """Its process is gone in the middle of a script, as where a machine goes down; no record is lost."""
    project = made(tmp_path / "project", one=ONE, deadly=DEADLY.replace("FOLDER", repr(str(tmp_path / "died"))))
    with cluster_of(tmp_path / "cluster", copies(project, 2)) as cluster:
        status, _, complaint = cluster.said(project)

    assert (tmp_path / "died").is_dir()
    assert (status, complaint) == (0, "")
    assert sorted(records_of(project)) == ["deadly/as-written.json", "one/as-written.json"]


def test_a_script_of_which_workers_die_is_one_line(tmp_path: Path) -> None:
    """It does not take the whole cluster with it."""
    project = made(tmp_path / "project", deadly=DEADLY.replace("os.mkdir(FOLDER)", "pass"))
    with cluster_of(tmp_path / "cluster", copies(project, 2)) as cluster:
        status, _, complaint = cluster.said(project)

    fact, _, cure = complaint.partition("; ")
    assert fact.startswith("deadly: each of 2 workers died that ran it, tcp://127.0.0.1:")
    assert (status, cure) == (2, f"{LOGS} deadly\n")


def test_a_check_waits_for_workers_and_says_so(tmp_path: Path) -> None:
    """A cluster may start them only when there is work."""
    project = made(tmp_path / "project", one=ONE)
    with cluster_of(tmp_path / "cluster") as cluster, cluster.check(project) as waiting:
        assert waiting.stdout is not None
        while waiting.stdout.readline() != "no worker is there; waiting for one\n":
            assert waiting.poll() is None
        cluster.worker(project.root)

        assert "[1/1] one: tcp://127.0.0.1:" in waiting.communicate()[0]
        assert waiting.returncode == 0


def test_a_worker_without_these_packages_is_one_line(tmp_path: Path) -> None:
    """It cannot do what it is asked for, and lives on for others, also where it comes late."""
    project = made(tmp_path / "project", one=ONE)
    lacking = f"import sys; sys.modules['printproof'] = None; {CODE}"
    why = "No module named 'printproof.promises'; 'printproof' is not a package"
    with cluster_of(tmp_path / "cluster") as cluster:
        with cluster.check(project) as waiting:
            assert waiting.stdout is not None
            waiting.stdout.readline()
            worker = cluster.worker(project.root, lacking)
            late = waiting.communicate()[1]
        early = cluster.said(project)[2]

        assert late == f"one: a worker cannot run it (ModuleNotFoundError: {why}); {INSTALL}\n"
        assert early.startswith("worker tcp://127.0.0.1:")
        assert early.endswith(f": cannot import printproof ({why}); {INSTALL}\n")
        assert worker.poll() is None


def test_a_scheduler_that_goes_is_one_line(tmp_path: Path) -> None:
    """What came until then is kept."""
    project = made(tmp_path / "project", one=ONE)
    with cluster_of(tmp_path / "cluster") as cluster, cluster.check(project) as waiting:
        assert waiting.stdout is not None
        waiting.stdout.readline()
        address = cluster.address
        cluster.scheduler.kill()

        said = (
            f"--dask {address}: the scheduler is gone, and so are the records of one; start it, then run this again\n"
        )
        assert (waiting.communicate()[1], waiting.returncode) == (said, 2)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A script, with this process in its project."""
    monkeypatch.chdir(tmp_path)
    return project_of(tmp_path, [("one", ONE)])


def complained(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status of a check, and what it complains of."""
    return main(["check", *arguments]), capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("127.0.0.1:1", "[Errno 111] Connection refused"),
        ("nonsense", "missing port number in address 'nonsense'"),
        ("", "missing port number in address ''"),
    ],
)
def test_an_address_where_no_scheduler_answers_is_one_line(
    project: Project, address: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once, and without a traceback."""
    fact = f"no scheduler of dask.distributed answers there ({why})"

    assert complained(capsys, f"--dask={address}") == (2, f"--dask {address}: {fact}; {START}\n")


def test_the_address_of_a_page_for_people_is_one_line(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """A scheduler prints that as well, and a client of dask.distributed would wait for it for ever."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def answer() -> None:
            with server.accept()[0] as connection:
                connection.sendall(b"HTTP/1.0 400 Bad Request\r\n\r\n")

        page = threading.Thread(target=answer)
        page.start()
        address = f"127.0.0.1:{server.getsockname()[1]}"
        status, complaint = complained(capsys, "--dask", address)
        page.join()

    assert (status, complaint.partition(" (")[2]) == (2, f"something else answers); {START}\n")


def test_without_the_extra_the_line_says_how_to_install_it(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody else has to install it."""
    monkeypatch.setitem(sys.modules, "distributed", None)

    line = f"--dask tcp://a:1: dask.distributed is not installed; {INSTALL}\n"
    assert complained(capsys, "--dask", "tcp://a:1") == (2, line)


def test_workers_and_other_versions_exclude_each_other(project: Project, capsys: pytest.CaptureFixture[str]) -> None:
    """An option that is left out in silence would look like a success."""
    line = "--dask: workers have one version of each library; leave out --libraries\n"
    assert complained(capsys, "--dask", "tcp://a:1", "--libraries", "numpy==2.2") == (2, line)
