"""What do readers call a section that does not say so itself? A table of the project says it, a column per language."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path

from printproof.findings import Finding, Place, nearest

FILE = "search.csv"
SECTION = "section"
"""The column that names a section by its id, which is its label; the others are named by languages."""


def read_also(path: Path) -> list[Mapping[str, str]]:
    """The rows of the table; none where a project has no such file. Raises OSError."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, restval=""))


def also_called(rows: Sequence[Mapping[str, str]], languages: Collection[str]) -> dict[str, str]:
    """By section, what it is also called in some languages."""
    return {
        row.get(SECTION, ""): " | ".join(names)
        for row in rows
        if (names := [row[language] for language in dict.fromkeys(languages) if row.get(language)])
    }


def check_also(rows: Sequence[Mapping[str, str]], sections: Sequence[str]) -> Iterator[Finding]:
    """A finding for each row whose section no page has."""
    for line, row in enumerate(rows, 2):
        if (name := row.get(SECTION, "")) not in sections:
            yield Finding(Place(FILE, line), "error", "section", f"no section {name!r}", nearest(name, sections))
