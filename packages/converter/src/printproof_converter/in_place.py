"""A page that keeps its code gets the outputs that it is expected to have, below its cells; nothing else changes."""

from collections.abc import Callable, Sequence
from pathlib import Path

from printproof.promises.accept import acceptances, write_accepted
from printproof.runs.record import Record, read_record
from printproof.runs.schedule import bring_up_to_date, no_progress
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.files import write_if_changed
from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_converter.importing import faults_in, with_addresses


def kept_pages(project: Project, paths: Sequence[Path]) -> dict[Path, str]:
    """The docnames of those paths that are pages which keep their code."""
    found = {path: project.docname(str(path)) for path in paths if path.is_file()}
    return {path: name for path, name in found.items() if project.script(name).resolve() == path.resolve()}


def write_outputs(project: Project, docnames: Sequence[str], report: Callable[[str], None] = print) -> list[Finding]:
    """Run the cells of pages and write below each what it printed; the findings are what an author has to do.

    A cell that is at fault keeps what stands below it. A value with an address in memory is written as one that varies.
    Raises ScriptError where a page cannot be read, RunError where the time limit is none.
    """
    scripts = {docname: script_of(project, docname) for docname in docnames}
    for docname in bring_up_to_date(project, list(scripts.values())).current:
        record: Record = read_record(project.record(docname, AS_WRITTEN))
        write_if_changed(project.script(docname), with_addresses(scripts[docname], record))
    found, findings = acceptances(project, [script_of(project, docname) for docname in docnames])
    for one in found:
        # What a notebook stored before is told; of a page all that is written is new.
        write_accepted(project, one, report if one.script.is_notebook else no_progress)
        at_fault = {finding.place.cell for finding in one.faults}
        cells = [cell.name for cell in one.script.cells]
        done = f"{len(cells) - len(at_fault)} of {len(cells)} cells have their expected output below them"
        report(f"{one.script.path}: {done}")
        findings += faults_in(script_of(project, one.script.docname), one)
    return findings
