"""What a page shows of its script, and what a build knows of the page."""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from printproof.pages.raised import ListedError
from printproof.pages.shown_cells import Shown, alt_option
from printproof.promises.baselines import SUFFIXES
from printproof.promises.purity import Calls, calls_of, differing_modes, functions_with_effects
from printproof.promises.reproducibility import rerun_of
from printproof.promises.state import text_at
from printproof.runs.record import CellRun, Record
from printproof.runs.schedule import current_records, modes_of
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF, MODES
from printproof.scripts.promise import OUTPUT, VALUE, Promise, ScriptError, State
from printproof.scripts.script import Cell, Script
from printproof_base.findings import Finding
from printproof_base.project import Project

Kept = tuple[tuple[str, ...], Mapping[str, str]]
"""The figures that a cell promises to draw, and the value that it promises to end in where that is more than text."""

FACTS = "printproof"
"""Where the metadata of a page hold its facts."""


@dataclass(frozen=True)
class Material:
    """What a page is made of beside its own text.

    ``script`` is None where the page has none, or one that cannot be read: ``findings`` then say why. ``records`` are
    the current ones by mode, or None; ``digest`` changes with all of it and is empty for a page without a script.
    ``modes`` are those in which the script runs, ``again`` is its second run, in other surroundings, or None.
    """

    script: Script | None = None
    findings: tuple[Finding, ...] = ()
    records: Mapping[str, Record] | None = None
    digest: str = ""
    modes: tuple[str, ...] = ()
    again: Record | None = None

    @property
    def outline(self) -> "Material":
        """The same without what cells did in runs."""
        records = self.records and {mode: replace(record, cells=()) for mode, record in self.records.items()}
        return replace(self, records=records, again=None)


@dataclass(frozen=True)
class CheckedWith:
    """What the outputs of a page were checked with, also with jit off, and again; empty where it was not run."""

    versions: Mapping[str, str] = field(default_factory=dict)
    jit_off: bool = False
    again: bool = False


@dataclass
class PageFacts:
    """What the last reading of a page found out, for whatever asks after it.

    ``ours`` says that it was read by us, and not left to MyST-NB. ``fingerprint`` is a digest of what it was read with;
    ``ran`` says how its outputs came about, None for a page without a script; ``findings`` are what is wrong with it,
    found while it is read or later, ``lists_terms`` says that it explains the terms, ``lists_claims`` are patterns of
    the pages whose tests of claims it shows.
    """

    ours: bool = False
    fingerprint: str = ""
    ran: CheckedWith | None = None
    findings: list[Finding] = field(default_factory=list)
    lists_terms: bool = False
    lists_claims: tuple[str, ...] = ()
    errors: list[ListedError] = field(default_factory=list)
    lists_errors: list[str] = field(default_factory=list)

    @property
    def checked(self) -> CheckedWith | None:
        """What the page may say of its outputs: nothing was checked where anything is wrong with it."""
        return CheckedWith() if self.ran and self.findings else self.ran


@dataclass(frozen=True)
class Printed:
    """What a reader sees of an output: its lines, those of the last value, and the last line of an error, or nothing.

    ``varies``: the lines are an example that was not compared.
    """

    lines: tuple[str, ...] = ()
    raised: str = ""
    value: tuple[str, ...] = ()
    varies: bool = False

    @property
    def rows(self) -> list[str]:
        """All of it, line by line."""
        return [*self.lines, *self.value, *([self.raised] if self.raised else [])]

    @property
    def text(self) -> str:
        """All of it, without a line break at its end."""
        return "\n".join(self.rows)


@dataclass(frozen=True)
class RenderedCell:
    """What a page shows of a cell; ``rich`` is what its value is beside text, by its type.

    ``differs`` are the modes in which it prints something else, ``calls`` those that jit everywhere reached,
    ``effects`` the functions that had a side effect, ``leftover`` is what it announces to leave behind in each mode,
    ``versions`` are those of all that it ran with, empty for what was only promised. ``whole`` is the message of its
    error, where the page shows the beginning and two runs agree on more.
    """

    outputs: Mapping[str, Printed]
    figures: tuple[str, ...] = ()
    rich: Mapping[str, str] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    calls: Calls = field(default_factory=Calls)
    effects: tuple[str, ...] = ()
    leftover: Mapping[str, list[str]] = field(default_factory=dict)
    whole: str = ""


