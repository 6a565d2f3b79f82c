"""Ends a command as it is about to change a file for the n-th time; Python imports this in each of its processes."""

from __future__ import annotations

import os
import sys

NAMING = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def end(root: str, count: int, at: int, number: int, main: int, group: bool) -> None:
    """Count changes below a folder, and send a signal to the command, alone or with its group, at one of them."""

    def heard(event: str, arguments: tuple[object, ...]) -> None:
        if event not in NAMING and not (event == "open" and isinstance(arguments[2], int) and arguments[2] & WRITING):
            return
        paths = (path for path in arguments[:2] if isinstance(path, (str, bytes, os.PathLike)))
        if not any(os.path.abspath(os.fsdecode(path)).startswith(root) for path in paths):
            return
        os.write(count, b".")
        if os.fstat(count).st_size == at:
            (os.killpg if group else os.kill)(main, number)
            if number == 9:
                os._exit(1)  # a process of a script leads a group of its own

    sys.addaudithook(heard)


if "MOMENT" in os.environ:
    place, at, number, group = os.environ["MOMENT"].split("|")
    os.environ.setdefault("MOMENT_MAIN", str(os.getpid()))
    end(
        root=os.path.dirname(place) + "/project/",
        count=os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT),
        at=int(at), number=int(number), main=int(os.environ["MOMENT_MAIN"]), group=group == "group",
    )  # fmt: skip
