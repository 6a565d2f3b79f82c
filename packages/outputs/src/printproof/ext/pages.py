"""A page shows the cells of its script, and shows only what the script promised."""

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from printproof.ext.nodes import CELLS, WAITING
from printproof.ext.priorities import SourceRead
from printproof.ext.settings import build_of, end_build, place_on_page
from printproof.pages.cell_fences import PageError, names_example, settings_of, shown_cells, without_removed
from printproof.pages.compared_outputs import other_rows
from printproof.pages.handed_over import handed_over
from printproof.pages.notebook_page import notebook_page
from printproof.pages.page_view import Kept, PageCell, Printed, RenderedCell, checked, facts_of, render_cell
from printproof.pages.raised import whole_message
from printproof.pages.shown_cells import SETTINGS, Shown, check_alone, check_drawn, check_shown
from printproof.promises.baselines import baselines, kept_value
from printproof.promises.check import PromiseError
from printproof.promises.reproducibility import check_rerun
from printproof.promises.suite import compared
from printproof.runs.record import RunError
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.kept_in_page import RST
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import Cell, Script
from printproof_base.files import undecodable_line
from printproof_base.findings import Finding, Place

logger = logging.getLogger(__name__)

MARKDOWN = ".md"
"""How the files of pages end that are ours where they name cells."""


class Reader:
    """Reads one page; what is wrong with it stands in its facts until it is read again."""

    def __init__(self, env: BuildEnvironment, docname: str) -> None:
        build = build_of(env.config)
        self.env, self.docname, self.project = env, docname, build.project
        self.material = build.material(docname)
        self.facts = facts_of(env.metadata[docname])
        self.findings = self.facts.findings
        self.path = self.project.script(docname)
        self.page = place_on_page(env)

    def read(self, text: str) -> str:
        """Find out what the page shows; its text as it is to be shown, empty where its cells cannot be read."""
        notebooks = self.env.mystnb_config  # type: ignore[attr-defined]
        own = {} if self.path.suffix == RST else settings_of(text)
        defaults = {name: getattr(notebooks, name) for name in SETTINGS} | own
        kept = self.material.script if self.material.script and self.material.script.page else None
        try:
            if kept:
                text, cells = (notebook_page if kept.is_notebook else handed_over)(text, kept)
            else:
                cells = shown_cells(text, self.page)
        except PageError as error:
            self.findings += error.findings
            return ""
        if cells or self.project.has_cells(self.docname):
            self.facts.ran = checked(self.material)
            self._show([replace(shown, settings={**defaults, **shown.settings}) for shown in cells])
        return text if self.path.suffix == RST else without_removed(text)

    def _show(self, cells: list[Shown]) -> None:
        """Remember the cells of the page for the directive that shows them, as far as they are right."""
        script = self._script(cells)
        known = {cell.name: cell for cell in script.cells} if script else {}
        self.env.temp_data[WAITING] = {shown.name: shown for shown in reversed(cells)}
        self.env.temp_data[CELLS] = {
            shown.name: self._rendered(known.pop(shown.name), shown) for shown in cells if shown.name in known
        }

    def _rendered(self, cell: Cell, shown: Shown) -> PageCell:
        """A cell as the page shows it."""
        records, again = self.material.records, self.material.again
        rendered = render_cell(cell, records, self._kept(cell))
        if records and again:
            shown_error = rendered.outputs[AS_WRITTEN].raised
            runs = [record.cell(cell.name) for record in (records[AS_WRITTEN], again)]
            rendered = replace(rendered, whole=whole_message(shown_error, runs, self.path.name))
        if records and records[AS_WRITTEN].cell(cell.name):  # one behind an error that nobody announced may still draw
            require_alt = self.env.config.printproof_require_alt
            for finding in check_drawn(self.page, shown, len(rendered.figures), require_alt):
                if finding.severity == "error":
                    self.findings.append(finding)
                else:  # of a page with a warning alone the outputs are checked all the same
                    logger.warning("%s", finding)
        return PageCell(str(self.path), cell, shown, rendered, self._wanted(shown, rendered))

    def _wanted(self, shown: Shown, rendered: RenderedCell) -> Printed | None:
        """What the cell prints that puts this one right, where the page names one; they must differ."""
        script = self.material.script
        right = next((cell for cell in script.cells if cell.name == shown.text("wanted")), None) if script else None
        if right is None:
            return None
        wanted = render_cell(right, self.material.records).outputs[AS_WRITTEN]
        if not other_rows(rendered.outputs[AS_WRITTEN], wanted):
            place = replace(self.page, line=shown.line_of("wanted"), cell=shown.name)
            fact = f"cell '{shown.name}' prints what '{right.name}' prints, so nothing in it is wrong"
            self.findings.append(Finding(place, "error", "page", fact, "remove its ':wanted:'"))
        return wanted

    def _script(self, shown: list[Shown]) -> Script | None:
        """The script of the page, compared with the page and its promises, or None where it cannot be read."""
        script = self.material.script
        if script:
            told = tuple(cell for cell in script.cells if not cell.echoes)  # the others are shown anyway
            self.findings += check_shown(self.page, shown, replace(script, cells=told), self.material.modes)
            self._compare(script)
        elif self.material.digest:
            self.findings += self.material.findings
        else:
            self.findings += check_alone(self.page, shown, self.project.shown(self.path))
        return script

    def _compare(self, script: Script) -> None:
        """Compare the current records with the promises of the script; where there are none a site may refuse it."""
        if self.material.records is not None:
            self.findings += compared(self.project, script, self.material.records)
            if not self.findings:
                self.findings += check_rerun(
                    self.project, script, self.material.records[AS_WRITTEN], self.material.again
                )
        elif self.env.config.printproof_require_records:
            cure = f"run it with: printproof check {self.docname}"
            self.findings += [Finding(script.place(), "error", "record", "has not been run as it stands now", cure)]

    def _kept(self, cell: Cell) -> Kept:
        """What is kept of a cell that no run has shown."""
        if self.material.records:
            return (), {}
        try:
            return baselines(self.project, self.docname, cell.name), kept_value(self.project, self.docname, cell)
        except PromiseError as error:
            self.findings += error.findings
            return (), {}


