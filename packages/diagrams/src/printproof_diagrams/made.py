"""Rails made from the recorded calls of a cell alone: what ran, where an error came, what state did, what came out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from printproof.pages.call_table import COMPILED, REUSED, CallRow, CallRows, Moved
from printproof_base.text import columns
from printproof_diagrams.grammar import STATE, Label, Prints, Result, Shape
from printproof_diagrams.rails import Rail, Rails

MOST, WIDEST, LARGEST = 6, 12, 5
"""What has room: calls, the columns of a state and of a result."""

# A number with more digits than a picture needs; what follows its point may be shortened.
_LONG = re.compile(r"-?\d+\.\d{3,}")


@dataclass(frozen=True)
class RailWords:
    """The words of rails in one language."""

    call: str = "Call {number}"
    python: str = "Python code"
    between: str = "trace and compile"
    compiled: str = "Compiled program"


def rails_of(
    table: CallRows, state: Sequence[Moved | None], labels: Sequence[str], about: Sequence[str], words: RailWords
) -> Rails:
    """The rails of calls and their states in one language.

    ``labels`` name the calls in code, empty where they are counted; ``about`` says of each call where its code stands.
    """
    counted = [_said(words.call.format(number=number)) for number in range(1, len(table.rows) + 1)]
    heads = [_code(one) for one in labels] or counted
    bands = _bands(table.rows, state, words)
    return Rails(tuple(heads), bands, _results(table.rows, table.judged), tuple(about))


def _said(text: str) -> Label:
    return Label(text, False, 0)


def _code(text: str) -> Label:
    return Label(text, True, 0)


def states_of(rows: Sequence[CallRow], returned: str = "") -> tuple[Moved | None, ...]:
    """The state of each call: the first that changes and is short in all of them, none where there is no such.

    ``returned`` names the state that the calls return, where it is hidden in what they refer to.
    """
    if returned:
        return tuple(Moved(returned, "", row.result[0]) for row in rows)
    kept = [{one.name: one for one in row.moved} if row.kept else {} for row in rows]
    names = [name for name in kept[0] if all(name in one for one in kept) and _moves([one[name] for one in kept])]
    short = [name for name in names if all(columns(_pill(one[name])) <= WIDEST for one in kept)]
    return tuple(one[short[0]] if short else None for one in kept)


def _moves(values: Sequence[Moved]) -> bool:
    return any(one.before != one.after for one in values)


def _pill(moved: Moved) -> str:
    """A state as a picture shows it: both values where it changes."""
    before, after = (_LONG.sub(lambda found: f"{float(found[0]):.3g}", text) for text in (moved.before, moved.after))
    if before == after or not after:
        return before
    return f"{before} → {after}".strip()


def _bands(rows: Sequence[CallRow], state: Sequence[Moved | None], words: RailWords) -> list[Rail]:
    """Python above, below it the program, where any was compiled; state stands where it is changed."""
    python = Rail("python", _said(words.python), tuple(row.call.ran for row in rows))
    ran = tuple(row.program in {COMPILED, REUSED} and not (row.call.raised and row.call.ran) for row in rows)
    bands = [python]
    if any(row.program in {COMPILED, REUSED} for row in rows):
        bands.append(Rail("compiled", _said(words.compiled), ran))
        python.below = _said(words.between) if any(row.call.traced for row in rows) else None
    python.stopped = tuple(bool(row.call.raised) and (row.call.ran or len(bands) == 1) for row in rows)
    bands[-1].stopped = tuple(bool(row.call.raised) and (not row.call.ran or len(bands) == 1) for row in rows)
    if any(state):
        # Python alone changes the attributes of an object; a program takes its state and gives it back.
        changed = [bool(one and one.before != one.after) for one in state]
        alone = all(row.call.ran for row, did in zip(rows, changed, strict=True) if did)
        band = python if alone else bands[-1]
        band.name = next(_code(one.name) for one in state if one)
        band.states = tuple(Shape(STATE, _code(_pill(one))) if one and _pill(one) else None for one in state)
    return bands


def _results(rows: Sequence[CallRow], judged: bool) -> Prints | None:
    """What came out of each call, where all of it is short enough to be large."""
    last = [_result(row) for row in rows]
    if any(not one.stopped and not 0 < columns(one.label.text) <= LARGEST for one in last):
        return None
    # Where all are right, no verdict has to say so.
    if judged and any(row.wanted for row in rows):
        last = [replace(one, judged=not one.stopped) for one in last]
    return Prints(0, "", tuple(last))


def _result(row: CallRow) -> Result:
    """What a call printed, else returned; nothing where an error came in its place."""
    if row.call.raised:
        return Result(_code(""), stopped=True)
    return Result(_code(row.result[0] if row.result else ""), wanted=" ".join(row.wanted[:1]))
