"""The check of one script: each promise that its records do not keep, with its place and what helps."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice

from printproof.promises.compare import difference, same_lines
from printproof.promises.purity import baseline_for_comparison, leaks, new_differences, other_modes, same_print
from printproof.promises.state import wrong_entries
from printproof.promises.versions import is_reference
from printproof.runs.libraries import JAX, how_to_install, named_versions
from printproof.runs.record import CellRun, RaisedError, Record, Records
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF, MODES, PHRASES, label
from printproof.scripts.promise import VALUE, Output, State, numbers_of
from printproof.scripts.prompts import TRACEBACK
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding, ReportedError
from printproof_base.project import ACCEPT

LONGEST = 100
"""The characters of an output that the first line of a report quotes."""

MISSING = re.compile(r"No module named '([\w.]+)'")
"""What Python says where a module is not there."""


DISPLAYED = re.compile(r"<IPython\.\w+\.display\.(\w+) object>")
"""What IPython's ``display`` prints where no notebook listens."""


class PromiseError(ReportedError):
    """A promise that cannot be compared or written: a figure that is none, an output that no comment can hold."""


def check_script(script: Script, records: Records, reference: str | None = None, accept: str = ACCEPT) -> list[Finding]:
    """Compare what the records hold with what the script promises, in each of its modes; no finding means it holds.

    Exactly on the reference version of jax (None: on any) and without jax, by value on any other. Cells after an
    unannounced error were not run and are not reported. ``accept`` is the command that a cure offers. Rules:
    ``output``, ``mode``, ``traces``, ``value``, ``state``, ``raise``, ``leak``, ``stderr``, ``warning``, ``thread``,
    ``rich``.
    """
    checker = _Checker(script, records, reference, accept.format(docname=script.docname))
    return [finding for cell in script.cells for finding in checker.cell(cell)]


def _rich(run: CellRun) -> str:
    """What a notebook would show of a cell that is more than text; empty where it is text alone."""
    if run.refused:
        return f"ends in a value that a notebook shows as {' or '.join(run.refused)}"
    if displayed := next(filter(None, map(DISPLAYED.fullmatch, run.printed)), None):
        return f"displays {displayed[1]} of IPython"
    return ""


