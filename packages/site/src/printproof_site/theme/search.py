"""Sections can be found in the language of the page: an index per language, and the box that asks it."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from babel import Locale, UnknownLocaleError
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.locale import get_translator
from sphinx.util import logging

from printproof.ext.settings import build_of
from printproof_base.languages import language_data
from printproof_base.tables import Row
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_site.search.index import Found
from printproof_site.search.parts import write_parts
from printproof_site.search.synonyms import SEARCH, SynonymError, check_synonyms, read_synonyms, synonyms_of
from printproof_site.theme.contents import Contents, contents_of

WORDS = ("common", "questions", "particles", "endings")
"""The lists of words of ``[search]`` in the data of a language; a language may have none."""

COUNTS = range(200)
"""Among them is a number for each form that a language has for numbers."""

logger = logging.getLogger(__name__)


def words_of(languages: Iterable[str]) -> dict[str, list[str]]:
    """The words that a search in some languages knows, by list."""
    known = [language_data(language).get("search", {}) for language in dict.fromkeys(languages)]
    return {name: [word for lists in known for word in lists.get(name, ())] for name in WORDS}


def found_sentences(language: str) -> dict[str, str]:
    """How many sections were found, by the category of the number as browsers name it: ``one``, ``few``, ``other``."""
    try:
        category = Locale.parse(language).plural_form
    except (UnknownLocaleError, ValueError):
        category = Locale("en").plural_form
    numbers = {category(number): number for number in reversed(COUNTS)}
    say = get_translator(OWN_DOMAIN).ngettext
    return {name: say("{count} section found.", "{count} sections found.", n) for name, n in sorted(numbers.items())}


def pages_of(contents: Contents, root: str) -> Iterator[tuple[str, int, str]]:
    """Each page of a site, with the number of the part it is in and what menus call it.

    The root page stands beside the second part; a page in none comes last.
    """
    for page, label in contents.labels.items():
        part = contents.part_of(contents.trail(page))
        place = contents.parts.index(part) if part else len(contents.parts)
        yield page, min(1, len(contents.parts)) if page == root else place, label


def on_builder_inited(app: Sphinx) -> None:
    """Hand the words of a page's language to the engine, and those of the source, in which names of code are."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        languages = (app.config.printproof_source_language, app.config.language)
        words = {"search_words": words_of(languages), "found_sentences": found_sentences(app.config.language)}
        app.builder.templates.environment.globals |= words


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the index from the pages as they were built."""
    if exception or not isinstance(app.builder, StandaloneHTMLBuilder) or app.builder.name != "html":
        return
    env, config = app.env, app.config
    pages = [
        Found(app.builder.get_target_uri(page), env.titles[page].astext(), part, label)
        for page, part, label in pages_of(contents_of(env), config.root_doc)
    ]
    project = build_of(config).project
    shown = project.shown(project.docs / SEARCH)
    rows, languages = _synonyms(project.docs / SEARCH, shown), (config.printproof_source_language, config.language)
    sections = write_parts(Path(app.outdir), pages, synonyms_of(rows, languages), words_of(languages))
    for finding in check_synonyms(rows, sections, shown):
        logger.warning("%s", finding)


def _synonyms(path: Path, shown: Path) -> list[Row]:
    """The rows of the table of synonyms; one that cannot be read is a warning, and no row is used."""
    try:
        return read_synonyms(path, shown)
    except SynonymError as error:
        logger.warning("%s", error)
        return []


def setup(app: Sphinx) -> None:
    """Write the index last, when all pages stand."""
    app.connect("builder-inited", on_builder_inited)
    app.connect("build-finished", on_build_finished)
