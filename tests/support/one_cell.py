"""Small projects of the tests: scripts in a folder, checked or accepted as an author would."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from unittest.mock import patch

from printproof.promises.suite import Checked, check_scripts
from printproof.runs.record import CellRun, read_record
from printproof.runs.schedule import bring_up_to_date, jobs_of
from printproof.scripts.loading import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof_base.project import Project, at


def project_of(folder: Path, scripts: Iterable[tuple[str, str]], settings: dict[str, str] | None = None) -> Project:
    """A project that holds these scripts, each a docname and a text."""
    project = at(folder, dict(settings or {}))
    for docname, text in scripts:
        path = project.script(docname)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())
    return project


def digests_of(project: Project, docname: str) -> dict[str, str]:
    """By mode, the digest that a current record of a script has, by the files as they are now."""
    return {job.mode: job.digest for job in jobs_of(project, script_of(project, docname))}


def checked_of(project: Project, **environ: str) -> Checked:
    """All scripts of a project, checked."""
    with patch.dict(os.environ, environ):
        return check_scripts(project, project.docnames())


def cells_of(project: Project, docname: str) -> tuple[CellRun, ...]:
    """What the cells of a script did as written, once it has run."""
    bring_up_to_date(project, [script_of(project, docname)])
    return read_record(project.record(docname, AS_WRITTEN)).cells


def reports_of(project: Project, **environ: str) -> list[str]:
    """What is wrong with the scripts of a project, each finding as it is printed."""
    return [str(finding) for finding in checked_of(project, **environ).findings]
