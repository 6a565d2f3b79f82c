"""How does a translator see a saved sentence at once? A local server that builds on save and runs no script."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from printproof.language import segment
from printproof.preview.server import Preview, listen
from printproof.preview.watch import changed, look
from printproof.project import Project, ProjectError

LOOK_S = 0.03


def serve(project: Project, language: str | None, port: int, report: Callable[[str], None]) -> None:
    """Show the site while it is being written, until somebody interrupts; the address is reported.

    Raises ProjectError where the site does not have the language, or the port is taken.
    """
    first = project.languages(language)[0]
    preview = Preview(project, [first, *(name for name in project.languages() if name != first)])
    try:
        server = listen(preview, port)
    except OSError as problem:
        cure = "another preview may be open there; choose another: make serve PORT=8001"
        raise ProjectError.at(f"port {port}", f"cannot be used ({problem.strerror})", cure) from None
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        preview.edition(first)
        report(f"http://127.0.0.1:{server.server_port}/{segment(first)}/   (Ctrl-C ends it)")
        with suppress(KeyboardInterrupt):
            follow(project, preview, threading.Event())
    finally:
        server.shutdown()
        preview.close()


def follow(project: Project, preview: Preview, ended: threading.Event) -> None:
    """Tell a preview what is saved, until it has ended."""
    places = [project.docs, project.examples, project.locales]
    places += [project.root / name for name in ("conf.py", "glossary.csv")]
    before = look(places)
    while not ended.wait(LOOK_S):
        after = look(places)
        if paths := changed(before, after):
            preview.saved(paths)
        before = after
