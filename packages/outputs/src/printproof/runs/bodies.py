"""Which bodies of a script's functions run, which are traced, and which of their lines run: each reports as it begins.

JAX reports a trace also where it finds a recorded one, so an event alone does not say that Python code ran. No tracing
of Python's own is switched on: that would slow down every function of JAX that is called meanwhile.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from traceback import walk_stack
from typing import Any

from printproof.runs.libraries import loaded
from printproof.scripts.script import Script


class BodyCounter:
    """Counts the bodies that begin, and traces: an event counts where a body has begun under a trace and has ended.

    While ``Mean.add`` runs, an event of that name is the ``add`` of JAX. Nothing is counted while it is ``paused``.
    """

    def __init__(self, filename: str) -> None:
        self._filename = filename
        self.began: Counter[str] = Counter()
        self.traced: Counter[str] = Counter()
        self._tracing: Counter[str] = Counter()
        self.paused = False

    def __call__(self, name: str) -> None:
        """A body of that name begins."""
        self.began[name] += 1
        if not _outside_traces():
            self._tracing[name] += 1

    def on_trace(self, name: str) -> None:
        """JAX reports that it has traced a function of that name."""
        running = self._running(name)
        if self._tracing[name] > running and not self.paused:
            self.traced[name] += 1
            self._tracing[name] = running

    def _running(self, name: str) -> int:
        codes = (frame.f_code for frame, _ in walk_stack(sys._getframe()))
        return sum((code.co_name, code.co_filename) == (name, self._filename) for code in codes)

    def restart(self) -> None:
        """Count from zero again."""
        for counter in (self.began, self.traced, self._tracing):
            counter.clear()


class LineLog:
    """Hears each line as it runs. Its hook is a function of C: no frame of ours comes between those of the script."""

    def __init__(self, script: Script) -> None:
        self._script = script
        self._lines: set[int] = set()
        self.hook: Any = self._lines.add

    @contextmanager
    def listen(self) -> Iterator[set[int]]:
        """Give a set that holds, in the end, each line that has run inside; who listens outside hears it as well."""
        outside, heard = set(self._lines), set[int]()
        self._lines.clear()
        try:
            yield heard
        finally:
            heard |= self._lines
            self._lines |= outside  # in place: the hook adds to this very set

    def of_cell(self, name: str, lines: Iterable[int]) -> tuple[int, ...]:
        """Those of some lines that stand in a cell, as lines of its code."""
        places = map(self._script.in_cell, lines)
        return tuple(sorted(line for cell, line in places if cell == name))


def _outside_traces() -> bool:
    if not loaded("jax"):
        return True
    from jax._src import core  # private: no public function says whether a trace is under way

    clean: Callable[[], bool] = core.trace_state_clean
    return clean()
