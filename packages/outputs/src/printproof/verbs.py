"""The commands for scripts: check, accept, run, matrix."""

import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from printproof.runs.record import CellRun
from printproof_base.project import Project, ProjectError
from printproof_base.report import (
    JSON,
    TEXT,
    UNABLE,
    Arguments,
    Report,
    echo,
    here,
    print_errors,
    print_report,
    progress_of,
)


# Each command imports what it needs by itself: the others start without it.
def check_command(chosen: Namespace) -> int:
    """Run the scripts that have changed, and compare what they print with what they promise.

    printproof check
    printproof check guide/refs --again
    printproof check --again --shard 2/8
    printproof check --again --dask tcp://10.0.0.4:8786
    printproof check --libraries numpy==2.2,numpy==2.4
    """
    from printproof.promises.shards import scripts_of_shard
    from printproof.promises.suite import check_scripts

    project = here()
    if chosen.libraries:
        if chosen.dask is not None:
            raise ProjectError.at("--dask", "workers have one version of each library", "leave out --libraries")
        return _libraries(chosen, project)
    docnames = _scripts(project, chosen)
    if chosen.shard is not None:
        docnames = scripts_of_shard(project, docnames, chosen.shard, progress_of(chosen))
    if chosen.dask is not None:
        from printproof.promises.cluster import fetch_records

        fetch_records(project, docnames, chosen.again, chosen.dask, progress_of(chosen))
    checked = check_scripts(project, docnames, progress_of(chosen), chosen.again)
    return print_report(chosen, Report("check", str(checked), checked.numbers, checked.findings))


def _libraries(chosen: Namespace, project: Project) -> int:
    """Compare with other versions of libraries; the table of scripts stands above the summary."""
    from printproof.promises.matrix import check_libraries, lines, rows

    wanted = [one.strip() for one in chosen.libraries.split(",")]
    found = check_libraries(project, wanted, _scripts(project, chosen), partial(print, file=sys.stderr))
    table = [{"docname": docname, "mode": mode, "results": row} for docname, mode, row in rows(found.results)]
    if chosen.format == TEXT:
        print_errors(*found.findings)
        echo("\n".join(lines(found.results)))
    return print_report(chosen, Report("check", str(found), found.numbers, found.findings, table))


def accept_command(chosen: Namespace) -> int:
    """Write into scripts what they print now, and show what changed.

    printproof accept guide/refs
    printproof accept --all --dry-run
    """
    from printproof.promises.accept import accept_scripts

    project = here()
    if not (chosen.scripts or chosen.all):
        raise ProjectError.at("", "no script is named", "name those to accept, or take all: printproof accept --all")
    docnames = _scripts(project, chosen)
    refused = accept_scripts(project, docnames, progress_of(chosen), chosen.dry_run)
    counts = {"scripts": len(docnames), "accepted": len(docnames) - len({one.place.docname for one in refused})}
    done = "would be accepted" if chosen.dry_run else "accepted"
    summary = f"{done}: {counts['accepted']} of {counts['scripts']} scripts"
    return print_report(chosen, Report("accept", summary, counts, refused))


def run_command(chosen: Namespace) -> int:
    """Run scripts as their pages do, to the last cell, and print what each cell prints.

    printproof run guide/refs
    printproof run guide -j 1
    """
    from printproof.promises.trial import try_scripts
    from printproof.scripts.loading import scripts_of

    project = here()
    scripts, unreadable = scripts_of(project, _scripts(project, chosen))
    status = print_errors(*unreadable)
    for script, cells, findings in try_scripts(project, scripts, progress=partial(print, file=sys.stderr)):
        echo(f"# {script.path}")
        for cell in cells:
            _show(cell)
        status = max(status, print_errors(*findings))
    return status


def _show(cell: CellRun) -> None:
    """Print what a cell did, as its page shows it; warnings and what it wrote to stderr go to stderr."""
    echo("\n".join([f"\n# %% {cell.name}", *cell.lines, *("<Figure>" for _ in cell.figures)]))
    print_errors(*filter(None, [cell.stderr.rstrip("\n"), *cell.warnings]))


def run_scripts(project: Project, docnames: Sequence[str]) -> int:
    """Bring records of figures up to date, whose labels are messages; a script that draws none is not run.

    The exit status: 1 where a script cannot be read, or one that draws does not end as it should.
    """
    from printproof.runs.libraries import may_draw
    from printproof.runs.schedule import bring_up_to_date, versions_with
    from printproof.scripts.loading import scripts_of

    scripts, unreadable = scripts_of(project, docnames)
    if unreadable:
        return print_errors(*unreadable)
    drawing = [script for script in scripts if may_draw(versions_with(project, script))]
    ran = bring_up_to_date(project, drawing, progress=echo)
    echo(str(ran))
    return print_errors(*ran.failures)


