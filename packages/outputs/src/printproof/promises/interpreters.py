"""The Python of a job of the matrix, this one or a newer one, in an environment with what the job asks for."""

import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

from printproof.promises.check import PromiseError

NEWER = ((3, 13), (3, 12))
"""Which Pythons are looked for, the newest first; the locks hold packages for each of them."""

# What uv writes at the head of a lock is the command that made it.
MADE_FOR = re.compile(r"^#.* --python-version[ =](\d+)\.(\d+)", re.MULTILINE)
# A shim of pyenv is there for a Python that is not; on Debian venv is there without what fills an environment.
PROBE = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"


def needed_python(lock: Path) -> tuple[int, int]:
    """The oldest Python that a lock is made for; one that does not say so is for any."""
    found = MADE_FOR.search(lock.read_text(encoding="utf-8"))
    return (int(found[1]), int(found[2])) if found else (0, 0)


def python_for(lock: Path) -> str | None:
    """The Python for the environment of a lock: this one where it is new enough, else a newer one; None for none."""
    needed = needed_python(lock)
    return sys.executable if sys.version_info[:2] >= needed else newer_python(needed)


def newer_python(needed: tuple[int, int], environ: Mapping[str, str] = os.environ) -> str | None:
    """The newest Python, of those from this one on, that starts: on PATH or, behind its shims, in pyenv.

    None where there is none.
    """
    wanted = (version for version in NEWER if version >= needed)
    return next((str(path) for version in wanted for path in _named(version, environ) if _starts(path, version)), None)


def without_python(lock: Path) -> str:
    """Why the job of a lock has no Python: what it needs, and what was looked for."""
    needed = needed_python(lock)
    names = [f"python{major}.{minor}" for major, minor in [v for v in NEWER if v >= needed] or [needed]]
    return f"needs Python {needed[0]}.{needed[1]} or newer; on PATH and in pyenv no {' or '.join(names)} starts"


def _named(version: tuple[int, int], environ: Mapping[str, str]) -> Iterator[Path]:
    """All files that should be this Python, whether or not they start."""
    name = f"python{version[0]}.{version[1]}"
    yield from (Path(folder) / name for folder in environ.get("PATH", "").split(os.pathsep) if folder)
    pyenv = Path(environ.get("PYENV_ROOT") or Path(environ.get("HOME", "/"), ".pyenv"))
    # The last of them first, which most often is the newest.
    yield from sorted(pyenv.glob(f"versions/*/bin/{name}"), reverse=True)


def _starts(python: Path, version: tuple[int, int]) -> bool:
    """True where a file is the Python that its name says, and can make an environment."""
    try:
        # Isolated: what PYTHONPATH holds is of this Python, and may not start with another one.
        done = subprocess.run([python, "-I", "-c", PROBE], capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.stdout.split() == [f"{version[0]}.{version[1]}"]


def environment_of(lock: Path, python: str, folder: Path) -> str:
    """The interpreter of the environment that holds a lock; made the first time and when lock or Python changed.

    Raises PromiseError where it cannot be made.
    """
    content = sha256(lock.read_bytes()).hexdigest()
    return _environment(str(lock), content, python, folder, ["--require-hashes", "-r", str(lock)])


def environment_with(requirement: str, folder: Path) -> str:
    """The interpreter of an environment that holds what this one does, but for a requirement, ``numpy==2.2``.

    Raises PromiseError where it is no requirement, or cannot be installed.
    """
    try:
        wanted = Requirement(requirement)
    except InvalidRequirement:
        wanted = None
    if wanted is None or wanted.url or not wanted.specifier:
        raise PromiseError.at("", f"{requirement!r} names no version of a library", "write, for example: numpy==2.2")
    # Two folders on some systems: what holds compiled code may lie apart.
    here = {name: sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return _environment(requirement, repr(here), sys.executable, folder, [str(wanted)], here.values())


def _environment(
    name: str, content: str, python: str, folder: Path, install: Sequence[str], behind: Iterable[str] = ()
) -> str:
    """An environment with what pip is told to install, and ``behind`` it folders of packages of another one."""
    own = folder / "bin" / "python"
    stamp = folder / "lock"
    wanted = f"{content} {python}"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        if subprocess.run([python, "-m", "venv", "--clear", folder], check=False).returncode:
            raise PromiseError.at(name, f"{python} makes no environment for it", "its reason stands above")
        if behind:
            # Python reads such files last, so that what is installed here goes before.
            [packages] = folder.glob("lib/python*/site-packages")
            (packages / "behind.pth").write_text("\n".join(dict.fromkeys(behind)), encoding="utf-8")
        pip = [str(own), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        if subprocess.run([*pip, *install], check=False).returncode:
            raise PromiseError.at(name, "cannot be installed", "pip says why above")
        stamp.write_text(wanted, encoding="utf-8")
    return str(own)