class _Checker:
    def __init__(self, script: Script, records: Records, reference: str | None, accept: str) -> None:
        self.script = script
        self.records = records
        self.written = records[AS_WRITTEN]
        self.jax = self.written.versions.get(JAX, "")
        self.version = numbers_of(self.jax) or None
        self.exact = is_reference(reference, self.written.versions)
        self.accept = accept
        self.other_modes = other_modes(records)
        base = baseline_for_comparison(records)
        self.differences = {mode: new_differences(base, records[mode]) for mode in self.other_modes}
        self.leaks = leaks(self.written)

    def cell(self, cell: Cell) -> Iterator[Finding]:
        """What is wrong with one cell; what only follows from something else is left out."""
        run = self.written.cell(cell.name)
        if run is None:
            return
        yield from self._side_effects(cell)
        wrong = list(self._as_written(cell, run))
        yield from wrong
        for mode in self.other_modes:
            yield from self._broken(cell, mode)
        if not wrong:
            yield from self._in_vain(cell)
            yield from self._traces(cell, run)
            yield from self._announced_states(cell)
            follows = (finding for mode in self.other_modes for finding in self._mode(cell, mode))
            # One is enough: what differs in both extra modes most likely has one cause.
            yield from islice(follows, 1)

    def _in_vain(self, cell: Cell) -> Iterator[Finding]:
        """Each heading that speaks of a mode or a version of jax in which the script does not run."""
        promise = cell.promise
        blocks: list[Output | State] = [*promise.outputs, *promise.states]
        found = {one.line: (one.heading, one.mode) for one in blocks if one.mode not in self.records}
        if not self.jax:
            of_versions = (block for block in promise.outputs if block.of_other_versions)
            found |= {block.line: (block.heading, JAX) for block in of_versions}
            found |= {promise.traces_line: ("Traces:", JAX), promise.key_reuse_line: ("Key reuse:", JAX)}
        if not self.other_modes:
            found[promise.reduced_line] = ("Reduced:", JIT_OFF)
        found.pop(0, None)  # what the cell does not say
        runs = " and ".join(label(mode) for mode in MODES if mode in self.records)
        why = f"the script runs {runs} alone" if self.jax else "the script runs without JAX"
        for line, (heading, mode) in sorted(found.items()):
            cure = f"add '{mode}' to modes in pyproject.toml" if self.jax else "install and import JAX"
            fact = f"says '{heading}' of no run: {why}"
            yield self.script.finding("mode", cell, AS_WRITTEN, fact, f"{cure}, or remove it", line=line)

    def _side_effects(self, cell: Cell) -> Iterator[Finding]:
        """What no promise can announce, each rule once: in the first mode in which it is broken."""
        found: dict[str, str] = {}
        for mode, record in self.records.items():
            run = record.cell(cell.name)
            for rule, fact, cure in _side_effects_of(run) if run else ():
                if found.setdefault(rule, mode) == mode:
                    yield self.script.finding(rule, cell, mode, f"{fact}{PHRASES[mode]}", cure)
        for path in self.leaks.get(cell.name, []):
            if path not in cell.promise.state(AS_WRITTEN).values:
                cure = f"return the value instead of keeping it, or announce it: '# State:' and '# {path}' below it"
                yield self.script.finding("leak", cell, AS_WRITTEN, f"leaves a tracer in {path}", cure)

    def _as_written(self, cell: Cell, run: CellRun) -> Iterator[Finding]:
        promise = cell.promise
        if run.error and not promise.raises:
            yield self._raises(cell, AS_WRITTEN, run.error)
            return
        if shown := _rich(run):
            cure = "print it, as text: print(…), or end the line with ;"
            yield self.script.finding("rich", cell, AS_WRITTEN, f"{shown}, and no page here can keep that", cure)
        record = f"record it with: {self.accept}"
        if promise.output(AS_WRITTEN, self.version) is None and (run.printed or run.error or run.value is None):
            yield self.script.finding("output", cell, AS_WRITTEN, "does not say what it prints", record)
        if promise.value(AS_WRITTEN, self.version) is None and run.value is not None:
            fact = f"ends in the value {_quoted(run.value_lines)} and does not say so"
            yield self.script.finding("value", cell, AS_WRITTEN, fact, f"{record}, or hide it: end the line with ;")
        yield from self._broken(cell, AS_WRITTEN)

    def _promised(self, cell: Cell, mode: str) -> list[Output]:
        """The blocks that speak of a mode on this jax: of what is printed and of the last value, where there are."""
        found = (cell.promise.output(mode, self.version), cell.promise.value(mode, self.version))
        return [block for block in found if block]

    def _holds(self, promised: Output, run: CellRun) -> bool:
        """True where a run did what a block says; an error may be promised by its first words."""
        if promised.kind == VALUE:
            return self._same_text(promised, run.value_lines)
        if bool(promised.raised) != bool(run.error):
            return False
        if run.error and not promised.announces(run.error.last_line):
            return False
        return self._same_text(promised, run.printed)

    def _same_text(self, promised: Output, actual: tuple[str, ...]) -> bool:
        return promised.says(actual) or (not self.exact and same_lines(promised.printed, actual))

    def _raises(self, cell: Cell, mode: str, error: RaisedError) -> Finding:
        """An error that no promise of the cell announces, at the line that raises it."""
        fact = f"raises {error.last_line!r} and does not say so {self._where(mode)}"
        line = self.script.raised_at(error.cell, error.line)
        return self.script.finding(
            "raise", cell, mode, fact, f"{how_to_announce(error, mode, cell)}, then: {self.accept}", line=line
        )

    def _broken(self, cell: Cell, mode: str) -> Iterator[Finding]:
        """The promises of a cell for just this mode that it has and does not keep."""
        run = self.records[mode].cell(cell.name)
        if run is not None:
            unkept = (promised for promised in self._promised(cell, mode) if not self._holds(promised, run))
            yield from (self._unkept(cell, mode, promised, run) for promised in unkept)

    def _unkept(self, cell: Cell, mode: str, promised: Output, run: CellRun) -> Finding:
        """A block that a run contradicts, at the first line that does."""
        value = promised.kind == VALUE
        actual = run.value_lines if value else run.printed + ((run.error.last_line,) if run.error else ())
        pairs = enumerate(zip(promised.lines, actual, strict=False))
        # Where one is the beginning of the other, they differ at the first line that only one of them has.
        at = next((i for i, (wanted, one) in pairs if wanted != one), min(len(promised.lines), len(actual)))
        line = promised.place_of(at)
        verb = "ends in" if value else "printed"
        fact = f"{verb} {_quoted(actual, at)}; its promise says {_quoted(promised.lines, at)} {self._where(mode)}"
        hints = (f"  {hint}" for hint in (() if value else _hints(cell, self.written, promised, run)))
        detail = (*difference(promised.lines, actual), *hints, f"  accept it with: {self.accept}")
        wrong = self.script.finding("value" if value else "output", cell, mode, fact, detail=detail, line=line)
        return replace(wrong, promised=promised.lines, printed=actual)

    def _own_output(self, cell: Cell) -> bool:
        """True where this jax has an output block of its own; promised traces and modes are those of the reference."""
        written = cell.promise.output(AS_WRITTEN, self.version)
        return written is not None and written.of_other_versions

    def _traces(self, cell: Cell, run: CellRun) -> Iterator[Finding]:
        promised = dict(cell.promise.traces)
        if run.traces == promised or self._own_output(cell) or not self.jax or cell.echoes:
            return  # an example of doctest has no place to say so
        more = promised and all(run.traces.get(name, 0) >= count for name, count in promised.items())
        again = ("  is a jitted function made anew for each call? it is then traced each time",) if more else ()
        gone = ("  nothing was traced: was jax.jit removed?",) if not run.traces else ()
        fact = f"traces {_counted(run.traces)}; its promise says {_counted(promised)} {self._where(AS_WRITTEN)}"
        detail = (*again, *gone, f"  accept it with: {self.accept}")
        yield self.script.finding("traces", cell, AS_WRITTEN, fact, detail=detail, line=cell.promise.traces_line)

    def _mode(self, cell: Cell, mode: str) -> Iterator[Finding]:
        """What follows for a mode from the run as written: it prints the same, unless a promise says otherwise."""
        base, run = baseline_for_comparison(self.records).cell(cell.name), self.records[mode].cell(cell.name)
        if base is None or run is None:
            return
        own = self._promised(cell, mode)
        if not own:
            yield from self._same(cell, mode, base, run)
        elif all(self._holds(one, run) for one in own) and same_print(base, run) and not self._own_output(cell):
            fact = f"prints the same{PHRASES[mode]}, and its promise says that it differs"
            cure = "was jax.jit removed? else remove the heading"
            yield self.script.finding("mode", cell, mode, fact, cure, line=own[0].line)

    def _same(self, cell: Cell, mode: str, base: CellRun, run: CellRun) -> Iterator[Finding]:
        line = cell.promise.outputs[0].line
        announced = {*self.leaks.get(cell.name, []), *cell.promise.state(mode).values}
        paths = [path for path in self.differences[mode].get(cell.name, []) if path not in announced]
        if run.error and not cell.promise.raises:
            yield self._raises(cell, mode, run.error)
        elif not same_print(base, run):
            written = cell.promise.output(AS_WRITTEN)
            if written and written.flags and self._holds(written, run):  # expected in part, and it fits both
                return
            fact = f"printed {_quoted(run.lines)}{PHRASES[mode]} and {_quoted(base.lines)} as written"
            cure = "say it in a code cell" if cell.echoes else f"add it with: {self.accept}"
            fact += f" {self._where(mode)}, and no promise says so; {cure}"
            yield self.script.finding("mode", cell, mode, fact, detail=difference(base.lines, run.lines), line=line)
        elif paths:
            heading = f"# State{PHRASES[mode]}:"
            cure = f"keep it out of hidden state, print it, or announce it: '{heading}' and '# {paths[0]}' below it"
            fact = f"leaves another {paths[0]}{PHRASES[mode]} than as written {self._where(mode)}"
            yield self.script.finding("state", cell, mode, f"{fact}, and no promise says so", cure, line=line)

    def _announced_states(self, cell: Cell) -> Iterator[Finding]:
        """What a cell announces to leave behind and does not leave, in each mode."""
        base = baseline_for_comparison(self.records)
        for announced in (one for one in cell.promise.states if one.mode in self.records):
            state = self.records[announced.mode].state_after(cell.name)
            compared = base.state_after(cell.name) if announced.mode != AS_WRITTEN else state
            reached = self.records[announced.mode].cell(cell.name)
            for number, wrong in wrong_entries(announced, state, compared, self.exact) if reached else ():
                fact, line = f"{wrong} {self._where(announced.mode)}", announced.line + number
                cure = f"accept it with: {self.accept}"
                yield self.script.finding("state", cell, announced.mode, fact, cure, line=line)

    def _where(self, mode: str) -> str:
        versions = ", ".join(" ".join(one) for one in named_versions(self.written.versions).items())
        return f"[{label(mode)}, {versions}]"


