"""What would a script print on another machine, on another day, for another person?

The second run of a script happens in these surroundings: another hash seed, home, user, host, processor count,
process, working folder, time zone, date, and other addresses in memory. What a script prints must not depend on
them. What a child process or the C library finds out by itself (``whoami``, ``numpy.datetime64("today")``) stays.
"""

from __future__ import annotations

import os
import platform
import random
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printproof.runs.clock import shift_clock

USER, HOST, NUMBER = "someone-else", "another-machine", 7041
KEPT = (
    *("PATH", "PYTHON", "JAX_", "XLA_", "TF_", "MPL", "LD_", "DYLD_", "LANG", "LC_", "SYSTEMROOT"),
    *("CUDA_", "NVIDIA_", "ROCM_", "HIP_", "OPENBLAS_", "NVPL_", "MKL_", "OMP_"),
)
_kept_alive: list[object] = []


def other_environment(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment variables of the second run: those that libraries calculate by, and another person's."""
    seed = "271828" if environ.get("PYTHONHASHSEED", "0") != "271828" else "314159"
    names = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "LNAME"), USER)
    kept = {name: value for name, value in environ.items() if name.startswith(KEPT)}
    return {**kept, **names, "PYTHONHASHSEED": seed, "HOME": str(home), "TZ": "Pacific/Kiritimati", "HOSTNAME": HOST}


def move_elsewhere() -> None:
    """Let this process believe that it runs elsewhere and later; it belongs to one script and ends with it."""
    time.tzset()
    shift_clock()
    _move_process()
    _move_host()
    _move_user()
    # Another start of the heap: where objects lie decides the order of a set of them.
    _kept_alive.extend(bytearray(size) for size in range(16, 600, 16) for _ in range(1 + size % 7))


def _move_process() -> None:
    number = 1_000_000 + random.SystemRandom().randrange(1_000_000)
    os.getpid, os.getppid = lambda: number, lambda: number - 1
    count = (os.cpu_count() or 1) + 3
    os.cpu_count = lambda: count


def _move_host() -> None:
    socket.gethostname = lambda: HOST
    if hasattr(os, "uname"):
        own = os.uname()
        other = os.uname_result((own.sysname, HOST, "99.1", "another kernel", own.machine))
        os.uname = lambda: other
    platform._uname_cache = None  # type: ignore[attr-defined]
    platform._platform_cache.clear()  # type: ignore[attr-defined]


def _move_user() -> None:
    os.getlogin = lambda: USER
    if sys.platform == "win32":
        return
    import pwd

    find = pwd.getpwuid
    true = os.getuid()
    os.getuid = os.geteuid = os.getgid = os.getegid = lambda: NUMBER

    def getpwuid(uid: int) -> Any:
        entry = find(true if uid == NUMBER else uid)
        return pwd.struct_passwd((USER, *entry[1:5], os.environ["HOME"], *entry[6:]))

    pwd.getpwuid = getpwuid
