"""How does a test end a command at a moment that comes again? At its n-th change of a file, in any of its processes."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from printproof_base.processes import own_environment
from support.built import ROOT
from support.interrupted import interruptible

NOTES = (
    *("_build/making/", "_build/gettext/", "_build/parts/", "_build/stamps/"),
    *("_build/durations.json", "_build/made/"),
)
"""What a build keeps for itself: whether it may be taken again is told by the files that the next one publishes.

How long runs took is another number each time, and what other machines made holds stamps as well.
"""

Files = Mapping[str, bytes]


def files_of(root: Path) -> Files:
    """The files of a project that count, with their bytes: halves have other names, and go when one is whole."""
    found = {p.relative_to(root).as_posix(): p for p in root.rglob("*") if p.is_file() and p.suffix != ".new"}
    return {name: path.read_bytes() for name, path in found.items() if not name.startswith(NOTES)}


@dataclass(frozen=True)
class Command:
    """A command in a project: what is typed, and what was changed before, so that it has something to do.

    ``begun`` are files that it writes more than once: before it is done they count for nothing.
    """

    typed: tuple[str, ...]
    change: Callable[[Path], None] = field(default=lambda root: None)
    begun: tuple[str, ...] = ()

    def run(self, root: Path, at: int = 0, number: int = signal.SIGKILL, group: bool = True) -> tuple[int, str, int]:
        """Type it in a folder called ``project``, and end it at a moment (0: never).

        Gives the exit status, what it said on stderr, and how many moments there were.
        """
        count = root.with_name("moments")
        count.unlink(missing_ok=True)
        moment = "|".join([str(count), str(at), str(int(number)), "group" if group else "alone"])
        python = os.pathsep.join([str(Path(__file__).parent / "moments"), str(ROOT)])
        environ = {"SOURCE_DATE_EPOCH": "1790000000", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": python}
        environ = own_environment({**os.environ, **environ, "MOMENT": moment})
        with interruptible():
            done = subprocess.run(
                [sys.executable, "-m", "printproof", *self.typed], cwd=root, env=environ, start_new_session=True,
                capture_output=True, text=True, check=False,
            )  # fmt: skip
        return done.returncode, done.stderr, count.stat().st_size


@dataclass(frozen=True)
class Tried:
    """A command in a project that was made once: the files before it, and after it was done in peace."""

    command: Command
    made: Path
    before: Files
    after: Files
    moments: int

    def fresh(self, folder: Path) -> Path:
        """Another copy of the project as it was before the command."""
        return copied(self.made, folder, self.command)


def copied(made: Path, folder: Path, command: Command) -> Path:
    """A copy of a project in which a command has something to do."""
    root = Path(shutil.copytree(made, folder / "project"))
    command.change(root)
    return root


def tried(made: Path, folder: Path, command: Command) -> Tried:
    """A command, done in peace."""
    root = copied(made, folder, command)
    before = files_of(root)
    status, said, moments = command.run(root)
    assert status == 0, said
    return Tried(command, made, before, files_of(root), moments)
