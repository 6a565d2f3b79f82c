"""What can be put right in a catalog without a translator: bytes, header, wrapping, never a word."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterator
from difflib import unified_diff

from printproof.catalogs.catalog import Catalog, Message, parse_catalog
from printproof.catalogs.decode import decode
from printproof.catalogs.error import CatalogError
from printproof.catalogs.header import expected_header
from printproof.catalogs.layout import CatalogFile, walk_catalogs
from printproof.catalogs.update import header_of, write_if_changed
from printproof.catalogs.writer import catalog_text
from printproof.project import Project


def fixed_text(raw: bytes, place: CatalogFile) -> str:
    """Give the text a catalog should have: the same entries, in their order, cleanly written.

    Byte-order mark, Windows line ends, header, wrapping, line numbers, dates, outer blanks and letters that
    are taken apart are put right. Raises CatalogError where a person has to look.
    """
    catalog = _parsed(decode(raw.removeprefix(b"\xef\xbb\xbf")), place)
    header = header_of(place.language, catalog)
    messages = [_fixed(message) for message in (*catalog.messages, *catalog.obsolete)]
    return catalog_text(header, messages, catalog.head.remarks)


def _parsed(text: str, place: CatalogFile) -> Catalog:
    """Parse a catalog, with a header where it has none."""
    try:
        return parse_catalog(text, place.path)
    except CatalogError as error:
        if error.rule != "header":
            raise
    bare = text.removeprefix('msgid ""\nmsgstr ""\n')
    return parse_catalog(catalog_text(expected_header(place.language), []) + "\n" + bare, place.path)


def _fixed(message: Message) -> Message:
    """Put right what no reader would notice."""
    message.texts = [unicodedata.normalize("NFC", _trimmed(message.msgid, text)) for text in message.texts]
    message.flags = [flag for flag in message.flags if not flag.endswith("-format")]
    message.places = list(dict.fromkeys(message.places))
    return message


def _trimmed(msgid: str, text: str) -> str:
    """Remove outer blanks where the source has none."""
    return text.strip() if msgid == msgid.strip() else text


def fix(project: Project, languages: Collection[str] = ()) -> Iterator[str]:
    """Put right every catalog, or those of some languages, and give the difference of each that changed."""
    for place in walk_catalogs(project.locales, project.pages(), "locales"):
        if not isinstance(place, CatalogFile) or (languages and place.language not in languages):
            continue
        shown = str(project.shown(place.path))
        raw = place.path.read_bytes()
        try:
            text = fixed_text(raw, place)
        except CatalogError as error:
            yield f"{shown}:{error.line}: {error.rule}: {error}"
            continue
        if write_if_changed(place.path, text):
            before = raw.decode("utf-8-sig").splitlines()
            yield "\n".join(unified_diff(before, text.splitlines(), shown, shown, lineterm="", n=1))
