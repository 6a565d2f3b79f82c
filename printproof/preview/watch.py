"""What was saved? Files by their time and size, looked at again and again."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

Seen = dict[Path, tuple[int, int]]


def look(places: Iterable[Path]) -> Seen:
    """The files in some folders, or files, with their times and sizes; hidden ones and halves are left out."""
    return dict(found for place in places for found in _below(place))


def _below(place: Path) -> Iterator[tuple[Path, tuple[int, int]]]:
    try:
        if place.is_file():
            stat = place.stat()
            yield place, (stat.st_mtime_ns, stat.st_size)
        elif place.is_dir():
            for entry in os.scandir(place):
                if not entry.name.startswith((".", "_build")) and not entry.name.endswith(("~", ".part", ".tmp")):
                    yield from _below(place / entry.name)
    except OSError:  # gone between two looks: the next one says so
        return


def changed(before: Seen, after: Seen) -> list[Path]:
    """The files that came, went or were written between two looks."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
