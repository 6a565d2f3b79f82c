"""How do all promises fare in this environment? One lane of the matrix: one jax, one instruction set.

Started as ``python -m printproof.promises.matrix_job FOLDER`` by the interpreter of the lane; it prints JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from printproof.project import Project, find_project
from printproof.promises.check import Reference, prove
from printproof.promises.suite import failed_report, reference_of
from printproof.runs.record import Record
from printproof.runs.schedule import bring_up_to_date, current_records
from printproof.scripts.promise import MODES
from printproof.scripts.script import Script, ScriptError, load_script

EXACT, CLOSE, DIFFERS, RAISES = "exact", "close", "differs", "raises"


def results_of(project: Project) -> dict[str, dict[str, object]]:
    """By docname: the result in each mode, and the reports on what no promise declares.

    ``exact`` is the same text, ``close`` the same integers and text with floats to five digits, ``differs``
    anything else, ``raises`` a run that ended early. Raises ScriptError where a script cannot be read.
    """
    scripts = {docname: load_script(project.script(docname)) for docname in project.docnames()}
    ran = bring_up_to_date(project, scripts, os.environ, lambda line: print(line, file=sys.stderr))
    found: dict[str, dict[str, object]] = {}
    for docname, script in scripts.items():
        records = current_records(project, docname)
        reports = [failed_report(script, failure) for failure in ran.failures if failure.docname == docname]
        modes: Mapping[str, str] = dict.fromkeys(MODES, RAISES)
        if records is not None:
            modes, more = _compare(script, records, reference_of(project))
            reports += more
        found[docname] = {"modes": modes, "reports": reports}
    return found


def _compare(script: Script, records: Mapping[str, Record], reference: Reference) -> tuple[dict[str, str], list[str]]:
    jax = records[MODES[0]].versions.get("jax", "")
    strict = {breach.mode for breach in prove(script, records, replace(reference, version=jax))}
    loose = prove(script, records, replace(reference, version="no version: by value"))
    ended = {breach.mode for breach in loose if "raises" in breach.sentence}
    results = {}
    for mode in MODES:
        differing = RAISES if mode in ended else DIFFERS
        undeclared = mode in {breach.mode for breach in loose}
        results[mode] = differing if undeclared else (CLOSE if mode in strict else EXACT)
    return results, [str(breach) for breach in loose]


def main(folder: str) -> int:
    """Run the lane of the project in the current folder, with its records below a folder of their own."""
    project = replace(find_project(Path.cwd()), build=Path(folder))
    try:
        print(json.dumps(results_of(project)))
    except ScriptError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # the matrix says so
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
