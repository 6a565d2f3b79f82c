"""What a command prints: lines for a person or a JSON object for a program, and an exit status for a shell."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from printproof_base.colours import coloured
from printproof_base.findings import Finding, ReportedError
from printproof_base.forms import annotations, sarif
from printproof_base.project import Project, find_project

# As others have them: argparse ends with 2, and a shell reports 128 + N for what signal N has ended.
DONE, BROKEN, UNABLE, ENDED_BY = 0, 1, 2, 128
INTERRUPTED = ENDED_BY + 2
STATUSES = """\
exit status:
  0    done, and all that was looked at holds
  1    something does not hold: a promise, a catalog, a tree that drifted
  2    it could not be done: the command line, a setting or the environment
  130  interrupted; 143 by SIGTERM, 129 by SIGHUP
"""

FORM = 1
"""The number of the form of `Report`."""

echo = partial(print, flush=True)
"""Print a line at once, so that it stands above the reports also where both go to one file."""

Say = Callable[[str], None]
"""What takes a line for a person."""

REPORTS_EVERY_S = 2.0  # what takes seconds reports nothing, what takes minutes shows that it lives

Arguments = Mapping[str, Mapping[str, Any]]
"""The arguments of a command by their names, as argparse takes them."""

TEXT = "text"
FORMATS = (TEXT, "json", "github", "sarif")
JSON: Arguments = {
    "--format": {
        "choices": FORMATS,
        "default": TEXT,
        "metavar": "FORM",
        "help": "json, github (annotations of a workflow) or sarif, for programs; progress goes to stderr then",
    },
    "--json": {"action": "store_const", "const": "json", "dest": "format", "help": "the same as --format json"},
    "-q": {"action": "store_true", "dest": "quiet", "help": "print what does not hold, and nothing else"},
}


@dataclass(frozen=True)
class Report:
    """What ``--format json`` prints: one object on standard output, whatever the exit status, with these fields.

    ``version`` is the number of this form: under the same number fields may join, none goes or changes its meaning.
    ``verb`` is the command and ``summary`` the line that closes it; ``counts`` are the numbers in it by name.
    A finding has ``rule``, ``severity`` (``error`` or ``warning``), ``path``, ``line`` (0: the file as a whole),
    ``docname``, ``cell``, ``mode``, ``fact``, ``cure``, ``detail``, a list of lines, and the lines that were
    ``promised`` and ``printed``; what it is not about is empty.
    ``rows`` are the lines of a table, each an object: of ``status`` pages, of ``drift`` documents, of ``list``
    scripts, of ``matrix`` scripts in a mode.
    """

    verb: str
    summary: str
    counts: Mapping[str, int] = field(default_factory=dict)
    findings: Sequence[Finding] = ()
    rows: Sequence[Mapping[str, object]] = ()

    @property
    def status(self) -> int:
        """The exit status: an error is something that does not hold, a warning is not."""
        return BROKEN if any(finding.severity == "error" for finding in self.findings) else DONE

    def as_json(self) -> str:
        """The report as one JSON object."""
        plain = {"version": FORM, **vars(self), "findings": [_plain(finding) for finding in self.findings]}
        return json.dumps(plain, ensure_ascii=False, indent=1)


def _plain(finding: Finding) -> dict[str, object]:
    plain = {**asdict(finding), "cure": finding.remedy}
    return {**plain.pop("place"), **plain}


def paced(say: Say) -> Say:
    """What passes on a line every few seconds, and no other."""
    said = time.monotonic()

    def say_now_and_then(line: str) -> None:
        nonlocal said
        if time.monotonic() - said > REPORTS_EVERY_S:
            said = time.monotonic()
            say(line)

    return say_now_and_then


def progress_of(chosen: Namespace) -> Callable[[str], None]:
    """What prints lines of progress: to stderr where stdout holds a form for programs; nothing where one is quiet."""
    if chosen.quiet:
        return lambda line: None
    return echo if chosen.format == TEXT else partial(echo, file=sys.stderr)


def formatted(chosen: Namespace, report: Report) -> str:
    """A report in the form for programs that was asked for."""
    if chosen.format == "github":
        return "\n".join([*annotations(report.findings), report.summary])
    return sarif(report.findings, version("printproof-base")) if chosen.format == "sarif" else report.as_json()


def print_report(chosen: Namespace, report: Report, *lines: str) -> int:
    """Print the result of a command; its exit status.

    That is a form for programs where one is asked for, else the lines, or where there are none the findings, and the
    summary.
    """
    if chosen.format != TEXT:
        print(formatted(chosen, report))
        return report.status
    print_errors(*(() if lines else report.findings))
    shown = [*lines, *([] if chosen.quiet else [report.summary])]
    if shown:
        echo(coloured("\n".join(shown), sys.stdout))
    return report.status


def here() -> Project:
    """The project around the current folder. Raises ProjectError where there is none."""
    return find_project(Path.cwd())


def print_errors(*reports: object) -> int:
    """Print reports to stderr; the exit status: 0 without any, else 1."""
    for report in reports:
        print(coloured(str(report), sys.stderr), file=sys.stderr)
    return BROKEN if reports else DONE


def exit_status(refusal: ReportedError) -> int:
    """The exit status where an error ended a command: 1 if a rule is broken, as where it is reported, else 2."""
    return BROKEN if any(finding.rule for finding in refusal.findings) else UNABLE
