"""What does a reader type who follows a page? Its commands, the texts it shows, and an environment to type them in."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from support.built import ROOT

# A block, or a sentence that tells the reader to change something.
STEP = re.compile(
    r"^(?P<fence>`{3,})(?P<kind>\w+)\n(?P<text>.*?)^(?P=fence)$|hange the first `(?P<old>[^`]+)` to `(?P<new>[^`]+)`",
    re.MULTILINE | re.DOTALL,
)
CHANGE = "change"
TAKEN = ("packages", "locales", "LICENSE")
"""What wheels are made of; the last two are linked from the first."""

PROGRAMS = {"pip": "pip._internal.cli.main", "sphinx-build": "sphinx.cmd.build", "pytest": "pytest"}
"""Programs of packages that are lent; pip would have written them."""


@dataclass(frozen=True)
class Step:
    """What a page tells its reader to do or to compare: a block of a kind, such as ``console``, or a change."""

    kind: str
    text: str
    instead: str = ""

    @property
    def commands(self) -> list[str]:
        """The lines that a reader types, without their prompt."""
        return [line.removeprefix("$ ") for line in self.text.splitlines() if line.startswith("$ ")]


def steps(page: Path) -> list[Step]:
    """All that a page shows or asks for, in order."""
    found = STEP.finditer(page.read_text(encoding="utf-8"))
    return [Step(one["kind"], one["text"]) if one["kind"] else Step(CHANGE, one["old"], one["new"]) for one in found]


def plain_environ() -> dict[str, str]:
    """Our environment variables without what is ours alone."""
    ours = {"PYTHONPATH", "VIRTUAL_ENV", "PYTEST_ADDOPTS"}
    env = {key: value for key, value in os.environ.items() if key not in ours}
    # Plugins of packages that the other project never asked for take longer to import than all the rest.
    return {**env, "PYTEST_ADDOPTS": "-p no:hypothesispytest -p no:anyio"}


@dataclass(frozen=True)
class Shell:
    """An environment of its own, in which commands are typed as a page shows them."""

    folder: Path

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return self.folder / ("Scripts" if os.name == "nt" else "bin") / "python"

    def type(self, command: str, where: Path) -> subprocess.CompletedProcess[str]:
        """Type a command in a folder, with nothing of our own environment; what it prints is kept."""
        env = {**plain_environ(), "PATH": f"{self.python.parent}{os.pathsep}{os.defpath}"}
        env |= {"PIP_NO_BUILD_ISOLATION": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
        return subprocess.run(command, shell=True, cwd=where, env=env, capture_output=True, text=True, check=False)


def lend(folder: Path) -> Path:
    """An environment in which nothing is installed; what ours has is lent to it. The folder of its packages."""
    venv.create(folder)
    where = [Shell(folder).python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    said = subprocess.run(where, env=plain_environ(), capture_output=True, text=True, check=True)
    packages = Path(said.stdout.strip())
    # All but our own packages, which are installed here as they lie in the checkout.
    lent = folder / "lent"
    lent.mkdir()
    for path in Path(sysconfig.get_path("purelib")).iterdir():
        if not path.name.startswith(("printproof", "__editable__", "__pycache__")) and path.suffix != ".pth":
            (lent / path.name).symlink_to(path)
    (packages / "lent.pth").write_text(str(lent), encoding="utf-8")
    return packages


def fresh_shell(folder: Path) -> Shell:
    """An environment with pip in which nothing is installed, and nothing has to be fetched again."""
    lend(folder)
    shell = Shell(folder)
    for name, module in PROGRAMS.items():
        program = shell.python.with_name(name)
        program.write_text(
            f"#!{shell.python}\nimport sys\nfrom {module} import main\nsys.exit(main())\n", encoding="utf-8"
        )
        program.chmod(0o755)
    return shell


def checkout(folder: Path) -> Path:
    """A checkout of the package, with nothing that was built."""
    folder.mkdir(parents=True)
    built = shutil.ignore_patterns("*.egg-info", "__pycache__", "build", "tests")
    for name in TAKEN:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=built)
        else:
            shutil.copy(ROOT / name, folder / name)
    return folder


def files_in(folder: Path) -> Iterator[tuple[str, bytes]]:
    """What a build has published: each file by its path; notes of Sphinx for itself are none."""
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and not name.startswith((".doctrees", ".buildinfo")):
            yield name, path.read_bytes()
