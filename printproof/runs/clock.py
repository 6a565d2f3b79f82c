"""What if it were later? The clock of this process, moved for all that asks Python for the time."""

from __future__ import annotations

import ctypes
import datetime
import gc
import time
from collections.abc import Callable
from typing import Any

SHIFT_S = 400 * 86_400 + 5 * 3_600 + 17 * 60 + 3.25  # another year, month, day, weekday, hour, minute and second
SHIFT_NS = int(SHIFT_S * 1e9)


def shift_clock() -> None:
    """Move the clock of this process; it cannot be moved back."""
    _shift_seconds()
    _shift_forms()
    _shift_dates()


def _shift_seconds() -> None:
    now, now_ns = time.time, time.time_ns
    time.time = lambda: now() + SHIFT_S
    time.time_ns = lambda: now_ns() + SHIFT_NS
    if hasattr(time, "clock_gettime"):
        clock, clock_ns, real = time.clock_gettime, time.clock_gettime_ns, time.CLOCK_REALTIME
        time.clock_gettime = lambda which: clock(which) + SHIFT_S * (which == real)
        time.clock_gettime_ns = lambda which: clock_ns(which) + SHIFT_NS * (which == real)


def _shift_forms() -> None:
    local, utc, ctime, asctime, strftime = time.localtime, time.gmtime, time.ctime, time.asctime, time.strftime
    time.localtime = lambda seconds=None: local(time.time() if seconds is None else seconds)
    time.gmtime = lambda seconds=None: utc(time.time() if seconds is None else seconds)
    time.ctime = lambda seconds=None: ctime(time.time() if seconds is None else seconds)
    time.asctime = lambda moment=None: asctime(moment or time.localtime())
    time.strftime = lambda form, moment=None: strftime(form, moment or time.localtime())


def _shift_dates() -> None:
    def now(cls: type[datetime.datetime], tz: datetime.tzinfo | None = None) -> datetime.datetime:
        return cls.fromtimestamp(time.time(), tz)

    def utcnow(cls: type[datetime.datetime]) -> datetime.datetime:
        return cls.fromtimestamp(time.time(), datetime.UTC).replace(tzinfo=None)

    def today(cls: type[Any]) -> Any:
        return cls.fromtimestamp(time.time())

    _replace(datetime.datetime, now=now, utcnow=utcnow, today=today)
    _replace(datetime.date, today=today)


def _replace(cls: type, **methods: Callable[..., Any]) -> None:
    """Give a class of C other class methods; a class of its own in its place would print under another name."""
    own: Any = gc.get_referents(cls.__dict__)[0]
    own.update({name: classmethod(method) for name, method in methods.items()})
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(cls))
