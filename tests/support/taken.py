"""What leaves the site of a page: an ``ExportedPage`` of its script, its records and its catalog, without Sphinx."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polib

from printproof.formats.exported_page import Code, ExportedPage, Kind, Output
from printproof.formats.script import Headings, head_of
from printproof.pages.page_view import RenderedCell, render_cell
from printproof.runs.schedule import current_records
from printproof.scripts.comments import translate_comments
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.languages import tag
from printproof_base.project import Project, at
from support.built import ROOT

NOTE = "Not part of the page. Compared with {versions}."
HEADINGS = Headings("Output:", "Value:", "Output, which varies:")


def page_of(*blocks: str | Code, **given: object) -> ExportedPage:
    """A page made up by a test: a heading, then these blocks."""
    page = ExportedPage("guide/page", "en", "A page", "", ("# A page", *blocks))
    return replace(page, **given)  # type: ignore[arg-type]


def taken_of(docname: str, language: str = "en") -> ExportedPage:
    """A page of this project, with a passage of prose between each two cells."""
    project = at(ROOT)
    script = script_of(project, docname)
    records = current_records(project, script)
    said = _translations(project, docname, language)
    blocks: list[str | Code] = [f"# {docname}"]
    for cell in script.cells:
        code, _ = translate_comments(cell.code, said)
        blocks += [Code(cell.name, code, tuple(_outputs(render_cell(cell, records)))), f"After {cell.name}."]
    versions = records[AS_WRITTEN].versions if records else {}
    return ExportedPage(docname, tag(language), docname, "", blocks, head=head_of(script), versions=versions)


def _translations(project: Project, docname: str, language: str) -> dict[str, str]:
    path = project.locales / language / "LC_MESSAGES" / f"{docname}.po"
    return {entry.msgid: entry.msgstr for entry in polib.pofile(str(path))} if path.is_file() else {}


def _outputs(rendered: RenderedCell) -> Iterator[Output]:
    printed = rendered.outputs[AS_WRITTEN]
    if printed.lines:
        yield Output(Kind.PRINTED, "\n".join(printed.lines), varies=printed.varies)
    if printed.value:
        yield Output(Kind.VALUE, "\n".join(printed.value), varies=printed.varies)
    if printed.raised:
        yield Output(Kind.ERROR, printed.raised)
    for figure in rendered.figures:
        yield Output(Kind.FIGURE, "what it shows", figure)
