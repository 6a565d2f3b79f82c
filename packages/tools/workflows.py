"""Takes the steps of a workflow's job as a runner does: in order, in a fresh clone, with a runner's variables.

``python -m packages.tools.workflows FOLDER site books`` takes those of the job ``books`` of ``site.yml``, and
``readthedocs build`` those of ``.readthedocs.yaml``. What only the host can do is named at the end, and not taken.
``site pages language=ko`` takes one row of a matrix. Artifacts of jobs lie in ``FOLDER/artifacts``, for the next job.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[2]
UPLOAD, DOWNLOAD = "actions/upload-artifact", "actions/download-artifact"
HERE = ("actions/checkout", "actions/setup-python", UPLOAD, DOWNLOAD)
"""Actions that are done here in another way: the fresh clone, a Python that is on PATH, a folder of artifacts."""

HOST = ("actions/upload-pages-artifact", "actions/deploy-pages", "pypa/gh-action-pypi-publish")
"""Actions that need the host: its API, its storage, its identity."""

EXPRESSION = re.compile(r"\$\{\{\s*([\w.-]+)\s*\}\}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Take the steps of a job and print how each ended; 1 where one failed, which is the last one then."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.tools.workflows", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("folder", type=Path, help="where the clone is made, anew")
    parser.add_argument("workflow", help="the name of a file in .github/workflows, or readthedocs")
    parser.add_argument("job")
    parser.add_argument("row", nargs="*", metavar="NAME=VALUE", help="of the matrix: rows that have it, alone")
    parser.add_argument("--project", type=Path, default=ROOT, help="the repository that is cloned")
    chosen = parser.parse_args(arguments)
    for name in ("bin", "clone"):
        shutil.rmtree(chosen.folder / name, ignore_errors=True)
    (chosen.folder / "bin").mkdir(parents=True)
    if not shutil.which("sudo") and not os.getuid():  # the user of a runner has it; root in a container may not
        _program(chosen.folder / "bin" / "sudo", '"$@"')
    subprocess.run(["git", "clone", "-q", str(chosen.project), str(chosen.folder / "clone")], check=True)
    left: set[str] = set()
    for step in steps(chosen.project, chosen.workflow, chosen.job, dict(one.split("=", 1) for one in chosen.row)):
        if status := taken(step, chosen.folder):
            print(f"{chosen.workflow}: {chosen.job}: exit status {status}: {step['run'].strip()}", file=sys.stderr)
            return 1
        left |= {_action(step)} & {*HOST}
    print("left to the host:", ", ".join(sorted(left)) or "nothing")
    return 0


def steps(project: Path, workflow: str, job: str, chosen: Mapping[str, str] | None = None) -> Iterator[dict[str, Any]]:
    """Each step of a job, its expressions filled in, once for each row of its matrix that has what is ``chosen``.

    What only the host knows (``vars``, ``github``) is empty. A matrix that another job makes has one row, the chosen.

    Raises:
        KeyError: The workflow has no job of that name.
        ValueError: An action is neither one of those that have something of their own here, nor one of the host.

    """
    if workflow == "readthedocs":
        text = (project / ".readthedocs.yaml").read_text(encoding="utf-8")
        yield from ({"run": command} for command in yaml.safe_load(text)[job]["commands"])
        return
    file = yaml.safe_load((project / ".github/workflows" / f"{workflow}.yml").read_text(encoding="utf-8"))
    found = file["jobs"][job]
    chosen = chosen or {}
    rows = found.get("strategy", {}).get("matrix", {}).get("include", [chosen])
    for row in (row for row in rows if all(str(row.get(name)) == value for name, value in chosen.items())):
        for step in found["steps"]:
            if _action(step) not in ("", *HERE, *HOST):
                raise ValueError(f"{workflow}.yml: {job}: {_action(step)}: say in HERE or in HOST who takes it")
            yield _filled({**step, "env": {**file.get("env", {}), **found.get("env", {}), **step.get("env", {})}}, row)


def taken(step: Mapping[str, Any], folder: Path) -> int:
    """The exit status of a step; an action of the host is not taken, and has 0.

    Raises:
        FileNotFoundError: A Python that the step asks for is not on PATH.

    """
    if _action(step) == "actions/setup-python":
        for version in str(step["with"]["python-version"]).split():
            _link(version, folder / "bin")
    if _action(step) in (UPLOAD, DOWNLOAD):
        (_upload if _action(step) == UPLOAD else _download)(step["with"], folder)
    if "run" not in step:
        return 0
    print(f"$ {step['run'].strip()}", flush=True)
    shell = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
    return subprocess.run(shell, cwd=folder / "clone", env=_variables(step, folder), check=False).returncode


def _upload(given: Mapping[str, Any], folder: Path) -> None:
    """Keep folders as the action does, below the one that all of them lie in; a single one is kept without its name."""
    paths = [folder / "clone" / path for path in str(given["path"]).split()]
    for path in filter(Path.is_dir, paths):
        place = folder / "artifacts" / given["name"] / path.relative_to(os.path.commonpath(paths))
        shutil.copytree(path, place, dirs_exist_ok=True)


def _download(given: Mapping[str, Any], folder: Path) -> None:
    """Give a job the artifacts that match, each in a folder of its name unless it is named or all are merged."""
    for artifact in sorted((folder / "artifacts").glob(given.get("name") or given["pattern"])):
        alone = "name" in given or given.get("merge-multiple")
        place = folder / "clone" / given["path"] / ("" if alone else artifact.name)
        shutil.copytree(artifact, place, dirs_exist_ok=True)


def _action(step: Mapping[str, Any]) -> str:
    return str(step.get("uses", "")).partition("@")[0]


def _filled(value: Any, row: Mapping[str, Any]) -> Any:
    if isinstance(value, dict):
        return {key: _filled(one, row) for key, one in value.items()}
    if not isinstance(value, str):
        return value
    return EXPRESSION.sub(lambda found: str(row.get(found[1].removeprefix("matrix."), "")), value)


def _link(version: str, folder: Path) -> None:
    python = shutil.which(f"python{version.removesuffix('.x')}")
    if not python:
        raise FileNotFoundError(f"python{version} is not on PATH; install it, or put its folder there")
    for name in ("python", "python3", f"python{version}"):
        _program(folder / name, f'"{python}" "$@"')


def _program(path: Path, command: str) -> None:
    path.write_text(f"#!/bin/sh\nexec {command}\n", encoding="utf-8")
    path.chmod(0o755)


def _variables(step: Mapping[str, Any], folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(folder / "bin"), "/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin"])
    places = {
        "GITHUB_OUTPUT": folder / "outputs",
        "RUNNER_TEMP": folder,
        "GITHUB_WORKSPACE": folder / "clone",
        "READTHEDOCS_OUTPUT": folder / "output",
    }
    known: dict[str, str] = {"CI": "true", "HOME": str(Path.home()), "PATH": path}
    places["GITHUB_STEP_SUMMARY"] = folder / "summary.md"
    return known | {name: str(place) for name, place in places.items()} | dict(step.get("env", {}))


if __name__ == "__main__":
    sys.exit(main())
