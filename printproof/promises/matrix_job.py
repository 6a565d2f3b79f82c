"""How do all promises fare in this environment? One job of the matrix: one jax, one instruction set.

Started as a module with a folder for its records by the interpreter of the job; it prints results as JSON.
"""

import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from printproof.findings import Finding, Refusal
from printproof.project import Project, find_project
from printproof.promises.check import check_script, reference_of
from printproof.runs.record import Record
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof.scripts.script import Script, script_of

EXACT, CLOSE, DIFFERS, RAISES = "exact", "close", "differs", "raises"


@dataclass(frozen=True)
class Result:
    """How a script fared: its result in each mode, and a report on each thing that no promise declares.

    ``exact`` is the same text, ``close`` the same integers and text with floats to five digits, ``differs``
    anything else, ``raises`` a run that ended early.
    """

    modes: dict[str, str]
    reports: list[str]


def write_results(results: Mapping[str, Result]) -> str:
    """Results by docname as one line of JSON."""
    return json.dumps({docname: asdict(result) for docname, result in results.items()})


def read_results(text: str) -> dict[str, Result]:
    """The results by docname that `write_results` wrote."""
    return {docname: Result(**result) for docname, result in json.loads(text).items()}


def results_of(project: Project) -> dict[str, Result]:
    """The result of each script, by docname. Raises ScriptError where one cannot be read."""
    scripts = [script_of(project, docname) for docname in project.docnames()]
    ran = bring_up_to_date(project, scripts, os.environ, lambda line: print(line, file=sys.stderr))
    found: dict[str, Result] = {}
    for script in scripts:
        records = ran.records.get(script.docname)
        failures = [finding for finding in ran.failures if finding.place.docname == script.docname]
        if records is None:
            found[script.docname] = Result(dict.fromkeys(MODES, RAISES), list(map(str, failures)))
        else:
            found[script.docname] = result_of(project, script, records)
    return found


def result_of(project: Project, script: Script, records: Mapping[str, Record]) -> Result:
    """How a script fared by its records: told apart by the rules that are broken in each mode."""
    reference = reference_of(project)
    jax = records[AS_WRITTEN].versions.get("jax", "")
    strict = check_script(script, records, replace(reference, version=jax))
    # No jax has this version, so that every jax is compared by value.
    loose = check_script(script, records, replace(reference, version="none"))
    modes = {mode: _result(mode, strict, loose) for mode in MODES}
    return Result(modes, list(map(str, loose)))


def _result(mode: str, strict: list[Finding], loose: list[Finding]) -> str:
    rules = {finding.rule for finding in loose if finding.place.mode == mode}
    if rules:
        return RAISES if "raise" in rules else DIFFERS
    return CLOSE if any(finding.place.mode == mode for finding in strict) else EXACT


def main(folder: str) -> int:
    """Run the job of the project in the current folder, with its records below a folder of their own."""
    try:
        project = replace(find_project(Path.cwd()), build=Path(folder))
        print(write_results(results_of(project)))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # the matrix says so
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
