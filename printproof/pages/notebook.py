"""How does MyST-NB get a page? As a notebook that already holds the code and the outputs of its cells."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import nbformat
from myst_nb.core.read import MystMetadataParsingError, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbformat import NotebookNode

from printproof.findings import Finding, Place, Refusal
from printproof.pages.page_view import PageCell
from printproof.pages.shown_cells import Shown, option_lines
from printproof.scripts.modes import AS_WRITTEN

v4: Any = nbformat.v4  # its functions carry no types

KEY = "printproof"
"""Where the metadata of a cell hold its name. MyST-NB writes them as JSON, so what is known of it stands elsewhere."""


class PageError(Refusal):
    """A page that cannot be read."""


def read_notebook(text: str, settings: MdParserConfig, page: Place | None = None) -> NotebookNode:
    """Read a page, which ``page`` is the place of; the lines that MyST-NB reports for it are true.

    Raises PageError where the options of a cell cannot be read.
    """
    notebook: NotebookNode = v4.new_notebook()
    if not text.strip():
        return notebook  # MyST-NB's reader fails on a page without a line
    try:
        notebook = read_myst_markdown_notebook(text, config=settings, add_source_map=True)
    except MystMetadataParsingError as error:
        line = re.search(r"at line (\d+)", str(error))  # MyST-NB has the line in its message alone
        fact = "the head of this cell cannot be read"
        cure = "write each option on a line of its own, as ':example: NAME'"
        place = replace(page or Place(""), line=int(line[1]) if line else 1)
        raise PageError(Finding(place, "error", "page", fact, cure)) from None
    notebook.metadata["source_map"] = _true_lines(notebook, text.splitlines())
    notebook.metadata["language_info"] = {"name": "python"}  # else MyST-NB warns that it cannot colour the code
    return notebook


def shown_cells(notebook: NotebookNode, text: str) -> list[tuple[NotebookNode, Shown]]:
    """The code cells of a notebook, each with what the page says of it."""
    lines = text.splitlines()
    found = []
    for cell, start in zip(notebook.cells, notebook.metadata.get("source_map", ()), strict=True):
        if cell.cell_type == "code":
            options = {name: str(value) for name, value in cell.metadata.items()}
            found.append((cell, Shown(start + 2, options, option_lines(lines, start + 2), cell.source)))
    return found


def fill(notebook_cell: NotebookNode, cell: PageCell) -> None:
    """Put code and outputs into a cell of a notebook, and its name, by which transforms find what they show."""
    options = cell.shown.options
    notebook_cell.source = cell.cell.code
    tags = {"tags": options["tags"].split()} if "tags" in options else {}
    notebook_cell.metadata = v4.nbbase.NotebookNode({KEY: cell.cell.name, **tags})
    notebook_cell.outputs = list(_outputs(cell))
    if cell.has_figure:
        words = {option: options[option] for option in ("caption", "name") if option in options}
        notebook_cell.metadata["mystnb"] = {"figure": {"classes": "", **words}}
        # The page draws the figure itself; to MyST-NB its alternative text stands for it.
        notebook_cell.outputs.append(v4.new_output("display_data", {"text/plain": options.get("alt", "")}))


def empty(notebook_cell: NotebookNode) -> None:
    """Leave a cell out of the page: MyST-NB passes over one without code."""
    notebook_cell.source = ""
    notebook_cell.metadata = v4.nbbase.NotebookNode()


def _outputs(cell: PageCell) -> Iterator[NotebookNode]:
    printed = cell.outputs[AS_WRITTEN]
    # A value as well: MyST-NB's own output for one would have a form for each format, as a figure's has.
    if lines := [*printed.lines, *printed.value]:
        yield v4.new_output("stream", name="stdout", text="".join(f"{line}\n" for line in lines))
    if printed.raised:
        name, _, value = printed.raised.partition(": ")
        yield v4.new_output("error", ename=name, evalue=value, traceback=[printed.raised])


def _true_lines(notebook: NotebookNode, lines: Sequence[str]) -> list[int]:
    """Where cells begin; MyST-NB adds one to these lines twice, and forgets the blank lines it strips."""
    starts = zip(notebook.cells, notebook.metadata["source_map"], strict=True)
    return [_first_filled(lines, start) - 1 if cell.cell_type == "markdown" else start - 2 for cell, start in starts]


def _first_filled(lines: Sequence[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if lines[n]), start)
