"""How does a test start a program on a disk that takes no more? With a limit on the size of files, for any user."""

import resource
import subprocess
import sys
from pathlib import Path

from printproof_base.processes import own_environment


def on_full_disk(root: Path, *arguments: str, size: int = 1, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a project whose files may grow to ``size`` bytes; files that are there stay as they are."""
    command = [sys.executable, "-m", "printproof", *arguments]
    env = own_environment({"PATH": "", **environ, "PYTHONDONTWRITEBYTECODE": "1"})
    limit = (resource.RLIMIT_FSIZE, (size, size))
    return subprocess.run(
        command, cwd=root, env=env, capture_output=True, text=True, check=False,
        preexec_fn=lambda: resource.setrlimit(*limit),
    )  # fmt: skip
