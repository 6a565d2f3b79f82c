"""The verb accept: run scripts, let their promises say what they printed, and show what changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from printproof.project import Project
from printproof.promises.accept import accepted, changes, replace_file
from printproof.promises.baselines import keep_figures
from printproof.promises.check import prove
from printproof.promises.reproducibility import prove_again
from printproof.promises.suite import failed_report, reference_of
from printproof.runs.schedule import bring_up_to_date, current_records
from printproof.scripts.promise import AS_WRITTEN
from printproof.scripts.script import Script, ScriptError, load_script, read_script


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
    scripts: dict[str, Script] = {}
    for docname in docnames:
        try:
            scripts[docname] = load_script(project.script(docname), project.shown(project.script(docname)))
        except ScriptError as error:
            reports.append(str(error))
    ran = bring_up_to_date(project, scripts, environ)
    reports += [failed_report(scripts[failure.docname], failure) for failure in ran.failures]
    texts = {
        docname: text for docname in scripts if (text := _text(project, scripts[docname], docname, environ, reports))
    }
    breaches, failures = prove_again(project, texts, environ)
    reports += [*map(str, breaches), *(failed_report(scripts[failure.docname], failure) for failure in failures)]
    refused = {*(breach.path for breach in breaches), *(str(scripts[failure.docname].path) for failure in failures)}
    for docname, text in texts.items():
        if str(scripts[docname].path) not in refused:
            _keep(project, docname, environ, scripts[docname], text, said)
    return reports


def _text(project: Project, script: Script, docname: str, environ: Mapping[str, str], reports: list[str]) -> str | None:
    """The script with promises that hold; None where a report says why there are none."""
    records = current_records(project, docname, environ)
    if records is None:
        return None
    try:
        text = accepted(script, records)
    except ScriptError as error:
        reports.append(str(error))
        return None
    found = prove(read_script(text, script.path), records, reference_of(project))
    # The lines of the text that was not written would mislead.
    reports += [str(replace(breach, line=script.cell(breach.cell).line)) for breach in found]
    return None if found else text


def _keep(
    project: Project,
    docname: str,
    environ: Mapping[str, str],
    script: Script,
    text: str,
    said: Callable[[str], None],
) -> None:
    """Write what changed, figures first: their records are current as long as the script is as it was."""
    records = current_records(project, docname, environ)
    drawn = list(keep_figures(project, docname, records[AS_WRITTEN])) if records else []
    for line in drawn:
        said(line)
    if text != script.text:
        replace_file(project.script(docname), text)
        said(changes(script.text, text, script.path))
    elif not drawn:
        said(f"{script.path}: every promise says what is printed")
