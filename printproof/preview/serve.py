"""How does a translator see a saved sentence at once? A local server that builds on save and runs no script."""

from __future__ import annotations

import argparse
import sys
import threading
from pathlib import Path

from printproof.language import segment
from printproof.preview.server import Preview, listen
from printproof.preview.watch import changed, look
from printproof.project import Project, ProjectError, find_project

PORT = 8000
LOOK_S = 0.03


def run_serve(arguments: list[str]) -> int:
    """Show the site while it is being written; a saved file is a new page, and runs nothing."""
    parser = argparse.ArgumentParser(prog="printproof serve", description=run_serve.__doc__)
    parser.add_argument("language", nargs="?", metavar="LANG", help="the language to begin with")
    parser.add_argument("--port", type=int, default=PORT, help=f"0 for any that is free ({PORT})")
    chosen = parser.parse_args(arguments)
    try:
        project = find_project(Path.cwd())
        first = project.languages(chosen.language)[0]
        languages = [first, *(name for name in project.languages() if name != first)]
        preview = Preview(project, languages)
        server = listen(preview, chosen.port)
    except ProjectError as problem:
        print(problem, file=sys.stderr)
        return 1
    except OSError as problem:
        cure = "another preview may be open there; choose another: make serve PORT=8001"
        print(f"port {chosen.port}: cannot be used ({problem.strerror}); {cure}", file=sys.stderr)
        return 1
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        preview.edition(first)
        print(f"http://127.0.0.1:{server.server_port}/{segment(first)}/   (Ctrl-C ends it)", flush=True)
        follow(project, preview, threading.Event())
    except KeyboardInterrupt:
        print()
    finally:
        server.shutdown()
        preview.close()
    return 0


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
