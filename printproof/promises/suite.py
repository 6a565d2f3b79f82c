"""Do all scripts of a project keep their promises? What must be run is run, then everything is compared."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from printproof.project import Project
from printproof.promises.baselines import KeptError, prove_figures
from printproof.promises.check import Breach, Reference, prove
from printproof.promises.reproducibility import prove_again
from printproof.runs.schedule import Failure, Ran, bring_up_to_date, current_records
from printproof.scripts.promise import PHRASES
from printproof.scripts.script import Script, ScriptError, load_script

LIMIT_CURE = "make it shorter, name a smaller constant under '# Reduced:', or set SCRIPT_LIMIT_S"


@dataclass(frozen=True)
class Report:
    """One promise that does not hold: the whole text, and whose promise it is; no mode and cell for a whole script."""

    text: str
    docname: str
    mode: str = ""
    cell: str = ""
    rule: str = ""

    def __str__(self) -> str:
        """The text, its first line complete in itself."""
        return self.text


@dataclass(frozen=True)
class Checked:
    """What was run, and a report for each promise that does not hold; none means that all hold.

    ``twice`` names the scripts that ran a second time: those without a report until then.
    """

    ran: Ran
    reports: tuple[Report, ...]
    twice: tuple[str, ...] = ()


def check_scripts(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    said: Callable[[str], None] = lambda line: None,
    again: bool = False,
) -> Checked:
    """Run the scripts that have no current record and compare every record with its promises.

    With ``again`` each script whose promises hold also runs a second time elsewhere. A script that cannot be read
    is reported like a promise that does not hold; the others are checked all the same.
    """
    with tempfile.TemporaryDirectory(prefix="programs-") as programs:
        return _check(project, docnames, environ, said, again, programs)


def _check(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str],
    said: Callable[[str], None],
    again: bool,
    programs: str,
) -> Checked:
    scripts: dict[str, Script] = {}
    reports: list[Report] = []
    for docname in docnames:
        try:
            scripts[docname] = load_script(project.script(docname), project.shown(project.script(docname)))
        except ScriptError as error:
            reports.append(Report(str(error), docname))
    ran = bring_up_to_date(project, scripts, environ, said, programs)
    reports += [_unfinished(scripts, failure) for failure in ran.failures]
    ended = {report.docname for report in reports}
    for docname, script in scripts.items():
        if docname not in ended:
            reports += _breaches(project, docname, script, environ)
    broken = {report.docname for report in reports}
    twice = tuple(docname for docname in scripts if docname not in broken) if again else ()
    breaches, failures = prove_again(project, twice, environ, said, programs)
    reports += [_broken(project, breach) for breach in breaches]
    reports += [_unfinished(scripts, failure) for failure in failures]
    return Checked(ran, tuple(reports), twice)


def reference_of(project: Project) -> Reference:
    """The version on which a project's promises are exact, and its command to accept."""
    return Reference(project.reference, project.accept)


def _breaches(project: Project, docname: str, script: Script, environ: Mapping[str, str]) -> Iterator[Report]:
    records = current_records(project, docname, environ)
    if records is None:
        cure = "let it leave its own file alone, and check again"
        yield Report(f"{script.path}:1: the script was changed while it ran; {cure}", docname)
        return
    reference = reference_of(project)
    yield from (_broken(project, breach) for breach in prove(script, records, reference))
    try:
        yield from (_broken(project, breach) for breach in prove_figures(project, docname, script, records, reference))
    except KeptError as error:
        yield Report(str(error), docname, rule="figure")


def _broken(project: Project, breach: Breach) -> Report:
    docname = (project.root / breach.path).relative_to(project.examples).with_suffix("").as_posix()
    return Report(str(breach), docname, breach.mode, breach.cell, breach.rule)


def _unfinished(scripts: Mapping[str, Script], failure: Failure) -> Report:
    text = failed_report(scripts[failure.docname], failure)
    return Report(text, failure.docname, failure.mode, failure.cell)


def failed_report(script: Script, failure: Failure) -> str:
    """What a run that left no record has to say, at the cell in which it ended."""
    cell = next((cell for cell in script.cells if cell.name == failure.cell), script.cells[0])
    mode = PHRASES.get(failure.mode, " with reduced constants") or " as written"
    cure = LIMIT_CURE if "SCRIPT_LIMIT_S" in failure.fact else "let the cell end in Python, by itself"
    return f"{script.path}:{cell.line}: cell '{cell.name}' {failure.fact}{mode and f' [{mode.strip()}]'}; {cure}"