def _side_effects_of(run: CellRun) -> Iterator[tuple[str, str, str]]:
    """The rule, the fact and the cure of what a run of a cell did beside printing."""
    if run.stderr:
        text = run.stderr.strip().split("\n")[0]
        yield "stderr", f"writes to stderr: {text!r}", "print to standard output, or silence it"
    for warning in run.warnings:
        yield "warning", f"leaves a warning: {warning!r}", "use what it advises"
    for thread in run.running:
        yield "thread", f"leaves the thread {thread!r} running", "wait for it with join(), in the same cell"


def _hints(cell: Cell, written: Record, promised: Output, run: CellRun) -> Iterator[str]:
    """Why a promise may not hold: one sentence for each known pattern that fits."""
    off = cell.promise.output(JIT_OFF)
    if promised.mode == AS_WRITTEN and off and off.printed == run.printed:
        yield "it prints the same with jit off: was jax.jit removed?"
    elif promised.printed != run.printed and same_lines(promised.printed, run.printed):
        yield "the numbers agree to five digits: print them rounded, the last digits depend on the machine"
    elif promised.printed != run.printed and sorted(promised.printed) == sorted(run.printed):
        yield "the same lines came in another order: does it depend on the order of a set?"
    others = [other.name for other in written.cells if other.name != cell.name and other.printed == promised.printed]
    if promised.printed and promised.mode == AS_WRITTEN and others:
        yield f"cell '{others[0]}' prints just that: does the promise stand under the wrong cell?"


def how_to_announce(error: RaisedError, mode: str, cell: Cell) -> str:
    """The beginning of the cure for an error that no promise announces; a module is most likely not installed."""
    missing = MISSING.match(error.text) if error.type == "ModuleNotFoundError" else None
    install = f"{how_to_install(missing[1])}; " if missing else ""
    if cell.echoes:
        return f"{install}if it is meant, write '{TRACEBACK}' and the error below it"
    if cell.stored and mode == AS_WRITTEN:
        return f"{install}if it is meant, give its cell the tag 'raises-exception'"
    heading = f"under '# Output{PHRASES[mode]}:' " if mode != AS_WRITTEN else ""
    return f"{install}if it is meant, end the promise {heading}with '# {error.type}: …'"


def _quoted(lines: tuple[str, ...], at: int = 0) -> str:
    """Lines in quotes on one line; of long ones some from the line ``at``, as a report shows them below."""
    text = "\n".join(lines)
    if len(text) > LONGEST:
        rest = "\n".join(lines[at:] or lines[-1:])
        text = ("…" if at else "") + rest[:LONGEST] + ("…" if len(rest) > LONGEST else "")
    return repr(text) if lines else "nothing"


def _counted(traces: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in traces.items()) or "nothing"
