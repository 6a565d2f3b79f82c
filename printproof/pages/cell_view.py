"""What does a page show of a cell? What it printed and drew, from its run records or else from its promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from printproof.promises.purity import differing_modes, purity_of
from printproof.runs.record import CellRun, Record
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof.scripts.script import Cell


@dataclass(frozen=True)
class Printed:
    """What a reader sees of an output: its lines and the last line of the error that ended it, or nothing."""

    lines: tuple[str, ...] = ()
    raised: str = ""


@dataclass(frozen=True)
class Other:
    """What a reader of another version of jax sees: ``edge`` is ``before`` or ``since`` a version."""

    edge: str
    version: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A cell as a page shows it; ``jax`` is the version that printed it, empty for what was only promised.

    ``differs`` are the modes in which it prints something else, ``versions`` those of all that it ran with,
    ``others`` what it promises to print as written on other versions of jax.
    """

    outputs: Mapping[str, Printed]
    figures: tuple[str, ...] = ()
    jax: str = ""
    traces: Mapping[str, int] = field(default_factory=dict)
    differs: tuple[str, ...] = ()
    versions: Mapping[str, str] = field(default_factory=dict)
    others: tuple[Other, ...] = ()


def view(cell: Cell, records: Mapping[str, Record] | None, kept: str | None = None) -> View:
    """The view of a cell; a mode in which it prints the same as as written has the same output.

    ``kept`` is the figure it promises to draw, shown where it was not run.
    """
    written = records[AS_WRITTEN].cell(cell.name) if records else None
    others = _others(cell)
    if records is None or written is None:
        figures = (kept,) if kept else ()
        return View({mode: _promised(cell, mode) for mode in MODES}, figures, traces=cell.promise.traces, others=others)
    runs = {mode: records[mode].cell(cell.name) for mode in MODES}
    outputs = {mode: _printed(run) if run else Printed() for mode, run in runs.items()}
    base = records[AS_WRITTEN]
    differs = differing_modes(cell.name, records)
    return View(outputs, written.figures, base.versions.get("jax", ""), written.traces, differs, base.versions, others)


def checked(records: Mapping[str, Record] | None) -> dict[str, Any]:
    """What a page says of its outputs as a whole: ``versions`` and ``purity``; nothing where they were not run."""
    return {"versions": records[AS_WRITTEN].versions, "purity": purity_of(records)} if records else {}


def _others(cell: Cell) -> tuple[Other, ...]:
    outputs = [output for output in cell.promise.outputs if output.mode == AS_WRITTEN and output.of_other_versions]
    return tuple(
        Other("since" if o.since else "before", ".".join(map(str, o.since or o.before or ())), o.lines) for o in outputs
    )


def _promised(cell: Cell, mode: str) -> Printed:
    output = cell.promise.output(mode) or cell.promise.output(AS_WRITTEN)
    return Printed(output.printed, output.raised or "") if output else Printed()


def _printed(run: CellRun) -> Printed:
    return Printed(run.printed, run.error.last_line if run.error else "")
