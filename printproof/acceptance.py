"""The verb accept: run scripts, let their promises say what they printed, and show what changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping

from printproof.accept import accepted, changes, replace_file
from printproof.check import failed_report, reference_of
from printproof.kept import keep_figures
from printproof.project import Project
from printproof.promise import AS_WRITTEN
from printproof.proof import prove
from printproof.run import bring_up_to_date, current_records
from printproof.script import ScriptError, load_script, read_script
from printproof.second import prove_again


def accept_scripts(
    project: Project,
    docnames: Iterable[str],
    environ: Mapping[str, str] = os.environ,
    said: Callable[[str], None] = print,
) -> list[str]:
    """Rewrite the promises of scripts in place and say what changed; gives a report for each script refused.

    A script is refused, and left as it is, where a run fails, a cell raises unannounced, a second run elsewhere
    does not print the same, or something stays wrong that no promise can say, such as a warning or hidden state.
    Accepting twice changes nothing the second time.
    """
    reports: list[str] = []
    for docname in docnames:
        try:
            reports += _accept(project, docname, environ, said)
        except ScriptError as error:
            reports.append(str(error))
    return reports


def _accept(project: Project, docname: str, environ: Mapping[str, str], said: Callable[[str], None]) -> list[str]:
    path = project.script(docname)
    script = load_script(path, project.shown(path))
    ran = bring_up_to_date(project, [docname], environ)
    if ran.failures:
        return [failed_report(script, failure) for failure in ran.failures]
    records = current_records(project, docname, environ)
    assert records is not None, "every run left a record"
    text = accepted(script, records)
    breaches = prove(read_script(text, script.path), records, reference_of(project))
    again, failures = ([], []) if breaches else prove_again(project, [docname], environ)
    if breaches or again or failures:
        return [*map(str, [*breaches, *again]), *(failed_report(script, failure) for failure in failures)]
    drawn = list(keep_figures(project, docname, records[AS_WRITTEN]))
    for line in drawn:
        said(line)
    if text == script.text and drawn:
        return []
    if text == script.text:
        said(f"{script.path}: every promise says what is printed")
        return []
    replace_file(path, text)
    said(changes(script.text, text, script.path))
    return []
