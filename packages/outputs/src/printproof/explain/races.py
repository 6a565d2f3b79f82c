"""What a script may do to memory of NumPy before JAX has read it: where, under which name, and what shows it."""

import json
from collections.abc import Iterator

from printproof.explain.differences import Told, near_lines, pairs, varies, verb
from printproof.explain.reading import line_of
from printproof.explain.ways import MARK, OFF, WATCHED, WRITTEN, Ways, shown

BUFFERS = {
    "pending": "changes `{name}` in place, and what {given} computes with it may not have read it yet",
    "shared": "changes `{name}` in place, and the array that {given} made of it may share its memory: {read} reads it",
    "given": "gives JAX memory that has changed since {given} gave it, and what that computes may not have read it yet",
}
"""By kind of change of a NumPy array, what there is to say of it."""


def shared(ways: Ways) -> Iterator[Told]:
    """Each change of a NumPy array that JAX may still read, with the first statement that prints something else for it.

    Where no such change was seen, that statement alone.
    """
    seen = _differing_buffers(ways)
    changes = list(_changed_buffers(ways))
    below = tuple(f"  {ways.source.words(line)} {fact}" for line, fact in seen) if changes else ()
    yield from ((line, "buffer", fact, below) for line, fact in changes or seen)


def _differing_buffers(ways: Ways) -> list[tuple[int, str]]:
    """The first statement that prints something else where each NumPy array is copied and nothing is pending.

    Where it prints something else in each run, what it prints with jit off has to agree with that.
    """
    for cell, twin in zip(ways.records[WRITTEN].cells, ways.records[WATCHED].cells, strict=False):
        found, without = next(pairs(shown(cell), shown(twin)), None), ways.cell(OFF, cell)
        settled = not varies(ways, cell) or (without is not None and near_lines(shown(without), shown(twin)))
        if found and settled:
            where = "where JAX gets a copy of each NumPy array and waits for each result"
            return [(line_of(cell.name), f"{verb(cell)} {found[0]}, and {found[1]} {where}")]
    return []


def _changed_buffers(ways: Ways) -> Iterator[tuple[int, str]]:
    """Each line that changes an array of NumPy in place while JAX may still read it, with what there is to say."""
    script = ways.scripts[WATCHED]
    for text in (line for cell in ways.records[WATCHED].cells for line in cell.stderr.splitlines()):
        if text.startswith(MARK):
            facts = json.loads(text.removeprefix(MARK))
            lines = {}
            for word in ("changed", "given", "read"):
                name, inside = script.in_cell(facts[word])
                lines[word] = line_of(name) + inside - 1
            given, read = (ways.source.words(lines[word]) for word in ("given", "read"))
            yield lines["changed"], BUFFERS[facts["kind"]].format(name=facts["name"], given=given, read=read)
