"""What a script did in one way and not in another: frozen values, whole numbers that wrapped."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from printproof.explain.reading import acting, line_of, shows_error
from printproof.explain.ways import AGAIN, OFF, WATCHED, WIDE, WRITTEN, Ways, shown
from printproof.promises.compare import NUMBER, same_numbers, same_value
from printproof.promises.purity import leaks, new_differences
from printproof.promises.state import text_at
from printproof.runs.record import CellRun, Record

RTOL, ATOL = 1e-2, 1e-3
"""How far two floats may be apart: compiled and not, a long training ends a little elsewhere."""

WORD = 2**32
"""What the numbers of an integer of 32 bits begin again after."""

MOST = 3
"""Lines, values and functions of which a report speaks."""

LONGEST = 60
"""Characters of a value that a report quotes."""

UNKNOWN = "[…]"
"""What stands for a value that a record cannot hold."""

States = Mapping[str, dict[str, Any]]
"""By cell, the state after it."""

Told = tuple[int, str, str, tuple[str, ...]]
"""The line, the rule, the fact and what stands below it."""

# Of an object in memory: another one in each run, and nobody means it.
_ADDRESS = re.compile(r"0x[0-9a-f]+|\bid=\d+")
# How any tracer begins to be printed; classes of tracers have other names in each version of JAX.
_TRACER = re.compile(r"\b\w*Tracer[(<]")
_WHOLE = re.compile(r"-?\d+")


def frozen(ways: Ways) -> list[Told]:
    """Each statement that prints or leaves something else with jit off, up to the first one that fails in either.

    That it only leaves something else is told where a later one prints something else, or where none prints at all:
    with jit off a function may change what it is given, and the script be right.
    """
    found = list(_differing(ways))
    printing = [n for n, (_, lines, _) in enumerate(found, 1) if lines]
    silent = not any(shown(cell) for cell in ways.records[WRITTEN].cells)
    return [_frozen(ways, *one) for one in found[: None if silent else max(printing, default=0)]]


def _frozen(ways: Ways, cell: CellRun, lines: Sequence[tuple[str, str]], values: Sequence[str]) -> Told:
    printed = [f"{verb(cell)} {one}, and with jit off {other}" for one, other in lines[:MOST]]
    first, *more = [*printed, *values[:MOST]]
    rule = "traced-print" if lines and all(_TRACER.search(one) for one, _ in lines) else "frozen"
    return line_of(cell.name), rule, first, (*(f"  {one}" for one in more), *_bodies(ways, cell))


def verb(cell: CellRun) -> str:
    """What a cell does with what an author sees of it."""
    return "prints" if cell.value is None else "shows"


def _differing(ways: Ways) -> Iterator[tuple[CellRun, list[tuple[str, str]], list[str]]]:
    """Each statement that differs, with the lines and the values in which it does."""
    written, off = ways.records[WRITTEN], ways.records[OFF]
    states = {name: _states(ways.records.get(name, written)) for name in (WRITTEN, OFF, AGAIN)}
    paths, leaked = new_differences(written, off), leaks(written)
    for cell, twin in zip(written.cells, off.cells, strict=False):
        if (cell.error or twin.error) and not ways.source.goes_on(line_of(cell.name)):
            return
        if cell.error or twin.error or _caught(ways, cell, twin):
            continue
        of_jit = not varies(ways, cell) and not _pending(ways, cell, twin)
        lines = list(dict.fromkeys(pairs(shown(cell), shown(twin)))) if of_jit else []
        differing = (path for path in paths.get(cell.name, []) if path not in leaked.get(cell.name, ()))
        values = [_values(path, cell.name, states) for path in differing if _differs(path, cell.name, states)]
        if lines or values:
            yield cell, lines, values


def _states(record: Record) -> States:
    return {cell.name: state for cell, state in zip(record.cells, record.states(), strict=True)}


def varies(ways: Ways, cell: CellRun) -> bool:
    """Whether a statement prints something else in each run."""
    second = ways.cell(AGAIN, cell)
    return second is not None and not near_lines(shown(cell), shown(second))


def _caught(ways: Ways, cell: CellRun, twin: CellRun) -> bool:
    """Whether a statement shows an error, and prints nothing that it prints with jit off: jit has errors of its own."""
    common = set(shown(cell)).intersection(shown(twin))
    return not common and shows_error(ways.source, line_of(cell.name))


def _pending(ways: Ways, cell: CellRun, twin: CellRun) -> bool:
    """Whether what a statement prints is what it prints with jit off once nothing is left pending or shared."""
    watched = ways.cell(WATCHED, cell)
    if watched is None or near_lines(shown(watched), shown(cell)):
        return False
    return near_lines(shown(watched), shown(twin))


def _values(path: str, cell: str, states: Mapping[str, States]) -> str:
    one, other = (text_at(states[name][cell], path) for name in (WRITTEN, OFF))
    return f"leaves `{path}` at {one[:LONGEST]}, and with jit off at {other[:LONGEST]}"


def _differs(path: str, cell: str, states: Mapping[str, States]) -> bool:
    """Whether a value depends on jit, and on nothing that is another in each run."""
    missing = object()
    one, other, second = (states[name].get(cell, {}).get(path, missing) for name in (WRITTEN, OFF, AGAIN))
    known = missing not in (one, other) and not any(UNKNOWN in text_at(states[n][cell], path) for n in (WRITTEN, OFF))
    return known and not same_value(one, other, RTOL, ATOL) and same_value(one, second, RTOL, ATOL)


def _bodies(ways: Ways, cell: CellRun) -> Iterator[str]:
    """How often Python ran the bodies of functions that a statement calls, and what they did only then."""
    cells = ways.records[WRITTEN].cells
    known = cells[: cells.index(cell) + 1]
    for name in dict.fromkeys(call.name for call in cell.calls):
        made = [call for one in known for call in one.calls if call.name == name]
        ran = [call for call in made if call.ran]
        if ran and len(ran) < len(made) and all(call.traced for call in ran):
            yield f"  Python ran the body of `{name}` in {len(ran)} of {len(made)} calls, only while JAX traced it"
            yield from (f"  {ways.source.words(line)}, only then: {code}" for line, code in acting(ways.source, name))


def pairs(left: Sequence[str], right: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The lines that differ, each as a report quotes it; none where both are near as a whole."""
    if near_lines(left, right):
        return
    for one, other in zip_longest(left, right):
        if one is None or other is None or not near_lines([one], [other]):
            yield _quoted(one, other)


