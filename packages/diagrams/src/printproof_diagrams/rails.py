"""How are rails written? Bands one below the other, calls as columns, time to the right.

calls: call 1 | call 2
python Python code: ran | passed
state `self.n`: `0 → 1` | `n = 1`
between: trace and compile
compiled Compiled program: ran | ran
prints jit: `1` as wanted | `1` wanted `2`
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from printproof_base.findings import suggestion
from printproof_diagrams.grammar import (
    STATE,
    Label,
    Line,
    Prints,
    Shape,
    label,
    once,
    prints,
    refused,
    split,
    statement,
)

KNOWN = ("calls", "python", "compiled", "state", "between", "prints")
RAN, PASSED = "ran", "passed"


@dataclass
class Rail:
    """A band: where it ran, the state in it by call, the words below it."""

    kind: str
    label: Label
    ran: tuple[bool, ...]
    name: Label | None = None
    states: tuple[Shape | None, ...] = ()
    below: Label | None = None

    @property
    def labels(self) -> list[Label]:
        """All labels, in the order of lines."""
        shown = [one.label for one in self.states if one]
        return [one for one in (self.label, self.name, *shown, self.below) if one]


@dataclass
class Rails:
    """The rails of a diagram, and what each call prints at its end."""

    calls: tuple[Label, ...] = ()
    rails: list[Rail] = field(default_factory=list)
    printed: Prints | None = None

    @property
    def labels(self) -> list[Label]:
        """All labels, in the order of lines."""
        return [*self.calls, *(one for rail in self.rails for one in rail.labels)]

    @property
    def prints(self) -> list[Prints]:
        """What cells print, as the diagram says."""
        return [self.printed] if self.printed else []


def read(found: Sequence[Line]) -> Rails:
    """The rails that lines describe."""
    rails = Rails()
    for line in found:
        word, name, text = statement(line, KNOWN)
        if word == "calls":
            once(line, word, rails.calls)
            rails.calls = tuple(label(part, line.number) for part in split(text, "|"))
        elif not rails.calls:
            raise refused(line.number, f"'{word}' stands before the calls", "begin with 'calls: call 1 | call 2'")
        elif word in {"python", "compiled"}:
            rails.rails.append(Rail(word, label(name, line.number), tuple(_ran(text, line, rails))))
        elif word == "prints":
            once(line, word, rails.printed)
            rails.printed = prints(line, name, text)
            _as_many(line, word, len(rails.printed.results), rails)
        else:
            _into_rail(line, word, name, text, rails)
    if not rails.rails:
        raise refused(found[0].number, "no rail is drawn", "add 'python Python code: ran | passed'")
    return rails


def _into_rail(line: Line, word: str, name: str, text: str, rails: Rails) -> None:
    """State in the rail above, or words below it."""
    if not rails.rails:
        raise refused(line.number, f"'{word}' stands in no rail", "write it below 'python …:' or 'compiled …:'")
    rail = rails.rails[-1]
    if word == "between":
        once(line, word, rail.below)
        rail.below = label(text, line.number)
        return
    once(line, word, rail.states)
    parts = split(text, "|")
    _as_many(line, word, len(parts), rails)
    rail.name = label(name, line.number)
    rail.states = tuple(None if one == "-" else Shape(STATE, label(one, line.number)) for one in parts)


def _ran(text: str, line: Line, rails: Rails) -> Iterator[bool]:
    parts = split(text, "|")
    _as_many(line, "a rail", len(parts), rails)
    for part in parts:
        if part not in {RAN, PASSED}:
            raise refused(line.number, f"a call cannot have {part!r}", suggestion(part, [RAN, PASSED], quote="'"))
        yield part == RAN


def _as_many(line: Line, word: str, count: int, rails: Rails) -> None:
    if count != len(rails.calls):
        fact = f"'{word}' has {count} columns, and there are {len(rails.calls)} calls"
        raise refused(line.number, fact, "write one for each call, between bars: |")
