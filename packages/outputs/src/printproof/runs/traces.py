"""When does the body of one of a script's functions run, and when is it traced? Each body reports as it begins.

JAX reports a trace also where it finds a recorded one, so an event alone does not say that Python code ran.
"""

from collections import Counter
from collections.abc import Callable

from printproof.runs.libraries import loaded


class BodyCounter:
    """Counts the bodies that begin, and traces: an event counts where a body has begun under a trace before it.

    Nothing is counted while it is ``paused``.
    """

    def __init__(self) -> None:
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
        if self._tracing[name] and not self.paused:
            self.traced[name] += 1
            self._tracing[name] = 0

    def restart(self) -> None:
        """Count from zero again."""
        for counter in (self.began, self.traced, self._tracing):
            counter.clear()


def _outside_traces() -> bool:
    if not loaded("jax"):
        return True
    from jax._src import core  # private: no public function says whether a trace is under way

    clean: Callable[[], bool] = core.trace_state_clean
    return clean()
