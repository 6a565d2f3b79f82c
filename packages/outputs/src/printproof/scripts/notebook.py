"""A notebook that keeps its code, read as a script with the lines of its file; its stored outputs are the promises.

What a notebook cannot store as an output, such as what a mode prints, stands in the metadata of its cell.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printproof.scripts.blocks import read_promise
from printproof.scripts.kept_in_page import RAISES, SKIPPED, announcing_error, composed, has_statement
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import MystCell
from printproof.scripts.notebook_cells import (
    AGAIN,
    KEY,
    Lines,
    Notebook,
    NotebookCell,
    cells_of,
    read_json,
    refuse_other_language,
)
from printproof.scripts.notebook_outputs import ADDRESS, Outputs, outputs_of
from printproof.scripts.promise import OUTPUT, VALUE, Output, Promise, ScriptError, refused
from printproof.scripts.script import Cell, Script, bare
from printproof_base.comments import is_heading
from printproof_base.findings import Finding, Place

PROMISE = "promise"
"""The name below `KEY` in the metadata of a cell for the lines that no output can say, each as in a script."""

SKIPPED_TAGS = frozenset({SKIPPED, "nbval-skip"})
"""The tags of cells that nobody runs."""

IGNORED = "nbval-ignore-output"
"""The tag of a cell whose outputs nbval does not compare, and the reason why they vary."""

RAISING_TAGS = frozenset({RAISES, "nbval-raises-exception"})
"""The tags of cells whose error ends them alone."""

# Nbval takes its tags from comments, too.
_COMMENT = re.compile(r"# *(NBVAL_(?:SKIP|IGNORE_OUTPUT|RAISES_EXCEPTION))\s*")

NOTED = 'write it as ["# Output with jit off:", "# 1"]'
"""How such lines are written."""

VARIES = "it holds an address in memory"
"""Why a value such as ``<Line2D object at 0x7f…>`` is not compared."""


def read_notebook(text: str, path: Path, docname: str = "") -> Script:
    """Read a notebook, whose cells are named by their number among those of code (1 = first), or as metadata says.

    One that is tagged not to run, or that holds no statement, is no part of the script. Raises ScriptError, naming a
    line of the file, for all that cannot be read.
    """
    place = Place(str(path), docname=docname)
    notebook = read_json(text, place)
    refuse_other_language(notebook.metadata, place, "take the notebook out of code_in_pages in pyproject.toml")
    running = list(running_cells(notebook, place))
    shown = [(name, as_myst(cell)) for name, cell in running]
    try:
        script = composed(notebook.text.count("\n") + 1, shown, {}, path, docname)
    except ScriptError as error:
        raise ScriptError(*(_in_cell(finding, shown) for finding in error.findings)) from None
    cells = [_with_outputs(*pair, notebook, place) for pair in zip(script.cells, dict(running).values(), strict=True)]
    return replace(script, page=text, cells=tuple(cells))


def running_cells(notebook: Notebook, place: Place) -> Iterator[tuple[str, NotebookCell]]:
    """The cells of a notebook that run, each with its name, in their order.

    Raises ScriptError where a cell, prose as well, has not its text line by line: no message could name its lines.
    """
    cells = list(cells_of(notebook))
    for cell in (cell for cell in cells if not cell.laid_out):
        fact = f"cell {cell.number} of the notebook has not each line of its text in a line of the file"
        raise refused(place, cell.start + 1, fact, AGAIN)
    code = (cell for cell in cells if cell.kind == "code")
    for number, cell in enumerate(code, 1):
        if not SKIPPED_TAGS & tags_of(cell) and has_statement(as_myst(cell).code):
            yield str(cell.own.get("name") or number), cell


def as_myst(cell: NotebookCell) -> MystCell:
    """A cell of code as one of a page in MyST, in the lines of its file; its metadata are the options."""
    first = next((line for line, text in cell.lines if text.strip()), cell.start + 1)
    code = "\n".join(text for line, text in cell.lines if line >= first).rstrip()
    own = {name: value for name, value in cell.own.items() if name not in {"name", PROMISE}}
    options = {**{name: value for name, value in cell.metadata.items() if name != KEY}, **own}
    return MystCell(cell.start, cell.end, "", "```", options, code, code_line=first)


def tags_of(cell: NotebookCell) -> set[str]:
    """The tags of a cell, those among them that nbval finds in its comments."""
    comments = filter(None, (_COMMENT.fullmatch(text) for _, text in cell.lines))
    return {*as_myst(cell).tags, *(found[1].lower().replace("_", "-") for found in comments)}


def _with_outputs(cell: Cell, shown: NotebookCell, notebook: Notebook, place: Place) -> Cell:
    """A cell of the script with what it stores as its promise; what its metadata say of an output goes before it."""
    stored, tags = outputs_of(shown, notebook), tags_of(shown)
    promise = noted_promise(shown, cell.name, notebook, place)
    known = {block.kind for block in promise.outputs if block.mode == AS_WRITTEN and not block.of_other_versions}
    own = _blocks(stored, cell.line, IGNORED if IGNORED in tags else "")
    promise = replace(promise, outputs=(*(block for block in own if block.kind not in known), *promise.outputs))
    promise = announcing_error(promise, cell.line) if RAISING_TAGS & tags else promise
    return replace(cell, promise=promise, stored=stored.beside)


def _blocks(stored: Outputs, line: int, ignored: str) -> Iterator[Output]:
    """What is stored, as blocks of a promise; ``ignored`` says why it is not compared."""
    raised = stored.error[1]
    if stored.printed or raised or stored.value is None:
        lines = [*stored.printed, *([stored.error] if raised else [])]
        yield _block(OUTPUT, lines, line, raised, ignored)
    if stored.value is not None or ignored:  # whether there is a value is not known before a run
        value = stored.value or []
        varies = VARIES if any(ADDRESS.search(text) for _, text in value) else ""
        yield _block(VALUE, value, line, "", ignored or varies)


def _block(kind: str, lines: Lines, line: int, raised: str, varies: str) -> Output:
    printed = tuple(text for _, text in (lines[:-1] if raised else lines))
    places = tuple(number + 1 for number, _ in lines)
    return Output(AS_WRITTEN, places[0] if places else line, printed, raised, kind, varies=varies, places=places)


def noted_promise(cell: NotebookCell, name: str, notebook: Notebook, place: Place) -> Promise:
    """The promise that the metadata of a cell hold. Raises ScriptError where they cannot be read."""
    lines = cell.own.get(PROMISE, [])
    if not isinstance(lines, list) or not all(isinstance(line, str) and line.startswith("#") for line in lines):
        fact = f"cell '{name}': {KEY}.{PROMISE} of its metadata is no list of lines that begin with '#'"
        raise refused(place, cell.start + 1, fact, NOTED)
    if not lines:
        return Promise()
    at = notebook.line(cell.placed["metadata"][KEY][PROMISE].start) + 2  # each line stands in a line of its own
    if not is_heading(bare(lines[0])):
        raise refused(place, at, f"cell '{name}': {lines[0]!r} is no heading of a promise", NOTED)
    return read_promise([bare(line) for line in lines], replace(place, line=at, cell=name))


def _in_cell(finding: Finding, shown: Sequence[tuple[str, MystCell]]) -> Finding:
    """What is wrong with a line, with the cell and its line there: an editor of notebooks shows no other."""
    line = finding.place.line - 1
    inside = [(name, line - cell.code_line + 1) for name, cell in shown if cell.code_line <= line < cell.end]
    return replace(finding, fact=f"cell '{inside[0][0]}', line {inside[0][1]}: {finding.fact}") if inside else finding
