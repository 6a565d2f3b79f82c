"""What would a reviewer say about the catalogs of a project, before anything else reads them?"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from printproof.catalogs.catalog import Catalog, CatalogError, Message
from printproof.catalogs.definitions import check_definitions
from printproof.catalogs.layout import OWN_WORDS, CatalogFile, catalog_file, walk_catalogs
from printproof.catalogs.writer import expected_header
from printproof.findings import Finding, Place
from printproof.project import Project
from printproof.sentences.glossary import Glossary, read_glossary
from printproof.sentences.rules import Pair, check_pair, check_size
from printproof.sentences.rules.pair import error, warning
from printproof.sentences.sentence import plain_sentence, read_sentence

# A code span that is a name, such as `self` or `jax.jit()`.
_NAME = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")
# plural=(n != 1) is plural=n!=1, once blanks are gone.
_OUTER_BRACKETS = re.compile(r"plural=\((.*)\)$")
_FIX = "write it with: printproof fix"


def check(project: Project, languages: Collection[str] = (), glossary: Path | None = None) -> list[Finding]:
    """The findings in the layout, the glossary and every catalog, or those of some languages, in order of place.

    Raises GlossaryError where the glossary cannot be read.
    """
    terms = glossary_of(project, glossary)
    shown = project.shown(project.locales).as_posix()
    spoken = languages or project.translated()
    findings = list(check_definitions(terms, spoken, str(project.shown(glossary or project.root / "glossary.csv"))))
    for found in walk_catalogs(project.locales, project.pages(), shown, languages):
        findings += [found] if isinstance(found, Finding) else check_file(found, terms)
    return sorted(findings)


def check_page(project: Project, language: str, docname: str) -> list[Finding]:
    """The findings in one catalog, if it is there, in order of place. Raises as check does."""
    place = catalog_file(project, language, docname)
    if place.path.is_symlink() or not place.path.is_file():
        return []
    return sorted(check_file(place, glossary_of(project)))


def glossary_of(project: Project, path: Path | None = None) -> Glossary:
    """The glossary of a project, or another. Raises GlossaryError where it cannot be read."""
    path = path or project.root / "glossary.csv"
    return read_glossary(path, project.shown(path))


def check_file(place: CatalogFile, glossary: Glossary) -> Iterator[Finding]:
    """The findings in one catalog, each with its place."""
    if b"\r\n" in place.path.read_bytes()[:4096]:
        cure = "make them plain with: printproof fix"
        yield Finding(Place(place.shown, 1), "warning", "line-ends", "Windows line ends", cure)
    try:
        catalog = place.read()
    except CatalogError as broken:
        yield from broken.findings
        return
    for line, finding in _check_catalog(catalog, place, glossary):
        yield replace(finding, place=Place(place.shown, line))


def _check_catalog(catalog: Catalog, place: CatalogFile, glossary: Glossary) -> Iterator[tuple[int, Finding]]:
    """Each finding in a catalog with its line."""
    for finding in _check_header(catalog, place.language):
        yield catalog.head.text_line, finding
    empty = [message for message in catalog.messages if not message.fuzzy and not message.current]
    if empty:
        fact = f"{len(empty)} of {len(catalog.messages)} messages are not translated"
        yield empty[0].text_line, warning("untranslated", fact, "readers see English")
    names = _names_in(catalog.messages)
    for message in catalog.messages:
        for finding in check_message(message, place, glossary, names):
            yield message.text_line, finding


def _check_header(catalog: Catalog, language: str) -> Iterator[Finding]:
    """Compare the header with the one value of each field that programs act on."""
    for name, wanted in expected_header(language).items():
        value = catalog.header.get(name)
        if value is None:
            if name != "MIME-Version":
                yield error("header", f"the header has no {name}, expected {wanted!r}", _FIX)
        elif _bare(value) != _bare(wanted):
            yield error("header", f"{name} is {value[:60]!r}, expected {wanted!r}", _FIX)
    if catalog.head.fuzzy:
        yield warning("header", "the header is marked fuzzy", _FIX)


def _bare(value: str) -> str:
    """A value without blanks, case and outer signs, which mean nothing here."""
    return _OUTER_BRACKETS.sub(r"plural=\1", re.sub(r"\s", "", value).rstrip(";")).lower()


def check_message(
    message: Message, place: CatalogFile, glossary: Glossary, names: frozenset[str] = frozenset()
) -> Iterator[Finding]:
    """The findings in one message, without their place; what readers do not see is not judged."""
    if message.fuzzy:
        cure = "compare, correct, then remove it"
        yield warning("fuzzy", "readers see English until the mark is removed", cure)
        return
    plain = place.docname == OWN_WORDS
    read = plain_sentence if plain else read_sentence
    in_code = not plain and any(path.endswith(".py") for path in message.places)
    plural = message.msgid if message.plural is None else message.plural
    for index, text in enumerate(message.texts):
        source = message.msgid if index == 0 and len(message.texts) > 1 else plural
        if not text:
            continue
        if oversized := list(check_size(source, text)):
            yield from oversized
        else:
            yield from check_pair(Pair(read(source), read(text), place.language, glossary, in_code, plain, names))


def _names_in(messages: Iterable[Message]) -> frozenset[str]:
    """The words that stand as code in some message, in lower case: they may stand without marks, too."""
    spans = (code for message in messages for code in _NAME.findall(message.msgid))
    return frozenset(word.lower() for code in spans for word in code.split("."))
