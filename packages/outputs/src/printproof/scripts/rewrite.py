"""The file of a script with other promises; every other byte stays as it is."""

from collections.abc import Mapping

from printproof.scripts.blocks import write_promise
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import Promise
from printproof.scripts.prompts import wanted
from printproof.scripts.rst_comments import MARK, commented
from printproof.scripts.script import Cell, Script, Shown


def rewrite(script: Script, promises: Mapping[str, Promise], shown: Mapping[str, Shown] | None = None) -> str:
    """The text of its file with these promises instead of its own; equal promises change no byte.

    A notebook also stores what its cells have ``shown``, where that is known.
    """
    if script.is_notebook:
        # Here: where only scripts are run, no reader of notebooks is installed.
        from printproof.scripts.notebook_writing import rewrite_notebook

        return rewrite_notebook(script, promises, shown or {})
    lines = script.source.split("\n")
    # From the end, so that the lines of cells above keep their numbers.
    for cell in reversed(script.cells):
        start, stop = cell.promise_lines
        promised, before = (_lines(cell, promise) for promise in (promises[cell.name], cell.promise))
        if promised == before:
            continue
        written = _marked(cell, promised)
        if cell.echoes:
            pass  # what a prompt shows follows it at once
        elif not promised and start < stop and not lines[start - 2].strip(" \t\r>"):
            start -= 1  # the empty line that parted it from the code
        elif promised and start == stop:
            blank = cell.mark.rstrip(" .%#")  # in a quotation a line is not empty
            written = [blank, *written, *([blank] if start <= len(lines) and lines[start - 1].strip() else [])]
        end = "\r" if lines[cell.line - 1].endswith("\r") else ""
        at_end = stop > len(lines)
        lines[start - 1 : stop - 1] = [line + end for line in written]
        if at_end:
            # The promise ends the file, whose last line has no line end: the line before the promise gets one, and the
            # new last line none.
            lines[start - 2] = lines[start - 2].removesuffix("\r") + end
            lines[-1] = lines[-1].removesuffix("\r")
    return "\n".join(lines)


def _lines(cell: Cell, promise: Promise) -> list[str]:
    """The lines of a promise, as they stand below a cell behind a mark."""
    return wanted(promise.output(AS_WRITTEN)) if cell.echoes else [line[2:] for line in write_promise(promise)]


def _marked(cell: Cell, lines: list[str]) -> list[str]:
    """The lines of a promise as a comment."""
    if lines and cell.mark.endswith(MARK):
        return commented(lines, cell.mark.removesuffix(MARK))
    return [(cell.mark + line).rstrip() for line in lines]


def without_promises(script: Script) -> str:
    """The text of the script with no promise in it; examples of doctest are no comments of ours, and stay."""
    return rewrite(script, {cell.name: cell.promise if cell.echoes else Promise() for cell in script.cells})
