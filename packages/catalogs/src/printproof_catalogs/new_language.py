"""Beginning a language: its folder, a catalog for every page, a column in the glossary."""

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from babel import Locale, UnknownLocaleError

from printproof_base.files import write_if_changed
from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_catalogs.catalog import CatalogError, read_catalog
from printproof_catalogs.layout import OWN_DOMAIN, catalog_file
from printproof_catalogs.sentences.glossary import DEFINITION
from printproof_catalogs.update import Templates, read_language, update
from printproof_catalogs.writer import catalog_text, header_of


def begin(project: Project, language: str, templates: Templates) -> Iterator[str | Finding]:
    """Start a language; a line for each file written, and what update finds. Nothing else has to be edited.

    Raises CatalogError where the language is unknown or there already, or where a catalog of another language cannot
    be read.
    """
    folder = new_folder(project, language)
    for other in project.translated():
        read_language(project, other)  # a broken catalog stops it before anything is written
    folder.mkdir(parents=True)
    yield from _own_words(project, language)
    yield from update(project, templates)
    if not project.glossary.is_file():
        return
    if write_if_changed(project.glossary, with_column(project.glossary.read_text(encoding="utf-8"), language)):
        yield f"{project.shown(project.glossary)}: a column for {language}"


def new_folder(project: Project, language: str) -> Path:
    """The folder that a language will have. Raises CatalogError where it cannot have one."""
    try:
        known = str(Locale.parse(language))
    except (UnknownLocaleError, ValueError):
        cure = "expected is a code such as fr or pt_BR"
        raise CatalogError.at("", f"{language!r} is no language", cure) from None
    folder = project.locales / known / "LC_MESSAGES"
    if known != language or folder.exists():
        fact = "is there already" if folder.exists() else f"is written {known}"
        raise CatalogError.at(project.shown(folder.parent), f"{language} {fact}")
    return folder


def _own_words(project: Project, language: str) -> Iterator[str]:
    """Write an empty catalog of the package's own words, where another language of the project has one."""
    for path in sorted(project.locales.glob(f"*/LC_MESSAGES/{OWN_DOMAIN}.po"))[:1]:
        blank = [replace(m, texts=["" for _ in m.texts], flags=[]) for m in read_catalog(path).messages]
        place = catalog_file(project, language, OWN_DOMAIN)
        write_if_changed(place.path, catalog_text(header_of(language, None), blank))
        yield f"{place.shown}: {len(blank)} messages: {len(blank)} new"


def with_column(table: str, language: str) -> str:
    """A glossary with an empty column for a language, after those of the other languages.

    Where terms are explained, so is a column for what they mean in it, at the end.
    """
    heading, *rows = list(csv.reader(io.StringIO(table)))
    if language in heading:
        return table
    # "keep" is the first column behind those of the languages.
    place = heading.index("keep") if "keep" in heading else len(heading)
    last = [f"{DEFINITION} {language}"] if DEFINITION in heading else []
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*heading[:place], language, *heading[place:], *last])
    writer.writerows([*row[:place], "", *row[place:], *("" for _ in last)] for row in rows)
    return written.getvalue()