def list_command(chosen: Namespace) -> int:
    """List the scripts, and say of each whether its promises hold; nothing is run.

    printproof list
    printproof list guide --format json
    """
    from printproof.promises.listing import as_table, list_scripts

    project = here()
    states = list(list_scripts(project, _scripts(project, chosen)))
    counts = {"scripts": len(states), "holding": sum(one.state.startswith("holds") for one in states)}
    summary = f"{counts['holding']} of {counts['scripts']} scripts hold by what was run"
    return print_report(chosen, Report("list", summary, counts, rows=[one.row() for one in states]), as_table(states))


def matrix_command(chosen: Namespace) -> int:
    """Check on each version of JAX that has a lock, and on older instruction sets; write the table that a page shows.

    printproof matrix
    printproof matrix --table docs/reference/versions.json
    JAX_PLATFORMS=cuda,cpu printproof matrix --here "jax 0.11.2 (NVIDIA H100)" --table docs/reference/gpu.json
    """
    from printproof.promises.matrix import check_here, check_matrix, lines, rows

    jobs = partial(print, file=sys.stderr)  # beside the table: each takes minutes
    found = check_here(here(), chosen.here, chosen.table) if chosen.here else check_matrix(here(), chosen.table, jobs)
    if chosen.format == TEXT:
        echo("\n".join(lines(found.results)))
    findings = [*found.findings, *filter(None, [found.unwritten])]
    table = [{"docname": docname, "mode": mode, "results": row} for docname, mode, row in rows(found.results)]
    status = print_report(chosen, Report("matrix", str(found), found.numbers, findings, table))
    # Where every promise that was compared holds, and what was asked for is not there.
    return UNABLE if found.unwritten else status


def explain_command(chosen: Namespace) -> int:
    """Run any script or notebook that uses JAX in five ways, and say what is frozen, traced again or leaked in it.

    printproof explain train.ipynb --html train.html
    printproof explain train.py --timeout 300 -- --epochs 1
    """
    from printproof.explain.explaining import explain
    from printproof_base.files import write_whole

    script, *arguments = chosen.script
    progress = partial(print, file=sys.stderr)
    found = explain([Path(script)], arguments, chosen.timeout, progress, chosen.site)[Path(script)]
    if chosen.html:
        write_whole(chosen.html, found.as_html())
    return print_report(chosen, Report("explain", found.summary, {"found": found.count}, found.findings))


def _scripts(project: Project, chosen: Namespace) -> list[str]:
    """The docnames of the scripts that are named, all where none is; and let as many run at a time as is asked for.

    Raises ProjectError where there is none: to have looked at nothing is no success.
    """
    if getattr(chosen, "jobs", None):
        os.environ["SCRIPT_JOBS"] = str(chosen.jobs)
    found = [docname for name in chosen.scripts for docname in project.named_scripts(name)] or project.docnames()
    if not found:
        raise ProjectError.at(project.shown(project.examples), "holds no script", "write one, or name its folder")
    return list(dict.fromkeys(found))


SCRIPTS: Arguments = {
    "scripts": {"nargs": "*", "metavar": "PAGE", "help": "a docname, the path of a page or of its script, or a folder"},
}
SHARD: Arguments = {
    "--shard": {"metavar": "K/N", "help": "those of one of N machines, such as 2/8; each script is in one shard"},
    "--dask": {"metavar": "ADDRESS", "help": "let workers of this scheduler of dask.distributed run what must be run"},
}
JOBS: Arguments = {
    "-j": {"type": int, "metavar": "N", "dest": "jobs", "help": "how many run at a time (one on each processor)"},
}
AGAIN: Arguments = {
    "--again": {"action": "store_true", "help": "run each script a second time, in other surroundings, and compare"},
    "--libraries": {"metavar": "LIST", "help": "with each of these versions, such as numpy==2.2,numpy==2.4, in turn"},
}
ACCEPT: Arguments = {
    "--all": {"action": "store_true", "help": "all scripts"},
    "--dry-run": {"action": "store_true", "help": "write nothing, and show what would change"},
}
MATRIX: Arguments = {
    "--here": {"metavar": "NAME", "help": "only what is installed here, on the device that JAX chooses, such as a GPU"},
    "--table": {"type": Path, "metavar": "FILE", "help": "the JSON file that a page shows"},
}
EXPLAIN: Arguments = {
    "script": {"nargs": "+", "metavar": "SCRIPT", "help": "a script or a notebook, and behind -- its own arguments"},
    "--timeout": {"type": float, "default": 60.0, "metavar": "SECONDS", "help": "how long each run may take (60)"},
    "--html": {"type": Path, "metavar": "FILE", "help": "write it as a page, too, which needs no other file"},
    "--site": {"default": "", "metavar": "URL", "help": "where the guide is, so that lessons are named as addresses"},
}
VERBS = {
    "check": (check_command, {**SCRIPTS, **AGAIN, **SHARD, **JOBS, **JSON}),
    "accept": (accept_command, {**SCRIPTS, **ACCEPT, **JOBS, **JSON}),
    "run": (run_command, {**SCRIPTS, **JOBS}),
    "list": (list_command, {**SCRIPTS, **JSON}),
    "matrix": (matrix_command, {**MATRIX, **JSON}),
}
GROUPS = {"Promises of scripts": VERBS, "Any script": {"explain": (explain_command, {**EXPLAIN, **JSON})}}
