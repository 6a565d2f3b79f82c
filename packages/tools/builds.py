"""Builds wheel and sdist of each package, the same bytes wherever and by whomever: ``python -m packages.tools.builds``.

The backend is the installed setuptools, so nothing is downloaded. SOURCE_DATE_EPOCH is the day of the last commit.
"""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from printproof_base.findings import ReportedError
from printproof_base.project import at
from printproof_base.report import print_errors
from printproof_site.publishing.build import build_environment

ROOT = Path(__file__).parents[2]
EPOCH = "SOURCE_DATE_EPOCH"
LEFT_OUT = shutil.ignore_patterns("*.egg-info", "build", "dist", "__pycache__")
BACKEND = """
import os, sys
from setuptools.build_meta import build_sdist, build_wheel

os.umask(0o022)
for folder in sys.argv[2:]:
    for build in (build_sdist, build_wheel):
        if not os.fork():
            os.chdir(folder)
            build(sys.argv[1])
            os._exit(0)
        if os.wait()[1]:
            sys.exit(1)
"""
"""The builder keeps one project in mind, so each build is a fork of a process that has imported it."""


def build(packages: Path, target: Path, environ: Mapping[str, str]) -> list[Path]:
    """The sdists and wheels of all packages in a folder, written into another one, which is made.

    Raises ReportedError where the backend refuses one, and KeyError without SOURCE_DATE_EPOCH.
    """
    epoch = int(environ[EPOCH])
    target.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as work:
        # Copies, as a build writes beside its sources; links become the files that they lead to.
        found = sorted(path.parent for path in packages.glob("*/pyproject.toml"))
        copies = [shutil.copytree(path, Path(work, path.name), ignore=LEFT_OUT) for path in found]
        for path in (path for copy in copies for path in copy.rglob("*")):
            path.chmod(0o755 if path.is_dir() else 0o644)  # whatever the umask of who checked them out
        command = [sys.executable, "-c", BACKEND, str(target.resolve()), *map(str, copies)]
        done = subprocess.run(command, check=False, capture_output=True, text=True, env={**environ})
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        raise ReportedError.at(packages, f"cannot be built: {said[-1]}", "correct what its pyproject.toml says")
    for path in target.glob("*.tar.gz"):
        path.write_bytes(settled(path, epoch))
    return sorted([*target.glob("*.tar.gz"), *target.glob("*.whl")])


def settled(sdist: Path, epoch: int) -> bytes:
    """An sdist with its files in one order, of one moment, of nobody: setuptools keeps what the disk says."""
    whole = BytesIO()
    with (
        tarfile.open(sdist) as old,
        gzip.GzipFile("", "wb", mtime=epoch, fileobj=whole) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            content = old.extractfile(member)
            member.mtime, member.uid, member.gid, member.uname, member.gname = epoch, 0, 0, "", ""
            member.pax_headers = {}
            new.addfile(member, content)
    return whole.getvalue()


def main() -> int:
    """Write them into the folder that is named, anew, and print their names; 1 where one cannot be built."""
    target = Path(sys.argv[1] if len(sys.argv) > 1 else "_build/wheels")
    shutil.rmtree(target, ignore_errors=True)
    try:
        print(*build(ROOT / "packages", target, build_environment(at(ROOT))), sep="\n")
    except ReportedError as refusal:
        return print_errors(refusal)
    return 0


if __name__ == "__main__":
    sys.exit(main())
