"""The text of a script with other promises; every other byte stays as it is."""

from collections.abc import Mapping

from printproof.scripts.blocks import write_promise
from printproof.scripts.promise import Promise
from printproof.scripts.script import Script


def rewrite(script: Script, promises: Mapping[str, Promise]) -> str:
    """The text of the script with these promises instead of its own; equal promises change no byte."""
    lines = script.text.split("\n")
    # From the end, so that the lines of cells above keep their numbers.
    for cell in reversed(script.cells):
        written = write_promise(promises[cell.name])
        if written == write_promise(cell.promise):
            continue
        start, stop = cell.promise_lines
        if start == stop:
            written = ["", *written, *([""] if start <= len(lines) and lines[start - 1].strip() else [])]
        end = "\r" if lines[cell.line - 1].endswith("\r") else ""
        at_end = stop > len(lines)
        lines[start - 1 : stop - 1] = [line + end for line in written]
        if at_end:
            # The promise ends the file, whose last line has no line end: the line before the promise gets one, and the
            # new last line none.
            lines[start - 2] = lines[start - 2].removesuffix("\r") + end
            lines[-1] = lines[-1].removesuffix("\r")
    return "\n".join(lines)


def without_promises(script: Script) -> str:
    """The text of the script with no promise in it."""
    return rewrite(script, {cell.name: Promise() for cell in script.cells})
