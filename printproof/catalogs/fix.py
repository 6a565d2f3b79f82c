"""What can be put right in a catalog without a translator? Bytes, header, wrapping, never a word."""

import unicodedata
from collections.abc import Collection, Iterator
from difflib import unified_diff

from printproof.base.files import write_if_changed
from printproof.catalogs.catalog import Catalog, CatalogError, Message, decode, parse_catalog
from printproof.catalogs.layout import CatalogFile, catalogs_of
from printproof.catalogs.writer import catalog_text, expected_header, header_of
from printproof.findings import Finding
from printproof.project import Project


def fixed_text(raw: bytes, place: CatalogFile) -> str:
    """The text a catalog should have: the same entries, in their order, cleanly written.

    Byte-order mark, Windows line ends, header, wrapping, line numbers, dates, outer blanks and letters that
    are taken apart are put right. Raises CatalogError where a person has to look.
    """
    catalog = _parsed(decode(raw.removeprefix(b"\xef\xbb\xbf"), place.shown), place)
    header = header_of(place.language, catalog)
    messages = [_fixed(message) for message in (*catalog.messages, *catalog.obsolete)]
    return catalog_text(header, messages, catalog.head.comments)


def _parsed(text: str, place: CatalogFile) -> Catalog:
    """A catalog, with a header where it has none."""
    try:
        return parse_catalog(text, place.shown)
    except CatalogError as error:
        if error.findings[0].rule != "header":
            raise
    bare = text.removeprefix('msgid ""\nmsgstr ""\n')
    return parse_catalog(catalog_text(expected_header(place.language), []) + "\n" + bare, place.shown)


def _fixed(message: Message) -> Message:
    """A message without what no reader would miss: outer blanks that the source has not, letters taken apart."""
    texts = message.texts if message.msgid != message.msgid.strip() else [text.strip() for text in message.texts]
    message.texts = [unicodedata.normalize("NFC", text) for text in texts]
    return message


def fix(project: Project, languages: Collection[str] = ()) -> Iterator[str | Finding]:
    """Put right every catalog, or those of some languages; what changed in each, and why one cannot be read."""
    for place in catalogs_of(project, languages):
        raw = place.path.read_bytes()
        try:
            text = fixed_text(raw, place)
        except CatalogError as error:
            yield from error.findings
            continue
        if write_if_changed(place.path, text):
            before = raw.decode("utf-8-sig").splitlines()
            yield "\n".join(unified_diff(before, text.splitlines(), place.shown, place.shown, lineterm="", n=1))
