"""What was found in a script as one page of HTML: it needs no other file and no script, and all is escaped."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest

from printproof.explain.differences import LONGEST, near_lines, varies
from printproof.explain.reading import line_of
from printproof.explain.ways import OFF, WRITTEN, Ways, shown
from printproof.pages.call_table import COMPILED, REUSED, CallRow, CallRows, call_rows
from printproof.runs.record import CellRun
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF
from printproof.style import FOLDER, render
from printproof.style.colours import colours
from printproof.style.signs import DID_NOT_RUN, RAN
from printproof_base.findings import Finding

MOST = 200
"""Lines that one statement printed of which the page shows all."""

MODES = {AS_WRITTEN: WRITTEN, JIT_OFF: OFF}
"""The ways of which a table of calls knows, as modes."""

# What stands in backquotes in a sentence, which is code.
_CODE = re.compile(r"`([^`]+)`")


def page(ways: Ways, findings: Iterable[Finding], summary: str, lessons: Mapping[str, str]) -> str:
    """The page of a script; ``lessons`` are the addresses of lessons by rule, of those that have one."""
    found: dict[int, list[Finding]] = {}
    for finding in findings:
        found.setdefault(ways.source.line_of(finding.place), []).append(finding)
    versions = next((record.versions for record in ways.records.values()), {})
    known = {"source": ways.source, "found": found, "left_out": dict(ways.source.left_out), "off": OFF in ways.records}
    known |= {"lessons": lessons, "summary": summary, "style": _style(), "ran": RAN, "did_not_run": DID_NOT_RUN}
    known |= {"versions": ", ".join(f"{name} {version}" for name, version in versions.items()), "most": MOST}
    known |= {"tables": list(_tables(ways)), "printed": list(_printed(ways)), "used": _used, "short": _short}
    return render("explain.html.jinja", {**known, "code_parts": _CODE.split, "line_of": line_of})


def _style() -> str:
    """The colours of the light and the dark theme, and the rules."""
    light, dark = (";".join(f"--{name}:{value}" for name, value in colours(one).items()) for one in (False, True))
    rules = (FOLDER / "explain.css").read_text(encoding="utf-8")
    return f":root{{{light};color-scheme:light dark}}@media(prefers-color-scheme:dark){{:root{{{dark}}}}}\n{rules}"


def _tables(ways: Ways) -> Iterator[tuple[CellRun, CallRows]]:
    """For each statement that calls a compiled function, what answered each call: Python above, the program below."""
    records = {mode: ways.records[way] for mode, way in MODES.items() if way in ways.records}
    for cell in records[AS_WRITTEN].cells if AS_WRITTEN in records else ():
        table = call_rows(cell.name, records)
        if any(map(_used, table.rows)):
            yield cell, table


def _used(row: CallRow) -> bool:
    """Whether a compiled program answered a call."""
    return row.program in {COMPILED, REUSED}


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


Lines = list[tuple[tuple[str | None, str | None], bool]]
"""Lines of a statement as it is and with jit off, and whether jit changes them."""


def _printed(ways: Ways) -> Iterator[tuple[CellRun, CellRun | None, int, int, Lines]]:
    """What each statement prints, beside what it prints with jit off, and how many lines each has.

    Those that jit changes are told where they are the same in each run.
    """
    for cell in ways.records[WRITTEN].cells if WRITTEN in ways.records else ():
        twin = ways.cell(OFF, cell)
        left, right = _lines(cell), _lines(twin)
        compared = twin is not None and not varies(ways, cell) and not near_lines(left, right)
        pairs = list(zip_longest(left[:MOST], right[:MOST]))
        differ = [None in pair or not near_lines(*([one or ""] for one in pair)) for pair in pairs]
        if pairs:
            yield cell, twin, len(left), len(right), [(p, compared and d) for p, d in zip(pairs, differ, strict=True)]


def _lines(cell: CellRun | None) -> tuple[str, ...]:
    """What a statement shows, its error included."""
    if cell is None:
        return ()
    return shown(cell) + ((cell.error.last_line,) if cell.error else ())
