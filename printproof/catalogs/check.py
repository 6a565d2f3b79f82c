"""What a reviewer would say about the catalogs of a project, said before anything else reads them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from printproof.catalogs.catalog import Catalog, Message, read_catalog
from printproof.catalogs.error import CatalogError
from printproof.catalogs.header import check_header
from printproof.catalogs.layout import OWN_WORDS, CatalogFile, walk_catalogs
from printproof.findings import Finding, Place
from printproof.project import Project
from printproof.sentences.glossary import Glossary, read_glossary
from printproof.sentences.rules import Fault, Pair, check_pair, check_size
from printproof.sentences.rules.fault import error, warning
from printproof.sentences.sentence import plain_sentence, read_sentence

_NAME = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")


def check(project: Project, languages: Collection[str] = (), glossary: Path | None = None) -> list[Finding]:
    """Check the layout and every catalog, or those of some languages; findings come in order of place.

    Raises GlossaryError where the glossary cannot be read.
    """
    terms = read_glossary(glossary or project.root / "glossary.csv")
    findings: list[Finding] = []
    shown = str(project.shown(project.locales))
    for found in walk_catalogs(project.locales, project.pages(), shown, languages):
        one = [found] if isinstance(found, Finding) else _check_file(found, str(project.shown(found.path)), terms)
        findings += one
    return sorted(findings)


def check_page(project: Project, language: str, docname: str) -> list[Finding]:
    """Check one catalog, if it is there; findings come in order of place. Raises as check does."""
    path = project.locales / language / "LC_MESSAGES" / f"{docname}.po"
    if path.is_symlink() or not path.is_file():
        return []
    terms = read_glossary(project.root / "glossary.csv")
    return sorted(_check_file(CatalogFile(path, language, docname), str(project.shown(path)), terms))


def check_catalog(catalog: Catalog, place: CatalogFile, glossary: Glossary) -> Iterator[tuple[int, Fault]]:
    """Give each fault of a catalog with its line."""
    for fault in check_header(catalog, place.language):
        yield catalog.head.text_line, fault
    empty = [message for message in catalog.messages if not message.fuzzy and not message.current]
    if empty:
        said = f"{len(empty)} of {len(catalog.messages)} sentences are not translated; readers see English"
        yield empty[0].text_line, warning("untranslated", said)
    names = names_in(catalog.messages)
    for message in catalog.messages:
        for fault in check_message(message, place, glossary, names):
            yield message.text_line, fault


def check_message(
    message: Message, place: CatalogFile, glossary: Glossary, names: frozenset[str] = frozenset()
) -> Iterator[Fault]:
    """Give the faults of one message; what readers do not see is not judged."""
    if message.fuzzy:
        yield warning("fuzzy", "readers see English until the mark is removed; compare, correct, then remove it")
        return
    sources = [message.msgid, *([message.plural] if message.plural is not None else [])]
    if message.plural is not None and len(message.texts) < 1:
        yield error("syntax", "a plural without translations")
    for index, text in enumerate(message.texts):
        source = sources[min(index, len(sources) - 1)] if len(message.texts) > 1 else sources[-1]
        if not text:
            continue
        if oversized := list(check_size(source, text)):
            yield from oversized
            continue
        yield from check_pair(replace(_pair(source, text, message.places, place, glossary), names=names))


def names_in(messages: Iterable[Message]) -> frozenset[str]:
    """Give the words that stand as code in some message, in lower case: they may stand without marks, too."""
    spans = (code for message in messages for code in _NAME.findall(message.msgid))
    return frozenset(word.lower() for code in spans for word in code.split("."))


def _pair(source: str, text: str, places: list[str], place: CatalogFile, glossary: Glossary) -> Pair:
    """Take a message apart in the way it will be shown."""
    plain = place.docname == OWN_WORDS
    read = plain_sentence if plain else read_sentence
    in_code = any(path.endswith(".py") for path in places) and not plain
    return Pair(read(source), read(text), place.language, glossary, in_code, plain)


def _check_file(place: CatalogFile, shown: str, glossary: Glossary) -> Iterator[Finding]:
    """Read and check one catalog."""
    if b"\r\n" in place.path.read_bytes()[:4096]:
        yield Finding(Place(shown, 1), "warning", "line-ends", "Windows line ends", "make them plain with: make fix")
    try:
        catalog = read_catalog(place.path)
    except CatalogError as broken:
        yield Finding(Place(shown, broken.line), "error", broken.rule, broken.sentence)
        return
    for line, fault in check_catalog(catalog, place, glossary):
        yield Finding(Place(shown, line), fault.severity, fault.rule, fault.sentence)
