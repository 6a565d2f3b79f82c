"""What do the verbs for scripts take and say? Docnames, or none for all of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from printproof.catalogs.update import UpdateError, extract, read_templates, update
from printproof.project import Project, ProjectError, find_project
from printproof.promises.acceptance import accept_scripts
from printproof.promises.suite import check_scripts, failed_report
from printproof.runs.schedule import bring_up_to_date
from printproof.scripts.script import ScriptError, load_script, nearest


def run_scripts(arguments: list[str]) -> int:
    """Run the scripts that have no current record."""
    try:
        project, docnames = chosen(_named(run_scripts, arguments))
        ran = bring_up_to_date(project, docnames, said=say)
        scripts = {f.docname: load_script(project.script(f.docname)) for f in ran.failures}
    except (ProjectError, ScriptError) as problem:
        return _red([str(problem)])
    say(str(ran))
    return _red([failed_report(scripts[failure.docname], failure) for failure in ran.failures])


def check_promises(arguments: list[str]) -> int:
    """Run what must be run and compare every record with its promise."""
    try:
        checked = check_scripts(*chosen(_named(check_promises, arguments)), said=say)
    except ProjectError as problem:
        return _red([str(problem)])
    say(str(checked.ran))
    return _red(checked.reports)


def accept_promises(arguments: list[str]) -> int:
    """Let promises say what is printed now, and show what changed."""
    try:
        return _red(accept_scripts(*chosen(_named(accept_promises, arguments))))
    except ProjectError as problem:
        return _red([str(problem)])


def run_update(arguments: list[str]) -> int:
    """Bring all catalogs up to date with their pages.

    ``--templates FOLDER`` takes templates that are already there. Gives the exit status.
    """
    parser = argparse.ArgumentParser(prog="printproof update", description="bring the catalogs up to date")
    parser.add_argument("--templates", type=Path, help="a folder of .pot files made before")
    chosen = parser.parse_args(arguments)
    try:
        project = find_project(Path.cwd())
        folder = (chosen.templates or project.build / "gettext").resolve()
        if chosen.templates is None:
            if missing := list(_missing_figures(project)):
                return _red([*missing, "no catalog was changed: labels of figures would be lost"])
            extract(project, folder)
        changed = list(update(project, read_templates(project, folder)))
    except (ProjectError, UpdateError) as problem:
        return _red([problem])
    print("\n".join(changed) if changed else "catalogs: up to date")
    return 0


def _missing_figures(project: Project) -> Iterator[str]:
    """Why a script has no current record, once all were run: the labels of its figures are messages."""
    try:
        ran = bring_up_to_date(project, project.docnames(), said=print)
        yield from (failed_report(load_script(project.script(f.docname)), f) for f in ran.failures)
    except ScriptError as error:
        yield str(error)


def chosen(arguments: list[str]) -> tuple[Project, list[str]]:
    """The project and the docnames that arguments name; all of them for none.

    Raises ProjectError where a name has no script, and offers the nearest.
    """
    project = find_project(Path.cwd())
    known = project.docnames()
    for name in arguments:
        if name not in known:
            raise ProjectError(f"{project.shown(project.script(name))}: no such script{nearest(name, known)}")
    return project, arguments or known


def _named(verb: Callable[[list[str]], int], arguments: list[str]) -> list[str]:
    """The docnames that arguments name; a question for help is answered, and ends the process."""
    name = verb.__name__.partition("_")[0]
    parser = argparse.ArgumentParser(prog=f"python -m printproof {name}", description=verb.__doc__)
    parser.add_argument("docname", nargs="*", metavar="DOCNAME", help="a script in examples/, such as guide/intro")
    found: list[str] = parser.parse_args(arguments).docname
    return found


def say(line: str) -> None:
    """Print a line at once, so that it stands above the reports also where both go to one file."""
    print(line, flush=True)


def _red(reports: Iterable[object]) -> int:
    """Print reports where errors belong; gives the exit status."""
    told = [print(report, file=sys.stderr) for report in reports]
    return int(bool(told))
