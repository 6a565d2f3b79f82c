"""The table of outcomes that a cell prints which has tried many cases, and what each entry amounts to."""

from collections.abc import Sequence
from dataclasses import dataclass

AS_WANTED, OTHERWISE, RAISED = "as wanted", "otherwise", "raised"
"""What an outcome amounts to: what was wanted, something else without a word, or an error."""

ERROR = "error"
"""What a cell prints in the place of an outcome where an error came first."""


@dataclass(frozen=True)
class Outcome:
    """What ``came`` of a case, and what was ``wanted``, as they were printed."""

    came: str
    wanted: str

    @property
    def amounts_to(self) -> str:
        """One of the three."""
        return AS_WANTED if self.came == self.wanted else RAISED if self.came == ERROR else OTHERWISE


@dataclass(frozen=True)
class OutcomeTable:
    """The heads of the columns, and each row by its name."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Outcome, ...]], ...]

    @property
    def counts(self) -> bool:
        """Whether an entry says how often something happened; the others say by a word what came."""
        return any(outcome.came.isdigit() for _name, outcomes in self.rows for outcome in outcomes)


def read_outcomes(lines: Sequence[str]) -> OutcomeTable:
    """The table of printed lines: ``NAME: CAME/WANTED CAME/WANTED``, below ``NAME: HEAD HEAD``.

    Raises ValueError with the line that is none.
    """
    _name, heads = _split(lines[0] if lines else "")
    rows = tuple((name, tuple(map(_outcome, entries))) for name, entries in map(_split, lines[1:]))
    for (_row, outcomes), line in zip(rows, lines[1:], strict=True):
        if len(outcomes) != len(heads):
            raise ValueError(line)
    if not rows:
        raise ValueError("")
    return OutcomeTable(tuple(heads), rows)


def _split(line: str) -> tuple[str, list[str]]:
    name, colon, rest = line.rpartition(": ")
    if not colon:
        raise ValueError(line)
    return name, rest.split()


def _outcome(entry: str) -> Outcome:
    came, slash, wanted = entry.partition("/")
    if not (came and slash and wanted):
        raise ValueError(entry)
    return Outcome(came, wanted)
