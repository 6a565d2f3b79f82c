"""Which lines of a script's functions run? Each statement reports its line as it begins.

No tracing of Python's own is switched on for it: that would slow down every function of JAX that is called meanwhile.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from printproof.scripts.script import Script


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
