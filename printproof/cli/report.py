"""How does a verb tell what came of it? Lines for a person, an exit status for a shell."""

import sys
from functools import partial
from pathlib import Path

from printproof.findings import Refusal
from printproof.project import Project, find_project

DONE, BROKEN, UNABLE, INTERRUPTED = 0, 1, 2, 130
STATUSES = """\
exit status:
  0    done, and all that was looked at holds
  1    something does not hold: a promise, a catalog, a tree that drifted
  2    it could not be done: the command line, a setting or the environment
  130  interrupted
"""

say = partial(print, flush=True)
"""Print a line at once, so that it stands above the reports also where both go to one file."""


def here() -> Project:
    """The project around the current folder. Raises ProjectError where there is none."""
    return find_project(Path.cwd())


def complain(*reports: object) -> int:
    """Print reports where errors belong; the exit status that they amount to."""
    for report in reports:
        print(report, file=sys.stderr)
    return BROKEN if reports else DONE


def status_of(refusal: Refusal) -> int:
    """The exit status of work that could not be done: what breaks a rule is broken whichever verb comes upon it."""
    return BROKEN if any(finding.rule for finding in refusal.findings) else UNABLE
