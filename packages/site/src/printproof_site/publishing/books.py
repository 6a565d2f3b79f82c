"""How does a book come to be? As a site does: run, compare, build every language, in type where it is asked for.

All that were asked for are published, each in one step, or none is.
"""

import shutil
from collections.abc import Callable
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.project import Project
from printproof_catalogs.check import check
from printproof_site.books.pdf import require_renderer
from printproof_site.publishing.build import build_environment, prove, raise_if_any, raise_if_failed, start_sphinx
from printproof_site.publishing.inputs import inputs_of
from printproof_site.publishing.publish import exclusive_lock
from printproof_site.publishing.shelf import BUILDERS, PLACE, note_book


def make_books(
    project: Project, kind: str, only: str | None = None, report: Callable[[str], None] = print
) -> list[Path]:
    """The places of the books of all languages, or of one, as ``epub`` or as ``pdf``.

    Raises SiteError where a step finds anything wrong, and ProjectError where another build is at work, there is no
    such language or nothing that sets type; the books are then as they were.
    """
    languages = project.languages(only)
    if kind == "pdf":
        require_renderer()
    work = project.build / "making"
    with exclusive_lock(project.build) as lock:
        inputs = prove(project, inputs_of(project, build_environment(project)), report)
        raise_if_any(finding for finding in check(project, languages) if finding.severity == "error")
        shutil.rmtree(work, ignore_errors=True)
        builder = BUILDERS[kind]
        raise_if_failed(start_sphinx(project, languages, lock, report, builder))
        books = [(language, path) for language in languages for path in (work / language / builder).glob(f"*.{kind}")]
        unchanged = inputs_of(project, inputs.environ) == inputs  # else a book may be made of what came in between
        places = []
        for language, path in books:
            places.append(project.build / PLACE / path.name)
            write_whole(places[-1], path.read_bytes())
            note_book(project, places[-1], inputs.of_language(language) if unchanged else {})
        shutil.rmtree(work, ignore_errors=True)
    return places
