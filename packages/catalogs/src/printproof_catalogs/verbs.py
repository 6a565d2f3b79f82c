"""The verbs of those who translate."""

from argparse import Namespace
from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from printproof_base.findings import Finding
from printproof_base.report import BROKEN, DONE, JSON, Arguments, Report, echo, here, print_errors, print_report


def do_check(chosen: Namespace) -> int:
    """Check catalogs as a reviewer would.

    printproof i18n check
    printproof i18n check ko --format github
    """
    from printproof_catalogs.baseline import NAME, filter_by_baseline, write_baseline
    from printproof_catalogs.catalog import CatalogError
    from printproof_catalogs.check import glossary_of, judge
    from printproof_catalogs.layout import walk_project

    project = here()
    # Without a name also what lies beside the folders of the languages is looked at.
    named = chosen.languages and not chosen.write_baseline
    languages = project.translated(chosen.languages) if named else []
    found = list(judge(project, languages))
    if not found and not glossary_of(project).terms and not any(walk_project(project, languages)):
        named = 'name their folder in pyproject.toml, [tool.printproof] locales = "…"'
        cure = f"{named}, or begin: printproof i18n new LANGUAGE"
        raise CatalogError.at(project.shown(project.locales), "no catalog lies here: nothing was looked at", cure)
    if chosen.write_baseline:
        write_baseline(project, found)
    new, taken = filter_by_baseline(project, found, languages)
    errors = sum(finding.severity == "error" for finding in new)
    counts = {"errors": errors, "warnings": len(new) - errors, "taken": taken}
    more = f", {taken} more stand in {NAME}" if taken or chosen.write_baseline else ""
    report = Report("i18n check", f"catalogs: {errors} errors, {counts['warnings']} warnings{more}", counts, new)
    return print_report(chosen, report, *(finding.labelled for finding in new))


def do_update(chosen: Namespace) -> int:
    """Bring all catalogs up to date with their pages.

    printproof i18n update
    printproof i18n update --forget
    """
    from printproof_catalogs.update import templates_of, update

    project = here()
    # Labels of figures are messages, and only a run draws a figure: without it they would be lost. The package that
    # runs scripts offers a function with an exit status here; this one does not import it.
    for point in entry_points(group="printproof.before_update") if chosen.templates is None else ():
        if point.load()(project, project.docnames()):
            return print_errors("no catalog was changed: labels of figures would be lost")
    done = list(update(project, templates_of(project, chosen.templates), chosen.forget))
    return _print_report(done, f"catalogs written: {_written(done)}")


def do_new(chosen: Namespace) -> int:
    """Start a language: a catalog for each page and a column in the glossary.

    printproof i18n new fr
    printproof i18n new pt_BR
    """
    from printproof_catalogs.new_language import begin, new_folder
    from printproof_catalogs.update import templates_of

    project = here()
    new_folder(project, chosen.language)  # refused before pages are read, which takes longer
    templates = templates_of(project, chosen.templates)
    done = list(begin(project, chosen.language, templates))
    return _print_report(done, f"started: {chosen.language}; files written: {_written(done)}")


def do_move(chosen: Namespace) -> int:
    """Rename a page with its script, its catalogs and every line that names it.

    printproof i18n move guide/intro guide/start
    printproof i18n move docs/guide/intro.md docs/guide/start.md
    """
    from printproof_catalogs.move import move_page

    project = here()
    old, new = project.docname(chosen.old), project.docname(chosen.new)
    echo("\n".join([*move_page(project, old, new), f"moved: {old} is now {new}"]))
    return DONE


def do_todo(chosen: Namespace) -> int:
    """List the messages that wait for a translator.

    printproof i18n todo
    printproof i18n todo ko
    """
    from printproof_catalogs.todo import todo

    project = here()
    tasks = list(todo(project, project.translated(chosen.languages)))
    findings = [one for one in tasks if isinstance(one, Finding)]
    rows = [{"task": one} for one in tasks if isinstance(one, str)]
    report = Report("i18n todo", f"to do: {len(tasks)}", {"todo": len(tasks)}, findings, rows)
    text = "\n\n".join(one.labelled if isinstance(one, Finding) else one for one in tasks)
    return print_report(chosen, report, *([f"{text}\n"] if text else []))