def _quoted(one: str | None, other: str | None) -> tuple[str, str]:
    """Two lines in quotes; of long ones the part in which they begin to differ."""
    letters = enumerate(zip(one or "", other or "", strict=False))
    same = next((n for n, (left, right) in letters if left != right), min(len(one or ""), len(other or "")))
    begin = max(0, same - LONGEST // 2) if max(len(one or ""), len(other or "")) > LONGEST else 0
    quoted = ("nothing" if text is None else repr(text[begin : begin + LONGEST]) for text in (one, other))
    return next(quoted), next(quoted)


def near_lines(left: Sequence[str], right: Sequence[str]) -> bool:
    """True where both have the same words and whole numbers, and floats that agree roughly."""
    one, other = (_ADDRESS.sub("0x…", "\n".join(lines)) for lines in (left, right))
    if one == other:
        return True
    found = [NUMBER.findall(text) for text in (one, other)]
    # Without blanks: an array is printed in columns as wide as its longest number, and broken where they end.
    words = ["".join(NUMBER.sub("#", text).split()) for text in (one, other)]
    return words[0] == words[1] and len(found[0]) == len(found[1]) and same_numbers(found[0], found[1], RTOL, ATOL)


def varying(ways: Ways) -> Iterator[Told]:
    """The first statement that prints something else when the script runs a second time.

    What it then prints as with jit off, it prints because sums are rounded otherwise.
    """
    for cell, twin in zip(ways.records[WRITTEN].cells, ways.records[AGAIN].cells, strict=False):
        without = ways.cell(OFF, cell)
        rounded = without is not None and near_lines(shown(without), shown(twin))
        if not rounded and (found := next(pairs(shown(cell), shown(twin)), None)):
            yield line_of(cell.name), "again", f"{verb(cell)} {found[0]}, and the second time {found[1]}", ()
            return


def wrapped(ways: Ways) -> Iterator[Told]:
    """Each whole number that is another one with 64 bits, by a multiple of 2**32."""
    for cell, twin in zip(ways.records[WRITTEN].cells, ways.records[WIDE].cells, strict=False):
        numbers = (map(int, _WHOLE.findall("\n".join(shown(run)))) for run in (cell, twin))
        for one, other in zip(*numbers, strict=False):
            if one != other and (other - one) % WORD == 0:
                yield line_of(cell.name), "wrapped", f"{verb(cell)} {one}, and {other} with integers of 64 bits", ()
                break
