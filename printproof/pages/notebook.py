"""How does MyST-NB get a page? As a notebook that already holds the code and the outputs of its cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import nbformat
from myst_nb.core.read import MystMetadataParsingError, read_myst_markdown_notebook
from myst_parser.config.main import MdParserConfig
from nbformat import NotebookNode

from printproof.pages.cell_view import View
from printproof.pages.shown_cells import Shown, option_lines
from printproof.scripts.modes import AS_WRITTEN

v4: Any = nbformat.v4  # its functions carry no types

KEY = "printproof"
"""Where the metadata of a cell holds what the page says of it."""

RECORDS = "printproof_records"
"""Where the temporary data of a page hold the current records of its script, or None."""

CHECKED = "printproof_checked"
"""Where the metadata of a page hold what its outputs were checked with, and its purity; empty for a preview."""

REFUSED = "printproof_refused"
"""Where the metadata of a page hold what is wrong with it, a sentence each."""


class NotebookError(ValueError):
    """A page whose cells cannot be read: the line, and a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def read_notebook(text: str, settings: MdParserConfig) -> NotebookNode:
    """Read a page; the lines that MyST-NB reports for it are true.

    Raises NotebookError where the options of a cell cannot be read.
    """
    notebook: NotebookNode = v4.new_notebook()
    if not text.strip():
        return notebook
    try:
        notebook = read_myst_markdown_notebook(text, config=settings, add_source_map=True)
    except MystMetadataParsingError as error:
        said = " ".join(str(error).split())
        line = re.search(r"at line (\d+)", said)
        cure = "write each option on a line of its own, as ':example: NAME'"
        raise NotebookError(int(line[1]) if line else 1, f"the head of this cell cannot be read; {cure}") from None
    lines = text.splitlines()
    # MyST-NB adds one to these lines twice, and forgets the blank lines it strips.
    notebook.metadata["source_map"] = [
        _first_filled(lines, start) - 1 if cell.cell_type == "markdown" else start - 2
        for cell, start in zip(notebook.cells, notebook.metadata["source_map"], strict=True)
    ]
    notebook.metadata["language_info"] = {"name": "python"}
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


def fill(cell: NotebookNode, code: str, shown: Shown, seen: View, **known: Any) -> None:
    """Put code and outputs into a cell of a notebook; ``known`` travels with it to whatever renders it."""
    cell.source = code
    outputs = {mode: _plain(seen, mode) for mode in (AS_WRITTEN, *shown.compared) if mode in seen.outputs}
    facts = {"traces": dict(seen.traces), "differs": list(seen.differs), "versions": dict(seen.versions)}
    others = [{"edge": other.edge, "version": other.version, "lines": list(other.lines)} for other in seen.others]
    said = {"outputs": outputs, "jax": seen.jax, "others": others, **facts, **dict(shown.options), **known}
    tags = {"tags": shown.options["tags"].split()} if "tags" in shown.options else {}
    cell.metadata = v4.nbbase.NotebookNode({KEY: said, **tags})
    cell.outputs = list(_outputs(seen))
    if "alt" in shown.options or seen.figures:
        said["figure"] = seen.figures[0] if seen.figures else ""
        words = {option: shown.options[option] for option in ("caption", "name") if option in shown.options}
        cell.metadata["mystnb"] = {"figure": {"classes": "", **words}}
        # The page draws the figure itself; to MyST-NB its alternative text stands for it.
        cell.outputs.append(v4.new_output("display_data", {"text/plain": shown.options.get("alt", "")}))


def empty(cells: Sequence[NotebookNode]) -> None:
    """Leave cells out of the page."""
    for cell in cells:
        cell.source = ""
        cell.metadata = v4.nbbase.NotebookNode()


def _plain(seen: View, mode: str) -> dict[str, Any]:
    printed = seen.outputs[mode]
    return {"lines": list(printed.lines), "raised": printed.raised}


def _outputs(seen: View) -> list[NotebookNode]:
    printed = seen.outputs[AS_WRITTEN]
    outputs = []
    if printed.lines:
        outputs.append(v4.new_output("stream", name="stdout", text="".join(f"{line}\n" for line in printed.lines)))
    if printed.raised:
        name, _, value = printed.raised.partition(": ")
        outputs.append(v4.new_output("error", ename=name, evalue=value, traceback=[printed.raised]))
    return outputs


def _first_filled(lines: Sequence[str], start: int) -> int:
    return next((n for n in range(start, len(lines)) if lines[n]), start)
