"""Findings: a rule that is broken, where, and what helps. A finding is data until it is printed."""

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Self

FEW = 6
"""Names that a report lists of many."""

ALL = 24
"""Names of which a report lists all, as one of them is looked for: more would hide what it says."""

Severity = Literal["error", "warning"]


@dataclass(frozen=True, order=True)
class Place:
    """A place in a file.

    ``path`` is the file as messages name it and ``line`` its line (1 = first, 0 = the file as a whole); ``docname``,
    ``cell`` and ``mode`` say whose it is and are empty where it is nobody's. In a notebook that is no page, a line
    is one of its cell, as Jupyter counts it.
    """

    path: str
    line: int = 0
    docname: str = ""
    cell: str = ""
    mode: str = ""

    def __str__(self) -> str:
        """The place as terminals and editors link it; in a notebook as linters write it."""
        cell = f"cell {self.cell}" if self.in_notebook else ""
        return ":".join(filter(None, [self.path, cell, str(self.line or "")]))

    @property
    def in_notebook(self) -> bool:
        """Whether the line is one of a cell, and none of the file, as pages have it: they are mended in their file."""
        return bool(self.cell) and not self.docname and self.path.endswith(".ipynb")

    @property
    def line_of_file(self) -> int:
        """The line for those that know files alone, which want one at least."""
        return 1 if self.in_notebook else max(self.line, 1)


@dataclass(frozen=True, order=True)
class Finding:
    """One fact at one place, the rule that it breaks and the cure; an error blocks, a warning does not.

    ``detail`` are lines that stand below the report, such as a difference. Where an output is not the expected one,
    ``promised`` are the lines that were expected and ``printed`` those that came.
    """

    place: Place
    severity: Severity
    rule: str
    fact: str
    cure: str = ""
    detail: tuple[str, ...] = ()
    promised: tuple[str, ...] = ()
    printed: tuple[str, ...] = ()

    @property
    def remedy(self) -> str:
        """The cure, also where it stands below a difference."""
        below = (line.strip() for line in self.detail if line.startswith("  accept it with: "))
        return self.cure or next(below, "")

    @property
    def sentence(self) -> str:
        """Fact and cure on one line; what a terminal would not show is spelt out."""
        return visible(f"{self.fact}; {self.cure}" if self.cure else self.fact)

    @property
    def labelled(self) -> str:
        """The one line of a list in which errors and warnings of many rules stand."""
        return f"{visible(str(self.place))}: {self.severity}: {self.rule}: {self.sentence}"

    def __str__(self) -> str:
        """The whole report; its first line is complete in itself."""
        head = f"{self.place}: {self.sentence}" if self.place.path else self.sentence
        return "\n".join([head, *self.detail])


class ReportedError(Exception):
    """The base class of errors for a person: why the work cannot be done, as findings.

    Each package raises one subclass at most, so that a caller says what it can go on without.
    """

    def __init__(self, *findings: Finding) -> None:
        super().__init__(*findings)
        self.findings = findings

    @classmethod
    def at(cls, path: object, fact: str, cure: str = "", *, line: int = 0, rule: str = "") -> Self:
        """The error with one finding about a file, or about no file where the path is empty."""
        return cls(Finding(Place(str(path), line), "error", rule, fact, cure))

    def __str__(self) -> str:
        """Every report, one below the other."""
        return "\n".join(map(str, self.findings))


def visible(text: str) -> str:
    """A text as one line that a terminal shows as it is: what cannot be seen is spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def summarize_names(names: Sequence[str], most: int = FEW) -> str:
    """Names on one line; of more than ``most`` the first `FEW`, and how many more there are."""
    if len(names) <= most:
        return ", ".join(names)
    return f"{', '.join(names[:FEW])} and {len(names) - FEW} more"


def closest(name: str, known: Sequence[str]) -> str | None:
    """The known name that was most likely meant; None where none is like it."""
    # Lower than the default, for zh_cn and zh_CN.
    return next(iter(difflib.get_close_matches(name, known, n=1, cutoff=0.5)), None)


def suggestion(name: str, known: Sequence[str], otherwise: str = "", quote: str = "") -> str:
    """The cure for a name that does not exist: the one that was meant, or those that there are and what else helps."""
    if meant := closest(name, known):
        return f"did you mean {quote}{meant}{quote}?"
    return "; ".join(filter(None, [f"there are {summarize_names(known, ALL) or 'none'}", otherwise]))
