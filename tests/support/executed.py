"""What does a notebook say when it is run? From scratch, in a kernel of its own."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import nbformat
from nbclient import NotebookClient

from printproof.runs.environment import run_environment


@dataclass
class Said:
    """What a cell said: its printed text, its value, the last line of its error, and how many figures it drew."""

    printed: str = ""
    value: str = ""
    error: str = ""
    figures: int = 0

    @property
    def text(self) -> str:
        """All of it, as a page shows it."""
        return self.printed + "".join(f"{line}\n" for line in (self.value, self.error) if line)

    def as_far_as(self, promised: Said) -> Said:
        """The same, with an error cut where another one is: there its promise ends."""
        beginning = promised.error.removesuffix("…").rstrip()
        cut = promised.error.endswith("…") and self.error.startswith(beginning)
        return Said(self.printed, self.value, promised.error if cut else self.error, self.figures)


def execute(path: Path, folder: Path) -> dict[str, Said]:
    """What each cell of a notebook says in a new kernel, by its id; the folder holds whatever that kernel writes."""
    environ = run_environment(os.environ)
    del environ["MPLBACKEND"]  # figures are drawn into the notebook, as they are for a reader
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(folder)}})
    client.extra_arguments = ["--log-level=ERROR"]  # a kernel warns of its network before it knows that it is alone
    # In a loop of our own, which is closed: nbclient leaves its own open.
    asyncio.run(client.async_execute(env={**environ, "IPYTHONDIR": str(folder)}))
    return said_by(notebook)


def said_by(notebook: nbformat.NotebookNode) -> dict[str, Said]:
    """What the outputs in a notebook say, by the id of their cell."""
    return {cell.id: _said(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"}


def _said(outputs: Iterable[nbformat.NotebookNode]) -> Said:
    said = Said()
    for output in outputs:
        if output.output_type == "stream":
            said.printed += output.text if output.name == "stdout" else ""
        elif output.output_type == "error":
            said.error = (f"{output.ename}: {output.evalue}" if output.evalue else output.ename).partition("\n")[0]
        elif any(kind.startswith("image/") for kind in output.data):
            said.figures += 1
        else:
            said.value += output.data["text/plain"]
    said.printed = "\n".join(line.rstrip() for line in said.printed.split("\n"))
    return said
