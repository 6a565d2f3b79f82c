"""What a cell prints and draws: descriptors 1 and 2, also of child processes, and figures."""

import ctypes
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from printproof.runs.shown.rich import framed, size_of

PIXELS_PER_INCH = 192
"""Two for each of a screen."""


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


def take_figures(svg_limit_kb: int) -> Iterator[str]:
    """Each open figure as SVG whose bytes depend on nothing but the figure, text as text; the figures are closed.

    One that would be larger than the limit (in KB of 1000 bytes) is a picture of pixels, two for each of a screen.
    """
    if "matplotlib.pyplot" not in sys.modules:
        return
    from matplotlib import pyplot

    for number in pyplot.get_fignums():
        figure = pyplot.figure(number)
        svg = _saved(figure, format="svg", metadata={"Date": None, "Creator": None})
        if len(svg) > svg_limit_kb * 1000:
            # The standard says 72 points an inch; saved tightly, a figure has another size than it says.
            png = _saved(figure, format="png", dpi=PIXELS_PER_INCH, metadata={"Software": None})
            wide, high = (side * 72 / PIXELS_PER_INCH for side in size_of(png))
            yield framed(png, (wide, high))
        else:
            yield svg.decode("utf-8")
    pyplot.close("all")


def _saved(figure: Any, **options: Any) -> bytes:
    import matplotlib as mpl

    # Text as text is translated and searched; the salt makes ids that do not change; the page gives the background.
    settings: Any = {"svg.fonttype": "none", "svg.hashsalt": "printproof", "savefig.transparent": True}
    file = io.BytesIO()
    with mpl.rc_context(settings):
        figure.savefig(file, **options)
    return file.getvalue()
