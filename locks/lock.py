"""Which packages does each JAX run with? A lock for every version that has one, and for those named; needs uv.

``python -m locks.lock 0.13.0``. Each JAX is locked for the oldest Python that it takes: the head of its lock says
which, and the matrix reads that.
"""

import subprocess
import sys
from pathlib import Path

from printproof.promises.versions import locks
from printproof_base.project import find_project

PYTHONS = ("3.11", "3.12", "3.13")
UV = ("uv", "pip", "compile", "--quiet", "--universal", "--generate-hashes")


def main(named: list[str]) -> int:
    """Write the locks; the exit status is 1 where a JAX takes none of the known Pythons."""
    project = find_project(Path.cwd())
    return max(map(_lock, sorted({*locks(project), *named})), default=0)


def _lock(jax: str) -> int:
    wanted = f"jax=={jax}\nmatplotlib\nnumpy\npytest\n-r locks/libraries.in\n"
    target = f"locks/requirements-jax-{jax}.txt"
    said = ""
    for python in PYTHONS:
        command = [*UV, "--python-version", python, "--no-annotate", "--output-file", target, "-"]
        done = subprocess.run(command, input=wanted, text=True, capture_output=True, check=False)
        if not done.returncode:
            return 0
        said = done.stderr
    print(f"{target}: not written\n{said}", file=sys.stderr)
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
