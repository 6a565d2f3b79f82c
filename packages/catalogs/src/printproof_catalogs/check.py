"""The check of all catalogs of a project: what a reviewer would say, before anything else reads them."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from printproof_base.findings import Finding, Place
from printproof_base.project import MARKUP, Project
from printproof_catalogs.catalog import Catalog, CatalogError, Message, decode, parse_catalog
from printproof_catalogs.definitions import check_definitions
from printproof_catalogs.layout import OWN_DOMAIN, TEMPLATE, CatalogFile, catalog_file, walk_project
from printproof_catalogs.sentences.glossary import Glossary, read_glossary
from printproof_catalogs.sentences.rst import rst_sentence
from printproof_catalogs.sentences.rules import Pair, check_pair, check_size
from printproof_catalogs.sentences.rules.pair import error, warning
from printproof_catalogs.sentences.sentence import Sentence, literal_sentence, plain_sentence, read_sentence
from printproof_catalogs.writer import expected_header

# A code span that is a name, such as `self` or `jax.jit()`.
_NAME = re.compile(r"`([A-Za-z_][\w.]*)(?:\(\))?`")
# plural=(n != 1) is plural=n!=1, once blanks are gone.
_OUTER_BRACKETS = re.compile(r"plural=\((.*)\)$")
_FIX = "write it with: printproof i18n fix"


class Found(NamedTuple):
    """A finding, and the source of the message that it is about, if it is about one."""

    finding: Finding
    message: str = ""


def check(project: Project, languages: Collection[str] = ()) -> list[Finding]:
    """The findings in the layout, the glossary and every catalog, or those of some languages, in order of place.

    None where a project has no catalog. Raises GlossaryError where the glossary cannot be read.
    """
    return sorted(found.finding for found in judge(project, languages))


def judge(project: Project, languages: Collection[str] = ()) -> Iterator[Found]:
    """What check finds, each with the message that it is about. Raises GlossaryError as check does."""
    terms, shown = glossary_of(project), str(project.shown(project.glossary))
    yield from map(Found, check_definitions(terms, languages or project.translated(), shown, project.style))
    for place in walk_project(project, languages):
        yield from [Found(place)] if isinstance(place, Finding) else check_file(place, terms, project)


def check_page(project: Project, language: str, docname: str) -> list[Finding]:
    """The findings in one catalog, if it is there, in order of place. Raises as check does."""
    place = catalog_file(project, language, docname)
    if place.path.is_symlink() or not place.path.is_file():
        return []
    return sorted(found.finding for found in check_file(place, glossary_of(project), project))


def glossary_of(project: Project) -> Glossary:
    """The glossary of a project. Raises GlossaryError where it cannot be read."""
    return read_glossary(project.glossary, project.shown(project.glossary))


def check_file(place: CatalogFile, glossary: Glossary, project: Project) -> Iterator[Found]:
    """What is found in one catalog, each with its place."""
    raw = place.path.read_bytes()
    # An editor writes one kind of line end, so the beginning tells, and a large file is not searched.
    if b"\r\n" in raw[:4096]:
        cure = "make them plain with: printproof i18n fix"
        yield Found(Finding(Place(place.shown, 1), "warning", "line-ends", "Windows line ends", cure))
    try:
        catalog = parse_catalog(decode(raw, place.shown), place.shown)
    except CatalogError as broken:
        yield from map(Found, broken.findings)
        return

    def found(line: int, finding: Finding, message: str = "") -> Found:
        return Found(replace(finding, place=Place(place.shown, line)), message)

    for finding in _check_header(catalog, place.language, project.style):
        yield found(catalog.head.text_line, finding)
    for line, finding in _unfinished(catalog):
        yield found(line, finding)
    names = _names_in(catalog.messages)
    for message in catalog.messages:
        for finding in check_message(message, place, glossary, names, project):
            yield found(message.text_line, finding, message.msgid)


def _unfinished(catalog: Catalog) -> Iterator[tuple[int, Finding]]:
    """How many messages readers see in English, and why."""
    whole = f"of {len(catalog.messages)} messages are"
    if empty := [message for message in catalog.messages if not message.fuzzy and not message.current]:
        fact = f"{len(empty)} {whole} not translated"
        yield empty[0].text_line, warning("untranslated", fact, "readers see English")
    if fuzzy := [message for message in catalog.messages if message.fuzzy]:
        fact = f"{len(fuzzy)} {whole} marked fuzzy, and readers see English"
        yield fuzzy[0].text_line, warning("fuzzy", fact, "compare, correct, then remove the marks")


def _check_header(catalog: Catalog, language: str, style: frozenset[str]) -> Iterator[Finding]:
    for name, value, wanted in wrong_fields(catalog, language, style):
        fact = f"the header has no {name}" if value is None else f"{name} is {value[:60]!r}"
        yield error("header", f"{fact}, expected {wanted!r}", _FIX)
    if "header" in style and catalog.head.fuzzy:
        yield warning("header", "the header is marked fuzzy", _FIX)


def wrong_fields(catalog: Catalog, language: str, style: frozenset[str]) -> Iterator[tuple[str, str | None, str]]:
    """The fields of a header that have not their one value: the name, what is there, and what should be.

    Unless the style of headers is asked for that is the encoding alone, which would garble what readers get.
    """
    strict = "header" in style
    for name, wanted in expected_header(language).items():
        value = catalog.header.get(name)
        if value is None and strict and name != "MIME-Version":
            yield name, None, wanted
        elif value is not None and _bare(value) != _bare(wanted) and (strict or name == "Content-Type"):
            yield name, value, wanted


def _bare(value: str) -> str:
    """A value without blanks, case and outer signs, which mean nothing here."""
    return _OUTER_BRACKETS.sub(r"plural=\1", re.sub(r"\s", "", value).rstrip(";")).lower()


def check_message(
    message: Message, place: CatalogFile, glossary: Glossary, names: frozenset[str], project: Project
) -> Iterator[Finding]:
    """The findings in one message, without their place; what readers do not see is not judged."""
    read = _reader_of(message, place)
    in_code = read is not plain_sentence and any(path.endswith(".py") for path in message.places)
    plural = message.msgid if message.plural is None else message.plural
    for index, text in enumerate(message.texts if not message.fuzzy else ()):
        source = message.msgid if index == 0 and len(message.texts) > 1 else plural
        if not text:
            continue
        if oversized := [] if read is literal_sentence else list(check_size(source, text)):
            yield from oversized
            continue
        pair = Pair(read(source), read(text), place.language, glossary, in_code, names, project.style, project.source)
        yield from check_pair(pair)


def _reader_of(message: Message, place: CatalogFile) -> Callable[[str], Sentence]:
    """How a message is read: as the document that it comes from, or else as the page of its catalog."""
    if place.docname == OWN_DOMAIN or place.suffix == TEMPLATE:
        return plain_sentence
    named = (".rst" if path.endswith(".py:docstring") else Path(path).suffix for path in message.places)
    # Where the page is known it decides: the places of a message are what its catalog says.
    suffixes = [place.suffix] if place.suffix else named
    if next((MARKUP[suffix] for suffix in suffixes if suffix in MARKUP), "") != "rst":
        return read_sentence
    return literal_sentence if "\n" in message.msgid else rst_sentence  # Sphinx joins the lines of all others


def _names_in(messages: Iterable[Message]) -> frozenset[str]:
    """The words that stand as code in some message, in lower case: they may stand without marks, too."""
    spans = (code for message in messages for code in _NAME.findall(message.msgid))
    return frozenset(word.lower() for code in spans for word in code.split("."))
