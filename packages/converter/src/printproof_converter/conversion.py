"""How is a document of cells converted to a page and a script? Nothing is run here, and nothing written."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printproof.pages.handed_over import OPTIONS, kept_options
from printproof.scripts.kept_in_page import RAISES
from printproof.scripts.myst_cells import MystCell, cells_of
from printproof.scripts.promise import ScriptError
from printproof.scripts.script import CELL, comment_lines, read_script
from printproof_base.findings import Finding, Place
from printproof_converter.cell_conversion import Converted, convert_cell, split_cell
from printproof_converter.myst import cell_lines, fence_around, with_cells
from printproof_converter.names import names_of
from printproof_converter.notebooks import EDITORS, Origin, Page

_HIDDEN = {"remove-cell", "remove-input"}
_NAMING = {"example", "label"}
PLACEHOLDER = ("# Output:", "# Exception: …")
"""The promise of a cell that may raise, until a run says what."""


@dataclass(frozen=True)
class Conversion:
    """A document as page and script.

    ``cells`` are those that the script holds, by name, in order; ``conversions`` are of all cells.
    """

    docname: str
    source: Page
    shown: str
    cells: Mapping[str, MystCell]
    script: str
    conversions: Sequence[tuple[MystCell, Converted]]

    def page(self, alts: Sequence[str] = ()) -> tuple[str, dict[int, int]]:
        """The text of the page, and where each cell stands in it; the cells ``alts`` draw a figure without words."""
        written: dict[int, list[str]] = {}
        for cell, converted in self.conversions:
            written[cell.start] = list(_plain_block(cell, converted)) if converted.obstacle else []
        for name, cell in self.cells.items():
            options = {"example": name, **kept_options(cell), **({"alt": ""} if name in alts else {})}
            ordered = {key: options[key] for key in ("example", *OPTIONS) if key in options}
            written[cell.start] = cell_lines(ordered, "", cell.fence, cell.indent)
        return with_cells(self.source.text, written)

    def origin(self, cell: MystCell) -> str:
        """The document that a cell comes from, and its number there in a notebook."""
        number = self.source.origin(cell.start).number
        return f"{self.shown} (cell {number})" if number else self.shown

    def findings(self, page: str, lines: Mapping[int, int]) -> Iterator[Finding]:
        """What was not kept as it was, with what helps, at the lines of the page where its cells stand."""

        def finding(cell: MystCell, name: str, fact: str, cure: str = "") -> Finding:
            return Finding(Place(page, lines[cell.start] + 1, self.docname, name), "warning", "import", fact, cure)

        for cell, converted in self.conversions:
            if converted.obstacle:
                yield finding(cell, "", f"this cell stays as plain code, as {converted.obstacle}", converted.cure)
            if converted.left_out:
                yield finding(cell, "", f"left out, as a page does without: {', '.join(converted.left_out)}")
        for name, cell in self.cells.items():
            if lost := [option for option in cell.options if option not in {*OPTIONS, *_NAMING, *EDITORS, "mystnb"}]:
                yield finding(cell, name, f"left out what no cell of a page takes: {', '.join(lost)}")


def convert(docname: str, shown: str, source: Page) -> Conversion:
    """The script and the page of a document; a cell that no script can hold stays on the page."""
    source = _parted(source)
    found = cells_of(source.text)
    conversions = {cell.start: convert_cell(cell.code, cell.tags) for cell in found}
    while True:
        runs = [cell for cell in found if conversions[cell.start].code]
        names = names_of(runs)
        script = _script(source, runs, names, conversions) if runs else ""
        try:
            if script:
                read_script(script, Path(shown), docname)
            break
        except ScriptError as error:  # such as an import from __future__ that stands too late
            at, fact = error.findings[0].place.line, error.findings[0].fact
            culprit = runs[_cell_at(script, at)]
            conversions[culprit.start] = Converted(obstacle=fact)
    cells = dict(zip(names, runs, strict=True))
    return Conversion(docname, source, shown, cells, script, [(cell, conversions[cell.start]) for cell in found])


def _parted(source: Page) -> Page:
    """The document with each cell parted where a line that only a notebook can read stands between Python."""
    written = {}
    for cell in cells_of(source.text):
        parts = split_cell(cell.code) if RAISES not in cell.tags else []
        if len(parts) > 1:
            others: dict[str, Any] = {"tags": cell.tags} if cell.tags else {}
            options = [cell.options, *[others] * (len(parts) - 1)]
            blocks = (cell_lines(*pair, cell.fence, cell.indent) for pair in zip(options, parts, strict=True))
            written[cell.start] = [line for block in blocks for line in (*block, "")][:-1]
    if not written:
        return source
    text, now = with_cells(source.text, written)
    # What a notebook kept below such a cell is not that of a part of it.
    origins = {
        now[line]: Origin(origin.number) if line in written else origin for line, origin in source.origins.items()
    }
    return replace(source, text=text, origins=origins)


def _script(source: Page, cells: Sequence[MystCell], names: Sequence[str], conversions: Mapping[int, Converted]) -> str:
    parts = [source.head.rstrip("\n") + "\n"] if source.head.strip() else []
    for cell, name in zip(cells, names, strict=True):
        converted, origin = conversions[cell.start], source.origin(cell.start)
        # Without a promise a run that fails would be a fault; the placeholder says that it may.
        raises = RAISES in cell.tags or bool(origin.kept and origin.kept.error)
        promise = origin.promise or converted.promise or (PLACEHOLDER if raises else ())
        parts.append("\n".join([f"# %% {name}", converted.code, *(["", *promise] if promise else []), ""]))
    return "\n".join(parts)


def _cell_at(script: str, line: int) -> int:
    """The number of the cell that a line of a script stands in (0 = first)."""
    headings = (number for number, comment in comment_lines(script).items() if CELL.match(comment))
    return max(sum(number <= line for number in headings) - 1, 0)


def _plain_block(cell: MystCell, converted: Converted) -> Iterator[str]:
    """Code that nobody runs, as it stood, with the reason above it; hidden where it was hidden."""
    yield f"{cell.indent}% not run, as {converted.obstacle}"
    if _HIDDEN & set(cell.tags):
        yield from (f"{cell.indent}% {line}".rstrip() for line in cell.code.split("\n"))
        return
    fence = fence_around(cell.code, cell.fence)
    # IPython's own lexer: that of Python stumbles over magics.
    yield f"{cell.indent}{fence}{'ipython3' if converted.notebook else 'python'}"
    yield from (f"{cell.indent}{line}" if line else "" for line in cell.code.split("\n"))
    yield f"{cell.indent}{fence}"
