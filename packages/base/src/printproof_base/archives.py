"""Archives: files packed as a ZIP whose bytes depend on nothing but what is in it, wherever it is made."""

import io
from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

FIRST_DAY = datetime(1980, 1, 1, tzinfo=UTC)
"""The oldest moment that an archive can name."""

READABLE = 0o644 << 16
"""A file that its owner may write and all may read, as archives write it."""


def packed(files: Mapping[str, str | bytes], moment: datetime = FIRST_DAY, as_they_are: Collection[str] = ()) -> bytes:
    """A ZIP of files by name, in their order, all with one time stamp; ``as_they_are`` names those not to compress."""
    whole = io.BytesIO()
    with ZipFile(whole, "w") as archive:
        for name, content in files.items():
            entry = ZipInfo(name, max(moment, FIRST_DAY).timetuple()[:6])
            # As on Unix: with the system of the maker in it, the same files would be other bytes on Windows.
            entry.create_system, entry.external_attr = 3, READABLE  # as on Unix
            kind = ZIP_STORED if name in as_they_are else ZIP_DEFLATED
            archive.writestr(entry, content, kind, compresslevel=9)
    return whole.getvalue()
