"""Reading rails: bands one below the other, calls as columns, time to the right.

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
from printproof_diagrams.grammar import STATE, Label, Line, Prints, Shape, split

KNOWN = ("calls", "python", "compiled", "state", "between", "prints")
RAN, PASSED = "ran", "passed"


@dataclass
class Rail:
    """A band: where it ran, the state in it by call, the words below it, the calls that an error ended in it."""

    kind: str
    label: Label
    ran: tuple[bool, ...]
    name: Label | None = None
    states: tuple[Shape | None, ...] = ()
    below: Label | None = None
    stopped: tuple[bool, ...] = ()


@dataclass
class Rails:
    """The rails of a diagram, what each call prints at its end, and what a script has to know of each call."""

    calls: tuple[Label, ...] = ()
    rails: list[Rail] = field(default_factory=list)
    printed: Prints | None = None
    about: tuple[str, ...] = ()


def read(found: Sequence[Line]) -> Rails:
    """The rails that lines describe."""
    rails = Rails()
    for line in found:
        word, name, text = line.statement(KNOWN)
        if word == "calls":
            line.once(word, rails.calls)
            rails.calls = tuple(map(line.label, split(text, "|")))
        elif not rails.calls:
            raise line.error(f"'{word}' stands before the calls", "begin with 'calls: call 1 | call 2'")
        elif word in {"python", "compiled"}:
            rails.rails.append(Rail(word, line.label(name), tuple(_ran(text, line, rails))))
        elif word == "prints":
            line.once(word, rails.printed)
            rails.printed = line.prints(name, text)
            _as_many(line, word, len(rails.printed.results), rails)
        else:
            _into_rail(line, word, name, text, rails)
    if not rails.rails:
        raise found[0].error("no rail is drawn", "add 'python Python code: ran | passed'")
    return rails


def _into_rail(line: Line, word: str, name: str, text: str, rails: Rails) -> None:
    """State in the rail above, or words below it."""
    if not rails.rails:
        raise line.error(f"'{word}' stands in no rail", "write it below 'python …:' or 'compiled …:'")
    rail = rails.rails[-1]
    if word == "between":
        line.once(word, rail.below)
        rail.below = line.label(text)
        return
    line.once(word, rail.states)
    parts = split(text, "|")
    _as_many(line, word, len(parts), rails)
    rail.name = line.label(name)
    rail.states = tuple(None if one == "-" else Shape(STATE, line.label(one)) for one in parts)


def _ran(text: str, line: Line, rails: Rails) -> Iterator[bool]:
    parts = split(text, "|")
    _as_many(line, "a rail", len(parts), rails)
    for part in parts:
        if part not in {RAN, PASSED}:
            raise line.error(f"a call cannot have {part!r}", suggestion(part, [RAN, PASSED], quote="'"))
        yield part == RAN


def _as_many(line: Line, word: str, count: int, rails: Rails) -> None:
    if count != len(rails.calls):
        fact = f"'{word}' has {count} columns, and there are {len(rails.calls)} calls"
        raise line.error(fact, "write one for each call, between bars: |")
