"""What one process at a time may use. The system drops a lock with the process, however that ends."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@contextmanager
def exclusive_lock(folder: Path, busy: Callable[[], None]) -> Iterator[int]:
    """Hold a folder for one process; gives the descriptor that holds it, for processes that must hold it as well.

    The folder itself is locked, so that no file is left in it, until the last process that has it open has ended. Where
    another one holds it, ``busy`` is called first, which may raise instead of waiting. Where the system knows no such
    locks, two processes are the reader's own care. Raises OSError, and what ``busy`` raises.
    """
    if not folder.exists():  # what is there and no folder is refused by the next line, in words that say so
        folder.mkdir(parents=True, exist_ok=True)
    # Windows opens no folder, and locks nothing: what is held there is nothing.
    place, kind = (folder, os.O_DIRECTORY) if fcntl else (os.devnull, 0)
    descriptor = os.open(place, os.O_RDONLY | kind)
    try:
        if fcntl:
            try:
                # Without waiting first, so that a person is told what the wait is for.
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                busy()
                fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield descriptor
    finally:
        os.close(descriptor)
