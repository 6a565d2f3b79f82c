"""What did a script print in one mode? The run record, one JSON file per script and mode."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any


class RecordError(ValueError):
    """A run record that cannot be read."""


@dataclass(frozen=True)
class RaisedError:
    """An error that ended a cell: its type, its first line of text, and the line of the script."""

    type: str
    text: str
    line: int

    @property
    def last_line(self) -> str:
        """The line that a traceback would end with."""
        return f"{self.type}: {self.text}" if self.text else self.type


@dataclass(frozen=True)
class CellRun:
    """What one cell did: what it printed, raised and drew, whom it traced, what it left behind.

    ``changed`` holds the leaves of the script's state that are new or different after the cell, by path;
    ``gone`` the paths that are no more. ``calls`` tells of each of the first calls of the script's functions, as
    `printproof.runs.calls` writes it, ``running`` of the threads that had not ended when the cell did.
    """

    name: str
    stdout: str = ""
    stderr: str = ""
    warnings: tuple[str, ...] = ()
    error: RaisedError | None = None
    figures: tuple[str, ...] = ()
    traces: dict[str, int] = field(default_factory=dict)
    changed: dict[str, Any] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    calls: tuple[dict[str, Any], ...] = ()

    @property
    def printed(self) -> tuple[str, ...]:
        """The printed lines, without the blanks at their ends."""
        text = self.stdout.removesuffix("\n")
        return tuple(line.rstrip() for line in text.split("\n")) if self.stdout else ()


@dataclass(frozen=True)
class Record:
    """One run of a script: ``digest`` says what it depends on, ``versions`` with what it ran."""

    docname: str
    mode: str
    digest: str
    versions: dict[str, str]
    platform: str
    cells: tuple[CellRun, ...]

    def cell(self, name: str) -> CellRun | None:
        """What the cell of that name did, or None where the run did not reach it."""
        return next((cell for cell in self.cells if cell.name == name), None)


def write_record(path: Path, record: Record) -> None:
    """Write a record whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps(asdict(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, delete=False) as file:
        file.write(text)
    os.replace(file.name, path)


def read_record(path: Path) -> Record:
    """Read a record. Raises RecordError where it is missing or was not written by this version."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        cells = tuple(_cell(cell) for cell in data.pop("cells"))
        return Record(cells=cells, **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"{path}: no run record ({error}); make one with: make site") from None


def _cell(data: dict[str, Any]) -> CellRun:
    error = data.pop("error")
    if not isinstance(data["stdout"], str):
        raise TypeError("a cell's output is no text")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return CellRun(error=RaisedError(**error) if error else None, **values)
