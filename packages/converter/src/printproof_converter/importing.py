"""How does a document of cells become a page with a script? Named, moved, run, compared with what it said before."""

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from printproof.pages.handed_over import kept_options
from printproof.pages.shown_cells import Shown, check_drawn
from printproof.promises.accept import Acceptance, acceptances, write_accepted
from printproof.promises.baselines import baseline_path
from printproof.promises.check import check_script
from printproof.promises.faults import failed_cells
from printproof.runs.record import Record, read_record
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.kept_in_page import RAISES
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.myst_cells import cells_of
from printproof.scripts.notebook import VARIES
from printproof.scripts.notebook_outputs import ADDRESS
from printproof.scripts.promise import OUTPUT, VALUE, Output, Promise
from printproof.scripts.rewrite import rewrite
from printproof.scripts.script import Script, read_script
from printproof_base.files import write_if_changed, write_whole
from printproof_base.findings import Finding, Place
from printproof_base.project import Project
from printproof_converter.conversion import Conversion
from printproof_converter.sources import conversions_of

KEPT = ".orig"
"""The suffix of the copy of a document as it was before its import. It lies beside the page, as what is built may be
removed at any time.
"""


def preview_import(project: Project, paths: Sequence[Path], report: Callable[[str], None] = print) -> None:
    """Say what an import would make of documents; nothing runs and nothing is written. Raises DocumentError as it."""
    for one in conversions_of(project, paths):
        script, page = project.shown(project.script(one.docname)), str(project.shown(project.page(one.docname)))
        report(f"{page}: {len(one.cells)} cells would run from {script}")
        for finding in sorted(one.findings(page, one.page()[1]), key=lambda finding: finding.place.line):
            report(str(finding))


def import_documents(
    project: Project, paths: Sequence[Path], report: Callable[[str], None] = print, run: bool = True
) -> list[Finding]:
    """Make a page and a script of each MyST page or notebook, and promises of what its cells print.

    The code runs, as it does in a notebook; without ``run`` it does not, and no cell has a promise yet. ``report``
    gets what was done, the findings are what an author has to do. Outputs that a notebook kept are the first promise:
    where a run prints something else, they stay, and the difference is a finding. Raises DocumentError, with all that
    stands in the way and before anything is written, where a document cannot be imported; RunError where the time
    limit is none. Interrupted, it leaves each document either imported or as it was.
    """
    conversions = conversions_of(project, paths)
    findings: list[Finding] = []
    begun: dict[str, _Importing] = {}
    try:
        for one in conversions:
            write_whole(project.script(one.docname), one.script)
        found, failures = _run(project, [one.docname for one in conversions]) if run else ({}, [])
        for one in conversions:
            importing = begun[one.docname] = _Importing(project, one, found.get(one.docname))
            settled = importing.write()
            importing.finish()
            importing.tell(report, settled)
            findings += [failure for failure in failures if failure.place.docname == one.docname]
            findings += [*settled, *importing.findings()]
    finally:
        for one in conversions:
            if one.docname in begun:
                begun[one.docname].finish()
            else:  # a script without its page would be refused the next time
                project.script(one.docname).unlink(missing_ok=True)
    return findings


def _run(project: Project, docnames: Sequence[str]) -> tuple[dict[str, Acceptance], list[Finding]]:
    """What the scripts print, by docname, and what ended runs that did not end by themselves."""
    scripts = [script_of(project, docname) for docname in docnames]
    ran = bring_up_to_date(project, scripts)
    # Before the promises are written: a value with an address would fail in the next run.
    for script in (script for script in scripts if script.docname in ran.current):
        run = read_record(project.record(script.docname, AS_WRITTEN))
        write_if_changed(project.script(script.docname), with_addresses(script, run))
    found, failures = acceptances(project, [script_of(project, docname) for docname in docnames])
    return {one.script.docname: one for one in found}, failures


def with_addresses(script: Script, record: Record) -> str:
    """The script with each last value that holds an address as an example, which is not compared."""
    promises = {cell.name: cell.promise for cell in script.cells}
    for run in record.cells:
        if run.value and ADDRESS.search(run.value):
            printed = Output(AS_WRITTEN, 0, run.printed)
            value = Output(AS_WRITTEN, 0, run.value_lines, kind=VALUE, varies=VARIES)
            outputs = ((printed,) if run.printed else ()) + (value,)
            promises[run.name] = replace(promises[run.name], outputs=outputs)
    return rewrite(script, promises)


def faults_in(script: Script, found: Acceptance) -> Iterator[Finding]:
    """What is wrong with a script, at its lines now: they were found before its promises were written."""
    for fault in found.faults:
        moved = script.cell(fault.place.cell).line - found.script.cell(fault.place.cell).line
        yield replace(fault, place=replace(fault.place, line=fault.place.line + moved))


