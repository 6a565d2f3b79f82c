"""What can be asked for on the command line? One parser; here alone findings become an exit status."""

import sys
from collections.abc import Sequence

from printproof.cli.arguments import VERBS, parsed
from printproof.cli.report import INTERRUPTED, UNABLE, complain, status_of
from printproof.findings import Refusal


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say, those of this process for None; the exit status, as `STATUSES` explains it.

    Raises SystemExit where the arguments are wrong or ask for help.
    """
    chosen = parsed(sys.argv[1:] if arguments is None else arguments)
    do, _ = VERBS[chosen.verb]
    try:
        return do(chosen)
    except (KeyboardInterrupt, Refusal) as stopped:
        complain(str(stopped) or "interrupted", *getattr(stopped, "__notes__", ()))
        return INTERRUPTED if isinstance(stopped, KeyboardInterrupt) else status_of(stopped)
    except OSError as error:
        if error.filename is None:  # not about a file, so nobody can put it right but we
            raise
        fact = f"cannot be used ({error.strerror})"
        complain(Refusal.at(error.filename, fact, "make it readable and writable, or remove it"))
        return UNABLE
