"""The command line. Here alone findings and errors become an exit status."""

import io
import os
import signal
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

from printproof_base.arguments import commands_by_name, parsed
from printproof_base.files import is_full
from printproof_base.findings import ReportedError
from printproof_base.report import ENDED_BY, INTERRUPTED, TEXT, Report, exit_status, formatted, print_errors

ENDINGS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name (None: those of this process); its exit status, as in `STATUSES`.

    Raises SystemExit where the arguments are wrong or ask for help.
    """
    _spell_out_what_cannot_be_encoded()
    try:
        with _ended_by_signals():
            return _done(parsed(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt as stopped:
        with suppress(OSError):  # of a terminal that was closed: nobody reads it any more
            print_errors("interrupted", *getattr(stopped, "__notes__", ()))
        return ENDED_BY + int(stopped.args[0] if stopped.args else signal.SIGINT)


def _done(chosen: Namespace) -> int:
    """Run the command that is chosen; its exit status."""
    do, _ = commands_by_name()[chosen.verb]
    try:
        status = do(chosen)
        # Here, where a closed pipe is caught: at its own end Python reports it as an ignored exception.
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # who reads has seen enough, as head has
        # Python writes what is left once more at its end; there that must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED
    except ReportedError as refusal:
        return _refused(chosen, refusal, *getattr(refusal, "__notes__", ()))
    except OSError as error:
        if is_full(error):  # the system names no file once one is open
            fact = "no room to write: the disk is full, or a quota is"
            full = ReportedError.at("", fact, "make room, then run it again")
            return _refused(chosen, full, *getattr(error, "__notes__", ()))
        if error.filename is None:  # not about a file, so nobody can put it right but we
            raise
        fact = f"cannot be used ({error.strerror})"
        return _refused(chosen, ReportedError.at(error.filename, fact, "make it readable and writable, or remove it"))


def _spell_out_what_cannot_be_encoded() -> None:
    """Let standard output take any text: on Windows a file that it goes to knows no Korean, which would be an error."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Let SIGTERM and SIGHUP end the work as Ctrl-C does; what is ignored stays so, as SIGHUP below nohup."""
    heard = [number for number in ENDINGS if signal.getsignal(number) is not signal.SIG_IGN]
    former = {number: signal.signal(number, _interrupt) for number in heard}
    try:
        yield
    finally:
        for number, handler in former.items():
            signal.signal(number, handler)


def _interrupt(number: int, frame: object) -> None:
    raise KeyboardInterrupt(number)


def _refused(chosen: Namespace, refusal: ReportedError, *notes: str) -> int:
    """Print why a command could not be done, and what else was noted on its way; the exit status."""
    if getattr(chosen, "format", TEXT) != TEXT:
        print(formatted(chosen, Report(chosen.verb, "it could not be done", findings=refusal.findings)))
    else:
        print_errors(refusal, *notes)
    return exit_status(refusal)
