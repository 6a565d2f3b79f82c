"""What is a run asked, how did it end, and what did the script print? A job, an outcome, a record.

A record is a JSON file per script and mode; jobs and outcomes pass between two processes, each as a line of JSON.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from printproof.files import write_whole
from printproof.findings import Refusal

Values = dict[str, Any]
"""Plain values by path, such as ``counter.n``, each as `printproof.runs.state.plain_value` makes it."""


class RunError(Refusal):
    """A run that cannot be had: a record that cannot be read, a setting that no run could have."""


@dataclass(frozen=True)
class Job:
    """One script in one mode: where it is, where its record goes, and how long it may take in seconds.

    ``moved`` lets it run in other surroundings.
    ``programs`` is the folder in which runs share what they compile, ``shown`` the script as messages name it.
    """

    docname: str
    mode: str
    script: str
    shown: str
    record: str
    digest: str
    limit_s: float
    moved: bool = False
    programs: str = ""


@dataclass(frozen=True)
class Outcome:
    """How a job ended: no ``fact`` where its record is written, else what ended it, and in which cell."""

    docname: str
    mode: str
    cell: str = ""
    fact: str = ""
    timed_out: bool = False


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
class Call:
    """One call of a function of the script, made at its top level.

    ``ran``: the body ran; ``traced``: a program was made; ``jaxpr``: the program used, None without jit. ``before``
    and ``after`` are the values of the object whose method was called, ``given`` and ``result`` those of the
    arguments and of what came back; ``printed`` is the text up to the next call.
    """

    name: str
    line: int
    ran: bool = False
    traced: bool = False
    jaxpr: str | None = None
    before: Values = field(default_factory=dict)
    after: Values = field(default_factory=dict)
    given: Values = field(default_factory=dict)
    result: Values = field(default_factory=dict)
    printed: str = ""


@dataclass(frozen=True)
class CellRun:
    """What one cell did: what it printed, raised and drew, what it traced, what it left behind.

    ``changed`` holds the values of the script's state that are new or different after the cell; ``gone`` the paths
    that are no more. ``calls`` are the first calls of the script's functions, ``running`` the threads that had not
    ended when the cell did.
    """

    name: str
    stdout: str = ""
    stderr: str = ""
    warnings: tuple[str, ...] = ()
    error: RaisedError | None = None
    figures: tuple[str, ...] = ()
    traces: dict[str, int] = field(default_factory=dict)
    changed: Values = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()

    @property
    def printed(self) -> tuple[str, ...]:
        """The printed lines, without the blanks at their ends."""
        text = self.stdout.removesuffix("\n")
        return tuple(line.rstrip() for line in text.split("\n")) if self.stdout else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What a reader sees: the printed lines and the last line of the error."""
        return self.printed + ((self.error.last_line,) if self.error else ())


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

    def states(self) -> Iterator[Values]:
        """The whole state after each cell."""
        state: Values = {}
        for cell in self.cells:
            state = {path: value for path, value in {**state, **cell.changed}.items() if path not in cell.gone}
            yield state


def write_record(path: Path, record: Record) -> None:
    """Write a record whole or not at all."""
    write_whole(path, json.dumps(asdict(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def read_record(path: Path) -> Record:
    """The record in a file. Raises RunError where it is missing or was not written by this version."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        cells = tuple(_cell(cell) for cell in data.pop("cells"))
        return Record(cells=cells, **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise RunError.at(path, f"no run record ({error})", "make one with: make site") from None


def _cell(data: dict[str, Any]) -> CellRun:
    error, calls = data.pop("error"), data.pop("calls")
    if not isinstance(data["stdout"], str):
        raise TypeError("a cell's output is no text")
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    calls = tuple(Call(**call) for call in calls)
    return CellRun(error=RaisedError(**error) if error else None, calls=calls, **values)
