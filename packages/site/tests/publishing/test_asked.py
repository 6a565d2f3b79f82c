"""A build is listened to, whatever its extensions do."""

import subprocess
import sys

SCRIPT = """
import os
from pathlib import Path
from printproof_site.publishing.asked import asked, listen
listen()
os.get_exec_path()
print("PATH" in asked(Path()).variables)
"""


def test_an_extension_may_look_for_a_program() -> None:
    """Python then asks for the path once more, by a name of bytes."""
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False)

    assert (done.stdout, done.stderr) == ("True\n", "")
