"""How far each language is: per page, how many sentences readers see in it."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_catalogs.catalog import Catalog, CatalogError
from printproof_catalogs.layout import NONE, CatalogFile, catalogs_of


@dataclass(frozen=True)
class PageStatus:
    """The sentences of one page in one language; ``broken`` is why its catalog cannot be read."""

    language: str
    docname: str
    messages: int
    current: int
    fuzzy: int
    broken: Finding | None = None

    @property
    def untranslated(self) -> int:
        """How many have no translation at all."""
        return self.messages - self.current - self.fuzzy

    @property
    def share(self) -> float:
        """The share readers see in their language, from 0 to 1; a page without sentences is complete."""
        return self.current / self.messages if self.messages else float(not self.broken)


def status(project: Project, languages: Collection[str] = (), known: Mapping[Path, Catalog] = NONE) -> list[PageStatus]:
    """The sentences of every page in every language, or in some, counted, in order of language and page.

    A page that has no catalog in a language counts as untranslated, with the sentences it has elsewhere. ``known``
    as in CatalogFile.read.
    """
    found = {(place.language, place.docname): _counted(place, known) for place in catalogs_of(project)}
    largest: dict[str, int] = {}
    for (_, docname), counted in found.items():
        largest[docname] = max(largest.get(docname, 0), counted.messages)
    for language in project.translated():
        for docname, messages in largest.items():
            absent = PageStatus(language, docname, messages, 0, 0)
            found.setdefault((language, docname), absent)
    chosen = (counted for (language, _), counted in found.items() if not languages or language in languages)
    return sorted(chosen, key=lambda one: (one.language, one.docname))


def _counted(place: CatalogFile, known: Mapping[Path, Catalog]) -> PageStatus:
    """One catalog, counted; one that cannot be read shows nothing to readers."""
    try:
        messages = place.read(known).messages
    except CatalogError as error:
        return PageStatus(place.language, place.docname, 0, 0, 0, error.findings[0])
    current = sum(message.current for message in messages)
    fuzzy = sum(message.fuzzy for message in messages)
    return PageStatus(place.language, place.docname, len(messages), current, fuzzy)


def as_row(page: PageStatus) -> dict[str, object]:
    """The numbers of a page by their names."""
    counts = {"messages": page.messages, "current": page.current, "fuzzy": page.fuzzy, "empty": page.untranslated}
    return {"language": page.language, "page": page.docname, **counts}


def as_table(rows: Iterable[PageStatus]) -> str:
    """The numbers as a table, a line for each page and a sum for each language."""
    lines = [f"{'language':<10}{'page':<24}{'current':>12}{'fuzzy':>8}{'empty':>8}{'share':>8}"]
    by_language: dict[str, list[PageStatus]] = {}
    for row in rows:
        by_language.setdefault(row.language, []).append(row)
    for language, pages in by_language.items():
        lines += [_row(page.language, page.docname, page) for page in pages]
        sums = (sum(getattr(page, name) for page in pages) for name in ("messages", "current", "fuzzy"))
        lines.append(_row(language, "all pages", PageStatus(language, "", *sums)))
    return "\n".join(lines)


def _row(language: str, page: str, one: PageStatus) -> str:
    if one.broken:
        return f"{language:<10}{page:<24}cannot be read, line {one.broken.place.line}: {one.broken.sentence}"
    current = f"{one.current} of {one.messages}"
    return f"{language:<10}{page:<24}{current:>12}{one.fuzzy:>8}{one.untranslated:>8}{one.share:>8.0%}"
