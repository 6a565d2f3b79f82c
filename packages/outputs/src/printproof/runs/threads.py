"""Which threads of a script still run when a cell has ended."""

import sys
import threading
import time
from concurrent.futures import thread as pools

PATIENCE_S = 1.0
"""How long a thread of a pool may need from the result that it gives back to its next wait for work."""


def running() -> tuple[str, ...]:
    """The names of the script's threads that run; one of a pool that waits for work does nothing, so it is none.

    Nor are those that JAX calls Python from.
    """
    until = time.monotonic() + PATIENCE_S
    while True:
        busy = [thread for thread in _others() if not _waits_for_work(thread)]
        if not any(thread in pools._threads_queues for thread in busy) or time.monotonic() > until:
            return tuple(sorted(thread.name for thread in busy))
        time.sleep(0.001)


def _others() -> list[threading.Thread]:
    own = threading.main_thread(), threading.current_thread()
    return [t for t in threading.enumerate() if t not in own and not isinstance(t, threading._DummyThread)]


def _waits_for_work(thread: threading.Thread) -> bool:
    """True where a thread of a pool is in the pool's own loop, and the queue is empty: nothing public says so."""
    work = pools._threads_queues.get(thread)
    frame = sys._current_frames().get(thread.ident or 0)
    return work is not None and work.empty() and frame is not None and frame.f_code is pools._worker.__code__
