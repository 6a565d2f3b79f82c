"""Synonyms of sections, for readers who search with other words: a table of the project, a column per language."""

import csv
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from printproof_base.files import undecodable_line
from printproof_base.findings import Finding, Place, ReportedError, suggestion

SEARCH = "search.csv"
"""The name of the table, which lies in the folder of pages."""

SECTION = "section"
"""The column that names a section by its id, which is its label; the others are named by languages."""


class SynonymError(ReportedError):
    """A table that cannot be read."""


@dataclass(frozen=True)
class Row:
    """A row of the table: its cells by their column, and the line of the file on which it ends."""

    cells: Mapping[str, str]
    line: int


def read_synonyms(path: Path, shown: object) -> list[Row]:
    """The rows of the table; none where a project has no such file. Raises OSError, or SynonymError at its line.

    ``shown`` is how messages name the file.
    """
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, restval="", strict=True)
        try:
            if SECTION not in (rows.fieldnames or ()):
                fact, cure, line = f"the heading has no column '{SECTION}'", "see its first line in git", 1
            else:
                return [Row(cells, rows.line_num) for cells in rows]
        except csv.Error as error:
            fact, cure, line = f"not a table: {error}", "quote cells with commas", rows.reader.line_num
        except UnicodeDecodeError:
            fact, cure, line = "these bytes are not UTF-8", "save the file as UTF-8", undecodable_line(path)
    raise SynonymError.at(shown, fact, cure, line=line, rule=SECTION)


def synonyms_of(rows: Sequence[Row], languages: Collection[str]) -> dict[str, str]:
    """By section, its synonyms in some languages, as the index takes them."""
    return {
        row.cells[SECTION]: " | ".join(names)
        for row in rows
        if (names := [row.cells[language] for language in dict.fromkeys(languages) if row.cells.get(language)])
    }


def check_synonyms(rows: Sequence[Row], sections: Sequence[str], shown: object) -> Iterator[Finding]:
    """A finding for each row whose section no page has; ``shown`` is how messages name the file."""
    for row in rows:
        if (name := row.cells[SECTION]) not in sections:
            place = Place(str(shown), row.line)
            yield Finding(place, "error", SECTION, f"no section {name!r}", suggestion(name, sections))
