"""What prints what, on which jax? Every promise on every supported version and instruction set, as one table.

The table is put together from jobs, one for each environment. A job is this module, started with a folder for its
records by the interpreter of the job; it prints results as JSON.
"""

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path

from printproof.base.files import write_whole
from printproof.base.processes import PACKAGE
from printproof.findings import Finding, Place, Refusal
from printproof.project import Project, find_project
from printproof.promises.check import PromiseError, check_script
from printproof.promises.interpreters import environment_of, python_for, without_python
from printproof.promises.purity import against
from printproof.promises.versions import locks, numbers_of
from printproof.runs.imports import imports_of
from printproof.runs.libraries import JAX, how_to_install, jax_here, versions_of
from printproof.runs.record import Record
from printproof.runs.schedule import bring_up_to_date, modes_of
from printproof.scripts.modes import AS_WRITTEN, MODES
from printproof.scripts.script import Script, script_of

EXACT, CLOSE, DIFFERS, RAISES = "exact", "close", "differs", "raises"

INSTRUCTION_SETS = ("SSE4_2", "AVX", "AVX2", "AVX512")
"""What stands in for other machines: the caps of XLA from the oldest that JAX supports to the newest."""


@dataclass(frozen=True)
class Result:
    """How a script fared: its result in each mode, and a report on each thing that no promise declares.

    ``exact`` is the same text, ``close`` the same integers and text with floats to five digits, ``differs``
    anything else, ``raises`` a run that ended early.
    """

    modes: dict[str, str]
    reports: list[str]


Results = dict[str, dict[str, Result]]
"""By the name of a job and by docname."""


@dataclass(frozen=True)
class Matrix:
    """What came of all jobs: the table for a terminal, and a report for each promise that a required job breaks.

    ``unwritten`` says why the table of the site was not written although every promise holds; None where it was, or
    where nobody asked for it.
    """

    text: str
    reports: list[str]
    unwritten: Finding | None = None


@dataclass(frozen=True)
class MatrixJob:
    """One environment: a jax with its lock (None: the one installed here), an instruction set, a platform."""

    name: str
    lock: Path | None = None
    instructions: str = ""
    platform: str = "cpu"


def matrix_jobs(project: Project, accelerator: str | None) -> list[MatrixJob]:
    """A job for each lock ``requirements-jax-VERSION.txt``, for the installed jax, and for each instruction set.

    The locks are the list of the supported versions. An accelerator adds a job that is never required. Raises
    PromiseError where jax is not installed.
    """
    here = jax_here()
    if not here:
        raise PromiseError.at("jax", "is not installed", how_to_install("jax"))
    known: dict[str, Path | None] = {**locks(project), here: None}
    found = [MatrixJob(f"jax {name}", known[name]) for name in sorted(known, key=numbers_of)]
    if platform.machine().lower() in {"x86_64", "amd64"}:
        found += [MatrixJob(name, instructions=name) for name in INSTRUCTION_SETS]
    return [*found, MatrixJob(accelerator, platform=accelerator)] if accelerator else found


