"""Every promise on every supported version of jax and every instruction set, or with other libraries, as one table.

The table is put together from jobs, one for each environment. A job is this module, started with a folder for its
records by the interpreter of the job; it writes its results, pickled, to standard output.
"""

import json
import os
import pickle
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printproof.promises.check import PromiseError
from printproof.promises.interpreters import environment_of, environment_with, python_for, without_python
from printproof.promises.result import RAISES, Result, result_of
from printproof.promises.versions import digest_of, locks
from printproof.runs.libraries import JAX, how_to_install, jax_here
from printproof.runs.schedule import bring_up_to_date, changed, current_records, modes_of, require_fork, versions_with
from printproof.scripts.loading import scripts_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.promise import ScriptError, numbers_of
from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place, ReportedError
from printproof_base.processes import own_packages
from printproof_base.project import Project, find_project

INSTRUCTION_SETS = ("SSE4_2", "AVX", "AVX2", "AVX512")
"""What stands in for other machines: the caps of XLA from the oldest that JAX supports to the newest."""


Results = dict[str, dict[str, Result]]
"""By the name of a job and by docname."""


@dataclass(frozen=True)
class Matrix:
    """What came of all jobs: the results, the jobs that were left out, and what is wrong.

    ``unwritten`` says why the table of the site was not written although every promise holds; None where it was, or
    where nobody asked for it.
    """

    results: Results
    left_out: tuple[str, ...]
    findings: tuple[Finding, ...]
    unwritten: Finding | None = None

    @property
    def numbers(self) -> dict[str, int]:
        """How many scripts were compared in how many jobs, and how many hold in each of them."""
        docnames = next(iter(self.results.values())).keys()
        holding = docnames - {finding.place.docname for finding in self.findings}
        jobs = {"jobs": len(self.results), "left_out": len(self.left_out)}
        return {"scripts": len(docnames), "holding": len(holding), **jobs}

    def __str__(self) -> str:
        """One line, whole in itself."""
        number = self.numbers
        left_out = f", {number['left_out']} left out" if self.left_out else ""
        return f"{number['holding']} of {number['scripts']} scripts hold in each of {number['jobs']} jobs{left_out}"


@dataclass(frozen=True)
class MatrixJob:
    """One environment: a jax with its lock (None: the one installed here), or an instruction set.

    Or what is installed here but for one ``requirement``, such as ``numpy==2.2``.
    """

    name: str
    lock: Path | None = None
    instructions: str = ""
    requirement: str = ""


def matrix_jobs(project: Project) -> list[MatrixJob]:
    """A job for each lock ``locks/requirements-jax-VERSION.txt``, for the installed jax, and for each instruction set.

    The locks are the list of the supported versions. Raises PromiseError where jax is not installed.
    """
    here = jax_here()
    if not here:
        raise PromiseError.at("jax", "is not installed", how_to_install("jax"))
    known: dict[str, Path | None] = {**locks(project), here: None}
    found = [MatrixJob(f"jax {name}", known[name]) for name in sorted(known, key=numbers_of)]
    # Of other processors XLA knows no such caps.
    if platform.machine().lower() in {"x86_64", "amd64"}:
        found += [MatrixJob(name, instructions=name) for name in INSTRUCTION_SETS]
    return found


def run_matrix_job(project: Project, job: MatrixJob, python: str, docnames: Sequence[str] = ()) -> dict[str, Result]:
    """The results of a job by docname, of all scripts where none is named; ``python`` makes its environment.

    Raises PromiseError where it does not run.
    """
    folder = project.build / "matrix" / job.name.replace(" ", "-")
    env = {**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(_package_alone(project.build / "matrix"))}
    if job.instructions:
        env["XLA_FLAGS"] = f"--xla_cpu_max_isa={job.instructions}"
    interpreter = environment_of(job.lock, python, folder / "venv") if job.lock else python
    if job.requirement:
        interpreter = environment_with(job.requirement, folder / "venv")
    # Not own_module: its interpreter is this one.
    command = [interpreter, "-m", "printproof.promises.matrix", str(folder), *docnames]
    done = subprocess.run(command, cwd=project.root, env=env, stdout=subprocess.PIPE, check=False)
    if done.returncode:
        raise PromiseError.at(job.name, f"the job ended with exit status {done.returncode}", "its reason stands above")
    found: dict[str, Result] = pickle.loads(done.stdout)
    return found


def _package_alone(folder: Path) -> Path:
    """A folder that holds a link to each package of ours and nothing else.

    Beside an installed package lies all that is installed with it: on the path of a job, its jax would come first.
    """
    place = folder / "package"
    place.mkdir(parents=True, exist_ok=True)
    for package in own_packages():
        link = place / package.name
        link.unlink(missing_ok=True)
        link.symlink_to(package.resolve(), target_is_directory=True)
    return place


def table(project: Project, results: Results) -> dict[str, object]:
    """What the page of the versions shows: jobs, and by script its digest and a result per job and mode."""
    scripts = {
        docname: {
            "digest": digest_of(project.script(docname)),
            "results": {name: found[docname].modes for name, found in results.items()},
        }
        for docname in project.docnames()
    }
    return {"jobs": list(results), "scripts": scripts}


