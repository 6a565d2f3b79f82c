"""The merge driver of git for catalogs: three files become one, and what a person has to look at is named."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place
from printproof_catalogs.catalog import Catalog, CatalogError, Message, parse_catalog, read_catalog
from printproof_catalogs.merging.three_way import MARK, merged_text


def merge_files(base: Path, ours: Path, theirs: Path, shown: str) -> Iterator[Finding]:
    """Merge three files into that of ``ours``, as git asks a merge driver to; a finding for each message to look at.

    A file that cannot be read is named, and git merges the lines as it does without a driver. Raises OSError.
    """
    try:
        sides = [
            _read(path, f"{shown} ({side})") for path, side in ((base, "base"), (ours, "ours"), (theirs, "theirs"))
        ]
    except CatalogError as error:
        subprocess.run(["git", "merge-file", "-Lours", "-Lbase", "-Ltheirs", ours, base, theirs], check=False)
        yield from error.findings
        return
    text, removed = merged_text(*sides)
    write_whole(ours, text)
    merged = parse_catalog(text, shown)
    for message in (*merged.messages, *merged.obsolete):
        place = Place(shown, message.text_line)
        if message.key in removed:
            fact = "one side has changed this message, the other has removed it"
            yield Finding(place, "warning", "conflict", fact, "the change is kept as obsolete (#~)")
        elif not message.obsolete and any(MARK.format("theirs") in text for text in message.texts):
            cure = "keep one of the two texts, and remove the lines with #-#-#-#-# and the mark fuzzy"
            yield Finding(place, "error", "conflict", "both sides have changed this translation", cure)


def _read(path: Path, shown: str) -> Catalog:
    """A catalog; where a side has none, git gives an empty file."""
    return read_catalog(path, shown) if path.stat().st_size else Catalog(Message(), [], [])
