"""The table of outcomes that a cell prints which has tried many cases, what each entry amounts to, and words for it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

AS_WANTED, OTHERWISE, KEPT, RAISED = "wanted", "otherwise", "kept", "raised"
"""What an outcome amounts to: what was wanted, something else without a word, a tracer left behind, or an error."""

LEAK, ERROR = "leak", "error"
"""What a cell prints in the place of an outcome where a tracer was left behind, or where an error came first."""

PYTHON = "Python"
"""The head of the column that says what was wanted, where several columns were wanted to do the same."""

# Names in code, as others could hold the colon that ends them.
NOTE = re.compile(r"- (?P<names>`[^`]+`(?:,? `[^`]+`)*): (?P<words>\S.*)")


@dataclass(frozen=True)
class Outcome:
    """What ``came`` of a case, and what was ``wanted``, as they were printed."""

    came: str
    wanted: str

    @property
    def amounts_to(self) -> str:
        """One of the four; an error is one also where it was wanted."""
        if self.came == ERROR:
            return RAISED
        return AS_WANTED if self.came == self.wanted else KEPT if self.came == LEAK else OTHERWISE


@dataclass(frozen=True)
class Note:
    """What a page says of columns, or of a row, by their ``names``; ``line`` is its line of the block (0 = first)."""

    names: tuple[str, ...]
    words: str
    line: int


@dataclass(frozen=True)
class OutcomeTable:
    """The heads of the columns, and each row by its name; the first column may be that of plain Python."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Outcome, ...]], ...]

    @property
    def counts(self) -> bool:
        """Whether an entry says how often something happened; the others say by a word what came."""
        return any(outcome.came.isdigit() for _name, outcomes in self.rows for outcome in outcomes)

    @property
    def kinds(self) -> frozenset[str]:
        """What the entries amount to."""
        return frozenset(outcome.amounts_to for _name, outcomes in self.rows for outcome in outcomes)

    @property
    def has_plain(self) -> bool:
        """Whether the first column is that of plain Python."""
        return self.heads[0] == PYTHON

    def in_order(self, heads: Sequence[str]) -> "OutcomeTable":
        """The table with its columns in another order."""
        places = [self.heads.index(head) for head in heads]
        rows = tuple((name, tuple(outcomes[place] for place in places)) for name, outcomes in self.rows)
        return replace(self, heads=tuple(heads), rows=rows)

    def with_plain(self, columns: int) -> "OutcomeTable":
        """The table with a column of plain Python, where the first ``columns`` were wanted to do the same."""
        wanted = [{outcome.wanted for outcome in outcomes[:columns]} for _name, outcomes in self.rows]
        if columns < 2 or any(len(one) > 1 for one in wanted):
            return self
        plain = [Outcome(*one, *one) for one in wanted]
        rows = tuple((name, (first, *rest)) for (name, rest), first in zip(self.rows, plain, strict=True))
        return replace(self, heads=(PYTHON, *self.heads), rows=rows)


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


def read_notes(lines: Iterable[str]) -> list[Note]:
    """What a block says of a table, ``- `NAME`, `NAME`: WORDS`` in each line.

    Raises ValueError with the line that is none.
    """
    notes = []
    for number, line in enumerate(lines):
        found = NOTE.fullmatch(line.rstrip())
        if found:
            notes.append(Note(tuple(re.findall("`([^`]+)`", found["names"])), found["words"], number))
        elif line.strip():
            raise ValueError(line)
    return notes


def check_notes(table: OutcomeTable, notes: Sequence[Note]) -> tuple[list[Note], list[Note]]:
    """The notes of groups of columns, in which each column stands once if there are any, and those of rows.

    Raises ValueError with the name that is none, or stands twice, or in no group.
    """
    names = [name for name, _outcomes in table.rows]
    of_rows = [note for note in notes if set(note.names) & set(names)]
    groups = [note for note in notes if note not in of_rows]
    for known, found in ((names, of_rows), (list(table.heads), groups)):
        left = list(known)
        for name in (name for note in found for name in note.names):
            if name not in left:
                raise ValueError(name)
            left.remove(name)
        if found is groups and groups and left:
            raise ValueError(left[0])
    return groups, of_rows


def _split(line: str) -> tuple[str, list[str]]:
    name, colon, rest = line.rpartition(": ")
    if not colon:
        raise ValueError(line)
    return name, rest.split()


def _outcome(entry: str) -> Outcome:
    came, _slash, wanted = entry.partition("/")
    if not (came and wanted):
        raise ValueError(entry)
    return Outcome(came, wanted)
