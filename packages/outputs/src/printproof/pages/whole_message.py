"""The message of an error, whole, of which a promise holds the beginning: as far as two runs have raised the same."""

import re
from collections.abc import Sequence
from itertools import takewhile

from printproof.runs.record import CellRun, RaisedError

CUT = "…"

# What nobody else's run says: a file of this machine, a frame of what ran the script, the last digits of a float.
_OF_THIS_RUN = re.compile(r"(?<![\w:/.])/\w|\b[A-Z]:\\|<frozen |\d\.\d{5}")


def whole_message(shown: str, runs: Sequence[CellRun | None], script: str) -> str:
    """The message whose beginning is ``shown`` and ends in ``…``; empty where all runs agree on no more than that.

    The folder of the file ``script`` is left out, and of its lines the numbers, which are others where its promises are
    left out. From the first line on that is not the same in all runs, nothing is said.
    """
    errors = [run.error for run in runs if run and run.error]
    if not shown.endswith(CUT) or len(errors) < len(runs):
        return ""
    first, *others = (_lines(error, script) for error in errors)
    rows = zip(first, *others, strict=False)
    agreed = [row[0] for row in takewhile(lambda row: len({*row}) == 1 and not _OF_THIS_RUN.search(row[0]), rows)]
    text = "\n".join(agreed).rstrip()
    more = f"\n{CUT}" if len(agreed) < len(first) else ""
    return text + more if len(text) > len(shown) else ""


def _lines(error: RaisedError, script: str) -> list[str]:
    place = re.compile(rf"[^\s\"'<>]*[/\\]({re.escape(script)})(?:(?::\d+)+|\", line \d+)?")
    return [line.rstrip() for line in place.sub(rf"\1:{CUT}", f"{error.type}: {error.text}").split("\n")]