def rows(results: Results) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each script in each mode, with what came of it by the name of the job."""
    for docname, first in next(iter(results.values())).items():
        for mode in first.modes:
            yield docname, mode, {name: found[docname].modes.get(mode, RAISES) for name, found in results.items()}


def lines(results: Results) -> Iterator[str]:
    """The table for a terminal: a row per script and mode, a column per job."""
    wide = {name: max(10, len(name)) for name in results}
    yield "  ".join([f"{'script and mode':<34}", *(f"{name:<{wide[name]}}" for name in wide)]).rstrip()
    for docname, mode, row in rows(results):
        cells = (f"{fared:<{wide[name]}}" for name, fared in row.items())
        yield "  ".join([f"{docname} {mode:<{33 - len(docname)}}", *cells]).rstrip()


def check_matrix(project: Project, target: Path | None, report: Callable[[str], None]) -> Matrix:
    """Run every job and compare. A job whose jax needs a Python that is not here is left out, and said to be.

    A script that cannot be read is reported like a promise that does not hold. Where all hold, the table of the site is
    written to ``target``; not where a job was left out, as the site would lose its column without a word. Raises
    PromiseError where a job does not run, or no script imports JAX.
    """
    jobs = matrix_jobs(project)
    _refuse_without_jax(project)
    results, left_out = _run_jobs(project, jobs, report)
    findings = _findings(results.values())
    unwritten = None
    if target and left_out and not findings:
        fact = f"was not written: it would lose the column of {' and '.join(left_out)}, which was left out"
        cure = "install the Python that is named above"
        unwritten = Finding(Place(str(target)), "error", "matrix", fact, cure)
    elif target and not findings:
        write_whole(target, json.dumps(table(project, results), indent=1, sort_keys=True) + "\n")
    return Matrix(results, tuple(left_out), findings, unwritten)


def check_here(project: Project, name: str, target: Path | None) -> Matrix:
    """Compare all scripts with what is installed here, on the device that JAX chooses: one job, called ``name``.

    The table is written to ``target`` although promises may not hold: it is there to show how a GPU differs. Raises
    PromiseError where no script imports JAX.
    """
    _refuse_without_jax(project)
    results = {name: results_of(project)}
    if target:
        write_whole(target, json.dumps(table(project, results), indent=1, sort_keys=True) + "\n")
    return Matrix(results, (), _findings(results.values()))


def _findings(results: Iterable[dict[str, Result]]) -> tuple[Finding, ...]:
    """What is wrong with scripts in some jobs, what they share once."""
    return tuple(sorted({finding for found in results for one in found.values() for finding in one.findings}))


def check_libraries(
    project: Project, requirements: Sequence[str], docnames: Sequence[str], report: Callable[[str], None]
) -> Matrix:
    """Compare what scripts print with each of some libraries in the place of the installed one.

    Each requirement is such as ``numpy==2.2`` and makes a job of its own; all are required. Raises PromiseError where
    one cannot be installed, or a job does not run.
    """
    jobs = [MatrixJob(requirement, requirement=requirement) for requirement in requirements]
    results, _ = _run_jobs(project, jobs, report, docnames)
    return Matrix(results, (), _findings(results.values()))


def _run_jobs(
    project: Project, jobs: Iterable[MatrixJob], report: Callable[[str], None], docnames: Sequence[str] = ()
) -> tuple[Results, list[str]]:
    """The results of the jobs that have a Python here, and the names of the others."""
    require_fork()  # before environments are made, which takes minutes
    results: Results = {}
    left_out: list[str] = []
    for job in jobs:
        python = python_for(job.lock) if job.lock else sys.executable
        if python:
            report(f"{job.name}: running")
            results[job.name] = run_matrix_job(project, job, python, docnames)
        elif job.lock:
            left_out.append(job.name)
            report(f"{job.name}: left out: it {without_python(job.lock)}")
    return results, left_out


def _refuse_without_jax(project: Project) -> None:
    """Raises PromiseError where there is nothing that a version of jax could print otherwise.

    Raises ScriptError where only a script that cannot be read may import it.
    """
    scripts, unreadable = scripts_of(project, project.docnames())
    if any(JAX in versions_with(project, script) for script in scripts):
        return
    if unreadable:
        raise ScriptError(*unreadable)
    fact = "no script imports JAX, and the table is one of versions of JAX"
    raise PromiseError.at(project.shown(project.examples), fact, "compare their outputs with: printproof check")


def results_of(project: Project, docnames: Sequence[str] = ()) -> dict[str, Result]:
    """The result of each script, or of those that are named, by docname."""
    scripts, unreadable = scripts_of(project, docnames or project.docnames())
    ran = bring_up_to_date(project, scripts, lambda line: print(line, file=sys.stderr))
    found = {finding.place.docname: Result({AS_WRITTEN: RAISES}, (finding,)) for finding in unreadable}
    for script in scripts:
        records = current_records(project, script)
        failures = tuple(finding for finding in ran.failures if finding.place.docname == script.docname)
        if records is None:
            wrong = failures or (changed(script),)
            found[script.docname] = Result(dict.fromkeys(modes_of(project, script), RAISES), wrong)
        else:
            found[script.docname] = result_of(project, script, records)
    return dict(sorted(found.items()))


def main(folder: str, *docnames: str) -> int:
    """Run the job of the project in the current folder, with its records below a folder of their own."""
    try:
        project = replace(find_project(Path.cwd()), build=Path(folder))
        # Pickled and not JSON: findings are compared as they are, and both ends are this very package.
        sys.stdout.buffer.write(pickle.dumps(results_of(project, docnames)))
    except ReportedError as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:  # the matrix says so
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
