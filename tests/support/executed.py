"""What does a notebook print? Run from scratch in a kernel of its own, in an environment that a reader could have."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field

import nbformat
from nbclient import NotebookClient

from printproof.runs.environment import surroundings


@dataclass
class Said:
    """What a cell said: its printed text, its value, the last line of its error, and how many figures it drew."""

    printed: str = ""
    value: str = ""
    error: str = ""
    figures: int = 0
    warned: list[str] = field(default_factory=list)


def execute(text: str, environ: Mapping[str, str] | None = None) -> dict[str, Said]:
    """What each cell of a notebook says when it is run, by its id."""
    environ = surroundings(os.environ) if environ is None else environ
    # The kernel draws inline, as a reader's does; XLA must not take both cores of this machine for each kernel.
    environ = {name: value for name, value in environ.items() if name != "MPLBACKEND"}
    notebook = nbformat.reads(text, as_version=4)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3")
    client.execute(env=environ)
    return said_by(notebook)


def said_by(notebook: nbformat.NotebookNode) -> dict[str, Said]:
    """What the outputs in a notebook say, by the id of their cell."""
    return {cell.id: _said(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"}


def _said(outputs: list[nbformat.NotebookNode]) -> Said:
    said = Said()
    for output in outputs:
        if output.output_type == "stream":
            if output.name == "stdout":
                said.printed += output.text
            else:
                said.warned.append(output.text)
        elif output.output_type == "error":
            said.error = f"{output.ename}: {output.evalue}" if output.evalue else output.ename
        elif any(kind.startswith("image/") for kind in output.data):
            said.figures += 1
        else:
            said.value += output.data["text/plain"]
    return said
