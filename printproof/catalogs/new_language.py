"""How a language begins: its folder, a catalog for every page, a column in the glossary."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from babel import Locale, UnknownLocaleError

from printproof.catalogs.catalog import Message, read_catalog
from printproof.catalogs.layout import OWN_WORDS
from printproof.catalogs.pseudo import pseudo
from printproof.catalogs.update import (
    Templates,
    header_of,
    read_language,
    update,
    write_if_changed,
)
from printproof.catalogs.writer import catalog_text
from printproof.project import Project
from printproof.sentences.rules.comment import WIDEST


class LanguageError(ValueError):
    """A language that cannot be started: what was asked for and what is expected."""


def begin(project: Project, language: str, templates: Templates, spoken: bool = True) -> Iterator[str]:
    """Start a language and give one line for each file written. Nothing else has to be edited.

    A language that nobody speaks has no column in the glossary.

    Raises LanguageError where the language is unknown or there already, UpdateError where a catalog of
    another language cannot be read.
    """
    try:
        known = Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        raise LanguageError(f"{language!r} is no language; expected is a code such as ja or pt_BR") from None
    folder = project.locales / str(known) / "LC_MESSAGES"
    if str(known) != language or folder.exists():
        said = "is there already" if folder.exists() else f"is written {known}"
        raise LanguageError(f"{project.shown(folder.parent)}: {language} {said}")
    for other in project.locales.glob("*/LC_MESSAGES"):
        read_language(project, other)  # a broken catalog stops it before anything is written
    folder.mkdir(parents=True)
    yield from _own_words(project, language, folder)
    yield from update(project, templates)
    glossary = project.root / "glossary.csv"
    if not spoken or not glossary.is_file():
        return
    if write_if_changed(glossary, with_column(glossary.read_text(encoding="utf-8"), language)):
        yield f"{project.shown(glossary)}: a column for {language}"


def _own_words(project: Project, language: str, folder: Path) -> Iterator[str]:
    """Write an empty catalog of the package's own words, where another language of the project has one."""
    for path in sorted(project.locales.glob(f"*/LC_MESSAGES/{OWN_WORDS}.po")):
        blank = [replace(m, texts=["" for _ in m.texts], flags=[]) for m in read_catalog(path).messages]
        target = folder / path.name
        write_if_changed(target, catalog_text(header_of(language, None), blank))
        yield f"{project.shown(target)}: {len(blank)} messages: {len(blank)} new"
        return


def with_column(table: str, language: str) -> str:
    """Give a glossary with an empty column for a language, after those of the other languages."""
    heading, *rows = list(csv.reader(io.StringIO(table)))
    if language in heading:
        return table
    place = heading.index("keep") if "keep" in heading else len(heading)
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*heading[:place], language, *heading[place:]])
    writer.writerows([*row[:place], "", *row[place:]] for row in rows)
    return written.getvalue()


def fill_with_pseudo(project: Project, language: str) -> None:
    """Fill the catalogs of a language with lengthened, accented English, to find what was not extracted."""
    for path in sorted((project.locales / language / "LC_MESSAGES").rglob("*.po")):
        catalog = read_catalog(path)
        filled = [replace(m, texts=[pseudo(m.msgid, _room(m)) for _ in m.texts]) for m in catalog.messages]
        write_if_changed(path, catalog_text(header_of(language, catalog), filled))


def _room(message: Message) -> int:
    """Give the longest pseudo-translation of a message: a comment in code keeps to its line."""
    return WIDEST if any(place.endswith(".py") for place in message.places) else 2 * len(message.msgid)
