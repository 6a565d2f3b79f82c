"""Synonyms of sections, for readers who search with other words: a table of the project, a column per language."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from printproof_base.findings import Finding, Place, ReportedError, suggestion
from printproof_base.tables import Row, read_table

SEARCH = "search.csv"
"""The name of the table, which lies in the folder of pages."""

SECTION = "section"
"""The column that names a section by its id, which is its label; the others are named by languages."""


class SynonymError(ReportedError):
    """A table that cannot be read."""


def read_synonyms(path: Path, shown: object) -> list[Row]:
    """The rows of the table; none where a project has no such file. Raises SynonymError at its line.

    ``shown`` is how messages name the file.
    """
    return read_table(path, SECTION, SynonymError, shown)


def synonyms_of(rows: Sequence[Row], languages: Collection[str]) -> dict[str, str]:
    """By section, its synonyms in some languages, as the index takes them: each once."""
    return {
        row.cells[SECTION]: " | ".join(dict.fromkeys(" | ".join(names).split(" | ")))
        for row in rows
        if (names := [row.cells[language] for language in dict.fromkeys(languages) if row.cells.get(language)])
    }


def check_synonyms(rows: Sequence[Row], sections: Sequence[str], shown: object) -> Iterator[Finding]:
    """A finding for each row whose section no page has; ``shown`` is how messages name the file."""
    for row in rows:
        if (name := row.cells[SECTION]) not in sections:
            place = Place(str(shown), row.line)
            yield Finding(place, "error", SECTION, f"no section {name!r}", suggestion(name, sections))
