"""Does a script keep its promises? Each one that does not hold, with its place and its cure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from printproof.compare import same_lines
from printproof.diagnosis import diagnose, difference
from printproof.promise import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, PHRASES, Output
from printproof.record import CellRun, Record
from printproof.script import Cell, Script
from printproof.verdict import against, leaks, lines_of, new_differences, same_print

WORDS = {AS_WRITTEN: "as written", JIT_OFF: "with jit off", JIT_EVERYWHERE: "with jit everywhere"}


@dataclass(frozen=True)
class Breach:
    """A promise that does not hold: the line of the script, the rule, one sentence, and what differs line by line."""

    path: str
    line: int
    rule: str
    sentence: str
    difference: tuple[str, ...] = ()
    mode: str = AS_WRITTEN
    cell: str = ""

    def __str__(self) -> str:
        """The whole report, its first line complete in itself."""
        return "\n".join([f"{self.path}:{self.line}: {self.sentence}", *self.difference])


@dataclass(frozen=True)
class Reference:
    """On which version outputs must match exactly, and what to type to accept what was printed."""

    version: str | None = None
    accept: str = "python -m printproof accept {docname}"


def prove(script: Script, records: Mapping[str, Record], reference: Reference | None = None) -> list[Breach]:
    """Compare what the records hold with what the script promises, in every mode; no breach means it holds.

    Exactly on the reference version of jax, by value on any other. Cells after an unannounced error were not
    run and are not reported.
    """
    return [breach for cell in script.cells for breach in _Prover(script, records, reference or Reference()).cell(cell)]


class _Prover:
    def __init__(self, script: Script, records: Mapping[str, Record], reference: Reference) -> None:
        self.script = script
        self.records = records
        self.written = records[AS_WRITTEN]
        self.jax = self.written.versions.get("jax", "")
        self.version = tuple(int(part) for part in self.jax.split(".") if part.isdigit()) or None
        self.exact = reference.version in (None, self.jax)
        self.accept = reference.accept.format(docname=self.written.docname)

    def cell(self, cell: Cell) -> Iterator[Breach]:
        """The breaches of one cell."""
        self.name = cell.name
        run = self.written.cell(cell.name)
        if run is None:
            return
        yield from self._noise(cell, run)
        yield from self._as_written(cell, run)
        yield from self._traces(cell, run)
        for mode in (JIT_OFF, JIT_EVERYWHERE):
            yield from (replace(breach, mode=mode) for breach in self._mode(cell, mode))
        for path in leaks(self.written).get(cell.name, []):
            cure = "return the value instead of keeping it"
            yield self._breach("leak", cell.line, f"cell '{cell.name}' leaves a tracer in {path}; {cure}")

    def _breach(self, rule: str, line: int, sentence: str, parts: tuple[str, ...] = ()) -> Breach:
        return Breach(str(self.script.path), line, rule, sentence, parts, cell=self.name)

    def _noise(self, cell: Cell, run: CellRun) -> Iterator[Breach]:
        for mode, record in self.records.items():
            other = record.cell(cell.name)
            if other is None or (mode != AS_WRITTEN and (run.stderr or run.warnings)):
                continue
            words = WORDS.get(mode, "with reduced constants")
            if other.stderr:
                text = other.stderr.strip().split("\n")[0]
                cure = "print to standard output, or silence it"
                yield self._breach(
                    "stderr", cell.line, f"cell '{cell.name}' writes to stderr {words}: {text!r}; {cure}"
                )
            for warning in other.warnings:
                fact = f"cell '{cell.name}' leaves a warning {words}: {warning!r}"
                yield self._breach("warning", cell.line, f"{fact}; use what it advises")

    def _as_written(self, cell: Cell, run: CellRun) -> Iterator[Breach]:
        promised = cell.promise.output(AS_WRITTEN, self.version)
        if promised is None:
            cure = f"record it with: {self.accept}"
            if run.error:
                cure = f"and it raises {run.error.last_line!r}; {cure}"
            line = run.error.line if run.error and run.error.line else cell.line
            yield self._breach("output", line, f"cell '{cell.name}' does not say what it prints; {cure}")
        elif not self._holds(promised, run):
            yield self._differs(cell, promised, run, AS_WRITTEN)

    def _holds(self, promised: Output, run: CellRun) -> bool:
        """True where a run printed and raised what was promised; an error may be promised by its first words."""
        if bool(promised.raised) != bool(run.error):
            return False
        if run.error and promised.raised and not _begins(run.error.last_line, promised.raised):
            return False
        return promised.printed == run.printed or (not self.exact and same_lines(promised.printed, run.printed))

    def _differs(self, cell: Cell, promised: Output, run: CellRun, mode: str) -> Breach:
        actual = lines_of(run)
        at = next((i for i, pair in enumerate(zip(promised.lines, actual, strict=False)) if pair[0] != pair[1]), None)
        at = min(len(promised.lines), len(actual)) if at is None else at
        line = promised.line + (1 + min(at, len(promised.lines) - 1) if promised.lines else 0)
        where = f"[{WORDS[mode]}, jax {self.jax}]"
        sentence = f"cell '{cell.name}' {_told(run)}; its promise says {_quoted(promised.lines)} {where}"
        if run.error and not promised.raised:
            fact = f"cell '{cell.name}' raises {run.error.last_line!r} in line {run.error.line}"
            sentence = f"{fact} and does not say so {where}"
        hint = diagnose(cell, self.records, promised, run)
        parts = (*difference(promised.lines, actual), *hint, f"  accept it with: {self.accept}")
        return self._breach("output", line, sentence, parts)

    def _older(self, cell: Cell) -> bool:
        """True on a version of jax for which the cell has an output of its own; traces and modes speak of the newer."""
        written = cell.promise.output(AS_WRITTEN, self.version)
        return written is not None and written.before is not None

    def _traces(self, cell: Cell, run: CellRun) -> Iterator[Breach]:
        promised = dict(cell.promise.traces)
        unannounced = run.error and not any(o.raised for o in cell.promise.outputs)
        if run.traces == promised or unannounced or self._older(cell):
            return
        told = ", ".join(f"{name} {count}" for name, count in run.traces.items())
        said = ", ".join(f"{name} {count}" for name, count in promised.items()) or "nothing"
        fact = f"traces {told}" if told else "traces nothing"
        more = told and all(run.traces.get(name, 0) >= count for name, count in promised.items()) and promised
        hint = ("  is a jitted function made anew for each call? it is then traced each time",) if more else ()
        line = cell.promise.traces_line or cell.line
        sentence = f"cell '{cell.name}' {fact}; its promise says {said} [as written, jax {self.jax}]"
        yield self._breach("traces", line, sentence, (*hint, f"  accept it with: {self.accept}"))

    def _mode(self, cell: Cell, mode: str) -> Iterator[Breach]:
        base, run = against(self.records).cell(cell.name), self.records[mode].cell(cell.name)
        if base is None:
            return
        if run is None:
            cure = f"say so under '# Output{PHRASES[mode]}:' of the cell that raises"
            before = self.records[mode].cells[-1]
            if before.error and cell.name == _after(self.script, before.name):
                fact = f"cell '{before.name}' raises {before.error.last_line!r} {WORDS[mode]}"
                yield self._breach("mode", before.error.line or cell.line, f"{fact}; {cure}")
            return
        promised = cell.promise.output(mode, self.version)
        if promised is None:
            yield from self._same(cell, mode, base, run)
        elif not self._holds(promised, run):
            yield self._differs(cell, promised, run, mode)
        elif same_print(base, run) and not self._older(cell):
            cure = "was jax.jit removed? else remove the heading"
            fact = f"cell '{cell.name}' prints the same {WORDS[mode]}, and its promise says that it differs"
            yield self._breach("mode", promised.line, f"{fact}; {cure}")

    def _same(self, cell: Cell, mode: str, base: CellRun, run: CellRun) -> Iterator[Breach]:
        line = cell.promise.outputs[0].line if cell.promise.outputs else cell.line
        if run.error and run.error.type != getattr(base.error, "type", None) and not cell.says_output:
            return
        if not same_print(base, run):
            fact = f"cell '{cell.name}' {_told(run)} {WORDS[mode]} and {_quoted(lines_of(base))} as written"
            cure = f"and no promise says so; add it with: {self.accept}"
            parts = difference(lines_of(base), lines_of(run))
            yield self._breach("mode", line, f"{fact}, {cure}", parts)
            return
        paths = new_differences(against(self.records), self.records[mode]).get(cell.name, [])
        if paths:
            cure = f"keep it out of hidden state, or print it under '# Output{PHRASES[mode]}:'"
            fact = f"cell '{cell.name}' leaves another {paths[0]} {WORDS[mode]} than as written, and no promise says so"
            yield self._breach("state", line, f"{fact}; {cure}")


def _after(script: Script, name: str) -> str | None:
    names = [cell.name for cell in script.cells]
    rest = names[names.index(name) + 1 :]
    return rest[0] if rest else None


def _begins(raised: str, promised: str) -> bool:
    return raised.startswith(promised[:-1].rstrip()) if promised.endswith("…") else raised == promised


def _told(run: CellRun) -> str:
    return f"printed {_quoted(lines_of(run))}"


def _quoted(lines: tuple[str, ...]) -> str:
    return repr("\n".join(lines)) if lines else "nothing"