def run_matrix_job(project: Project, job: MatrixJob) -> dict[str, Result]:
    """The results of a job by docname. Raises PromiseError where the job itself does not run, or has no Python."""
    folder = project.build / "matrix" / job.name.replace(" ", "-")
    env = {**os.environ, "JAX_PLATFORMS": job.platform, "PYTHONPATH": str(_package_alone(project.build / "matrix"))}
    if job.instructions:
        env["XLA_FLAGS"] = f"--xla_cpu_max_isa={job.instructions}"
    # Not own_module: its interpreter is this one.
    command = [_python(folder, job), "-m", f"{PACKAGE.name}.promises.matrix", str(folder)]
    done = subprocess.run(command, cwd=project.root, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise PromiseError.at(job.name, f"the job ended with exit status {done.returncode}", "its reason stands above")
    return {docname: Result(**result) for docname, result in json.loads(done.stdout).items()}


def _package_alone(folder: Path) -> Path:
    """A folder that holds a link to this package and nothing else.

    Beside an installed package lies all that is installed with it: on the path of a job, its jax would come first.
    """
    place = folder / "package"
    place.mkdir(parents=True, exist_ok=True)
    link = place / PACKAGE.name
    link.unlink(missing_ok=True)
    link.symlink_to(PACKAGE.resolve(), target_is_directory=True)
    return place


def _python(folder: Path, job: MatrixJob) -> str:
    """The interpreter of a job. Raises PromiseError where it cannot be had."""
    if job.lock is None:
        return sys.executable
    python = python_for(job.lock)
    if python is None:
        raise PromiseError.at(job.name, without_python(job.lock))
    return environment_of(job.lock, python, folder / "venv")


def table(project: Project, results: Results) -> dict[str, object]:
    """What the page of the versions shows: jobs, and by script its digest and a result per job and mode."""
    scripts = {
        docname: {
            "digest": sha256(project.script(docname).read_bytes()).hexdigest(),
            "results": {name: found[docname].modes for name, found in results.items()},
        }
        for docname in project.docnames()
    }
    return {"lanes": list(results), "scripts": scripts}


def lines(results: Results) -> Iterator[str]:
    """The table for a terminal: a row per script and mode, a column per job."""
    wide = {name: max(10, len(name)) for name in results}
    yield "  ".join([f"{'script and mode':<34}", *(f"{name:<{wide[name]}}" for name in wide)]).rstrip()
    for docname, first in next(iter(results.values())).items():
        for mode in first.modes:
            cells = (f"{results[name][docname].modes.get(mode, RAISES):<{wide[name]}}" for name in wide)
            yield "  ".join([f"{docname} {mode:<{33 - len(docname)}}", *cells]).rstrip()


def check_matrix(
    project: Project, accelerator: str | None, target: Path | None, report: Callable[[str], None]
) -> Matrix:
    """Run every job and compare. A job whose jax needs a Python that is not here is left out, and said to be.

    Where all hold, the table of the site is written to ``target``; not where a job was left out, as the site would
    lose its column without a word. Raises PromiseError where a job does not run, or no script imports JAX.
    """
    results: Results = {}
    left_out: list[str] = []
    jobs = matrix_jobs(project, accelerator)
    _refuse_without_jax(project)
    for job in jobs:
        if job.lock and python_for(job.lock) is None:
            left_out.append(job.name)
            report(f"{job.name}: left out: it {without_python(job.lock)}")
            continue
        report(f"{job.name}: running")
        results[job.name] = run_matrix_job(project, job)
    reports = sorted({r for name, found in results.items() if name != accelerator for r in _undeclared(found)})
    unwritten = _unwritten(target, left_out) if target and left_out and not reports else None
    if target and not reports and not unwritten:
        write_whole(target, json.dumps(table(project, results), indent=1, sort_keys=True) + "\n")
    return Matrix("\n".join(lines(results)), reports, unwritten)


def _refuse_without_jax(project: Project) -> None:
    """Raises PromiseError where there is nothing that a version of jax could print otherwise."""
    scripts = (project.script(docname) for docname in project.docnames())
    if not any(JAX in versions_of(imports_of(project, script, os.environ).names) for script in scripts):
        fact = "no script imports JAX, and the table is one of versions of JAX"
        raise PromiseError.at(project.shown(project.examples), fact, "compare their outputs with: printproof check")


def _unwritten(target: Path, left_out: list[str]) -> Finding:
    fact = f"was not written: it would lose the column of {' and '.join(left_out)}, which was left out"
    return Finding(Place(str(target)), "error", "matrix", fact, "install the Python that is named above")


def _undeclared(found: Mapping[str, Result]) -> Iterator[str]:
    for docname, result in found.items():
        yield from result.reports
        if not result.reports and any(mode not in {EXACT, CLOSE} for mode in result.modes.values()):
            yield f"{docname}: a mode holds on no promise; run the job by itself to see why"


def results_of(project: Project) -> dict[str, Result]:
    """The result of each script, by docname. Raises ScriptError where one cannot be read."""
    scripts = [script_of(project, docname) for docname in project.docnames()]
    ran = bring_up_to_date(project, scripts, lambda line: print(line, file=sys.stderr))
    found: dict[str, Result] = {}
    for script in scripts:
        records = ran.records.get(script.docname)
        failures = [finding for finding in ran.failures if finding.place.docname == script.docname]
        if records is None:
            modes = modes_of(project, script)
            found[script.docname] = Result(dict.fromkeys(modes, RAISES), list(map(str, failures)))
        else:
            found[script.docname] = result_of(project, script, records)
    return found


def result_of(project: Project, script: Script, records: Mapping[str, Record]) -> Result:
    """How a script fared by its records: told apart by the rules that are broken in each mode."""
    jax = records[AS_WRITTEN].versions.get(JAX, "")
    strict = check_script(script, records, jax, project.accept)
    # No jax has this version, so that every jax is compared by value.
    loose = check_script(script, records, "none", project.accept)
    modes = (mode for mode in MODES if mode in records)
    results = {mode: _result(mode, strict, loose, _same_text(script, records, mode)) for mode in modes}
    return Result(results, list(map(str, loose)))


def _same_text(script: Script, records: Mapping[str, Record], mode: str) -> bool:
    """True where each cell prints the text of the run as written, character by character, or has a promise of its own.

    Of an error only what is announced of it is shown, and only that is compared.
    """
    base, record = against(records) if mode != AS_WRITTEN else records[mode], records[mode]
    for one, other in zip(base.cells, record.cells, strict=False):
        promise = script.cell(one.name).promise
        shown = [(run.printed, run.value_lines) for run in (one, other)]
        if shown[0] != shown[1] and not any(block.mode == mode for block in promise.outputs):
            return False
    return True


def _result(mode: str, strict: list[Finding], loose: list[Finding], same_text: bool) -> str:
    rules = {finding.rule for finding in loose if finding.place.mode == mode}
    if rules:
        return RAISES if "raise" in rules else DIFFERS
    return CLOSE if not same_text or any(finding.place.mode == mode for finding in strict) else EXACT


def main(folder: str) -> int:
    """Run the job of the project in the current folder, with its records below a folder of their own."""
    try:
        project = replace(find_project(Path.cwd()), build=Path(folder))
        print(json.dumps({docname: asdict(result) for docname, result in results_of(project).items()}))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # the matrix says so
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
