"""A page that keeps its code, read as a script with the same lines: what a message names is a line of the page."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from printproof.scripts.doctests import as_cell, examples_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import MystCell, cells_of
from printproof.scripts.promise import Output, Promise, ScriptError, refused
from printproof.scripts.rst_cells import rst_cells
from printproof.scripts.rst_comments import MARK, promised
from printproof.scripts.script import MAGICS, Cell, Script, parse, read_script
from printproof_base.comments import is_heading
from printproof_base.findings import Finding, Place

DISPLAY = re.compile(r"\s*%(?:matplotlib|config|xmode|load_ext|reload_ext|autoreload|autosave)\b.*")
"""Magics that only say how a notebook shows what it does: a page shows figures and the last line of errors without."""

RAISES = "raises-exception"
"""The tag of a cell that may end with an error."""

SKIPPED = "skip-execution"
"""The tag of a cell that nobody runs."""

RST = ".rst"
"""How the file of a page in reStructuredText ends."""

PLACEHOLDER = "Exception: …"
"""The error that a cell with that tag announces, until a promise says which."""

# What MyST leaves out of a page, also in a list or a quotation.
_COMMENT = re.compile(r"[ \t>]*%(?P<text>$| .*)")


def read_page(text: str, path: Path, docname: str = "") -> Script:
    """Read a page whose cells hold code; below a cell its promise stands, as a comment: ``% Output:``, ``.. Output:``.

    A cell is named by its option ``example``, else by its number on the page (1 = first). One that is tagged not to
    run, or that holds no statement, is no part of the script. Raises ScriptError, naming a line of the page, for all
    that cannot be read.
    """
    # A mark or line ends of Windows would be part of the first line, or of each.
    plain = text.removeprefix("\ufeff").replace("\r\n", "\n")
    lines = plain.split("\n")
    code, place = list(running_cells(plain, path.suffix)), Place(str(path), docname=docname)
    below = {cell.start: list(_promised(lines, cell, place)) for _, cell in code}
    comments = {number: f"# {comment}".rstrip() for found in below.values() for number, comment in found}
    taken = [(cell.start, cell.end) for cell in page_cells(plain, path.suffix)]
    taken += [(found[0][0], found[-1][0] + 1) for found in below.values() if found]
    tests = enumerate(examples_of(plain, taken if path.suffix == RST else None, place), 1)
    examples = {f"doctest-{number}": one for number, one in tests if not one.skipped}
    cells = sorted([*code, *((name, one.cell) for name, one in examples.items())], key=lambda one: one[1].start)
    script = composed(len(lines), cells, comments, path, docname)
    pairs = zip(script.cells, (cell for _name, cell in cells), strict=True)
    found = (as_cell(one, examples[one.name]) if one.name in examples else _in_page(one, cell) for one, cell in pairs)
    return replace(script, page=text, cells=tuple(found))


def composed(
    length: int, cells: Sequence[tuple[str, MystCell]], comments: Mapping[int, str], path: Path, docname: str
) -> Script:
    """A script of so many lines, of cells and comments that stand in the same lines (0 = first) as in their file.

    Raises ScriptError where it cannot be read.
    """
    written = [comments.get(number, "") for number in range(length)]
    if not cells:
        cure = "write one, or take the page out of code_in_pages in pyproject.toml"
        raise refused(Place(str(path), docname=docname), 1, "no cell of this page runs", cure)
    starts = [*(cell.start + 1 for _, cell in cells[1:]), length + 1]
    # An example of doctest has no line above its code.
    heads = (cell.start if cell.code_line == cell.start else cell.start + 1 for _, cell in cells)
    spans = [(name, head, end) for (name, _), head, end in zip(cells, heads, starts, strict=True)]
    for _, cell in cells:
        code = without_display(cell.code).split("\n")
        written[cell.code_line : cell.code_line + len(code)] = code
    try:
        return read_script("\n".join(written), path, docname, spans)
    except ScriptError as error:
        raise ScriptError(*map(_with_tag, error.findings)) from None


def _with_tag(finding: Finding) -> Finding:
    """What is wrong with a page; a magic may stay where its cell does not run."""
    cure = f"give its cell the tag '{SKIPPED}': it is then shown as plain code"
    return replace(finding, cure=cure) if finding.fact == MAGICS else finding


def running_cells(text: str, suffix: str) -> Iterator[tuple[str, MystCell]]:
    """The cells of a page that run, each with its name, in their order."""
    for number, cell in enumerate(page_cells(text, suffix), 1):
        if SKIPPED not in cell.tags and has_statement(cell.code):
            yield str(cell.options.get("example") or number), cell


def page_cells(text: str, suffix: str) -> list[MystCell]:
    """The code cells of a page whose file ends so."""
    return list(rst_cells(text)) if suffix == RST else cells_of(text)


def without_display(code: str) -> str:
    """The code with an empty line for each magic that a page does without."""
    return "\n".join("" if DISPLAY.fullmatch(line) else line for line in code.split("\n"))


def has_statement(code: str) -> bool:
    """True where the code of a cell does something; also where Python cannot read it, which is to be said."""
    try:
        return bool(parse(without_display(code)).body)
    except SyntaxError:
        return True


def _promised(lines: list[str], cell: MystCell, place: Place) -> Iterator[tuple[int, str]]:
    """The lines of the promise below a cell, each with what stands behind its mark; none for none."""
    start = next((number for number in range(cell.end, len(lines)) if lines[number].strip(" \t>")), len(lines))
    if place.path.endswith(RST):
        yield from promised(lines, start, cell.indent, place) if start < len(lines) else ()
        return
    for number in range(start, len(lines)):
        comment = _COMMENT.fullmatch(lines[number].rstrip())
        if comment is None or (number == start and not is_heading(comment["text"].strip())):
            return
        yield number, comment["text"].removeprefix(" ")


def _in_page(cell: Cell, shown: MystCell) -> Cell:
    """A cell of the script as it stands on the page; a tag announces that it raises until a promise says what."""
    start, stop = cell.promise_lines
    lines = (start, stop) if start < stop else (shown.end + 1, shown.end + 1)
    promise = announcing_error(cell.promise, shown.end) if RAISES in shown.tags else cell.promise
    mark = f"{shown.indent}% " if shown.fence else f"{shown.indent}{MARK}"
    return replace(cell, promise=promise, promise_lines=lines, mark=mark)


def announcing_error(promise: Promise, line: int) -> Promise:
    """The promise of a cell that may raise, and does not say yet what."""
    error = Output(AS_WRITTEN, line, (), PLACEHOLDER)
    return promise if promise.raises else replace(promise, outputs=(*promise.outputs, error))
