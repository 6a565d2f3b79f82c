"""What one process at a time may use. The system drops a lock with the process, however that ends."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
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
    descriptor = _held(folder, busy)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _held(folder: Path, busy: Callable[[], None]) -> int:
    """A descriptor that holds the folder that is there, made anew where whoever held it before has removed it."""
    while True:
        if not folder.exists():  # what is there and no folder is refused by the next line, in words that say so
            folder.mkdir(parents=True, exist_ok=True)
        # Windows opens no folder, and locks nothing: what is held there is nothing.
        place, kind = (folder, os.O_DIRECTORY) if fcntl else (os.devnull, 0)
        with ExitStack() as opened:
            try:
                opened.callback(os.close, descriptor := os.open(place, os.O_RDONLY | kind))
            except FileNotFoundError:  # whoever held it has removed it since the look
                continue
            if not fcntl or _is_held(descriptor, folder, busy):
                opened.pop_all()
                return descriptor


def _is_held(descriptor: int, folder: Path, busy: Callable[[], None]) -> bool:
    """Lock a folder that was opened; False where whoever held it before has removed it, and locked is nothing."""
    try:
        # Without waiting first, so that a person is told what the wait is for.
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        busy()
        fcntl.flock(descriptor, fcntl.LOCK_EX)
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), folder.stat())
    return False
