"""Another project gets verified outputs from our wheel: two lines of conf.py, an accept command, a pytest option."""

import shutil
import subprocess
import sys
from importlib.metadata import Distribution, version
from pathlib import Path

import pytest

from support.built import ROOT
from support.typed import Shell, checkout, lend, plain_environ

SITE = ROOT / "tests/sites/third-party"
SCRIPT = "examples/lessons/counting.py"
VERSION = version("printproof")
NEEDED = ("base", "catalogs", "outputs")
"""The packages that the outputs of a project need."""


def run(python: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run another environment's Python in a folder, with nothing of our own environment."""
    return subprocess.run(
        [python, *words], cwd=folder, env=plain_environ(), capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment of its own with wheels of our source distributions; what they depend on is borrowed."""
    folder = tmp_path_factory.mktemp("wheel")
    source = checkout(folder / "source")
    packed = [sys.executable, "-c", f"from setuptools.build_meta import build_sdist; build_sdist({str(folder)!r})"]
    for name in NEEDED:
        subprocess.run(packed, check=True, cwd=source / "packages" / name, capture_output=True)
    packages = lend(folder / "venv")
    pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check"]  # it makes a wheel and installs that
    command = [*pip, "install", "--no-deps", "--no-build-isolation", "--target", packages, *folder.glob("*.tar.gz")]
    subprocess.run(command, check=True, cwd=folder)
    return Shell(folder / "venv").python


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of the other project, far from our checkout."""
    return Path(shutil.copytree(SITE, tmp_path / "project"))


def build(python: Path, project: Path) -> subprocess.CompletedProcess[str]:
    """Build the other project's pages, plainly and into the same folder each time."""
    return run(python, project, "-m", "sphinx", "docs", "out")


@pytest.fixture(scope="session")
def first_build(python: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The other project after a plain build: where it was built, and a copy of all that lies there then."""
    folder = tmp_path_factory.mktemp("built")
    shutil.copytree(SITE, folder / "project")
    ended = build(python, folder / "project")
    assert ended.returncode == 0, ended.stderr
    shutil.copytree(folder / "project", folder / "copy")
    return folder / "project", folder / "copy"


@pytest.fixture
def built(first_build: tuple[Path, Path]) -> Path:
    """The other project as it was after its first build, in the same place, since Sphinx reads moved pages anew."""
    place, copy = first_build
    shutil.rmtree(place)
    return Path(shutil.copytree(copy, place))


def test_two_lines_of_conf_py_are_enough(built: Path) -> None:
    """A plain build runs the script in a process of its own and shows what it printed, and what was wanted."""
    html = (built / "out/lessons/counting.html").read_text()
    assert '<pre data-output="as-written"><mark>1 1 1</mark><span class="no" data-said="wanted 1 2 3">' in html


def test_the_package_comes_from_the_wheel(python: Path, project: Path) -> None:
    """Nothing of our checkout is imported."""
    told = run(python, project, "-c", "import printproof; print(printproof.__file__)")

    assert Path(told.stdout.strip()).is_relative_to(python.parents[1])


def test_the_program_is_installed_with_its_version(python: Path, project: Path) -> None:
    """The command is the function that the module calls, and the version of the wheel is the one it names."""
    code = (
        "import sys; from importlib.metadata import entry_points, version as v; sys.argv[1:] = ['--version']\n"
        "[found] = entry_points(group='console_scripts', name='printproof'); print(v('printproof')); found.load()()"
    )
    told = run(python, project, "-c", code).stdout

    assert told.splitlines() == [VERSION, f"printproof {VERSION}"]


def test_the_wheel_says_what_it_is(python: Path) -> None:
    """Its version, its licence, what it can be had with, and that it is typed."""
    [place] = python.parents[1].rglob("printproof-*.dist-info")
    found, files = Distribution.at(place).metadata, [path.name for path in Distribution.at(place).files or ()]

    assert (found["Version"], found["License-Expression"]) == (VERSION, "Apache-2.0")
    assert {"jax", "pytest"} <= set(found.get_all("Provides-Extra", []))
    assert "Typing :: Typed" in found.get_all("Classifier", [])
    assert {"LICENSE", "py.typed"} <= set(files)


def test_a_program_that_uses_the_package_is_checked_with_its_types(python: Path, project: Path) -> None:
    """As any typed library."""
    (project / "use.py").write_text(
        "from printproof_base.project import find_project\n\nfind_project(3)\n", encoding="utf-8"
    )
    mypy = [sys.executable, "-m", "mypy", "--python-executable", python, "--no-incremental", "use.py"]
    told = subprocess.run(mypy, cwd=project, capture_output=True, text=True, check=False).stdout

    assert 'use.py:3: error: Argument 1 to "find_project" has incompatible type "int"; expected "Path"' in told
    assert "Found 1 error in 1 file" in told


def test_pytest_is_needed_by_its_plugin_alone(python: Path, project: Path) -> None:
    """Who builds pages, or types a command, need not have it."""
    code = "import sys; sys.modules['pytest'] = None; import printproof_base.cli, printproof.ext; print('here')"

    assert run(python, project, "-c", code).stdout == "here\n"


def test_a_wrong_promise_makes_a_plain_incremental_build_fail(python: Path, built: Path) -> None:
    """Without -W, and each time until it is right; the report names file and line."""
    script = built / SCRIPT
    script.write_text(script.read_text().replace("# 1 1 1", "# 1 2 1"))

    for ended in (build(python, built), build(python, built)):
        assert ended.returncode != 0
        assert f"{SCRIPT}:13: cell 'forgets' printed '1 1 1'; its promise says '1 2 1'" in ended.stderr


def test_accept_takes_what_was_printed(python: Path, built: Path) -> None:
    """The command rewrites the promise, and the next build holds."""
    script = built / SCRIPT
    before = script.read_text()
    script.write_text(before.replace("# 1 1 1", "# 1 2 1"))

    accepted = run(python, built, "-m", "printproof", "accept", "lessons/counting")

    assert accepted.returncode == 0, accepted.stderr
    assert script.read_text() == before
    assert build(python, built).returncode == 0


def test_pytest_checks_the_promises(python: Path, built: Path) -> None:
    """The plugin needs no configuration; a changed digit is one red test."""
    script = built / SCRIPT
    held = run(python, built, "-m", "pytest", "-q", "--promises")
    script.write_text(script.read_text().replace("# 1 2 3", "# 1 2 4"))

    broken = run(python, built, "-m", "pytest", "-q", "--promises")

    assert held.returncode == 0, held.stdout + held.stderr
    assert broken.returncode == 1
    assert f"{SCRIPT}:16: cell 'forgets' printed '1 2 3'; its promise says '1 2 4' [with jit off" in broken.stdout


def test_an_option_turns_running_off(python: Path, project: Path) -> None:
    """The page then shows the promise and says that nobody checked it in this build."""
    built = run(python, project, "-m", "sphinx", "-D", "printproof_run=0", "docs", "out")

    page = (project / "out/lessons/counting.html").read_text()
    assert built.returncode == 0, built.stderr
    assert "1 1 1" in page
    assert "Not verified in this build" in page