def run_scripts(app: Sphinx) -> None:
    """Run what must be run before pages are read; a run that fails makes the build fail."""
    if not app.config.printproof_run:
        return
    project = build_of(app.config).project
    scripts, _ = scripts_of(project, project.docnames())  # the page of one that cannot be read says so
    try:
        ran = bring_up_to_date(project, scripts, progress=lambda line: logger.info("%s", line))
        logger.info("%s", ran)
        _fail(app, ran.failures)
    except RunError as error:
        _fail(app, error.findings)


def _fail(app: Sphinx, findings: Iterable[Finding]) -> None:
    """Report what is wrong; the build goes on and ends with an error."""
    for finding in findings:
        logger.error("%s", finding)
        app.statuscode = 1


def is_ours(app: Sphinx, docname: str, text: str) -> bool:
    """Whether a page is ours: it names an example, has a script with cells, or all pages of Markdown are."""
    path, project = Path(app.env.doc2path(docname)), build_of(app.config).project
    if path.suffix != MARKDOWN:  # of others those that keep their code
        return project.script(docname).resolve() == path.resolve() and project.has_cells(docname)
    script = app.config.printproof_all_pages or project.has_cells(docname)
    return script or names_example(text)


def fingerprint_of(app: Sphinx, docname: str, ours: bool) -> str:
    """A digest of what a page is made of: its own text, its script, figures, records and translations.

    Sphinx goes by the time of the text, which a clock that is set back, or a copy, leaves behind. It is empty for a
    page that is not ``ours`` and has no script that would make it so.
    """
    build, translations = build_of(app.config), ""
    if app.config.printproof_all_pages:
        catalog = Path(app.config.locale_dirs[0], app.config.language, "LC_MESSAGES", f"{docname}.mo")
        translations = sha256(catalog.read_bytes()).hexdigest() if catalog.is_file() else ""
    elif not ours and not build.project.has_cells(docname):
        return ""
    text = sha256(Path(app.env.doc2path(docname)).read_bytes()).hexdigest()
    return build.outline(docname).digest + translations + text


def on_source_read(app: Sphinx, docname: str, content: list[str]) -> None:
    """Settle whether a page is ours, and read its cells; remember what it is made of."""
    facts = facts_of(app.env.metadata[docname])
    facts.ours = is_ours(app, docname, content[0])
    facts.fingerprint = fingerprint_of(app, docname, facts.ours)
    if facts.ours:
        content[0] = Reader(app.env, docname).read(content[0])


def on_env_get_outdated(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Pages that are made of something else than when they were read."""
    # A build of a preview comes here again, and files may have changed since the last one.
    build_of(app.config).forget()
    known = ((docname, facts_of(env.metadata[docname])) for docname in env.metadata.keys() - removed)
    return [page for page, facts in known if facts.fingerprint != fingerprint_of(app, page, facts.ours)]


def on_env_before_read_docs(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    """End the build at a page that is not UTF-8, which Sphinx would report as a crash that names no page."""
    project = build_of(app.config).project
    utf_8 = app.config.source_encoding.lower().startswith("utf-8")  # Sphinx 9 still knows others
    for path in (Path(env.doc2path(docname)) for docname in docnames if utf_8):
        if line := undecodable_line(path):
            place = Place(str(project.shown(path)), line)
            end_build(Finding(place, "error", "page", "a byte is not UTF-8", "save the file as UTF-8"))


def on_env_updated(app: Sphinx, env: BuildEnvironment) -> None:
    """Report what is wrong, once all pages are read, and end the build with an error."""
    project = build_of(app.config).project
    findings = [finding for metadata in env.metadata.values() for finding in facts_of(metadata).findings]
    for docname in project.docnames():
        if docname not in env.found_docs or not facts_of(env.metadata[docname]).ours:
            place = Place(str(project.shown(project.script(docname))), docname=docname)
            cure = f"{project.shown(project.page(docname))}: write the page, or remove the script"
            findings.append(Finding(place, "error", "page", "no page shows this script", cure))
    _fail(app, findings)


def setup(app: Sphinx) -> None:
    """Read pages, and refuse those that cannot be trusted.

    ``printproof_run`` runs scripts without a current record, ``printproof_require_records`` refuses pages without one,
    ``printproof_require_alt`` figures without an alternative text.
    """
    app.add_config_value("printproof_run", True, "", types=frozenset({bool}))
    app.add_config_value("printproof_require_records", False, "env", types=frozenset({bool}))
    app.add_config_value("printproof_require_alt", False, "env", types=frozenset({bool}))
    app.connect("builder-inited", run_scripts)
    app.connect("env-get-outdated", on_env_get_outdated)
    app.connect("source-read", on_source_read, priority=SourceRead.TAKE_PAGE)
    app.connect("env-before-read-docs", on_env_before_read_docs)
    app.connect("env-updated", on_env_updated)
