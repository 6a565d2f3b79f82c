"""What prints what, on which jax? Every promise on every supported version and instruction set, as one table."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from printproof.files import write_whole
from printproof.project import Project, ProjectError
from printproof.promises.matrix_job import CLOSE, EXACT

INSTRUCTION_SETS = ("SSE4_2", "AVX", "AVX2", "AVX512")
Results = dict[str, dict[str, dict[str, object]]]


@dataclass(frozen=True)
class Lane:
    """One environment: a jax with its lock (None: the one installed here), an instruction set, a platform."""

    name: str
    lock: Path | None = None
    instructions: str = ""
    platform: str = "cpu"


def lanes(project: Project, accelerator: str | None) -> list[Lane]:
    """A lane for each lock ``requirements-jax-VERSION.txt``, for the installed jax, and for each instruction set.

    The locks are the list of the supported versions. An accelerator adds a lane that is never required.
    """
    from importlib.metadata import version

    locks = sorted(project.root.glob("requirements-jax-*.txt"), key=_version_of)
    found = [Lane(f"jax {lock.stem.rpartition('-')[2]}", lock) for lock in locks]
    found.append(Lane(f"jax {version('jax')}"))
    if platform.machine().lower() in {"x86_64", "amd64"}:
        found += [Lane(name, instructions=name) for name in INSTRUCTION_SETS]
    return [*found, Lane(accelerator, platform=accelerator)] if accelerator else found


def _version_of(lock: Path) -> tuple[int, ...]:
    return tuple(map(int, lock.stem.rpartition("-")[2].split(".")))


def run_lane(project: Project, lane: Lane) -> dict[str, dict[str, object]]:
    """The results of a lane by docname. Raises ProjectError where the lane itself does not run."""
    folder = project.build / "matrix" / lane.name.replace(" ", "-")
    env = {**os.environ, "JAX_PLATFORMS": lane.platform, "PYTHONPATH": str(Path(__file__).parents[2])}
    if lane.instructions:
        env["XLA_FLAGS"] = f"--xla_cpu_max_isa={lane.instructions}"
    command = [_python(folder, lane), "-m", "printproof.promises.matrix_job", str(folder)]
    done = subprocess.run(command, cwd=project.root, env=env, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        fact = f"the lane ended with exit status {done.returncode}"
        raise ProjectError.at(lane.name, fact, "its reason stands above")
    results: dict[str, dict[str, object]] = json.loads(done.stdout)
    return results


def _python(folder: Path, lane: Lane) -> str:
    """The interpreter of a lane; its environment is made the first time and when its lock has changed."""
    if lane.lock is None:
        return sys.executable
    python = folder / "venv" / "bin" / "python"
    stamp = folder / "venv" / "lock"
    wanted = sha256(lane.lock.read_bytes()).hexdigest()
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        venv.create(folder / "venv", with_pip=True, clear=True)
        pip = [
            str(python),
            "-m",
            "pip",
            "install",
            "-q",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            str(lane.lock),
        ]
        subprocess.run(pip, check=True)
        stamp.write_text(wanted, encoding="utf-8")
    return str(python)


def table(project: Project, results: Results) -> dict[str, object]:
    """What the page of the versions shows: lanes, and by script its digest and a result per lane and mode."""
    scripts = {
        docname: {
            "digest": sha256(project.script(docname).read_bytes()).hexdigest(),
            "results": {lane: found[docname]["modes"] for lane, found in results.items()},
        }
        for docname in project.docnames()
    }
    return {"lanes": list(results), "scripts": scripts}


def lines(results: Results) -> Iterator[str]:
    """The table for a terminal: a row per script and mode, a column per lane."""
    names = list(results)
    yield "  ".join([f"{'script and mode':<34}", *(f"{name:<10}" for name in names)])
    for docname, row in results[names[0]].items():
        for mode in _modes(row):
            cells = (_modes(results[name][docname])[mode] for name in names)
            yield "  ".join([f"{docname} {mode:<{33 - len(docname)}}", *(f"{cell:<10}" for cell in cells)]).rstrip()


def _modes(row: Mapping[str, object]) -> dict[str, str]:
    modes = row["modes"]
    assert isinstance(modes, dict), "a lane gives the results by mode"
    return modes


def check_matrix(
    project: Project, accelerator: str | None, target: Path | None, report: Callable[[str], None]
) -> tuple[str, list[str]]:
    """The table for a terminal, and a report for each promise that a required lane does not hold.

    Where all hold, the table of the site is written to ``target``. Raises ProjectError where a lane does not run.
    """
    results: Results = {}
    for lane in lanes(project, accelerator):
        report(f"{lane.name}: running")
        results[lane.name] = run_lane(project, lane)
    reports = sorted({r for lane, found in results.items() if lane != accelerator for r in _undeclared(found)})
    if target and not reports:
        write_whole(target, json.dumps(table(project, results), indent=1, sort_keys=True) + "\n")
    return "\n".join(lines(results)), reports


def _undeclared(found: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    for docname, row in found.items():
        reports = row["reports"]
        assert isinstance(reports, list), "a lane gives its reports as a list"
        yield from map(str, reports)
        if not reports and any(mode not in {EXACT, CLOSE} for mode in _modes(row).values()):
            yield f"{docname}: a mode holds on no promise; run the lane by itself to see why"