@dataclass(frozen=True)
class PageCell:
    """A cell of the script in the file ``script``, where and how the page shows it.

    ``wanted`` is what the cell prints that puts it right, None where the page names no such cell.
    """

    script: str
    cell: Cell
    shown: Shown
    rendered: RenderedCell
    wanted: Printed | None = None

    @property
    def outputs(self) -> dict[str, Printed]:
        """The outputs that the page shows: that as written, then those of the modes beside it."""
        printed = self.rendered.outputs
        return {mode: printed[mode] for mode in (AS_WRITTEN, *self.shown.compared) if mode in printed}

    @property
    def has_figure(self) -> bool:
        """Whether a figure stands below the cell, or words for one that this build does not have."""
        return "alt" in self.shown.options or bool(self.rendered.figures)

    @property
    def pictures(self) -> list[tuple[str, str]]:
        """Each SVG that the cell drew and the option with its words; without any, words for one stand alone."""
        return [(svg, alt_option(number)) for number, svg in enumerate(self.rendered.figures or ("",), 1)]


def facts_of(metadata: MutableMapping[str, Any]) -> PageFacts:
    """The facts of a page, from its metadata in the environment of Sphinx; new ones where it has none yet."""
    if FACTS not in metadata:
        metadata[FACTS] = PageFacts()
    facts: PageFacts = metadata[FACTS]
    return facts


def material_of(project: Project, docname: str) -> Material:
    """What a page is made of now."""
    path = project.script(docname)
    if not path.is_file():
        return Material()
    try:
        script = script_of(project, docname)
    except ScriptError as error:
        return Material(findings=error.findings, digest=_digest(path, path.read_bytes()))
    records, modes = current_records(project, script), modes_of(project, script)
    again = rerun_of(project, script) if records else None
    digest = _digest(path, script.source.encode(), repr((records, modes, again)).encode())
    return Material(script, records=records, digest=digest, modes=modes, again=again)


def _digest(path: Path, *parts: bytes) -> str:
    """One word for parts of a page, and for the figures and tables that its script at this path keeps."""
    suffixes = {".svg", *SUFFIXES.values()}
    kept = sorted(file for file in path.parent.glob(f"{path.stem}.*") if file.suffix in suffixes)
    figures = (file.read_bytes() for file in kept)
    return sha256(b"".join((*parts, *figures))).hexdigest()


def render_cell(cell: Cell, records: Mapping[str, Record] | None, kept: Kept = ((), {})) -> RenderedCell:
    """What a page shows of a cell; a mode in which it prints the same as as written has the same output.

    What was ``kept`` of it is shown where it was not run.
    """
    written = records[AS_WRITTEN].cell(cell.name) if records else None
    if records is None or written is None:
        announced = {state.mode: state.values.items() for state in cell.promise.states}
        leftover = {mode: [f"{path} = {value}" for path, value in values] for mode, values in announced.items()}
        outputs = {mode: _promised(cell, mode) for mode in MODES}
        return RenderedCell(outputs, *kept, leftover=leftover)
    runs = {mode: records[mode].cell(cell.name) for mode in MODES if mode in records}
    jitted = list(filter(None, [runs.get(JIT_EVERYWHERE)]))
    states = [one for one in cell.promise.states if one.mode in records]
    return RenderedCell(
        outputs={mode: _printed(cell, mode, run) if run else Printed() for mode, run in runs.items()},
        figures=written.figures,
        rich=written.rich,
        differs=differing_modes(cell.name, records),
        versions=records[AS_WRITTEN].versions,
        calls=calls_of(*jitted),
        effects=tuple(name for run in jitted for name in functions_with_effects(run)),
        leftover={one.mode: _left(one, records[one.mode].state_after(cell.name)) for one in states},
    )


def _left(announced: State, state: dict[str, Any]) -> list[str]:
    return [f"{path} = {text_at(state, path)}" for path in announced.values]


def checked(material: Material) -> CheckedWith | None:
    """What a page says of its outputs as a whole, or None for a page without a script."""
    if not material.digest:
        return None
    records = material.records
    if not records:
        return CheckedWith()
    return CheckedWith(records[AS_WRITTEN].versions, JIT_OFF in records, material.again is not None)


def _promised(cell: Cell, mode: str) -> Printed:
    promise = cell.promise
    output, value = (of(mode) or of(AS_WRITTEN) for of in (promise.output, promise.value))
    lines, raised = (output.printed, output.raised) if output else ((), "")
    return Printed(lines, raised, value.printed if value else (), _varies(promise))


def _printed(cell: Cell, mode: str, run: CellRun) -> Printed:
    """What a run printed; of an error no more than its promise holds, as no more of it was compared."""
    raised = run.error.last_line if run.error else ""
    for promised in (cell.promise.output(mode), cell.promise.output(AS_WRITTEN)):
        if raised and promised and promised.raised and promised.announces(raised):
            raised = promised.raised
    return Printed(run.printed, raised, run.value_lines, _varies(cell.promise))


def _varies(promise: Promise) -> bool:
    return bool(promise.varies(OUTPUT) or promise.varies(VALUE))
