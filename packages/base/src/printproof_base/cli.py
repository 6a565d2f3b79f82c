"""The command line. Here alone findings and errors become an exit status."""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from printproof_base import colours
from printproof_base.arguments import commands_by_name, parsed
from printproof_base.files import is_full
from printproof_base.findings import ReportedError
from printproof_base.report import INTERRUPTED, TEXT, Report, exit_status, formatted, print_errors


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (None: those of this process); its exit status, as in `STATUSES`.

    Raises SystemExit where the arguments are wrong or ask for help.
    """
    chosen = parsed(sys.argv[1:] if arguments is None else arguments)
    do, _ = commands_by_name()[chosen.verb]
    colours.chosen.set(chosen.color)
    try:
        with _ended_by_sigterm():
            status = do(chosen)
        # Here, where a closed pipe is caught: at its own end Python reports it as an ignored exception.
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # who reads has seen enough, as head has
        # Python writes what is left once more at its end; there that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED
    except KeyboardInterrupt as stopped:
        print_errors("interrupted", *getattr(stopped, "__notes__", ()))
        return INTERRUPTED
    except ReportedError as refusal:
        return _refused(chosen, refusal)
    except OSError as error:
        if is_full(error):
            return _refused(chosen, _no_room(error))
        if error.filename is None:  # not about a file, so nobody can put it right but we
            raise
        fact = f"cannot be used ({error.strerror})"
        return _refused(chosen, ReportedError.at(error.filename, fact, "make it readable and writable, or remove it"))


def _no_room(error: OSError) -> ReportedError:
    """Why nothing more can be written: the system names no file once one is open."""
    fact = "no room to write: the disk is full, or a quota is"
    refusal = ReportedError.at("", fact, "make room, then run it again")
    for note in getattr(error, "__notes__", ()):
        refusal.add_note(note)
    return refusal


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the work as Ctrl-C does, which a job of a shell's background never hears."""
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)


def _refused(chosen: Namespace, refusal: ReportedError) -> int:
    """Print why a command could not be done; the exit status."""
    if getattr(chosen, "format", TEXT) != TEXT:
        print(formatted(chosen, Report(chosen.verb, "it could not be done", findings=refusal.findings)))
    else:
        print_errors(refusal, *getattr(refusal, "__notes__", ()))
    return exit_status(refusal)
