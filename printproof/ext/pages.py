"""A page shows the cells of its script, and shows only what the script promised."""

from __future__ import annotations

from contextvars import ContextVar
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from printproof.pages.cell_view import checked, view
from printproof.pages.notebook import CHECKED, RECORDS, REFUSED, NotebookError, empty, fill, read_notebook, shown_cells
from printproof.pages.shown_cells import Shown, check_alone, check_drawn, check_shown
from printproof.project import Project, project_of_pages
from printproof.promises.baselines import baseline, check_figures
from printproof.promises.check import PromiseError, check_script, reference_of
from printproof.runs.record import Record
from printproof.runs.schedule import current_records
from printproof.scripts.load import script_of
from printproof.scripts.script import Cell, Script, ScriptError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nbformat import NotebookNode
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

SEEN = "printproof_seen"  # metadata of a page

logger = logging.getLogger(__name__)

# MyST-NB hands a reader nothing but text; this is the page the text belongs to.
_reading: ContextVar[Sphinx] = ContextVar("_reading")


def read_page(text: str) -> NotebookNode:
    """Read a page for MyST-NB: a notebook with the code of its script and the outputs of its records."""
    app = _reading.get()
    docname = app.env.current_document.docname
    project = project_of_pages(app.srcdir, app.confdir)
    return Reader(app.env, docname, project, app.config.printproof_require_records).read(text)


class Reader:
    """Reads one page; what is wrong with it is kept beside it until it is right."""

    def __init__(self, env: BuildEnvironment, docname: str, project: Project, strict: bool) -> None:
        self.env, self.docname, self.project, self.strict = env, docname, project, strict
        self.path = project.script(docname)
        self.page = project.shown(Path(env.doc2path(docname)))
        self.metadata = env.metadata[docname]
        self.records: dict[str, Record] | None = None

    def read(self, text: str) -> NotebookNode:
        """Read the text of the page."""
        self.records, self.metadata[SEEN] = look(self.project, self.docname)
        self.env.temp_data[RECORDS] = self.records
        self.metadata[CHECKED] = checked(self.records) if self.path.is_file() else None
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
        if script:
            self._compare(script)
        for notebook_cell, shown in cells:
            cell = known.pop(shown.name, None)
            if cell is None:
                empty([notebook_cell])
                continue
            seen = view(cell, self.records, self._kept(cell))
            if self.records:
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
            script = script_of(self.project, self.docname)
        except ScriptError as error:
            self._refuse([str(error)])
            return None
        self._refuse(check_shown(self.page, shown, script))
        return script

    def _compare(self, script: Script) -> None:
        """Compare the current records with the promises of the script; where there are none a site may refuse it."""
        if self.records is not None:
            self._refuse(map(str, check_script(script, self.records, reference_of(self.project))))
            self._refuse(map(str, check_figures(self.project, script, self.records)))
        elif self.strict:
            cure = f"run it with: python -m printproof run {self.docname}"
            self._refuse([f"{script.path}: has not been run as it stands now; {cure}"])

    def _kept(self, cell: Cell) -> str | None:
        """The figure that a cell promises, where no run has drawn it."""
        try:
            return None if self.records else baseline(self.project, self.docname, cell.name)
        except PromiseError as error:
            self._refuse(map(str, error.findings))
            return None

    def _refuse(self, sentences: Iterable[str]) -> None:
        self.metadata.setdefault(REFUSED, []).extend(sentences)


def look(project: Project, docname: str) -> tuple[dict[str, Record] | None, str]:
    """The current records of a page's script, and a digest of all that the page shows beside its own text."""
    path = project.script(docname)
    if not path.is_file():
        return None, ""
    found = sha256(path.read_bytes())
    for kept in sorted(path.parent.glob(f"{path.stem}.*.svg")):
        found.update(kept.read_bytes())
    try:
        records = current_records(project, script_of(project, docname))
    except ScriptError:
        records = None
    for mode in records or ():
        found.update(project.record(docname, mode).read_bytes())
    return records, found.hexdigest()


def begin(app: Sphinx, docname: str, content: list[str]) -> None:
    """Remember which build the page being read belongs to."""
    _reading.set(app)


def outdated(app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]) -> list[str]:
    """Read pages again whose script or records changed."""
    project = project_of_pages(app.srcdir, app.confdir)
    return [
        docname
        for docname, metadata in env.metadata.items()
        if docname not in removed and SEEN in metadata and metadata[SEEN] != look(project, docname)[1]
    ]


def check_pages(app: Sphinx, env: BuildEnvironment) -> None:
    """Say what is wrong, once all pages are read, and end the build with an error."""
    project = project_of_pages(app.srcdir, app.confdir)
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