def do_status(chosen: Namespace) -> int:
    """Show how far each language is, page by page.

    printproof i18n status
    printproof i18n status ko --format json
    """
    from printproof_catalogs.status import as_row, as_table, status

    project = here()
    pages = status(project, project.translated(chosen.languages))
    counts = {name: sum(getattr(page, name) for page in pages) for name in ("messages", "current", "fuzzy")}
    summary = f"{counts['current']} of {counts['messages']} messages are translated"
    broken = [page.broken for page in pages if page.broken]
    report = Report("i18n status", summary, counts, broken, [as_row(page) for page in pages])
    return print_report(chosen, report, as_table(pages))


def do_fix(chosen: Namespace) -> int:
    """Put right in catalogs what needs no translator, and show what changed.

    printproof i18n fix
    printproof i18n fix ko
    """
    from printproof_catalogs.fix import fix

    project = here()
    done = list(fix(project, project.translated(chosen.languages)))
    return _print_report(done, f"catalogs written: {_written(done)}")


def do_merge(chosen: Namespace) -> int:
    """Merge what two people have changed in one catalog; git calls it as its merge driver.

    printproof i18n merge base.po ours.po theirs.po
    printproof i18n merge %O %A %B %P
    """
    from printproof_catalogs.merging.driver import merge_files

    shown = chosen.shown or chosen.ours.as_posix()
    found = list(merge_files(chosen.base, chosen.ours, chosen.theirs, shown))
    print_errors(*(finding.labelled for finding in found))
    return BROKEN if any(finding.severity == "error" for finding in found) else DONE


def _written(done: Sequence[str | Finding]) -> int:
    """How many of the lines say what was written; a finding says what stands in the way."""
    return sum(isinstance(one, str) for one in done)


def _print_report(done: Sequence[str | Finding], summary: str) -> int:
    """Print what was done or is to be done, and what stands in the way, then what closes it; the exit status.

    A catalog that cannot be read is broken; what could be done with the others is done.
    """
    findings = [one for one in done if isinstance(one, Finding)]
    echo("\n".join([*(one.labelled if isinstance(one, Finding) else one for one in done), summary]))
    return BROKEN if any(finding.severity == "error" for finding in findings) else DONE


LANGUAGES: Arguments = {
    "languages": {"nargs": "*", "metavar": "LANGUAGE", "help": "its code, or a path of its catalogs"}
}
BASELINE: Arguments = {
    "--write-baseline": {
        "action": "store_true",
        "help": "accept the findings of today; later runs report only new ones",
    }
}
TEMPLATES: Arguments = {"--templates": {"type": Path, "metavar": "FOLDER", "help": ".pot files that were made before"}}
MOVE: Arguments = {
    "old": {"metavar": "PAGE", "help": "a docname, or the path of a page or of its script"},
    "new": {"metavar": "PAGE", "help": "the same, as it is to be called"},
}
FORGET: Arguments = {"--forget": {"action": "store_true", "help": "keep no translation that no page uses any more"}}
CATALOG: Mapping[str, Any] = {"type": Path, "metavar": "CATALOG"}
MERGE: Arguments = {
    "base": {**CATALOG, "help": "the catalog that both began with; git says %%O"},
    "ours": {**CATALOG, "help": "one of the two, which is written; git says %%A"},
    "theirs": {**CATALOG, "help": "the other; git says %%B"},
    "shown": {"nargs": "?", "metavar": "CATALOG", "help": "its path in reports; git says %%P"},
}
NEW: Arguments = {"language": {"metavar": "LANGUAGE", "help": "its code, such as fr or pt_BR"}}
VERBS = {
    "i18n check": (do_check, {**LANGUAGES, **BASELINE, **JSON}),
    "i18n update": (do_update, {**TEMPLATES, **FORGET}),
    "i18n new": (do_new, {**NEW, **TEMPLATES}),
    "i18n todo": (do_todo, {**LANGUAGES, **JSON}),
    "i18n status": (do_status, {**LANGUAGES, **JSON}),
    "i18n fix": (do_fix, LANGUAGES),
    "i18n move": (do_move, MOVE),
    "i18n merge": (do_merge, MERGE),
}
GROUPS = {"Translations": VERBS}
