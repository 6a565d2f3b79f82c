"""What a cell prints and draws: descriptors 1 and 2, also of child processes, and each figure."""

import ctypes
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any


class Capture:
    """Sends the two streams of this process to files of its own and hands out what is new in them.

    The streams are never put back: it belongs to a process that ends when its script does.
    """

    def __init__(self) -> None:
        # Open for as long as the process lives.
        self._files = {fd: tempfile.TemporaryFile() for fd in (1, 2)}  # noqa: SIM115
        self._read = {1: 0, 2: 0}
        sys.stdout.flush()
        sys.stderr.flush()
        for fd, file in self._files.items():
            os.dup2(file.fileno(), fd)
        # Written through, so that print and os.write keep their order.
        sys.stdout = sys.__stdout__ = _written_through(1)  # type: ignore[misc]
        sys.stderr = sys.__stderr__ = _written_through(2)  # type: ignore[misc]

    def length(self) -> int:
        """How many bytes were printed and not handed out yet."""
        return os.fstat(self._files[1].fileno()).st_size - self._read[1]

    def new(self, fd: int) -> str:
        """What was written to a stream since the last call."""
        # The C library holds back what was written to streams of its own, such as by ``printf``.
        ctypes.CDLL(None).fflush(None)
        file = self._files[fd]
        end = os.fstat(file.fileno()).st_size
        # By its place: the position of the file is the one at which the script writes.
        data = os.pread(file.fileno(), end - self._read[fd], self._read[fd])
        self._read[fd] = end
        return data.decode("utf-8", errors="backslashreplace")


def _written_through(fd: int) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(fd, "w", closefd=False), encoding="utf-8", write_through=True)


def take_figures() -> Iterator[str]:
    """Each open figure as SVG whose bytes depend on nothing but the figure, text as text; the figures are closed."""
    if "matplotlib.pyplot" not in sys.modules:
        return
    import matplotlib as mpl
    from matplotlib import pyplot

    # Text as text is translated and searched; the salt makes ids that do not change; the page gives the background.
    options: Any = {"svg.fonttype": "none", "svg.hashsalt": "printproof", "savefig.transparent": True}
    for number in pyplot.get_fignums():
        file = io.StringIO()
        with mpl.rc_context(options):
            pyplot.figure(number).savefig(file, format="svg", metadata={"Date": None, "Creator": None})
        yield file.getvalue()
    pyplot.close("all")
