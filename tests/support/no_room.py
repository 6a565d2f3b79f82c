"""How does a test start a program on a disk that takes no more? With a limit on the size of files, for any user."""

import subprocess
import sys
from pathlib import Path

from printproof_base.processes import own_environment

# Set by the program itself: between a fork and its program nothing of a test may run, as JAX has threads.
PROGRAM = """
import resource, runpy, sys
size = int(sys.argv.pop(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
runpy.run_module("printproof", run_name="__main__", alter_sys=True)
"""


def on_full_disk(root: Path, *arguments: str, size: int = 1, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a project whose files may grow to ``size`` bytes; files that are there stay as they are."""
    env = own_environment({"PATH": "", **environ, "PYTHONDONTWRITEBYTECODE": "1"})
    command = [sys.executable, "-c", PROGRAM, str(size), *arguments]
    return subprocess.run(command, cwd=root, env=env, capture_output=True, text=True, check=False)
