"""What does a cell promise to draw? A figure kept beside its script, compared with the one of the run record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from xml.etree import ElementTree as ET

from printproof.project import Project
from printproof.promises.accept import replace_file
from printproof.promises.check import Breach, Reference
from printproof.runs.record import CellRun, Record
from printproof.scripts.promise import AS_WRITTEN
from printproof.scripts.script import Cell, Script

NEAR = 0.01
"""Points by which a place may differ: drawn as coarsely as a screen does, the figures are then the same."""

_HEAD = re.compile(r"\A.*?(?=<svg\b)|\s*<metadata>.*?</metadata>", re.DOTALL)
_HASHED = re.compile(r"(?<=[\"#])[a-z][0-9a-f]{10}\b")
_DECIMALS = re.compile(r"-?\d+\.\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
_WORDS = re.compile(r">([^<]*\S[^<]*)<")


class KeptError(ValueError):
    """A kept figure that cannot be read: place, fact and cure in one line."""


def place_of(script: Path, cell: str) -> Path:
    """Where the figure of a cell is kept: ``stateful.plot.svg`` beside ``stateful.py``."""
    return script.with_name(f"{script.stem}.{cell}.svg")


def kept_figure(project: Project, script: Path, cell: str) -> str | None:
    """The figure that is kept for a cell of a script, or None. Raises KeptError where it cannot be read."""
    path = place_of(script, cell)
    if not path.is_file():
        return None
    try:
        text = path.read_text(encoding="utf-8")
        ET.fromstring(text)
    except (ET.ParseError, UnicodeDecodeError) as error:
        docname = script.relative_to(project.examples).with_suffix("").as_posix()
        cure = f"draw it anew with: {project.accept.format(docname=docname)}"
        raise KeptError(f"{project.shown(path)}: no figure can be read here ({error}); {cure}") from None
    return text


def reduced(svg: str) -> str:
    """A figure as it is kept: no more digits than can be seen, and no name that depends on the others."""
    text = _HEAD.sub("", svg)
    names = {name: f"{name[0]}-{n}" for n, name in enumerate(dict.fromkeys(_HASHED.findall(text)), 1)}
    text = _HASHED.sub(lambda found: names[found[0]], text)
    text = _DECIMALS.sub(lambda found: f"{round(float(found[0]), 3) + 0.0:.3f}".rstrip("0").rstrip("."), text)
    return "\n".join(line.rstrip() for line in text.splitlines()) + "\n"


def same_figure(left: str, right: str) -> bool:
    """True where both draw the same: equal but for places that no eye can tell apart."""
    if left == right:
        return True
    if _WORDS.findall(left) != _WORDS.findall(right) or _NUMBER.sub("#", left) != _NUMBER.sub("#", right):
        return False
    pairs = zip(_NUMBER.findall(left), _NUMBER.findall(right), strict=True)
    return all(abs(float(one) - float(other)) <= NEAR for one, other in pairs)


def prove_figures(
    project: Project, docname: str, script: Script, records: Mapping[str, Record], reference: Reference
) -> Iterator[Breach]:
    """Compare what cells drew with the figures that are kept for them, on the reference version of jax alone."""
    written = records[AS_WRITTEN]
    if reference.version not in (None, written.versions.get("jax", "")):
        return
    for cell in script.cells:
        fact = _wrong(project, project.script(docname), cell, written.cell(cell.name))
        if fact:
            cure = f"accept it with: {reference.accept.format(docname=docname)}"
            yield Breach(str(script.path), cell.line, "figure", f"cell '{cell.name}' {fact}; {cure}", cell=cell.name)


def _wrong(project: Project, path: Path, cell: Cell, run: CellRun | None) -> str:
    place = project.shown(place_of(path, cell.name))
    kept = kept_figure(project, path, cell.name)
    if run is None or (kept is None and not run.figures):
        return ""
    if not run.figures:
        return f"draws no figure, and {place} keeps one"
    if kept is None:
        return f"draws a figure, and {place} does not keep it"
    return "" if same_figure(kept, reduced(run.figures[0])) else f"draws another figure than {place} keeps"


def keep_figures(project: Project, docname: str, written: Record) -> Iterator[str]:
    """Keep the figures of a run, forget those of cells that draw none, and give a line for each that changed."""
    path = project.script(docname)
    cells = {run.name: run.figures for run in written.cells}
    for old in sorted(path.parent.glob(f"{path.stem}.*.svg")):
        name = old.name.removeprefix(f"{path.stem}.").removesuffix(".svg")
        if "." not in name and not cells.get(name):
            old.unlink()
            yield f"{project.shown(old)}: no cell draws it any more, removed"
    for name, figures in cells.items():
        place = place_of(path, name)
        if not figures:
            continue
        text = reduced(figures[0])
        before = place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None
        if before is None or not same_figure(before, text):
            place.touch()
            replace_file(place, text)
            yield f"{project.shown(place)}: {'kept' if before is None else 'drawn anew'}; look at it"
