"""How does a book come to be? As a site does: run, compare, build every language; then it is set in type, and checked.

All that were asked for are published, each in one step, or none is.
"""

import os
import shutil
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.project import Project
from printproof_catalogs.check import check
from printproof_site.books.pdf import PaperError, require_renderer, set_in_type
from printproof_site.publishing.build import SiteError, build_environment, prove, start_sphinx, stop, stop_failed
from printproof_site.publishing.inputs import inputs_of
from printproof_site.publishing.publish import alone

EPUB, PDF = "epub", "pdf"
PLACE = "books"
"""The folder of books, below that of builds."""

DATE = "SOURCE_DATE_EPOCH"


def make_books(
    project: Project, kind: str, only: str | None = None, report: Callable[[str], None] = print
) -> list[Path]:
    """The places of the books of all languages, or of one, as EPUB or as PDF.

    Raises SiteError where a step finds anything wrong, and ProjectError where another build is at work, there is no
    such language or nothing that sets type; the books are then as they were.
    """
    languages = project.languages(only)
    if kind == PDF:
        require_renderer()
    work = project.build / "making"
    with alone(project.build) as lock:
        prove(project, inputs_of(project, build_environment(project)), report)
        stop(finding for finding in check(project, languages) if finding.severity == "error")
        shutil.rmtree(work, ignore_errors=True)
        stop_failed(start_sphinx(project, languages, lock, report, EPUB))
        books = dict(_written(work / language / EPUB) for language in languages)
        if kind == PDF:
            books = _set_in_type(project, books, report)
        for name, content in books.items():
            write_whole(project.build / PLACE / name, content)
        shutil.rmtree(work, ignore_errors=True)
    return [project.build / PLACE / name for name in books]


def _written(folder: Path) -> tuple[str, bytes]:
    """The one EPUB that a build has left in a folder: its name and its content."""
    (path,) = folder.glob("*.epub")
    return path.name, path.read_bytes()


def _set_in_type(project: Project, epubs: Mapping[str, bytes], report: Callable[[str], None]) -> dict[str, bytes]:
    """The books as PDF, side by side: each takes half a minute of one processor."""
    names = [Path(name).with_suffix(".pdf").name for name in epubs]
    report(f"setting {', '.join(names)}")
    made: dict[str, bytes] = {}
    day = build_environment(project).get(DATE, "")
    with ProcessPoolExecutor(min(len(names), os.cpu_count() or 1), initializer=_on_the_day, initargs=(day,)) as pool:
        try:
            set_all = pool.map(partial(set_in_type, languages=project.languages()), epubs.values(), names)
            for name, pdf in zip(names, set_all, strict=True):
                made[name] = pdf
                report(f"[{len(made)}/{len(names)}] {name}")
        except PaperError as error:
            pool.shutdown(cancel_futures=True)
            raise SiteError(*error.findings) from None
    return made


def _on_the_day(day: str) -> None:
    """Let the PDFs of this process bear the day of the build."""
    if day:
        os.environ[DATE] = day
