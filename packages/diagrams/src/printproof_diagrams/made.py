"""Rails made from the recorded calls of a cell alone: what ran, where an error came, what state did, what came out."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from printproof.pages.call_table import COMPILED, REUSED, CallRow, CallRows, Moved
from printproof_base.text import columns
from printproof_diagrams.grammar import STATE, Label, Prints, Result, Shape
from printproof_diagrams.rails import Rail, Rails

MOST, LARGEST, RESULTS = 6, 5, 12
"""What has room: calls, the columns of a result, and those of all results where there are few."""

ROOM, BETWEEN = 31, 3.5
"""How many columns a state has from the middle of the first call on, and what each further call takes of them."""

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
    bands = _bands(table, state, words)
    return Rails(tuple(heads), bands, _results(table, state), tuple(about))


def _said(text: str) -> Label:
    return Label(text, False, 0)


def _code(text: str) -> Label:
    return Label(text, True, 0)


def states_of(rows: Sequence[CallRow]) -> tuple[Moved | None, ...]:
    """The state of each call: the first that changes and has room in the picture, none where there is no such."""
    kept = [{one.name: one for one in row.moved} if row.kept else {} for row in rows]
    names = [name for name in kept[0] if all(name in one for one in kept)]
    found = ([one[name] for one in kept] for name in names)
    return tuple(next((states for states in found if _moves(states) and _fits(_pills(states))), [None] * len(rows)))


def _moves(states: Sequence[Moved]) -> bool:
    """Whether a state changes, in a call or between two."""
    return len({value for state in states for value in (state.before, state.after)}) > 1


def _fits(pills: Sequence[str]) -> bool:
    first, *others = map(columns, pills)
    return first / 2 + sum(others) <= ROOM - BETWEEN * len(others)


def _pills(states: Sequence[Moved | None]) -> list[str]:
    """States as a picture shows them: both values where a call changes one, the new one where it came from before."""
    found, last = [], ""
    for state in states:
        before, after = (_short(state.before), _short(state.after)) if state else ("", "")
        moved = [before] * (before != last or not last) + ["→", after] if after and before != after else [before]
        found.append(" ".join(filter(None, moved)))
        last = after
    return found


def _short(text: str) -> str:
    """A value as a cell prints it: an array without commas, a number without more digits than a picture needs."""
    short = _LONG.sub(lambda found: f"{float(found[0]):.3g}", text)
    return short.replace(",", "") if short.startswith("[") else short


def _bands(table: CallRows, state: Sequence[Moved | None], words: RailWords) -> list[Rail]:
    """Python above, below it the program, where any was compiled; state stands where it is changed."""
    rows = table.rows
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
        band = python if table.owned else bands[-1]
        band.name = next(_code(one.name) for one in state if one)
        band.states = tuple(Shape(STATE, _code(pill)) if pill else None for pill in _pills(state))
    return bands


def _results(table: CallRows, state: Sequence[Moved | None]) -> Prints | None:
    """What came out of each call, where all of it is short enough to be large, and not the state that is drawn."""
    rows, judged = table.rows, table.judged
    last = [_result(row) for row in rows]
    given = [one.label.text for row, one in zip(rows, last, strict=True) if not row.call.raised]
    if not all(0 < columns(text) <= max(LARGEST, RESULTS // len(rows)) for text in given):
        return None
    if not table.printing and given == [one.after for one in state if one]:
        return None
    # Where all are right, no verdict has to say so.
    if judged and any(row.wanted for row in rows):
        last = [replace(one, judged=bool(one.label.text)) for one in last]
    return Prints(0, "", tuple(last))


def _result(row: CallRow) -> Result:
    """What a call printed, else returned; nothing where an error came in its place."""
    text = row.result[0] if row.result and not row.call.raised else ""
    return Result(_code(text), wanted=" ".join(row.wanted[:1]))
