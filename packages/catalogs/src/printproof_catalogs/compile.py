"""Compiling the translations that a build uses: sources read strictly, written into the build folder."""

import io
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from babel.messages import Catalog as BabelCatalog
from babel.messages.mofile import write_mo

from printproof_base.files import write_if_changed
from printproof_base.findings import Finding
from printproof_base.project import Project, docnames_below
from printproof_catalogs.catalog import Catalog, CatalogError, read_catalog
from printproof_catalogs.layout import NONE, OWN_DOMAIN, THEME_WORDS, CatalogFile, catalogs_of, read_all, walk_catalogs

OWN_LOCALES = Path(__file__).parent / "locales"
"""The catalogs that travel with these packages; in a checkout a link to those of the book."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)  # Babel writes the time of the day into what it compiles


GIVEN: dict[Path, Catalog] = {}
"""The catalogs, by their resolved paths, that the program which started this process has read for all languages.

A variable of the module, as Sphinx is started with arguments of a command line, which hold text alone.
"""


def read_for_all(project: Project) -> dict[Path, Catalog]:
    """The catalogs of a project and of our own words by their resolved paths, without those that cannot be read."""
    known: dict[Path, Catalog] = {}
    for path in {*(place.path.resolve() for place in catalogs_of(project)), *word_catalogs()}:
        with suppress(CatalogError):  # the build that needs it says so, with its place
            known[path] = read_catalog(path)
    return known


def compile_language(
    sources: Sequence[Path], language: str, target: Path, known: Mapping[Path, Catalog] = NONE
) -> dict[Path, Catalog]:
    """Compile the catalogs of a language from folders of sources into ``<target>/<language>/LC_MESSAGES``.

    Only what is current is compiled: no fuzzy and no empty translation. What is no longer in the sources is
    removed. The catalogs by their resolved paths; ``known`` as in CatalogFile.read. Raises CatalogError where a folder
    holds what must not be there, or a catalog cannot be read.
    """
    read = read_all((place for source in sources for place in _places(source, language)), known)
    folder = target / language / "LC_MESSAGES"
    pages = {folder / f"{place.docname}.mo": catalog for place, catalog in read.items() if place.docname != OWN_DOMAIN}
    for path, catalog in pages.items():
        write_if_changed(path, _compiled(catalog))
    # Sphinx would go on to read the compiled catalog of a source that is gone.
    for stale in set(folder.rglob("*.mo")) - pages.keys():
        stale.unlink()
    return {place.path.resolve(): catalog for place, catalog in read.items()}


def compile_page(sources: Sequence[Path], language: str, docname: str, target: Path) -> None:
    """Compile the catalog of one page, once all of its language were compiled; see compile_language."""
    for source in sources:
        path = source / language / "LC_MESSAGES" / f"{docname}.po"
        if not path.is_symlink() and path.is_file():
            catalog = read_catalog(path, f"{source.name}/{path.relative_to(source).as_posix()}")
            write_if_changed(target / language / "LC_MESSAGES" / f"{docname}.mo", _compiled(catalog))


def find_translation(sources: Sequence[Path], language: str, docname: str, text: str) -> str:
    """Where a text stands in the catalog of a page, as message or translation; empty where it does not."""
    for source in sources:
        path = source / language / "LC_MESSAGES" / f"{docname}.po"
        if path.is_file():
            for message in read_catalog(path).messages:
                if text.strip() in {message.text.strip(), message.msgid.strip()}:
                    return f"{path}:{message.text_line}"
    return ""


def _places(source: Path, language: str) -> list[CatalogFile | Finding]:
    """What lies in the folder of a language; which pages there are is not asked here."""
    folder = source / language
    # A catalog called sphinx replaces words of Sphinx itself, unescaped.
    names = dict.fromkeys({*docnames_below(folder / "LC_MESSAGES", ".po")} - {THEME_WORDS}, ".md")
    return list(walk_catalogs(source, names, source.name, [language])) if source.is_dir() else []


def _compiled(catalog: Catalog, counted_in: str | None = None) -> bytes:
    """The compiled bytes: the same for the same messages.

    Messages that count have the forms of the language ``counted_in``; without one they are left out, as on pages,
    where one would be shown for any number.
    """
    found = BabelCatalog(locale=counted_in, creation_date=_EPOCH, revision_date=_EPOCH)
    for message in catalog.messages:
        if message.current and message.plural is None:
            found.add(message.msgid, message.text, context=message.context)
        elif message.current and message.plural is not None and counted_in:
            found.add((message.msgid, message.plural), message.texts, context=message.context)
    file = io.BytesIO()
    write_mo(file, found)
    return file.getvalue()


def word_catalogs(places: Iterable[Path] = ()) -> list[Path]:
    """The catalogs of our own words: the package's, then those of a site, which may add to them.

    Raises CatalogError in a checkout that has a file in the place of the link to them: all would be English in silence.
    """
    if OWN_LOCALES.is_file():
        cure = "git config core.symlinks true, then check the folder out anew; on Windows this needs the developer mode"
        raise CatalogError.at(OWN_LOCALES, "is a file, and should be a link to the words of the packages", cure)
    places = [OWN_LOCALES, *places]
    found = (path.resolve() for place in places for path in sorted(place.glob(f"*/LC_MESSAGES/{OWN_DOMAIN}.po")))
    return list(dict.fromkeys(found))


def compile_words(source: Path, folder: Path, known: Mapping[Path, Catalog] = NONE) -> Catalog:
    """Compile one catalog of our own words into a folder of the build: beside its source it would go stale and win.

    Raises CatalogError where it is not ``known`` and cannot be read.
    """
    language, catalog = source.parts[-3], known.get(source) or read_catalog(source)
    target = folder / language / "LC_MESSAGES" / f"{OWN_DOMAIN}.mo"
    write_if_changed(target, _compiled(catalog, counted_in=language))
    return catalog


def own_words(language: str) -> dict[str, str]:
    """Our sentences in a language by their English, without those that it has not. Raises as compile_words does."""
    sources = [source for source in word_catalogs() if source.parts[-3] == language]
    messages = (message for source in reversed(sources) for message in read_catalog(source).messages)
    return {message.msgid: message.text for message in messages if message.current}
