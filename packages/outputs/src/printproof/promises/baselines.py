"""Baselines: the figures that a cell promises lie beside its script and are compared with those of the run."""

import re
from collections.abc import Iterator
from itertools import count, takewhile, zip_longest
from pathlib import Path
from xml.etree import ElementTree as ET

from printproof.promises.check import PromiseError
from printproof.promises.versions import is_reference
from printproof.runs.record import CellRun, Record, Records
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell, Script
from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place
from printproof_base.project import Project

NEAR = 0.01
"""Points by which a place may differ: drawn as coarsely as a screen does, the figures are then the same."""

# What stands before the drawing, and who made it with what: neither is drawn.
_HEAD = re.compile(r"\A.*?(?=<svg\b)|\s*<metadata>.*?</metadata>", re.DOTALL)
# The names that matplotlib makes of a hash: where they are given and where they are used.
_HASHED = re.compile(r"(?<=[\"#])[a-z][0-9a-f]{10}\b")
# Numbers that lose digits which nobody sees, and all that are compared as near enough: whole ones as well, as
# rounding makes 3 of 2.9996.
_DECIMALS = re.compile(r"-?\d+\.\d+")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Text between two tags: a number in a label is compared as text.
_WORDS = re.compile(r">([^<]*\S[^<]*)<")


def baseline_path(script: Path, cell: str, number: int = 1) -> Path:
    """Where a figure of a cell is kept: ``stateful.plot.svg`` beside ``stateful.py``, the second in ``…plot_2.svg``.

    No name of a cell holds the mark that parts it from the number.
    """
    return script.with_name(f"{script.stem}.{cell}{f'_{number}' if number > 1 else ''}.svg")


def baselines(project: Project, docname: str, cell: str) -> tuple[str, ...]:
    """The figures that a cell of a script promises, in their order. Raises PromiseError where one cannot be read."""
    paths = (baseline_path(project.script(docname), cell, number) for number in count(1))
    return tuple(_read(project, docname, cell, path) for path in takewhile(Path.is_file, paths))


def _read(project: Project, docname: str, cell: str, path: Path) -> str:
    try:
        text = path.read_text(encoding="utf-8")
        ET.fromstring(text)
    except (ET.ParseError, UnicodeDecodeError) as error:
        place = Place(str(project.shown(path)), docname=docname, cell=cell, mode=AS_WRITTEN)
        cure = f"draw it anew with: {project.accept.format(docname=docname)}"
        fact = f"no figure can be read here ({error})"
        raise PromiseError(Finding(place, "error", "figure", fact, cure)) from None
    return text


def reduced(svg: str) -> str:
    """A figure as it is kept: no more digits than can be seen, and no name that depends on the others."""
    text = _HEAD.sub("", svg)
    names = {name: f"{name[0]}-{n}" for n, name in enumerate(dict.fromkeys(_HASHED.findall(text)), 1)}
    text = _HASHED.sub(lambda found: names[found[0]], text)
    # Plus nothing: it takes the minus from a zero.
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


def check_figures(project: Project, script: Script, records: Records) -> Iterator[Finding]:
    """Compare what cells drew with their baselines, not on another jax than the reference; the rule is ``figure``."""
    written = records[AS_WRITTEN]
    if not is_reference(project.reference, written.versions):
        return
    for cell in script.cells:
        try:
            fact = _wrong(project, script.docname, cell, written.cell(cell.name))
        except PromiseError as error:
            yield from error.findings
            continue
        if fact:
            cure = f"accept it with: {project.accept.format(docname=script.docname)}"
            yield script.finding("figure", cell, AS_WRITTEN, fact, cure)


def _wrong(project: Project, docname: str, cell: Cell, run: CellRun | None) -> str:
    if run is None:
        return ""
    promised = baselines(project, docname, cell.name)
    for number, (kept, drawn) in enumerate(zip_longest(promised, run.figures), 1):
        place = project.shown(baseline_path(project.script(docname), cell.name, number))
        which = "figure" if number == 1 else f"figure {number}"
        if drawn is None:
            return f"draws no {which}, and {place} keeps one"
        if kept is None:
            return f"draws a {which}, and {place} does not keep it"
        if not same_figure(kept, reduced(drawn)):
            return f"draws another {which} than {place} keeps"
    return ""


def write_baselines(project: Project, docname: str, written: Record, dry_run: bool = False) -> Iterator[str]:
    """Keep the figures of a run, remove those of cells that draw none, and yield a line for each that changed.

    In a dry run the lines alone.
    """
    path = project.script(docname)
    drawn = {
        baseline_path(path, run.name, number): reduced(figure)
        for run in written.cells
        for number, figure in enumerate(run.figures, 1)
    }
    for old in sorted(path.parent.glob(f"{path.stem}.*.svg")):
        # A further dot: the figure of a script whose name begins with this one's.
        if "." not in old.name.removeprefix(f"{path.stem}.").removesuffix(".svg") and old not in drawn:
            if not dry_run:
                old.unlink()
            yield f"{project.shown(old)}: no cell draws it any more, removed"
    for place, text in drawn.items():
        before = place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None
        if before is None or not same_figure(before, text):
            if not dry_run:
                write_whole(place, text)
            yield f"{project.shown(place)}: {'kept' if before is None else 'drawn anew'}; look at it"
