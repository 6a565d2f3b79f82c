"""Baselines: figures and tables that a cell promises lie beside its script and are compared with those of the run."""

import io
import re
from base64 import b64decode
from collections.abc import Iterator
from itertools import count, takewhile, zip_longest
from pathlib import Path
from xml.etree import ElementTree as ET

from printproof.promises.check import PromiseError
from printproof.promises.versions import is_reference
from printproof.runs.record import CellRun, Record, Records
from printproof.runs.shown.rich import HTML, LATEX, MARKDOWN
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell, Script
from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place
from printproof_base.project import Project

NEAR = 0.01
"""Points by which a place may differ: drawn as coarsely as a screen does, the figures are then the same."""

NEAR_SHADE = 32
"""Levels, of 255, by which a pixel may differ in red, green, blue or opacity: edges are smoothed a little otherwise."""

SUFFIXES = {HTML: ".html", MARKDOWN: ".markdown", LATEX: ".tex"}
"""How the file ends in which a value is kept that a notebook shows as more than text.

Not ``.md``: where the root of a project is its folder of pages, that would be one of them.
"""

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
# Matplotlib puts an image into an SVG as PNG, which another version of zlib writes otherwise.
_PIXELS = re.compile(r'(?<=href="data:image/png;base64,)[^"]+')


def baseline_path(script: Path, cell: str, number: int = 1, suffix: str = ".svg") -> Path:
    """Where a figure of a cell is kept: ``stateful.plot.svg`` beside ``stateful.py``, the second in ``…plot_2.svg``.

    Its value, where it is more than text, is kept under one of the other SUFFIXES.

    No name of a cell holds the mark that parts it from the number.
    """
    return script.with_name(f"{script.stem}.{cell}{f'_{number}' if number > 1 else ''}{suffix}")


def baselines(project: Project, docname: str, cell: str) -> tuple[str, ...]:
    """The figures that a cell of a script promises, in their order. Raises PromiseError where one cannot be read."""
    paths = (baseline_path(project.script(docname), cell, number) for number in count(1))
    return tuple(_read(project, docname, cell, path) for path in takewhile(Path.is_file, paths))


def kept_value(project: Project, docname: str, cell: Cell) -> dict[str, str]:
    """What a cell of a script promises to end in beside text, by its type; a notebook stores it."""
    if cell.stored:
        return {kind: _ended(text) for kind, text in cell.stored.rich.items()}
    script = project.script(docname)
    paths = {kind: baseline_path(script, cell.name, suffix=suffix) for kind, suffix in SUFFIXES.items()}
    return {kind: path.read_text("utf-8", "replace") for kind, path in paths.items() if path.is_file()}


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
    pixels = [_PIXELS.findall(svg) for svg in (left, right)]
    if len(pixels[0]) != len(pixels[1]) or not all(map(_same_pixels, *pixels)):
        return False
    left, right = (_PIXELS.sub("", svg) for svg in (left, right))
    if _WORDS.findall(left) != _WORDS.findall(right) or _NUMBER.sub("#", left) != _NUMBER.sub("#", right):
        return False
    pairs = zip(_NUMBER.findall(left), _NUMBER.findall(right), strict=True)
    return all(abs(float(one) - float(other)) <= NEAR for one, other in pairs)


def _same_pixels(left: str, right: str) -> bool:
    """True where two PNG in base64 have the same size and no pixel that an eye tells apart.

    Another version of the library may write the same pixels in other bytes.
    """
    if left == right:
        return True
    from PIL import Image, ImageChops  # only where there are pixels, and there matplotlib brings it, or the script did

    one, other = (Image.open(io.BytesIO(b64decode(text))).convert("RGBA") for text in (left, right))
    if one.size != other.size:
        return False
    shades = ImageChops.difference(one, other).getextrema()
    return all(most <= NEAR_SHADE for _, most in shades)  # type: ignore[misc]


