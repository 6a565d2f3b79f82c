"""What does a cell do beside printing? What it writes to stderr, warns of, leaves running or keeps from a trace."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from printproof.promises.purity import leaks
from printproof.runs.record import CellRun, Record
from printproof.scripts.promise import AS_WRITTEN, PHRASES

Fact = tuple[str, str, str]
"""The rule, the mode and the sentence of something that no promise can announce."""


def noise(name: str, records: Mapping[str, Record]) -> Iterator[Fact]:
    """What a cell may not do, each rule once: in the first mode in which it is broken."""
    told: dict[str, str] = {}
    for mode, record in records.items():
        run = record.cell(name)
        where = PHRASES.get(mode, " with reduced constants")
        for rule, fact, cure in _facts(run) if run else ():
            if told.setdefault(rule, mode) == mode:
                yield rule, mode, f"cell '{name}' {fact}{where}; {cure}"
    for path in leaks(records[AS_WRITTEN]).get(name, []):
        yield "leak", AS_WRITTEN, f"cell '{name}' leaves a tracer in {path}; return the value instead of keeping it"


def _facts(run: CellRun) -> Iterator[tuple[str, str, str]]:
    if run.stderr:
        text = run.stderr.strip().split("\n")[0]
        yield "stderr", f"writes to stderr: {text!r}", "print to standard output, or silence it"
    for warning in run.warnings:
        yield "warning", f"leaves a warning: {warning!r}", "use what it advises"
    for thread in run.running:
        yield "thread", f"leaves the thread {thread!r} running", "wait for it with join(), in the same cell"
