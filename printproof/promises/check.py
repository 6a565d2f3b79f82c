"""Does a script keep its promises? Each one that does not hold, with its place and its cure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from printproof.promises.compare import same_lines
from printproof.promises.hints import diagnose, difference
from printproof.promises.purity import against, leaks, lines_of, new_differences, same_print
from printproof.promises.side_effects import noise
from printproof.runs.record import CellRun, RaisedError, Record
from printproof.scripts.promise import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, PHRASES, Output
from printproof.scripts.script import Cell, Script


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
    prover = _Prover(script, records, reference or Reference())
    return [breach for cell in script.cells for breach in prover.cell(cell)]


class _Prover:
    def __init__(self, script: Script, records: Mapping[str, Record], reference: Reference) -> None:
        self.script = script
        self.records = records
        self.written = records[AS_WRITTEN]
        self.jax = self.written.versions.get("jax", "")
        self.version = tuple(int(part) for part in self.jax.split(".") if part.isdigit()) or None
        self.exact = reference.version in (None, self.jax)
        self.accept = reference.accept.format(docname=self.written.docname)
        base = against(records)
        self.differences = {mode: new_differences(base, records[mode]) for mode in (JIT_OFF, JIT_EVERYWHERE)}

    def cell(self, cell: Cell) -> Iterator[Breach]:
        """The breaches of one cell; one that only follows from another is left out."""
        run = self.written.cell(cell.name)
        if run is None:
            return
        for rule, mode, sentence in noise(cell.name, self.records):
            yield self._breach(rule, cell, mode, cell.line, sentence)
        wrong = list(self._as_written(cell, run))
        yield from wrong
        for mode in (JIT_OFF, JIT_EVERYWHERE):
            if self._promised_wrong(cell, mode):
                yield self._differs(cell, mode)
        if not wrong:
            yield from self._traces(cell, run)
            follows = (breach for mode in (JIT_OFF, JIT_EVERYWHERE) for breach in self._mode(cell, mode))
            yield from islice(follows, 1)

    def _breach(
        self, rule: str, cell: Cell, mode: str, line: int, sentence: str, parts: tuple[str, ...] = ()
    ) -> Breach:
        return Breach(str(self.script.path), line, rule, sentence, parts, mode, cell.name)

    def _as_written(self, cell: Cell, run: CellRun) -> Iterator[Breach]:
        if run.error and not any(output.raised for output in cell.promise.outputs):
            yield self._raises(cell, AS_WRITTEN, run.error)
        elif cell.promise.output(AS_WRITTEN, self.version) is None:
            sentence = f"cell '{cell.name}' does not say what it prints; record it with: {self.accept}"
            yield self._breach("output", cell, AS_WRITTEN, cell.line, sentence)
        elif self._promised_wrong(cell, AS_WRITTEN):
            yield self._differs(cell, AS_WRITTEN)

    def _promised_wrong(self, cell: Cell, mode: str) -> bool:
        """True where a promise of its own for this mode does not hold."""
        promised, run = cell.promise.output(mode, self.version), self.records[mode].cell(cell.name)
        return promised is not None and run is not None and not self._holds(promised, run)

    def _holds(self, promised: Output, run: CellRun) -> bool:
        """True where a run printed and raised what was promised; an error may be promised by its first words."""
        if bool(promised.raised) != bool(run.error):
            return False
        if run.error and promised.raised and not _begins(run.error.last_line, promised.raised):
            return False
        return promised.printed == run.printed or (not self.exact and same_lines(promised.printed, run.printed))

    def _raises(self, cell: Cell, mode: str, error: RaisedError) -> Breach:
        """An error that no promise of the cell announces, told at the line that raises it."""
        heading = f"under '# Output{PHRASES[mode]}:' " if mode != AS_WRITTEN else ""
        cure = f"if it is meant, end the promise {heading}with '# {error.type}: …', then: {self.accept}"
        fact = f"cell '{cell.name}' raises {error.last_line!r} and does not say so {self._where(mode)}"
        return self._breach("raise", cell, mode, error.line or cell.line, f"{fact}; {cure}")

    def _differs(self, cell: Cell, mode: str) -> Breach:
        promised, run = cell.promise.output(mode, self.version), self.records[mode].cell(cell.name)
        assert promised is not None, "only a promise that does not hold comes here"
        assert run is not None, "only a run that breaks it comes here"
        actual = lines_of(run)
        pairs = enumerate(zip(promised.lines, actual, strict=False))
        at = next((i for i, (said, told) in pairs if said != told), min(len(promised.lines), len(actual)))
        line = promised.line + (1 + min(at, len(promised.lines) - 1) if promised.lines else 0)
        fact = f"cell '{cell.name}' printed {_quoted(actual)}; its promise says {_quoted(promised.lines)}"
        hint = diagnose(cell, self.records, promised, run)
        parts = (*difference(promised.lines, actual), *hint, f"  accept it with: {self.accept}")
        return self._breach("output", cell, mode, line, f"{fact} {self._where(mode)}", parts)

    def _own_output(self, cell: Cell) -> bool:
        """True where this jax prints something of its own; traces and other modes speak of the reference."""
        written = cell.promise.output(AS_WRITTEN, self.version)
        return written is not None and written.elsewhere

    def _traces(self, cell: Cell, run: CellRun) -> Iterator[Breach]:
        promised = dict(cell.promise.traces)
        if run.traces == promised or self._own_output(cell):
            return
        fact = f"traces {_counted(run.traces)}; its promise says {_counted(promised)}"
        more = promised and all(run.traces.get(name, 0) >= count for name, count in promised.items())
        again = ("  is a jitted function made anew for each call? it is then traced each time",) if more else ()
        gone = ("  nothing was traced: was jax.jit removed?",) if not run.traces else ()
        line = cell.promise.traces_line or cell.line
        parts = (*again, *gone, f"  accept it with: {self.accept}")
        sentence = f"cell '{cell.name}' {fact} {self._where(AS_WRITTEN)}"
        yield self._breach("traces", cell, AS_WRITTEN, line, sentence, parts)

    def _mode(self, cell: Cell, mode: str) -> Iterator[Breach]:
        """What follows for a mode from the run as written: it prints the same, unless a promise says otherwise."""
        base, run = against(self.records).cell(cell.name), self.records[mode].cell(cell.name)
        if base is None or run is None or self._promised_wrong(cell, mode):
            return
        promised = cell.promise.output(mode, self.version)
        if promised is None:
            yield from self._same(cell, mode, base, run)
        elif same_print(base, run) and not self._own_output(cell):
            cure = "was jax.jit removed? else remove the heading"
            fact = f"cell '{cell.name}' prints the same{PHRASES[mode]}, and its promise says that it differs"
            yield self._breach("mode", cell, mode, promised.line, f"{fact}; {cure}")

    def _same(self, cell: Cell, mode: str, base: CellRun, run: CellRun) -> Iterator[Breach]:
        line = cell.promise.outputs[0].line
        if run.error and not any(output.raised for output in cell.promise.outputs):
            yield self._raises(cell, mode, run.error)
        elif not same_print(base, run):
            fact = f"cell '{cell.name}' printed {_quoted(lines_of(run))}{PHRASES[mode]}"
            cure = f"and no promise says so; add it with: {self.accept}"
            sentence = f"{fact} and {_quoted(lines_of(base))} as written {self._where(mode)}, {cure}"
            yield self._breach("mode", cell, mode, line, sentence, difference(lines_of(base), lines_of(run)))
        elif paths := self._other_state(cell, mode):
            cure = f"keep it out of hidden state, or print it under '# Output{PHRASES[mode]}:'"
            fact = f"cell '{cell.name}' leaves another {paths[0]}{PHRASES[mode]} than as written {self._where(mode)}"
            yield self._breach("state", cell, mode, line, f"{fact}, and no promise says so; {cure}")

    def _other_state(self, cell: Cell, mode: str) -> list[str]:
        kept = leaks(self.written).get(cell.name, [])
        paths = self.differences[mode].get(cell.name, [])
        return [path for path in paths if path not in kept]

    def _where(self, mode: str) -> str:
        return f"[{PHRASES[mode].strip() or 'as written'}, jax {self.jax}]"


def _begins(raised: str, promised: str) -> bool:
    return raised.startswith(promised[:-1].rstrip()) if promised.endswith("…") else raised == promised


def _quoted(lines: tuple[str, ...]) -> str:
    return repr("\n".join(lines)) if lines else "nothing"


def _counted(traces: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in traces.items()) or "nothing"
