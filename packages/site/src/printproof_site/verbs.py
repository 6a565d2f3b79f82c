"""Which verbs make what readers get, of a project with the theme of this package?"""

from argparse import Namespace
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import time

from printproof_base.findings import ReportedError
from printproof_base.project import Project, ProjectError
from printproof_base.report import DONE, Arguments, echo, here, print_errors

THEME = "printproof_site"
"""What the settings of Sphinx name where a project has the theme, or makes its books."""


def _with_theme() -> Project:
    """The project around the current folder. Raises ProjectError where its pages are of another theme."""
    project = here()
    conf = project.conf
    text = conf.read_text(encoding="utf-8", errors="replace") if conf.is_file() else ""
    # Without settings, and where they come from another file, Sphinx says what is missing.
    if not text or THEME in text or "import *" in text:
        return project
    fact = f"names no {THEME}, whose theme these pages would need"
    raise ProjectError.at(project.shown(conf), fact, f"extensions = [..., '{THEME}.theme'], or build with sphinx-build")


def do_build(chosen: Namespace) -> int:
    """Make the site of all languages and publish it; or make one language as a part, not published.

    printproof site build
    printproof site build ko --no-run
    """
    from printproof_site.publishing.build import make_site

    return _publish_site(lambda project: make_site(project, chosen.language, echo, run=not chosen.no_run))


def do_join(chosen: Namespace) -> int:
    """Publish the site of what other machines have made, verified: records of scripts, built languages.

    printproof site join _build/jobs/*
    printproof site join runs-1 runs-2 site-en site-ko
    """
    from printproof_site.publishing.jobs import join_site

    return _publish_site(lambda project: join_site(project, chosen.folders, echo))


def _publish_site(make: Callable[[Project], Path]) -> int:
    project = _with_theme()
    note = f"nothing was published; {project.shown(project.build / 'site')} is as it was"
    return _publish(lambda: f"{project.shown(make(project))}/index.html", note)


def do_publish(chosen: Namespace) -> int:
    """Bring the built site to a folder, a branch or a place that rsync reaches, in one step; a killed one is resumed.

    printproof site publish /srv/www/state --dry-run
    printproof site publish git:origin#gh-pages
    printproof site publish rsync:host:/srv/www/state
    """
    from printproof_site.publishing.send import send

    print(send(_with_theme(), chosen.target, time(), chosen.dry_run, echo))
    return DONE


def do_status(chosen: Namespace) -> int:
    """Report for maintainers, in Markdown: outputs, claims, languages, weights, versions of JAX, locks; runs nothing.

    printproof site status
    printproof site status >> "$GITHUB_STEP_SUMMARY"
    """
    from printproof_site.publishing.status import status

    echo(status(_with_theme(), time()))
    return DONE


def do_serve(chosen: Namespace) -> int:
    """Show the site while it is being written, one language first; a saved file is a new page, and runs nothing.

    printproof site serve
    printproof site serve ko --port 8001
    """
    from printproof_site.preview.serve import serve

    serve(here(), chosen.language, chosen.port, echo)
    return DONE


def do_epub(chosen: Namespace) -> int:
    """Make an EPUB of each language, or of one, of outputs that were compared as those of the site are.

    printproof site epub
    printproof site epub ko
    """
    return _books(chosen, "epub")


def do_pdf(chosen: Namespace) -> int:
    """Make a PDF of each language, or of one; WeasyPrint and fonts of its characters must be installed.

    printproof site pdf
    printproof site pdf ko
    """
    return _books(chosen, "pdf")


def _books(chosen: Namespace, kind: str) -> int:
    from printproof_site.publishing.books import make_books
    from printproof_site.publishing.shelf import PLACE

    project = _with_theme()
    note = f"no book was published; {project.shown(project.build / PLACE)} is as it was"
    books = partial(make_books, project, kind, chosen.language, echo)
    return _publish(lambda: "\n".join(str(project.shown(path)) for path in books()), note)


def _publish(make: Callable[[], str], note: str) -> int:
    """Make what is published, and print where it is; where a step stops it, ``note`` says what is as it was."""
    from printproof_site.publishing.build import SiteError

    try:
        print(make())
    except SiteError as problem:
        return print_errors(problem, note)
    except (ReportedError, OSError, KeyboardInterrupt) as stopped:
        stopped.add_note(note)
        raise
    return DONE


ONE: Arguments = {"language": {"nargs": "?", "metavar": "LANGUAGE", "help": "its code, or a path of its catalogs"}}
NO_RUN: Arguments = {
    "--no-run": {
        "action": "store_true",
        "help": "run no script; where records are missing, say which shards make them",
    },
}
FOLDERS: Arguments = {
    "folders": {"nargs": "+", "type": Path, "metavar": "FOLDER", "help": "what a machine left in its _build"},
}
PORT: Arguments = {"--port": {"type": int, "default": 8000, "help": "0 for any that is free (8000)"}}
WHERE: Arguments = {
    "target": {"metavar": "TARGET", "help": "FOLDER, git:REPOSITORY#BRANCH (gh-pages), or rsync:HOST:PATH, a link"},
    "--dry-run": {
        "action": "store_true",
        "help": "name what would be added, changed, deleted and kept; change nothing",
    },
}
VERBS = {
    "site build": (do_build, {**ONE, **NO_RUN}),
    "site join": (do_join, FOLDERS),
    "site publish": (do_publish, WHERE),
    "site status": (do_status, {}),
    "site serve": (do_serve, {**ONE, **PORT}),
    "site epub": (do_epub, ONE),
    "site pdf": (do_pdf, ONE),
}
GROUPS = {"The whole site, of a project whose theme is printproof_site.theme": VERBS}