def check_figures(project: Project, script: Script, records: Records) -> Iterator[Finding]:
    """Compare what cells drew and ended in with their baselines, not on another jax than the reference.

    The rule is ``figure``, of tables and formulas ``rich``.
    """
    written = records[AS_WRITTEN]
    if not is_reference(project.reference, written.versions):
        return
    for cell in script.cells:
        run = written.cell(cell.name)
        if run is None:
            continue
        try:
            wrong = _wrong(project, script.docname, run) or _wrong_picture(cell, run)
            found = {"figure": wrong, "rich": _wrong_value(project, script.docname, cell, run)}
        except PromiseError as error:
            yield from error.findings
            continue
        cure = f"accept it with: {project.accept.format(docname=script.docname)}"
        yield from (script.finding(rule, cell, AS_WRITTEN, fact, cure) for rule, fact in found.items() if fact)


def _wrong(project: Project, docname: str, run: CellRun) -> str:
    promised = baselines(project, docname, run.name)
    for number, (kept, drawn) in enumerate(zip_longest(promised, run.figures), 1):
        place = project.shown(baseline_path(project.script(docname), run.name, number))
        which = "figure" if number == 1 else f"figure {number}"
        if drawn is None:
            return f"draws no {which}, and {place} keeps one"
        if kept is None:
            return f"draws a {which}, and {place} does not keep it"
        if not same_figure(kept, reduced(drawn)):
            return f"draws another {which} than {place} keeps"
    return ""


def _wrong_picture(cell: Cell, run: CellRun) -> str:
    """What a notebook stores of figures that cannot be; its pictures are none that can be compared."""
    if cell.stored is None or bool(cell.stored.pictures) == bool(run.figures):
        return ""
    return "draws a figure, and the notebook stores none" if run.figures else "draws no figure, and one is stored"


def _wrong_value(project: Project, docname: str, cell: Cell, run: CellRun) -> str:
    promised = kept_value(project, docname, cell)
    path = project.script(docname)
    for kind in (kind for kind in SUFFIXES if kind in run.rich or kind in promised):
        place = project.shown(path if cell.stored else baseline_path(path, run.name, suffix=SUFFIXES[kind]))
        if kind not in run.rich:
            return f"ends in no {kind}, and {place} keeps one"
        if kind not in promised:
            return f"ends in {kind}, and {place} does not keep it"
        if promised[kind] != _ended(run.rich[kind]):
            return f"ends in another {kind} than {place} keeps"
    return ""


def _ended(text: str) -> str:
    """A text as it is kept: with an end to its last line."""
    return text if text.endswith("\n") else f"{text}\n"


def write_baselines(project: Project, docname: str, written: Record, dry_run: bool = False) -> Iterator[str]:
    """Keep the figures and tables of a run, remove those of cells without, and yield a line for each that changed.

    In a dry run the lines alone.
    """
    path = project.script(docname)
    drawn = {
        baseline_path(path, run.name, number): reduced(figure)
        for run in written.cells
        for number, figure in enumerate(run.figures, 1)
    }
    values = {
        baseline_path(path, run.name, suffix=suffix): _ended(run.rich[kind]) if kind in run.rich else ""
        for run in written.cells
        for kind, suffix in ({} if path.suffix == ".ipynb" else SUFFIXES).items()  # a notebook stores its values
    }
    drawn |= {place: text for place, text in values.items() if text}
    # A further dot: the figure of a script whose name begins with this one's.
    kept = (old for old in path.parent.glob(f"{path.stem}.*.svg") if old.name.count(".") == path.stem.count(".") + 2)
    for old in sorted({*kept, *filter(Path.is_file, values)} - drawn.keys()):
        if not dry_run:
            old.unlink()
        yield f"{project.shown(old)}: no cell shows it any more, removed"
    for place, text in drawn.items():
        before = place.read_text(encoding="utf-8", errors="replace") if place.is_file() else None
        if before is None or not same_figure(before, text):
            if not dry_run:
                write_whole(place, text)
            yield f"{project.shown(place)}: {'kept' if before is None else 'drawn anew'}; look at it"
