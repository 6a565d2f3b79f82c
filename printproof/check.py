"""Do all scripts of a project keep their promises? What must be run is run, then everything is compared."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from printproof.project import Project
from printproof.promise import PHRASES
from printproof.proof import Reference, prove
from printproof.run import Failure, Ran, bring_up_to_date, current_records
from printproof.script import Script, ScriptError, load_script
from printproof.second import prove_again

LIMIT_CURE = "make it shorter, name a smaller constant under '# Reduced:', or set SCRIPT_LIMIT_S"


@dataclass(frozen=True)
class Checked:
    """What was run, and a report for each promise that does not hold; none means that all hold."""

    ran: Ran
    reports: tuple[str, ...]


def check_scripts(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    said: Callable[[str], None] = lambda line: None,
    again: bool = False,
) -> Checked:
    """Run the scripts that have no current record and compare every record with its promises.

    With ``again`` each script also runs a second time elsewhere. A script that cannot be read is reported
    like a promise that does not hold; the others are checked all the same.
    """
    scripts: dict[str, Script] = {}
    reports: list[str] = []
    for docname in docnames:
        try:
            scripts[docname] = load_script(project.script(docname), project.shown(project.script(docname)))
        except ScriptError as error:
            reports.append(str(error))
    ran = bring_up_to_date(project, scripts, environ, said)
    reports += [failed_report(scripts[failure.docname], failure) for failure in ran.failures]
    held = {
        docname: list(_breaches(project, docname, script, environ)) for docname, script in scripts.items()
    }
    reports += [report for found in held.values() for report in found]
    if again:
        breaches, failures = prove_again(
            project, [name for name, found in held.items() if not found], environ, said
        )
        reports += [
            *map(str, breaches),
            *(failed_report(scripts[failure.docname], failure) for failure in failures),
        ]
    return Checked(ran, tuple(reports))


def reference_of(project: Project) -> Reference:
    """The version on which a project's promises are exact, and its command to accept."""
    return Reference(project.reference, project.accept)


def _breaches(project: Project, docname: str, script: Script, environ: Mapping[str, str]) -> Iterator[str]:
    records = current_records(project, docname, environ)
    if records is not None:
        yield from map(str, prove(script, records, reference_of(project)))


def failed_report(script: Script, failure: Failure) -> str:
    """What a run that left no record has to say, at the cell in which it ended."""
    cell = next((cell for cell in script.cells if cell.name == failure.cell), script.cells[0])
    mode = PHRASES.get(failure.mode, " with reduced constants") or " as written"
    cure = LIMIT_CURE if "SCRIPT_LIMIT_S" in failure.fact else "let the cell end in Python, by itself"
    return (
        f"{script.path}:{cell.line}: cell '{cell.name}' {failure.fact}{mode and f' [{mode.strip()}]'}; {cure}"
    )
