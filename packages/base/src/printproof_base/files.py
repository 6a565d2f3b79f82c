"""Files that are written whole or not at all, a disk that takes no more, and the first line that is not UTF-8."""

import errno
import os
import re
import secrets
from contextlib import suppress
from functools import cache
from pathlib import Path

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says where a disk is full, the quota of a user is, or a file may not grow."""


# A file that is being written: its name between a dot and the number of its writer.
_HALF = re.compile(r"\..+\.(\d{1,9})-[0-9a-f]+\.new")


def is_full(said: OSError | str) -> bool:
    """True where an error, or what a program printed before it ended, says that the disk takes no more."""
    # `shutil` gathers errors into one without a number, and Sphinx prints them: both keep the system's words.
    return getattr(said, "errno", None) in FULL or any(os.strerror(number) in str(said) for number in FULL)


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step, also where the process is interrupted; a link stays one.

    A file that exists keeps its mode, a new one is as readable as any file of its maker. Folders are made. What a
    process left in the folder that was killed while it wrote goes with the first file. Raises OSError.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, as only there a rename is one step; a name of its own, as two processes may write at once.
    partial = path.with_name(f".{path.name}.{os.getpid()}-{secrets.token_hex(4)}.new")
    try:
        with partial.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # else a crash of the machine could leave the new name with no bytes
        if path.exists():
            # The new file takes the place of the old one, mode and all.
            partial.chmod(path.stat().st_mode)
        os.replace(partial, path)
        _remove_what_was_left(path.parent)
    # Also KeyboardInterrupt: no half a file stays behind.
    except BaseException as error:
        with suppress(OSError):  # where nothing can be written, nothing can be removed
            partial.unlink(missing_ok=True)
        if isinstance(error, OSError):
            error.filename = str(path)  # the name that a person knows
        raise


@cache
def _remove_what_was_left(folder: Path) -> None:
    """Remove halves of files whose writers have ended; once for a process, as none of its own stays."""
    with suppress(OSError):  # one of another user stays
        for name in os.listdir(folder) if os.name == "posix" else ():  # elsewhere signal 0 ends a process
            try:
                if half := _HALF.fullmatch(name):
                    os.kill(int(half[1]), 0)
            except ProcessLookupError:
                (folder / name).unlink(missing_ok=True)


def require_writable(folder: Path) -> None:
    """Make a folder. Raises OSError, also where nothing can be written into it, before anybody begins to."""
    folder.mkdir(parents=True, exist_ok=True)
    if not os.access(folder, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))


def write_if_changed(path: Path, content: str | bytes) -> bool:
    """Write a file whose bytes would change; True where they did. Raises OSError."""
    data = content.encode() if isinstance(content, str) else content
    if path.is_file() and path.read_bytes() == data:
        return False
    write_whole(path, data)
    return True


def undecodable_line(path: Path) -> int:
    """The line of a file with its first bytes that are not UTF-8 (1 = first); 0 where all are. Raises OSError."""
    data = path.read_bytes()
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return data.count(b"\n", 0, error.start) + 1
    return 0
