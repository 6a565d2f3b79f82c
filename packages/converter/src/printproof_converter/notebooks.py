"""How is a notebook written as a MyST page? Its cells as Jupytext writes them, and what it kept of their outputs."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from printproof.formats.notebook import PART
from printproof.promises.compare import same_lines
from printproof.runs.record import CellRun
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import metadata_of
from printproof.scripts.notebook_cells import KEY, read_json, refuse_other_language
from printproof.scripts.notebook_outputs import ADDRESS
from printproof.scripts.promise import VALUE, Output, unprintable
from printproof_base.findings import Place
from printproof_converter.code_cells import DocumentError
from printproof_converter.myst import cell_lines, fence_around, front_matter, option_lines, yaml_lines, yaml_of

BREAK = "+++"
"""What parts two passages of prose in a page that two cells of a notebook hold."""

EDITORS = frozenset(
    {"id", "outputId", "colab", "colab_type", "cellView", "cell_id", "scrolled", "collapsed", "editable", "deletable"}
    | {"trusted", "jupyter", "execution", "executionInfo", "ExecuteTime", "slideshow", "pycharm", "vscode", "user_tz"}
)
"""Metadata of cells that only programs which edit notebooks write and read."""

OTHER_LANGUAGE = "leave it out: only Python can be imported"
"""What helps where the cells of a document are written in another language."""

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
# Blanks inside of brackets: how wide NumPy makes a column depends on the last digits.
_WIDE = re.compile(r"\s+(?=[\])])|(?<=[\[(])\s+")
# A notebook shows a class by its bare name.
_CLASS = re.compile(r"^<class '([\w.]+)'>$")


@dataclass(frozen=True)
class Kept:
    """What a notebook kept of the outputs of a cell; None for what it did not keep as text.

    ``error`` is the last line of the one that ended it.
    """

    printed: tuple[str, ...] | None = None
    value: tuple[str, ...] | None = None
    error: str | None = None

    def differs(self, run: CellRun) -> bool:
        """True where a run did something else; numbers agree to five digits, of errors the types."""
        if self.printed is not None and not same_lines(*map(_close, (self.printed, run.printed))):
            return True
        value = tuple(_CLASS.sub(r"\1", line) for line in run.value_lines)
        if self.value is not None and not same_lines(*map(_close, (self.value, value))):
            return True
        error = self.error.partition(":")[0] if self.error else None
        return error != (run.error.type if run.error else None)

    def blocks(self, run: CellRun) -> tuple[Output, ...]:
        """What was kept as blocks of a promise; what was not kept as text is taken from a run."""
        lines = run.printed if self.printed is None else self.printed
        value = run.value_lines if self.value is None else self.value
        printed = Output(AS_WRITTEN, 0, lines, self.error or "")
        blocks = [Output(AS_WRITTEN, 0, value, kind=VALUE)] if value else []
        return (*([printed] if lines or self.error or not value else []), *blocks)


@dataclass(frozen=True)
class Origin:
    """What a document has of a cell beside its code: its number in a notebook, the lines of its promise, its outputs.

    ``kept`` is None where no output was kept.
    """

    number: int = 0
    promise: tuple[str, ...] = ()
    kept: Kept | None = None


@dataclass(frozen=True)
class Page:
    """A document as a page in MyST: its text, and what it had of each cell, by the line of its fence.

    ``head`` is what stands above the first cell of the script, ``attached`` are pictures that the notebook holds, each
    with the number of its cell; ``line_end`` is how the lines of its file ``path`` end.
    """

    text: str
    origins: Mapping[int, Origin] = field(default_factory=dict)
    head: str = ""
    attached: tuple[tuple[int, str], ...] = ()
    line_end: str = "\n"
    path: Path = Path()

    def origin(self, line: int) -> Origin:
        """What the document had of the cell whose fence is in a line; a page in MyST has nothing beside its text."""
        return self.origins.get(line, Origin())


def page_of(path: Path) -> Page:
    """A notebook as a page. Raises ScriptError where it is none of Python, DocumentError where an output is none."""
    try:
        notebook = read_json(path.read_text(encoding="utf-8-sig"), Place(str(path)))
        refuse_other_language(notebook.metadata, Place(str(path)), OTHER_LANGUAGE)
        page = replace(_Writer(notebook.metadata, notebook.placed.value["cells"]).page(), path=path)
        page.text.encode()  # JSON can hold half of a character, a file cannot
        return page
    except (UnicodeError, KeyError, TypeError, AttributeError) as error:
        raise DocumentError.at(path, f"cannot be read as a notebook: {error}") from None


class _Writer:
    """Writes the cells of a notebook one below the other."""

    def __init__(self, metadata: Mapping[str, Any], cells: Sequence[Mapping[str, Any]]) -> None:
        self.metadata, self.cells = metadata, cells
        self.own = metadata.get(KEY, {})
        self.verbatim, self.begun = "front_matter" in self.own, False
        self.lines: list[str] = []
        self.origins: dict[int, Origin] = {}
        self.attached: list[tuple[int, str]] = []

    def page(self) -> Page:
        """The page that the whole notebook becomes."""
        cells = self.cells
        first = _joined(cells[0]["source"]) if cells and cells[0]["cell_type"] != "code" else ""
        head, rest = ("", first) if self.verbatim else front_matter(first)
        self.lines = self._front_matter(head).split("\n")[:-1]
        before = ""
        for number, cell in enumerate(cells, 1):
            source = rest if number == 1 and head else _joined(cell["source"])
            kind = cell["cell_type"]
            if (kind != "code" and not source.strip()) or not cell["metadata"].get(KEY, {}).get(PART, True):
                continue
            self._part(kind == before == "markdown", cell)
            self._write(number, cell, source)
            before = kind
        text = "\n".join(self.lines).rstrip("\n") + "\n"
        return Page(text, self.origins, self.own.get("head", ""), tuple(self.attached))

    def _front_matter(self, head: str) -> str:
        """What the notebook says of itself, as it stood in the page that it was once, or in the words of Jupytext."""
        if self.verbatim:
            return str(self.own["front_matter"])
        kernel = {name: value for name, value in self.metadata.items() if name == "kernelspec"}
        lines = [*yaml_of(head), *(yaml_lines(kernel) if "kernelspec" not in metadata_of(head) else ())]
        return "\n".join(["---", *lines, "---", ""]) if lines else ""

    def _part(self, prose: bool, cell: Mapping[str, Any]) -> None:
        """Part a cell from the one before it, which was prose as well or not."""
        meta = {name: value for name, value in cell["metadata"].items() if name not in {KEY, *EDITORS}}
        if self.lines and not (self.verbatim and not self.begun):
            self.lines.append("")
        self.begun = True
        if cell["cell_type"] == "markdown" and (prose or meta):
            self.lines += [f"{BREAK} {json.dumps(meta, ensure_ascii=False)}" if meta else BREAK, ""]

    def _write(self, number: int, cell: Mapping[str, Any], source: str) -> None:
        start = len(self.lines)
        if cell["cell_type"] == "markdown":
            self.attached += [(number, name) for name in cell.get("attachments", {})]
            self.lines += source.strip("\n").split("\n")
        elif cell["cell_type"] == "raw":
            fence = fence_around(source)
            self.lines += [f"{fence}{{raw-cell}}", *option_lines(cell["metadata"]), *source.split("\n"), fence]
        else:
            own = dict(cell["metadata"].get(KEY, {}))
            if self.own and not self.verbatim and "id" in cell:  # in what a page offers its readers, ids are the names
                own.setdefault("name", cell["id"])
            has_run = cell.get("outputs") or cell.get("execution_count")
            kept = _kept(cell.get("outputs", [])) if has_run else None
            self.origins[start] = Origin(number, tuple(own.pop("promise", ())), kept)
            named = {"example": own.pop("name")} if "name" in own else {}
            others = {name: value for name, value in cell["metadata"].items() if name != KEY}
            self.lines += cell_lines({**named, **others, **own}, source.strip("\n"))


def _joined(text: str | list[str]) -> str:
    return (text if isinstance(text, str) else "".join(text)).replace("\r\n", "\n")


def _kept(outputs: list[dict[str, Any]]) -> Kept:
    """What can be compared of stored outputs: text printed, a value as text, an error."""
    printed, error = "", None
    value: tuple[str, ...] | None = ()
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream" and output["name"] == "stdout":
            printed += _joined(output["text"])
        elif kind == "error":
            error = _last_line(output)
        elif kind == "execute_result":
            shown = _lines(_joined(output["data"].get("text/plain", "")))
            value = None if any(map(ADDRESS.search, shown)) or not any(shown) else _promisable(shown)
    return Kept(_promisable(_lines(printed)) if printed else (), value, error)


def _close(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Lines without the blanks inside of brackets: how wide NumPy makes a column depends on the last digits."""
    return tuple(_WIDE.sub("", line) for line in lines)


def _last_line(output: Mapping[str, Any]) -> str:
    text = output.get("evalue", "").strip()
    first, more, _ = _COLOUR.sub("", text).partition("\n")
    return f"{output['ename']}: {first.rstrip()}{' …' if more else ''}" if text else output["ename"]


def _lines(text: str) -> tuple[str, ...]:
    return tuple(line.rstrip() for line in _COLOUR.sub("", text).removesuffix("\n").split("\n"))


def _promisable(lines: tuple[str, ...]) -> tuple[str, ...] | None:
    return None if any(map(unprintable, lines)) else lines
