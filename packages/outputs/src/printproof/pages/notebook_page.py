"""A notebook that keeps its code, as a page in MyST with the lines of its file, whose cells name those of a script."""

import json
import re
from collections.abc import Iterator
from typing import Any

from printproof.pages.handed_over import plain_cell, shown_cell
from printproof.pages.shown_cells import Shown
from printproof.scripts.notebook import as_myst, running_cells
from printproof.scripts.notebook_cells import KEY, NotebookCell, cells_of, mapping, read_json
from printproof.scripts.script import Script
from printproof_base.findings import Place

BREAK = "+++"
"""What parts two cells of a page; what stands in one goes not on in the next."""

_EDITORS = {"kernelspec", "language_info", "widgets", "jupytext", "toc", "colab", KEY}
# Jupyter's address of a picture that lies in the cell; a title may stand behind it.
_ATTACHED = re.compile(r"attachment:(?P<name>[^)\s\"']+)")


def notebook_page(text: str, script: Script) -> tuple[str, list[Shown]]:
    """The notebook as a page, each line in the line of the file that holds it; and what it says of its cells.

    A cell that does not run becomes plain code, and a picture inside of a cell an address that holds it.
    """
    place = Place(str(script.path), docname=script.docname)
    notebook = read_json(text, place)
    lines = [""] * (notebook.text.count("\n") + 1)
    head = {name: value for name, value in notebook.metadata.items() if name not in _EDITORS}
    if head:  # YAML takes JSON as it is; above the first cell stand these lines, or more
        lines[:3] = ["---", json.dumps(head), "---"]
    names = {cell.start: name for name, cell in running_cells(notebook, place)}
    shown = []
    for cell in cells_of(notebook):
        written = dict(_written(cell, names.get(cell.start, "")))
        for number, line in written.items():
            lines[number] = line
        if name := names.get(cell.start):
            shown.append(shown_cell(name, as_myst(cell), ()))
    return "\n".join(lines), shown


def _written(cell: NotebookCell, name: str) -> Iterator[tuple[int, str]]:
    """The lines of a cell on the page, each with the line of the file."""
    if name:
        yield from enumerate(["```{code-cell}", f":example: {name}", "```"], cell.start + 1)
    elif cell.kind == "code":
        block = list(plain_cell(as_myst(cell), [text for _, text in cell.lines]))
        yield from enumerate(block, cell.start + 1)
    elif cell.kind == "raw":
        yield cell.start + 1, "````{raw-cell}"
        yield cell.start + 2, f":format: {cell.metadata.get('raw_mimetype') or cell.metadata.get('format') or ''}"
        yield from cell.lines
        yield cell.end - 1, "````"
    else:
        tags = {name: value for name, value in cell.metadata.items() if name == "tags"}
        yield cell.start + 1, f"{BREAK} {json.dumps(tags)}" if tags else BREAK
        attached = mapping(cell.placed.value.get("attachments"))
        for number, line in cell.lines:
            yield number, _ATTACHED.sub(lambda found: _address(found, attached), line)


def _address(found: re.Match[str], attached: Any) -> str:
    """The address that holds a picture which lies inside of the cell; another one stays."""
    for kind, data in mapping(attached.get(found["name"])).items():
        return f"data:{kind};base64,{''.join(str(data).split())}"
    return found[0]