class _Importing:
    """One document that is imported: what its runs did, and what becomes of it."""

    def __init__(self, project: Project, conversion: Conversion, found: Acceptance | None) -> None:
        self.project, self.conversion, self.found = project, conversion, found
        self.source, self.docname = conversion.source, conversion.docname
        self.page, self.path = project.page(self.docname), project.shown(project.page(self.docname))
        self.runs = {run.name: run for run in found.records[AS_WRITTEN].cells} if found else {}
        self.failed = failed_cells(found.script, found.records) if found else set()
        drawn = (name for name, run in self.runs.items() if run.figures and name not in self.failed)
        wordless = [name for name in drawn if not kept_options(self.conversion.cells[name]).get("alt")]
        self.text, self.lines = self.conversion.page(wordless)
        self.before = self.source.path.read_bytes()
        self.backup = self._place_of_backup()

    def write(self) -> list[Finding]:
        """Write promises, then the page; the document as it was is kept first. The findings are those of promises."""
        # The copy comes first and the page last: whether the page is written says whether the document is imported.
        write_if_changed(self.backup, self.before)
        settled = list(self._settle(self.found)) if self.found else []
        write_whole(self.page, self.text.replace("\n", self.source.line_end))
        return settled

    def finish(self) -> None:
        """Where the page is written, its notebook goes; else all goes that was written for it."""
        if self.page.is_file() and self.page.read_bytes() != self.before:
            gone = [self.source.path] if self.source.path != self.page.resolve() else []
        else:
            script = self.project.script(self.docname)
            drawn = (baseline_path(script, name) for name, run in self.runs.items() if run.figures)
            gone = [script, self.backup, *drawn]
        for path in gone:
            path.unlink(missing_ok=True)

    def tell(self, report: Callable[[str], None], settled: Sequence[Finding]) -> None:
        """Say what was done, and what was not kept as it was."""
        script = self.project.shown(self.project.script(self.docname))
        kept = self.runs.keys() - self.failed - {finding.place.cell for finding in settled}
        report(
            f"{self.path}: {len(self.conversion.cells)} cells run from {script}, {len(kept)} of them keep a promise now"
        )
        report(f"{self.path}: the document as it was is kept as {self.project.shown(self.backup)}")
        left_out = self.conversion.findings(str(self.path), self.lines)
        for finding in sorted(left_out, key=lambda one: one.place.line):
            report(str(finding))

    def findings(self) -> Iterator[Finding]:
        """What an author has to do on the page."""
        page = Place(str(self.path), docname=self.docname)
        for number, picture in self.source.attached:
            fact = f"the picture {picture!r} is kept inside of cell {number} of the notebook"
            yield Finding(page, "error", "import", fact, "save it beside the page and name its file there")
        for cell in cells_of(self.text):
            options = {name: str(value) for name, value in cell.options.items()}
            if (name := options.get("example", "")) in self.runs and name not in self.failed:
                yield from check_drawn(page, Shown(cell.start + 1, options), len(self.runs[name].figures))

    def _place_of_backup(self) -> Path:
        """Where the document as it is will be kept; what is there already stays."""
        place = self.project.docs / self.source.path.relative_to(self.project.docs.resolve())
        names = (place.with_name(f"{place.name}{KEPT}{number or ''}") for number in itertools.count())
        return next(name for name in names if not name.exists() or name.read_bytes() == self.before)

    def _settle(self, found: Acceptance) -> Iterator[Finding]:
        """Write what is printed as promises, and what a notebook kept where that is something else."""
        after = read_script(found.text, found.script.path, self.docname)
        drifted = dict(self._drifted(after))
        text = rewrite(after, {cell.name: drifted.get(cell.name, cell.promise) for cell in after.cells})
        write_accepted(self.project, replace(found, text=text))
        script = read_script(text, after.path, self.docname)
        yield from faults_in(script, found)
        for finding in check_script(script, found.records, self.project.reference, self.project.accept):
            if finding.place.cell in drifted and finding.rule in {"output", "value"}:
                origin = self.conversion.origin(self.conversion.cells[finding.place.cell])
                yield replace(finding, detail=(*finding.detail, f"  the promise is what was kept in {origin}"))
        yield from self._raised_nothing(script)

    def _drifted(self, after: Script) -> Iterator[tuple[str, Promise]]:
        """The cells that a notebook shows with other outputs than they have now, with these as their promise."""
        for name, run in self.runs.items():
            kept = self.source.origin(self.conversion.cells[name].start).kept
            promise = after.cell(name).promise
            varies = promise.varies(OUTPUT) or promise.varies(VALUE)
            if kept and name not in self.failed and not varies and kept.differs(run):
                others = [one for one in promise.outputs if one.mode != AS_WRITTEN or one.of_other_versions]
                yield name, replace(promise, outputs=(*kept.blocks(run), *others))

    def _raised_nothing(self, script: Script) -> Iterator[Finding]:
        """The cells that were expected to raise and do not: a page that explains an error would be wrong."""
        for name, cell in self.conversion.cells.items():
            kept = self.source.origin(cell.start).kept
            if RAISES in cell.tags and not self.runs[name].error and not (kept and kept.error):
                fact = f"had the tag '{RAISES}', and raises nothing now"
                cure = "does the prose still speak of an error?"
                yield script.finding("import", script.cell(name), AS_WRITTEN, fact, cure)
