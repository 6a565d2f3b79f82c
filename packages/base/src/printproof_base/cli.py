"""What can be asked for on the command line? One parser; here alone findings become an exit status."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence

from printproof_base.arguments import parsed, verbs_by_name
from printproof_base.findings import Refusal
from printproof_base.report import INTERRUPTED, Report, complain, status_of


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say, those of this process for None; the exit status, as `STATUSES` explains it.

    Raises SystemExit where the arguments are wrong or ask for help.
    """
    chosen = parsed(sys.argv[1:] if arguments is None else arguments)
    do, _ = verbs_by_name()[chosen.verb]
    try:
        status = do(chosen)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # who reads has seen enough, as head has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return INTERRUPTED
    except KeyboardInterrupt as stopped:
        complain("interrupted", *getattr(stopped, "__notes__", ()))
        return INTERRUPTED
    except Refusal as refusal:
        return _refused(chosen, refusal)
    except OSError as error:
        if error.filename is None:  # not about a file, so nobody can put it right but we
            raise
        fact = f"cannot be used ({error.strerror})"
        return _refused(chosen, Refusal.at(error.filename, fact, "make it readable and writable, or remove it"))


def _refused(chosen: Namespace, refusal: Refusal) -> int:
    """Print what stood in the way; the exit status."""
    if getattr(chosen, "json", False):
        print(Report(chosen.verb, "it could not be done", findings=refusal.findings).as_json())
    else:
        complain(refusal, *getattr(refusal, "__notes__", ()))
    return status_of(refusal)
