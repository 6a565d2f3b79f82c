"""Files that are written whole or not at all, and the first line of one that is not UTF-8."""

import os
import secrets
from pathlib import Path


def write_whole(path: Path, content: str | bytes) -> None:
    """Write a file in one step, also where the process is interrupted; a link stays one.

    A file that exists keeps its mode, a new one is as readable as any file of its maker. Folders are made.
    Raises OSError.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, as only there a rename is one step; a name of its own, as two processes may write at once.
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.new")
    try:
        with partial.open("xb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())  # else a crash of the machine could leave the new name with no bytes
        if path.exists():
            # The new file takes the place of the old one, mode and all.
            partial.chmod(path.stat().st_mode)
        os.replace(partial, path)
    # Also KeyboardInterrupt: no half a file stays behind.
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


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
