"""What does a page show of its script, and what does a build know of the page?"""

from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from printproof.findings import Finding
from printproof.pages.shown_cells import Shown
from printproof.project import Project
from printproof.promises.purity import Purity, differing_modes, purity_of
from printproof.runs.record import CellRun, Record
from printproof.runs.schedule import current_records
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof.scripts.promise import Output, ScriptError
from printproof.scripts.script import Cell, Script, script_of

FACTS = "printproof"
"""Where the metadata of a page hold its facts."""


@dataclass(frozen=True)
class Material:
    """What a page is made of beside its own text.

    ``script`` is None where the page has none, or one that cannot be read: ``findings`` then say why. ``records`` are
    the current ones by mode, or None; ``digest`` changes with all of it and is empty for a page without a script.
    """

    script: Script | None = None
    findings: tuple[Finding, ...] = ()
    records: Mapping[str, Record] | None = None
    digest: str = ""


@dataclass(frozen=True)
class Checked:
    """What the outputs of a page were checked with, and whether its script is pure; empty where it was not run."""

    jax: str = ""
    purity: Purity | None = None


@dataclass
class PageFacts:
    """What the last reading of a page found out, for whatever asks after it.

    ``made_of`` is a digest of what it was read with; ``checked`` is None for a page without a script, ``findings`` are
    what is wrong with it, ``lists_terms`` says that it is the glossary.
    """

    made_of: str = ""
    checked: Checked | None = None
    findings: list[Finding] = field(default_factory=list)
    lists_terms: bool = False


@dataclass(frozen=True)
class Printed:
    """What a reader sees of an output: its lines and the last line of the error that ended it, or nothing."""

    lines: tuple[str, ...] = ()
    raised: str = ""

    @property
    def text(self) -> str:
        """All of it, without a line break at its end."""
        return "\n".join([*self.lines, *([self.raised] if self.raised else [])])


@dataclass(frozen=True)
class View:
    """What a page shows of a cell.

    ``differs`` are the modes in which it prints something else, ``versions`` those of all that it ran with, empty for
    what was only promised.
    """

    outputs: Mapping[str, Printed]
    figures: tuple[str, ...] = ()
    traces: Mapping[str, int] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class PageCell:
    """A cell of the script in the file ``script``, where and how the page shows it."""

    script: str
    cell: Cell
    shown: Shown
    view: View

    @property
    def outputs(self) -> dict[str, Printed]:
        """The outputs that the page shows: that as written, then those of the modes beside it."""
        return {mode: self.view.outputs[mode] for mode in (AS_WRITTEN, *self.shown.compared) if mode in MODES}

    @property
    def others(self) -> list[Output]:
        """What the cell promises to print as written on other versions of jax."""
        return [one for one in self.cell.promise.outputs if one.mode == AS_WRITTEN and one.of_other_versions]

    @property
    def has_figure(self) -> bool:
        """Whether a figure stands below the cell, or words for one that this build does not have."""
        return "alt" in self.shown.options or bool(self.view.figures)

    @property
    def figure(self) -> str:
        """The SVG that the cell drew, empty where there is none."""
        return self.view.figures[0] if self.view.figures else ""


def facts_of(metadata: MutableMapping[str, Any]) -> PageFacts:
    """The facts of a page, from its metadata in the environment of Sphinx; new ones where it has none yet."""
    facts: PageFacts = metadata.setdefault(FACTS, PageFacts())
    return facts


def material_of(project: Project, docname: str) -> Material:
    """What a page is made of now."""
    path = project.script(docname)
    if not path.is_file():
        return Material()
    digest = sha256(path.read_bytes())
    for baseline in sorted(path.parent.glob(f"{path.stem}.*.svg")):
        digest.update(baseline.read_bytes())
    try:
        script = script_of(project, docname)
    except ScriptError as error:
        return Material(findings=error.findings, digest=digest.hexdigest())
    records = current_records(project, script)
    digest.update(repr(records).encode())
    return Material(script, records=records, digest=digest.hexdigest())


def view(cell: Cell, records: Mapping[str, Record] | None, baseline: str | None = None) -> View:
    """The view of a cell; a mode in which it prints the same as as written has the same output.

    ``baseline`` is the figure it promises to draw, shown where it was not run.
    """
    written = records[AS_WRITTEN].cell(cell.name) if records else None
    if records is None or written is None:
        figures = (baseline,) if baseline else ()
        return View({mode: _promised(cell, mode) for mode in MODES}, figures, cell.promise.traces)
    runs = {mode: records[mode].cell(cell.name) for mode in MODES}
    outputs = {mode: _printed(run) if run else Printed() for mode, run in runs.items()}
    differs = differing_modes(cell.name, records)
    return View(outputs, written.figures, written.traces, differs, records[AS_WRITTEN].versions)


def checked(material: Material) -> Checked | None:
    """What a page says of its outputs as a whole, or None for a page without a script."""
    if not material.digest:
        return None
    records = material.records
    return Checked(records[AS_WRITTEN].versions.get("jax", ""), purity_of(records)) if records else Checked()


def _promised(cell: Cell, mode: str) -> Printed:
    output = cell.promise.output(mode) or cell.promise.output(AS_WRITTEN)
    return Printed(output.printed, output.raised or "") if output else Printed()


def _printed(run: CellRun) -> Printed:
    return Printed(run.printed, run.error.last_line if run.error else "")
