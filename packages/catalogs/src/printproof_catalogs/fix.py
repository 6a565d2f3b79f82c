"""Corrections that need no translator: bytes, header, blanks; where a catalog is ours, all but its words."""

import re
import unicodedata
from collections.abc import Collection, Iterator
from dataclasses import replace
from difflib import unified_diff

from printproof_base.files import write_if_changed
from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_catalogs.catalog import Catalog, CatalogError, Message, decode, parse_catalog
from printproof_catalogs.check import wrong_fields
from printproof_catalogs.layout import CatalogFile, catalogs_of
from printproof_catalogs.writer import catalog_text, expected_header, header_of, text_lines


def fixed_text(raw: bytes, place: CatalogFile, style: frozenset[str]) -> str:
    """The text a catalog should have: the same entries, in their order.

    Byte-order mark, Windows line ends, fields of the header that a rule refuses, outer blanks and letters that are
    taken apart are put right; every other line stays. In the style of headers, which asks for one header in all
    catalogs, it is written anew: wrapped, without line numbers and dates. Raises CatalogError where a person has to
    look.
    """
    text = decode(raw.removeprefix(b"\xef\xbb\xbf"), place.shown)
    try:
        catalog = parse_catalog(text, place.shown)
    except CatalogError as error:
        if error.findings[0].rule != "header":
            raise
        # What is taken away is a header without fields, which would be a second one.
        text = catalog_text(expected_header(place.language), []) + "\n" + text.removeprefix('msgid ""\nmsgstr ""\n')
        catalog = parse_catalog(text, place.shown)
    if "header" not in style:
        return _mended(text, catalog, place.language, style)
    messages = [_fixed(message) for message in (*catalog.messages, *catalog.obsolete)]
    return catalog_text(header_of(place.language, catalog), messages, catalog.head.comments)


def _mended(text: str, catalog: Catalog, language: str, style: frozenset[str]) -> str:
    """The text of a catalog in which only entries that are put right have other lines."""
    header = catalog.head.text
    for name, _, wanted in wrong_fields(catalog, language, style):
        header = re.sub(rf"^{name}\s*:.*$", f"{name}: {wanted}", header, flags=re.MULTILINE)
    entries = [(catalog.head, replace(catalog.head, texts=[header]))]
    entries += [(message, _fixed(message)) for message in catalog.messages]
    lines = text.split("\n")
    for before, after in reversed(entries):  # from the end, so that the lines above keep their numbers
        if before.texts != after.texts:
            end = start = before.text_line - 1
            while end < len(lines) and lines[end].startswith(("msgstr", '"')):
                end += 1
            lines[start:end] = text_lines(after)
    return "\n".join(lines)


def _fixed(message: Message) -> Message:
    """A message without what no reader would miss: outer blanks that the source has not, letters taken apart."""
    texts = message.texts if message.msgid != message.msgid.strip() else [text.strip() for text in message.texts]
    return replace(message, texts=[unicodedata.normalize("NFC", text) for text in texts])


def fix(project: Project, languages: Collection[str] = ()) -> Iterator[str | Finding]:
    """Put right every catalog, or those of some languages; what changed in each, and why one cannot be read."""
    for place in catalogs_of(project, languages):
        raw = place.path.read_bytes()
        try:
            text = fixed_text(raw, place, project.style)
        except CatalogError as error:
            yield from error.findings
            continue
        if write_if_changed(place.path, text):
            before = raw.decode("utf-8-sig").splitlines()
            yield "\n".join(unified_diff(before, text.splitlines(), place.shown, place.shown, lineterm="", n=1))
