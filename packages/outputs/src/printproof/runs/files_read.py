"""The files of its project that a script reads, with digests that tell whether they are still the same.

Asked of the process of a script, by what Python tells of each file that it opens. What a child process opens, or the C
code of a library by itself, Python does not tell; nor which files a folder was asked for.
"""

import contextlib
import hashlib
import os
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


class FilesRead:
    """Keeps the digest of each file below a folder as it was when it was first opened for reading.

    ``besides`` are files and folders that count for nothing, as do hidden ones and what Python compiled. Nor does what
    the script has itself written first.
    """

    def __init__(self, root: Path, besides: Iterable[Path]) -> None:
        self.digests: dict[str, str] = {}
        # With a separator at its end, so that the folder /a does not hold /ab.
        self._root = os.path.join(os.path.abspath(root), "")
        own = (Path(sys.prefix), Path(__file__).parents[1], *besides)  # also libraries that lie in the project
        self._besides = [path for path in map(os.path.abspath, own) if path.startswith(self._root)]
        self._seen: set[str] = set()
        # It cannot be removed: the process ends with its script.
        sys.addaudithook(self._on_event)

    def _on_event(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and isinstance(arguments[0], str | bytes | os.PathLike):
            path, _mode, flags = arguments
            with contextlib.suppress(OSError):  # the working folder of a relative path may be gone
                self._on_open(os.path.abspath(os.fsdecode(path)), flags)

    def _on_open(self, path: str, flags: int) -> None:
        if path in self._seen or not path.startswith(self._root) or self._is_beside(path):
            return
        self._seen.add(path)  # before its digest, which opens it again
        # A file opened for both, as by "r+", counts as read.
        if not flags & (os.O_WRONLY | os.O_TRUNC):
            # As it was before the script could change it.
            self.digests[path.removeprefix(self._root)] = digest_of(path)

    def _is_beside(self, path: str) -> bool:
        parts = path.removeprefix(self._root).split(os.sep)
        return any(part == "__pycache__" or part.startswith(".") for part in parts) or any(
            path == other or path.startswith(os.path.join(other, "")) for other in self._besides
        )


def unchanged(root: Path, digests: Mapping[str, str]) -> bool:
    """True where files below a folder have the digests that a run has kept of them."""
    return all(digest_of(root / path) == digest for path, digest in digests.items())


def digest_of(path: str | Path) -> str:
    """The digest of what stands in a file; empty where there is no file that can be read."""
    if not os.path.isfile(path):  # opened, a pipe would wait for somebody to write
        return ""
    try:
        with open(path, "rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return ""
