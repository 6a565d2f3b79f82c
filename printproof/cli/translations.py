"""Which verbs serve those who translate?"""

from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from printproof.cli.promises import run_scripts
from printproof.cli.report import BROKEN, DONE, complain, here


def do_catalogs(chosen: Namespace) -> int:
    """Check catalogs as a reviewer would."""
    from printproof.catalogs.check import check

    project = here()
    # Without a name also what lies beside the folders of the languages is looked at.
    findings = check(project, project.translated(chosen.languages) if chosen.languages else (), chosen.glossary)
    for finding in findings:
        print(finding.labelled)
    errors = sum(finding.severity == "error" for finding in findings)
    print(f"catalogs: {errors} errors, {len(findings) - errors} warnings")
    return BROKEN if errors else DONE


def do_update(chosen: Namespace) -> int:
    """Bring all catalogs up to date with their pages."""
    from printproof.catalogs.update import templates_of, update

    project = here()
    # Labels of figures are messages, and only a run draws a figure: without it they would be lost.
    if chosen.templates is None and run_scripts(project, project.docnames()):
        return complain("no catalog was changed: labels of figures would be lost")
    print("\n".join(update(project, templates_of(project, chosen.templates), chosen.forget)) or "catalogs: up to date")
    return DONE


def do_new(chosen: Namespace) -> int:
    """Start a language: a catalog for each page and a column in the glossary."""
    from printproof.catalogs.new_language import begin
    from printproof.catalogs.pseudo import fill_with_pseudo
    from printproof.catalogs.update import templates_of

    project = here()
    templates = templates_of(project, chosen.templates)
    print("\n".join(begin(project, chosen.language, templates, spoken=not chosen.pseudo)))
    if chosen.pseudo:
        fill_with_pseudo(project, chosen.language)
    return DONE


def do_todo(chosen: Namespace) -> int:
    """List the messages that wait for a translator."""
    from printproof.catalogs.todo import todo

    project = here()
    tasks = list(todo(project, project.translated(chosen.languages)))
    print("\n\n".join([*tasks, f"to do: {len(tasks)}"]))
    return DONE


def do_status(chosen: Namespace) -> int:
    """Show how far each language is, page by page."""
    from printproof.catalogs.status import as_table, status

    project = here()
    print(as_table(status(project, project.translated(chosen.languages))))
    return DONE


def do_fix(chosen: Namespace) -> int:
    """Put right in catalogs what needs no translator, and show what changed."""
    from printproof.catalogs.fix import fix

    project = here()
    print("\n".join(fix(project, project.translated(chosen.languages))) or "catalogs: nothing to fix")
    return DONE


Arguments = Mapping[str, Mapping[str, Any]]
LANGUAGES: Arguments = {"languages": {"nargs": "*", "metavar": "LANG", "help": "a code, or a path of its catalogs"}}
GLOSSARY: Arguments = {"--glossary": {"type": Path, "metavar": "FILE", "help": "another one than glossary.csv"}}
TEMPLATES: Arguments = {"--templates": {"type": Path, "metavar": "FOLDER", "help": ".pot files that were made before"}}
FORGET: Arguments = {"--forget": {"action": "store_true", "help": "keep no translation that no page uses any more"}}
NEW: Arguments = {
    "language": {"metavar": "LANG", "help": "such as fr or pt_BR"},
    "--pseudo": {"action": "store_true", "help": "fill it with lengthened English"},
}
VERBS = {
    "catalogs": (do_catalogs, {**LANGUAGES, **GLOSSARY}),
    "update": (do_update, {**TEMPLATES, **FORGET}),
    "new": (do_new, {**NEW, **TEMPLATES}),
    "todo": (do_todo, LANGUAGES),
    "status": (do_status, LANGUAGES),
    "fix": (do_fix, LANGUAGES),
}
