"""How does an author leave with a page? As a notebook, or as a page of MyST-NB, with code and outputs back in it."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from printproof.formats.exported_page import Kind, Output
from printproof.formats.notebook import KERNEL, LANGUAGE, cell_id, code_cell, notebook_output
from printproof.pages.handed_over import kept_options
from printproof.pages.page_view import Kept, render_cell
from printproof.pages.shown_cells import alt_option
from printproof.promises.baselines import baselines, kept_value
from printproof.runs.record import Record
from printproof.runs.schedule import current_records
from printproof.scripts.blocks import write_promise
from printproof.scripts.kept_in_page import RAISES, RST, running_cells
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import MystCell, cells_of, metadata_of
from printproof.scripts.notebook_cells import KEY
from printproof.scripts.rewrite import without_promises
from printproof.scripts.script import Cell, Script
from printproof_base.files import write_whole
from printproof_base.project import Project
from printproof_converter.code_cells import DocumentError
from printproof_converter.myst import Passage, cell_lines, front_matter, passages_of, with_cells, yaml_lines, yaml_of
from printproof_converter.notebooks import page_of

FOLDER = "exported"
"""The folder of the build where pages go that are exported to no named file."""


def export_page(project: Project, docname: str, target: Path | None = None) -> Path:
    """Write a page with its code as a notebook, or as MyST where the target ends in ``.md``; the file that it is.

    Code is that of the script, outputs are those of current records or else what is promised. Importing the notebook
    again gives the same page and script. A page in reStructuredText stays one, without its outputs. Raises
    DocumentError where the page or the target cannot be, ScriptError where the script cannot be read.
    """
    own = project.document(docname).suffix
    place = target or project.build / FOLDER / f"{docname}{RST if own == RST else '.ipynb'}"
    if own == RST and place.suffix != RST:
        raise DocumentError.at(place, "a page in reStructuredText stays one", "name a file that ends in .rst")
    if own != RST and place.suffix not in {".ipynb", ".md"}:
        raise DocumentError.at(place, "is no notebook and no page", "name a file that ends in .ipynb or .md")
    if target and target.exists():
        raise DocumentError.at(place, "exists already", "name another file, or remove this one")
    leaving = _Leaving(project, docname)
    write_whole(place, leaving.notebook() if place.suffix == ".ipynb" else leaving.page())
    return place


class _Leaving:
    """A page with its script and its records, as far as they are current."""

    def __init__(self, project: Project, docname: str) -> None:
        self.project, self.docname = project, docname
        self.script: Script = script_of(project, docname)
        self.records: Mapping[str, Record] | None = current_records(project, self.script)
        page = project.document(docname)
        try:
            self.text = page.read_bytes().decode("utf-8").replace("\r\n", "\n")
        except (OSError, UnicodeDecodeError) as error:
            raise DocumentError.at(project.shown(page), f"cannot be read: {error}") from None
        if self.script.page and page.suffix == ".md":
            self.text = _naming(without_promises(self.script).replace("\r\n", "\n"))
        self.cells = {cell.name: cell for cell in self.script.cells}

    def page(self) -> str:
        """The page as MyST-NB runs it; the promises stay behind."""
        if self.script.is_notebook:
            return page_of(self.project.document(self.docname)).text
        if self.script.page:
            return without_promises(self.script)
        written = {shown.start: _runnable(shown, cell) for shown, cell in self._cells_of(self.text)}
        text, _ = with_cells(self.text, written)
        head, rest = front_matter(text)
        known = metadata_of(head)
        added = {"file_format": "mystnb", "kernelspec": KERNEL}
        if "jupytext" not in known:
            missing = {name: value for name, value in added.items() if name not in known}
            head = "\n".join(["---", *yaml_of(head), *yaml_lines(missing), "---", ""])
        return head + rest

    def notebook(self) -> str:
        """The page as a notebook, which holds promises as metadata and what it printed as outputs."""
        if self.script.is_notebook:
            return self.script.source
        head, rest = front_matter(self.text)
        blank = len(rest) - len(rest.lstrip("\n"))
        above = "\n".join(self.script.text.split("\n")[: self.script.cells[0].line - 1]).rstrip("\n")
        own = {"front_matter": head + rest[:blank], "head": above}
        kernel = metadata_of(head).get("kernelspec") or KERNEL
        whole = {
            "cells": list(self._notebook_cells(self._with_nested(rest))),
            "metadata": {"kernelspec": kernel, "language_info": LANGUAGE, KEY: own},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        return json.dumps(whole, ensure_ascii=False, indent=1) + "\n"

    def _cell(self, shown: MystCell) -> Cell | None:
        return self.cells.get(str(shown.options.get("example", "")))

    def _cells_of(self, text: str) -> Iterator[tuple[MystCell, Cell]]:
        """The cells of a page that its script has."""
        return ((shown, cell) for shown in cells_of(text) if (cell := self._cell(shown)))

    def _with_nested(self, text: str) -> str:
        """The page with the code of cells inside of others, which no cell of a notebook can be, and their promises."""
        nested = {shown.start: _promised(shown, cell) for shown, cell in self._cells_of(text) if shown.nested}
        return with_cells(text, nested)[0]

    def _notebook_cells(self, text: str) -> Iterator[dict[str, Any]]:
        runs = 0
        for number, passage in enumerate(passages_of(text), 1):
            if passage.cell is None:
                yield _prose(number, passage)
            elif cell := self._cell(passage.cell):
                runs += 1
                outputs = [notebook_output(output, runs) for output in self._outputs(cell, passage.cell)]
                yield code_cell(cell_id(cell.name), cell.code, _myst_nb(passage.cell, cell), outputs, runs)
            else:
                yield code_cell(f"passage_{number}", passage.text, metadata=dict(passage.metadata))

    def _outputs(self, cell: Cell, shown: MystCell) -> Iterator[Output]:
        """What a reader of the page sees below a cell."""
        of_page = (self.project, self.docname)
        kept: Kept = ((), {}) if self.records else (baselines(*of_page, cell.name), kept_value(*of_page, cell))
        rendered = render_cell(cell, self.records, kept)
        printed = rendered.outputs[AS_WRITTEN]
        if printed.lines:
            yield Output(Kind.PRINTED, "\n".join(printed.lines))
        if printed.value:
            yield Output(Kind.VALUE, "\n".join(printed.value), rich=rendered.rich)
        if printed.raised:
            yield Output(Kind.ERROR, printed.raised)
        for number, figure in enumerate(rendered.figures, 1):
            yield Output(Kind.FIGURE, str(shown.options.get(alt_option(number)) or ""), figure)


def _naming(text: str) -> str:
    """A page that keeps its code, as one whose cells name those of a script."""
    written = {}
    for name, cell in running_cells(text, ".md"):
        options = {"example": name, **kept_options(cell)}
        written[cell.start] = cell_lines(options, "", cell.fence, cell.indent)
    return with_cells(text, written)[0]


def _runnable(shown: MystCell, cell: Cell) -> list[str]:
    """A cell of a page as MyST-NB runs it."""
    options = {name: value for name, value in _myst_nb(shown, cell).items() if name != KEY}
    return cell_lines(options, cell.code, shown.fence, shown.indent)


def _promised(shown: MystCell, cell: Cell) -> list[str]:
    """A cell of a page with its code and its promise."""
    code = "\n".join([cell.code, "", *write_promise(cell.promise)])
    return cell_lines(shown.options, code, shown.fence, shown.indent)


def _prose(number: int, passage: Passage) -> dict[str, Any]:
    kind = "raw" if passage.kind == "raw" else "markdown"
    source = passage.text.splitlines(keepends=True)
    return {"cell_type": kind, "id": f"passage_{number}", "metadata": dict(passage.metadata), "source": source}


def _myst_nb(shown: MystCell, cell: Cell) -> dict[str, Any]:
    """The options of a cell by the names of MyST-NB; what it has no name for stands below ours."""
    options = {name: value for name, value in shown.options.items() if name not in {"example", "tags"}}
    tags = [*shown.tags, *([RAISES] if cell.promise.raises and RAISES not in shown.tags else [])]
    figure = {name: options.pop(name) for name in ("caption", "name") if name in options}
    image = {"alt": options.pop("alt")} if "alt" in options else {}
    parts = {name: part for name, part in (("figure", figure), ("image", image)) if part}
    own = {"name": cell.name, **options, "promise": write_promise(cell.promise)}
    return {**({"tags": tags} if tags else {}), **({"mystnb": parts} if parts else {}), KEY: own}
