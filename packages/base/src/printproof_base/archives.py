"""Archives: files packed as a ZIP whose bytes depend on nothing but what is in it, wherever it is made."""

import io
from collections.abc import Collection, Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

FIRST_DAY = datetime(1980, 1, 1, tzinfo=UTC)
"""The oldest moment that an archive can name."""

READABLE = 0o644 << 16
"""A file that its owner may write and all may read, as archives write it."""


def packed(files: Mapping[str, str | bytes], as_they_are: Collection[str] = ()) -> bytes:
    """A ZIP of files by name, in their order; ``as_they_are`` names those not to compress."""
    whole = io.BytesIO()
    pack(whole, files.items(), as_they_are=as_they_are)
    return whole.getvalue()


def pack(
    whole: Path | BinaryIO,
    files: Iterable[tuple[str, str | bytes]],
    moment: datetime = FIRST_DAY,
    as_they_are: Collection[str] = (),
) -> None:
    """Write a ZIP of files with their names, one after another, all with one time stamp. Raises OSError."""
    with ZipFile(whole, "w") as archive:
        for name, content in files:
            entry = ZipInfo(name, max(moment, FIRST_DAY).timetuple()[:6])
            # As on Unix: with the system of the maker in it, the same files would be other bytes on Windows.
            entry.create_system, entry.external_attr = 3, READABLE  # as on Unix
            kind = ZIP_STORED if name in as_they_are else ZIP_DEFLATED
            archive.writestr(entry, content, kind, compresslevel=9)
