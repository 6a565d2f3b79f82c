"""How does a language begin? With its folder, a catalog for every page, a column in the glossary."""

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from babel import Locale, UnknownLocaleError

from printproof.catalogs.catalog import CatalogError, Message, read_catalog
from printproof.catalogs.layout import OWN_WORDS, catalog_file
from printproof.catalogs.update import Templates, read_language, update
from printproof.catalogs.writer import catalog_text, header_of
from printproof.files import write_if_changed
from printproof.project import UNKNOWN_NAME, Project
from printproof.sentences.glossary import DEFINITION
from printproof.sentences.rules.shape import WIDEST

# What a pseudo-translation leaves alone: roles but for the title of a link, code, targets of links, tags, placeholders,
# formulas, footnotes.
_MARKUP = re.compile(
    r"\{(?:doc|ref)\}`(?=[^`]*\s<[^`<>]+>`)|\s<[^`<>]+>`|"
    r"\{[\w:+-]+\}`[^`]*`|`+[^`]*`+|\]\([^)]*\)|<[^>]*>|\{[^{}]*\}|\$[^$]*\$|\[\^[^\]]*\]|&\w+;|%\(\w+\)s|\\\w+"
)
_ACCENTED = str.maketrans("aceilnorsuyACEILNORSUY", "áçéíĺñóŕšúýÁÇÉÍĹÑÓŔŠÚÝ")
_WORD = 9
"""Letters of a word that a pseudo-translation adds."""


def begin(project: Project, language: str, templates: Templates, spoken: bool = True) -> Iterator[str]:
    """Start a language; one line for each file written. Nothing else has to be edited.

    A language that nobody speaks has no column in the glossary. Raises CatalogError where the language is unknown
    or there already, or where a catalog of another language cannot be read.
    """
    folder = _new_folder(project, language)
    for other in project.translated():
        read_language(project, other)  # a broken catalog stops it before anything is written
    folder.mkdir(parents=True)
    yield from _own_words(project, language)
    yield from update(project, templates)
    glossary = project.root / "glossary.csv"
    if not spoken or not glossary.is_file():
        return
    if write_if_changed(glossary, with_column(glossary.read_text(encoding="utf-8"), language)):
        yield f"{project.shown(glossary)}: a column for {language}"


def _new_folder(project: Project, language: str) -> Path:
    """The folder that a language will have. Raises CatalogError where it cannot have one."""
    try:
        known = str(Locale.parse(language))
    except (UnknownLocaleError, ValueError):
        cure = "expected is a code such as fr or pt_BR"
        raise CatalogError.at("", f"{language!r} is no language", cure, rule=UNKNOWN_NAME) from None
    folder = project.locales / known / "LC_MESSAGES"
    if known != language or folder.exists():
        fact = "is there already" if folder.exists() else f"is written {known}"
        raise CatalogError.at(project.shown(folder.parent), f"{language} {fact}", rule=UNKNOWN_NAME)
    return folder


def _own_words(project: Project, language: str) -> Iterator[str]:
    """Write an empty catalog of the package's own words, where another language of the project has one."""
    for path in sorted(project.locales.glob(f"*/LC_MESSAGES/{OWN_WORDS}.po"))[:1]:
        blank = [replace(m, texts=["" for _ in m.texts], flags=[]) for m in read_catalog(path).messages]
        place = catalog_file(project, language, OWN_WORDS)
        write_if_changed(place.path, catalog_text(header_of(language, None), blank))
        yield f"{place.shown}: {len(blank)} messages: {len(blank)} new"


def with_column(table: str, language: str) -> str:
    """A glossary with an empty column for a language, after those of the other languages.

    Where terms are explained, so is a column for what they mean in it, at the end.
    """
    heading, *rows = list(csv.reader(io.StringIO(table)))
    if language in heading:
        return table
    place = heading.index("keep") if "keep" in heading else len(heading)
    last = [f"{DEFINITION} {language}"] if DEFINITION in heading else []
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow([*heading[:place], language, *heading[place:], *last])
    writer.writerows([*row[:place], "", *row[place:], *("" for _ in last)] for row in rows)
    return written.getvalue()


def fill_with_pseudo(project: Project, language: str) -> None:
    """Fill the catalogs of a language with lengthened, accented English, to find what was not extracted."""
    for place, catalog in read_language(project, language).items():
        filled = [replace(m, texts=[pseudo(m.msgid, _room(m)) for _ in m.texts]) for m in catalog.messages]
        write_if_changed(place.path, catalog_text(header_of(language, catalog), filled))


def _room(message: Message) -> int:
    """The columns that a pseudo-translation may take: a comment in code keeps to its line."""
    return WIDEST if any(place.endswith(".py") for place in message.places) else 2 * len(message.msgid)


def pseudo(text: str, longest: int = 10_000) -> str:
    """A text with accents, and half as long again where it has room; code, roles and links unchanged."""
    # A text without a word, or with an escaped letter, is no sentence.
    if not re.search(r"[A-Za-z]{2}", _MARKUP.sub("", text)) or re.search(r"\\[A-Za-z]", text):
        return text
    markup = _MARKUP.findall(text)
    words = [piece.translate(_ACCENTED) for piece in _MARKUP.split(text)]
    joined = "".join(word + mark for word, mark in zip(words, [*markup, ""], strict=True))
    end = len(joined) - joined.endswith((".", "?", "!", ":"))
    more = min(len(text) // 2, longest - len(joined) - 1)
    added = (f"{'ó' * _WORD} " * (more // _WORD + 1))[: max(more, 0)].strip()  # words, as a line breaks between them
    return f"{joined[:end]} {added}{joined[end:]}" if added else joined
