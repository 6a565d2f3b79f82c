"""A page shows the cells of its script, and shows only what the script promised."""

from __future__ import annotations

from contextvars import ContextVar
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from printproof.notebook import NotebookError, empty, fill, read_notebook, shown_cells
from printproof.project import Project, ProjectError, at, find_project
from printproof.promise import MODES
from printproof.proof import Reference, prove
from printproof.record import Record
from printproof.run import current_records, modes_of
from printproof.script import Script, ScriptError, load_script
from printproof.shown import Shown, check_alone, check_drawn, check_shown
from printproof.view import view

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nbformat import NotebookNode
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

SEEN, REFUSED = "printproof_seen", "printproof_refused"  # metadata of a page

logger = logging.getLogger(__name__)

# MyST-NB hands a reader nothing but text; this is the page the text belongs to.
_reading: ContextVar[Sphinx] = ContextVar("_reading")


def read_page(text: str) -> NotebookNode:
    """Read a page for MyST-NB: a notebook with the code of its script and the outputs of its records."""
    app = _reading.get()
    docname = app.env.current_document.docname
    return Reader(app.env, docname, project_of(app), app.config.printproof_require_records).read(text)


def project_of(app: Sphinx) -> Project:
    """The project that the pages of a build belong to."""
    try:
        project = find_project(Path(app.srcdir))
    except ProjectError:
        project = at(Path(app.confdir))
    return replace(project, docs=Path(app.srcdir))


class Reader:
    """Reads one page; what is wrong with it is kept beside it until it is right."""

    def __init__(self, env: BuildEnvironment, docname: str, project: Project, strict: bool) -> None:
        self.env, self.docname, self.project, self.strict = env, docname, project, strict
        self.path = project.script(docname)
        self.page = project.shown(Path(env.doc2path(docname)))
        self.metadata = env.metadata[docname]

    def read(self, text: str) -> NotebookNode:
        """Read the text of the page."""
        self.metadata[SEEN] = fingerprint(self.project, self.docname)
        try:
            notebook = read_notebook(text, self.env.myst_config)  # type: ignore[attr-defined]
        except NotebookError as error:
            self._refuse([f"{self.page}:{error.line}: {error}"])
            return read_notebook("", self.env.myst_config)  # type: ignore[attr-defined]
        cells = shown_cells(notebook, text)
        if cells or self.path.is_file():
            self._show(cells)
        return notebook

    def _show(self, cells: list[tuple[NotebookNode, Shown]]) -> None:
        """Fill the cells of the page, as far as they are right."""
        script = self._script([shown for _, shown in cells])
        known = {cell.name: cell for cell in script.cells} if script else {}
        records = self._records(script) if script else None
        for notebook_cell, shown in cells:
            cell = known.pop(shown.name, None)
            if cell is None:
                empty([notebook_cell])
                continue
            seen = view(cell, records)
            if records:
                self._refuse(check_drawn(self.page, shown, len(seen.figures)))
            lines = {option: shown.line_of(option) for option in ("alt", "caption")}
            place = {"script": str(self.path), "code_line": cell.code_line, "line": cell.line, "page_lines": lines}
            fill(notebook_cell, cell.code, shown, seen, **place)

    def _script(self, shown: list[Shown]) -> Script | None:
        """The script of the page, or None where it cannot be read."""
        if not self.path.is_file():
            self._refuse(check_alone(self.page, shown, self.project.shown(self.path)))
            return None
        try:
            script = load_script(self.path, self.project.shown(self.path))
        except ScriptError as error:
            self._refuse([str(error)])
            return None
        self._refuse(check_shown(self.page, shown, script))
        return script

    def _records(self, script: Script) -> dict[str, Record] | None:
        """The records of the script if they are current, compared with its promises."""
        records = current_records(self.project, self.docname)
        if records is not None:
            self._refuse(str(breach) for breach in prove(script, records, Reference(self.project.reference)))
        elif self.strict:
            cure = f"run it with: python -m printproof run {self.docname}"
            self._refuse([f"{script.path}: has not been run as it stands now; {cure}"])
        return records

    def _refuse(self, sentences: Iterable[str]) -> None:
        self.metadata.setdefault(REFUSED, []).extend(sentences)


def fingerprint(project: Project, docname: str) -> str:
    """What a page shows beside its own text: it changes with the script, its records, and whether they are current."""
    path = project.script(docname)
    if not path.is_file():
        return ""
    found = sha256(path.read_bytes())
    try:
        records = current_records(project, docname)
        modes = modes_of(load_script(path)) if records else MODES
    except ScriptError:
        return found.hexdigest()
    for mode in modes if records else ():
        found.update(project.record(docname, mode).read_bytes())
    return found.hexdigest()


def begin(app: Sphinx, docname: str, content: list[str]) -> None:
    """Remember which build the page being read belongs to."""
    _reading.set(app)


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Read pages again whose script or records changed, and those that were refused, so that each build says so."""
    project = project_of(app)
    return [
        docname
        for docname, metadata in env.metadata.items()
        if docname not in removed
        and SEEN in metadata
        and (metadata.get(REFUSED) or metadata[SEEN] != fingerprint(project, docname))
    ]


def check_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Say what is wrong, once all pages are read, and end the build with an error."""
    project = project_of(app)
    wrong = [sentence for metadata in env.metadata.values() for sentence in metadata.get(REFUSED, ())]
    for docname in project.docnames():
        if docname not in env.found_docs:
            page = project.shown(project.page(docname))
            cure = "write the page, or remove the script"
            wrong.append(f"{project.shown(project.script(docname))}: no page shows this script; {page}: {cure}")
    for sentence in wrong:
        logger.error("%s", sentence)
    if wrong:
        app.statuscode = 1


def setup(app: Sphinx) -> ExtensionMetadata:
    """Read pages, and refuse those that cannot be trusted."""
    app.add_config_value("printproof_require_records", False, "env", types=frozenset({bool}))
    app.connect("env-get-outdated", outdated)
    app.connect("source-read", begin)
    app.connect("env-updated", check_pages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
