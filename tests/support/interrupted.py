"""How does a test start a program that Ctrl-C can end? With the handler that a terminal gives it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """A shell lets jobs in the background ignore interruptions, and what they start inherits that: not here."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
