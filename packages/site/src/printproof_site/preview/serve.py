"""How does a translator see a saved sentence at once? A local server that builds on save and runs no script."""

import os
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from stat import S_ISDIR, S_ISREG

from printproof_base.languages import segment
from printproof_base.project import Project, ProjectError
from printproof_site.preview.language import SETTINGS
from printproof_site.preview.server import Preview, listen

POLL_S = 0.03  # a snapshot of a hundred files takes a millisecond; nobody notices the wait

Snapshot = dict[Path, tuple[int, int]]
"""Files with the time of their last change, in nanoseconds, and their size."""


def serve(project: Project, language: str | None, port: int, report: Callable[[str], None]) -> None:
    """Show the site while it is being written, until somebody interrupts; the address is reported.

    Raises ProjectError where the site does not have the language, or the port is taken.
    """
    first = project.languages(language)[0]
    preview = Preview(project, [first, *(name for name in project.languages() if name != first)])
    try:
        server = listen(preview, port)
    except OSError as problem:
        cure = "another preview may be open there; choose another: printproof site serve --port 8001"
        raise ProjectError.at(f"port {port}", f"cannot be used ({problem.strerror})", cure) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        with suppress(KeyboardInterrupt):
            preview.language(first)
            report(f"http://127.0.0.1:{server.server_port}/{segment(first)}/   (Ctrl-C ends it)")
            follow(preview, threading.Event())
    finally:
        server.shutdown()
        preview.close()


def follow(preview: Preview, ended: threading.Event) -> None:
    """Let a preview know what is saved, until it has ended."""
    before = snapshot(_watched(preview.project))
    while not ended.wait(POLL_S):
        after = snapshot(_watched(preview.project))
        if paths := changed(before, after):
            preview.saved(paths)
        before = after


def _watched(project: Project) -> list[Path]:
    """All that pages are made of: their folders, and the files in the root that a build may read."""
    beside = (path for path in project.root.iterdir() if path.suffix in (*SETTINGS, ".md"))
    return [project.docs, project.examples, project.locales, *beside]


def snapshot(places: Iterable[Path]) -> Snapshot:
    """The files in some folders, or files, with their times and sizes; hidden ones and halves are left out."""
    return dict(found for place in places for found in _below(place, set()))


def _below(place: Path, entered: set[tuple[int, int]]) -> Iterator[tuple[Path, tuple[int, int]]]:
    """The files of a place. Each folder is entered once, however many links lead there: two to a parent are a maze."""
    try:
        found = place.stat()
        folder = found.st_dev, found.st_ino
        if S_ISREG(found.st_mode):
            yield place, (found.st_mtime_ns, found.st_size)
        elif S_ISDIR(found.st_mode) and folder not in entered:
            entered.add(folder)
            for entry in os.scandir(place):
                # Editors write these beside a file, and rename them when they are whole.
                if not entry.name.startswith((".", "_build")) and not entry.name.endswith(("~", ".part", ".tmp")):
                    yield from _below(place / entry.name, entered)
    except OSError:  # gone between two snapshots: the next one has it not
        return


def changed(before: Snapshot, after: Snapshot) -> list[Path]:
    """The files that came, went or were written between two snapshots."""
    return sorted(path for path in before.keys() | after.keys() if before.get(path) != after.get(path))
