"""The environment of the rerun: another machine, another day, another person.

That is another hash seed, home, user, host, processor count, process, working folder, time zone, date, and other
addresses in memory. What a script prints must not depend on them. What a child process or the C library finds out by
itself (``whoami``, ``numpy.datetime64("today")``) stays.
"""

import datetime
import os
import platform
import random
import site
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

USER, HOST, NUMBER = "someone-else", "another-machine", 7041  # of the user and of the group
SHIFT_S = 400 * 86_400 + 5 * 3_600 + 17 * 60 + 3.25  # another year, month, day, weekday, hour, minute and second

# What a library calculates by, or is found by; without it the rerun would be on another machine indeed.
KEPT = (
    *("PATH", "PYTHON", "JAX_", "XLA_", "TF_", "MPL", "LD_", "DYLD_", "LANG", "LC_", "SYSTEMROOT"),
    *("CUDA_", "NVIDIA_", "ROCM_", "HIP_", "OPENBLAS_", "NVPL_", "MKL_", "OMP_"),
)
_kept_alive: list[object] = []


def perturbed_variables(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment variables of the rerun: those that libraries calculate by, and another person's."""
    # Any two seeds that differ: a record is made with 0 unless somebody sets another.
    seed = "271828" if environ.get("PYTHONHASHSEED", "0") != "271828" else "314159"
    names = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "LNAME"), USER)
    kept = {name: value for name, value in environ.items() if name.startswith(KEPT)}
    kept.setdefault("PYTHONUSERBASE", site.getuserbase())  # what is installed there is not another person's
    # Kiritimati is 14 hours ahead of UTC: no zone is farther, so the hour is another one nearly everywhere.
    other = {"PYTHONHASHSEED": seed, "HOME": str(home), "TZ": "Pacific/Kiritimati", "HOSTNAME": HOST}
    return {**kept, **names, **other}


def perturb_process() -> None:
    """Change machine, person and date as this process sees them. It runs one script and ends with it."""
    time.tzset()
    _shift_time()
    _move_process()
    _move_host()
    _move_user()
    # Another start of the heap: where objects lie decides the order of a set of them.
    _kept_alive.extend(bytearray(size) for size in range(16, 600, 16) for _ in range(1 + size % 7))


def _shift_time() -> None:
    """Move the clocks of Python to another date, from which they go on."""
    # Here, as a rerun alone needs it; it exchanges functions of C, for which Python has no way.
    import time_machine

    time_machine.travel(datetime.timedelta(seconds=SHIFT_S)).start()
    ctime, asctime = time.ctime, time.asctime  # which it leaves as they are
    time.ctime = lambda seconds=None: ctime(time.time() if seconds is None else seconds)
    time.asctime = lambda moment=None: asctime(moment or time.localtime())


def _move_process() -> None:
    # Above the highest number that Linux gives, so that no true process has it.
    number = 1_000_000 + random.SystemRandom().randrange(1_000_000)
    os.getpid, os.getppid = lambda: number, lambda: number - 1
    count = (os.cpu_count() or 1) + 3
    os.cpu_count = lambda: count


def _move_host() -> None:
    socket.gethostname = lambda: HOST
    own = os.uname()
    other = os.uname_result((own.sysname, HOST, "99.1", "another kernel", own.machine))
    os.uname = lambda: other
    # Filled before the fork; there is no public way to empty them.
    platform._uname_cache = None  # type: ignore[attr-defined]
    platform._platform_cache.clear()  # type: ignore[attr-defined]


def _move_user() -> None:
    import pwd

    os.getlogin = lambda: USER
    find = pwd.getpwuid
    true = os.getuid()
    os.getuid = os.geteuid = os.getgid = os.getegid = lambda: NUMBER

    def getpwuid(uid: int) -> Any:
        entry = find(true if uid == NUMBER else uid)
        return pwd.struct_passwd((USER, *entry[1:5], os.environ["HOME"], *entry[6:]))

    pwd.getpwuid = getpwuid
