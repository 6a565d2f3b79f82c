"""What passes between the processes of a run: a job, its outcome, and the record of what the script did.

A record is a JSON file per script and mode; jobs and outcomes pass between two processes, each as a line of JSON.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from printproof_base.files import write_whole
from printproof_base.findings import ReportedError

CONTENT = "content_sha256"
"""The name under which a record keeps the digest of its text."""

Values = dict[str, Any]
"""Plain values by path, such as ``counter.n``, each as `printproof.runs.values.plain_value` makes it."""


class RunError(ReportedError):
    """A record that cannot be read, or a setting with which no script can run."""


@dataclass(frozen=True)
class Job:
    """One script in one mode: where it is, where its record goes, and how long it may take in seconds (0: the usual).

    ``moved`` lets it run in a perturbed environment; ``not_jitted`` are functions that jit has refused. ``root`` is the
    folder of the project, of whose files those that the script reads are kept; empty where none are.
    ``programs`` is the folder in which runs share what they compile, ``shown`` the script as messages name it,
    ``versions`` are those of the libraries that it imports, ``svg_limit_kb`` is the setting of the project.
    """

    docname: str
    mode: str
    script: str
    shown: str
    record: str
    digest: str
    limit_s: float = 0
    versions: Mapping[str, str] = field(default_factory=dict)
    moved: bool = False
    programs: str = ""
    not_jitted: tuple[str, ...] = ()
    root: str = ""
    svg_limit_kb: int = 200


@dataclass(frozen=True)
class Outcome:
    """How a job ended, after how many seconds: no ``fact`` where its record is written, else what ended it."""

    docname: str
    mode: str
    cell: str = ""
    fact: str = ""
    timed_out: bool = False
    seconds: float = 0


@dataclass(frozen=True)
class RaisedError:
    """An error that ended a cell: its type, its text, and where it was raised.

    ``line`` counts the lines of code of ``cell`` (1 = first), 0 where it was raised in no line of the script.
    """

    type: str
    text: str
    cell: str = ""
    line: int = 0

    @property
    def last_line(self) -> str:
        """The line that a traceback would end with; of a text of several lines the first, cut with a mark."""
        first, more, _ = self.text.partition("\n")
        return f"{self.type}: {first.rstrip()}{' …' if more else ''}" if self.text else self.type


@dataclass(frozen=True)
class Call:
    """One call of a function of the script, made at its top level.

    The function begins at ``line`` of the code of ``cell`` (1 = first); ``lines`` are those of that cell in which a
    statement of a function began. ``ran``: the body ran; ``traced``: a program was made; ``jaxpr``: the program used,
    None without jit. ``before`` and ``after`` are the values of the object whose method was called, ``given`` and
    ``result`` those of the arguments by name and of what came back; ``handed_on`` names, by path of an argument, the
    path in the result of the call before at which that very object came back. ``raised`` is the type of the error that
    ended it, empty where none did; ``printed`` is the text up to the next call. ``refs_before`` and ``refs_after`` are
    what those refs held that the call was given, or that its function names. ``jaxpr_lines`` says of each line of the
    program from which line of ``cell`` it came, 0 where that is not known.
    """

    name: str
    cell: str = ""
    line: int = 0
    lines: tuple[int, ...] = ()
    ran: bool = False
    traced: bool = False
    jaxpr: str | None = None
    jaxpr_lines: tuple[int, ...] = ()
    before: Values = field(default_factory=dict)
    after: Values = field(default_factory=dict)
    given: Values = field(default_factory=dict)
    result: Values = field(default_factory=dict)
    handed_on: dict[str, str] = field(default_factory=dict)
    refs_before: Values = field(default_factory=dict)
    refs_after: Values = field(default_factory=dict)
    raised: str = ""
    printed: str = ""


@dataclass(frozen=True)
class FunctionRun:
    """What a function of the script did in one cell with jit everywhere.

    ``jitted`` counts its calls under jit, ``left`` those left alone by reason. ``effects`` are what its body did beside
    returning a value: paths of values that it changed, and the words of `printproof.runs.side_effects`.
    """

    name: str
    jitted: int = 0
    left: dict[str, int] = field(default_factory=dict)
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class CellRun:
    """What one cell did: what it printed, raised and drew, what it traced, what it left behind.

    ``value`` is the last expression as Python writes it, None where there is none to show; ``rich`` is what a notebook
    shows of it, as text by its type, and ``refused`` are types that no page can keep. ``figures`` are SVG. ``changed``
    holds the values of the script's state that are new or different after the cell, ``holders`` the object that holds
    each of them, and ``gone`` the paths that are no more. ``calls`` are the first calls of the script's functions,
    ``running`` the threads that had not ended when the cell did, ``functions`` what jit everywhere did, ``reused_key``
    what the checker of JAX says where it ran.
    """

    name: str
    stdout: str = ""
    value: str | None = None
    stderr: str = ""
    warnings: tuple[str, ...] = ()
    error: RaisedError | None = None
    figures: tuple[str, ...] = ()
    traces: dict[str, int] = field(default_factory=dict)
    changed: Values = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)
    gone: tuple[str, ...] = ()
    running: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    functions: tuple[FunctionRun, ...] = ()
    reused_key: str = ""
    rich: Mapping[str, str] = field(default_factory=dict)
    refused: tuple[str, ...] = ()

    @property
    def printed(self) -> tuple[str, ...]:
        """The printed lines, without the blanks at their ends."""
        text = self.stdout.removesuffix("\n")
        return tuple(line.rstrip() for line in text.split("\n")) if self.stdout else ()

    @property
    def value_lines(self) -> tuple[str, ...]:
        """The lines of the value of the last expression, none where there is none."""
        return tuple(line.rstrip() for line in (self.value or "").split("\n")) if self.value is not None else ()

    @property
    def lines(self) -> tuple[str, ...]:
        """What a reader sees: the printed lines, the value of the last expression or the last line of the error."""
        return self.printed + self.value_lines + ((self.error.last_line,) if self.error else ())


@dataclass(frozen=True)
class Record:
    """One run of a script: ``digest`` says what it depends on, ``versions`` with what it ran.

    It also depends on the ``files`` of the project that the script read: their digests by their paths below its root.
    """

    docname: str
    mode: str
    digest: str
    versions: Mapping[str, str]
    cells: tuple[CellRun, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    def cell(self, name: str) -> CellRun | None:
        """What the cell of that name did, or None where the run did not reach it."""
        return next((cell for cell in self.cells if cell.name == name), None)

    def state_after(self, name: str) -> Values:
        """The whole state after the cell of that name; nothing where the run did not reach it."""
        return next((state for cell, state in zip(self.cells, self.states(), strict=True) if cell.name == name), {})

    def states(self) -> Iterator[Values]:
        """The whole state after each cell."""
        state: Values = {}
        for cell in self.cells:
            state = {path: value for path, value in {**state, **cell.changed}.items() if path not in cell.gone}
            yield state


Records = Mapping[str, Record]
"""The records of one script by mode."""


def write_record(path: Path, record: Record) -> None:
    """Write a record whole or not at all, with a digest of its text in its second line."""
    # Sorted, so that the same run leaves the same bytes.
    text = json.dumps(asdict(record), ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    content = text.removeprefix("{\n")
    write_whole(path, f'{{\n "{CONTENT}": "{_digest(content)}",\n{content}')


def is_edited(path: Path) -> bool:
    """True where a record is there and its text is another one than was written: a hand or a merge was at it."""
    try:
        return not _is_genuine(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return path.is_file()


def _is_genuine(text: str) -> bool:
    first, second, content = ([*text.split("\n", 2), "", ""])[:3]
    return (first, second) == ("{", f' "{CONTENT}": "{_digest(content)}",')


def _digest(content: str) -> str:
    return sha256(content.encode()).hexdigest()


def read_record(path: Path) -> Record:
    """The record in a file. Raises RunError where it is missing, was edited or was not written by this version.

    The digest finds accidents and idle hands. Whoever can write a record can write its digest, too.
    """
    try:
        text = path.read_text(encoding="utf-8")
        if not _is_genuine(text):
            raise ValueError("it was edited")
        data = json.loads(text)
        del data[CONTENT]
        cells = tuple(_cell(cell) for cell in data.pop("cells"))
        return Record(cells=cells, **data)
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise RunError.at(path, f"no run record ({error})", "make one with: printproof check") from None


def _cell(data: dict[str, Any]) -> CellRun:
    if not isinstance(data["stdout"], str):
        raise TypeError("a cell's output is no text")
    data["error"] = _part(RaisedError, data["error"]) if data["error"] else None
    data["calls"] = [_part(Call, call) for call in data["calls"]]
    data["functions"] = [_part(FunctionRun, function) for function in data["functions"]]
    cell: CellRun = _part(CellRun, data)
    return cell


def _part(kind: Any, data: Mapping[str, Any]) -> Any:
    """A part of a record, with tuples where JSON has lists. Raises KeyError where a field is missing."""
    values = {name: data[name] for name in kind.__dataclass_fields__}
    return kind(**{name: tuple(value) if isinstance(value, list) else value for name, value in values.items()})
