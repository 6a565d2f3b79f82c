"""What a cell prints, draws and offers a notebook: descriptors 1 and 2, also of child processes, and figures."""

import ctypes
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

_METHODS = {
    "_repr_html_": "text/html",
    "_repr_latex_": "text/latex",
    "_repr_markdown_": "text/markdown",
    "_repr_svg_": "image/svg+xml",
    "_repr_png_": "image/png",
    "_repr_jpeg_": "image/jpeg",
    "_repr_json_": "application/json",
    "_repr_javascript_": "application/javascript",
}
"""The methods that IPython asks, and the types of what they give: ipython.readthedocs.io, config/integrating."""


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


def rich_types(value: Any) -> tuple[str, ...]:
    """The types, beside plain text, in which a value offers itself to a notebook; none for one that is text alone.

    A class offers what its instances would, not itself; a method that fails offers nothing, nor does an object that
    answers to every name, as in IPython.
    """
    if isinstance(value, type) or hasattr(value, "_ipython_canary_method_should_not_exist_"):
        return ()
    found = [kind for name, kind in _METHODS.items() if _asked(value, name) is not None]
    bundle = _asked(value, "_repr_mimebundle_")
    data = bundle[0] if isinstance(bundle, tuple) and bundle else bundle  # it may come with metadata
    return tuple(dict.fromkeys([*found, *(kind for kind in dict(data or {}) if kind != "text/plain")]))


def _asked(value: Any, name: str) -> Any:
    try:
        return getattr(value, name)()
    except Exception:  # most values have no such method, and one may lack what its own needs
        return None
