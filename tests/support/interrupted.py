"""How does a test start a program that Ctrl-C can end? With the handler that a terminal gives it."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interruptible() -> Iterator[None]:
    """A shell lets jobs in the background ignore interruptions, and nohup hangups; what they start inherits that.

    What a test starts does not.
    """
    interrupt = signal.signal(signal.SIGINT, signal.default_int_handler)
    hangup = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, interrupt)
        signal.signal(signal.SIGHUP, hangup)
