"""Whether the bytes of a catalog are plain, visible UTF-8."""

from __future__ import annotations

import re

from printproof.catalogs.error import CatalogError
from printproof.sentences.unseen import is_unseen, name_of

LARGEST = 20_000_000
"""Bytes beyond which a catalog is not read at all."""

_SUSPECT = re.compile(r"[^\n\t -~가-힣一-鿿぀-ヿ，。、；：？！（）“”‘’《》…—·−×→]")


def decode(raw: bytes) -> str:
    """Give the text of a catalog, with Windows line ends made plain.

    Raises CatalogError where it is empty, too large, not UTF-8, marked as a byte order, or where any
    character in it, comments included, cannot be seen.
    """
    if not raw.strip():
        raise CatalogError(1, "syntax", "the file is empty; restore it, or write it with: make update")
    if len(raw) > LARGEST:
        raise CatalogError(1, "size", f"{len(raw):,} bytes; a catalog has at most {LARGEST:,}")
    if raw.startswith(b"\xef\xbb\xbf"):
        raise CatalogError(1, "bom", "the file begins with a byte-order mark; remove it with: make fix")
    try:
        text = raw.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise CatalogError(line, "encoding", "these bytes are not UTF-8; save the file as UTF-8") from None
    for found in _SUSPECT.finditer(text):
        if is_unseen(found[0]):
            line = text.count("\n", 0, found.start()) + 1
            raise CatalogError(line, "character", f"{name_of(found[0])}, which nobody can see; remove it")
    return text
