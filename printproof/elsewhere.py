"""What would a script print on another machine, on another day, for another person?

The second run of a script happens in these surroundings: another hash seed, home, user, host, working folder,
time zone and date. What a script prints must not depend on them.
"""

from __future__ import annotations

import datetime
import os
import platform
import random
import socket
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

SHIFT_S = 400 * 86_400 + 5 * 3_600 + 17 * 60 + 3.25  # another year, month, day, weekday, hour, minute and second
USER, HOST = "someone-else", "another-machine"


def other_environment(environ: Mapping[str, str], home: Path) -> dict[str, str]:
    """The environment variables of the second run."""
    seed = "271828" if environ.get("PYTHONHASHSEED", "0") != "271828" else "314159"
    names = dict.fromkeys(("USER", "LOGNAME", "USERNAME", "LNAME"), USER)
    return {**environ, **names, "PYTHONHASHSEED": seed, "HOME": str(home), "TZ": "Pacific/Kiritimati", "HOSTNAME": HOST}


def move_elsewhere() -> None:
    """Let this process believe that it runs elsewhere and later; it belongs to one script and ends with it."""
    time.tzset()
    _shift_clock()
    os.getlogin = lambda: USER
    os.getpid = lambda: 1_000_000 + random.SystemRandom().randrange(1_000_000)
    socket.gethostname = lambda: HOST
    platform.node = lambda: HOST
    if "pwd" in sys.modules or os.name == "posix":
        import pwd

        own = pwd.getpwuid

        def getpwuid(uid: int) -> Any:
            entry = own(uid)
            return pwd.struct_passwd((USER, *entry[1:5], os.environ["HOME"], *entry[6:]))

        pwd.getpwuid = getpwuid


def _shift_clock() -> None:
    now, now_ns, local, utc, ctime, strftime = (
        time.time, time.time_ns, time.localtime, time.gmtime, time.ctime, time.strftime
    )  # fmt: skip
    time.time = lambda: now() + SHIFT_S
    time.time_ns = lambda: now_ns() + int(SHIFT_S * 1e9)
    time.localtime = lambda seconds=None: local(now() + SHIFT_S if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(now() + SHIFT_S if seconds is None else seconds)
    time.ctime = lambda seconds=None: ctime(now() + SHIFT_S if seconds is None else seconds)
    time.strftime = lambda form, moment=None: strftime(form, moment or time.localtime())

    class Later(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Later:
            return cls.fromtimestamp(now() + SHIFT_S, tz)

        @classmethod
        def utcnow(cls) -> Later:
            return cls.fromtimestamp(now() + SHIFT_S, datetime.UTC).replace(tzinfo=None)

        @classmethod
        def today(cls) -> Later:
            return cls.now()

    class LaterDate(datetime.date):
        @classmethod
        def today(cls) -> LaterDate:
            return cls.fromtimestamp(now() + SHIFT_S)

    datetime.datetime, datetime.date = Later, LaterDate  # type: ignore[misc]
