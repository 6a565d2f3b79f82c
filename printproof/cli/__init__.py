"""What can be asked for on the command line? One parser; here alone findings are printed and become an exit status."""

import argparse
import sys
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import printproof
from printproof.findings import Refusal, nearest
from printproof.project import UNKNOWN_NAME, Project, find_project

_say = partial(print, flush=True)  # at once, so that a line stands above the reports also where both go to one file
DONE, BROKEN, MISUSED, UNABLE, INTERRUPTED = 0, 1, 2, 3, 130
STATUSES = """\
exit status:
  0    done
  1    something does not hold; each report says what and where
  2    the command line is wrong
  3    the work could not be done: a project, glossary, catalog or environment
       that cannot be read, a port that is taken, another build at work
  130  interrupted
"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the arguments say, those of this process for None; the exit status, as `STATUSES` explains it.

    Raises SystemExit where the arguments are wrong or ask for help.
    """
    chosen = parsed(sys.argv[1:] if arguments is None else arguments)
    do, _ = VERBS[chosen.verb]
    try:
        return do(find_project(Path.cwd()), chosen)
    except (KeyboardInterrupt, Refusal) as stopped:
        _complain(str(stopped) or "interrupted", *getattr(stopped, "__notes__", ()))
        if isinstance(stopped, KeyboardInterrupt):
            return INTERRUPTED
        return MISUSED if all(found.rule == UNKNOWN_NAME for found in stopped.findings) else UNABLE
    except OSError as error:
        if error.filename is None:  # not about a file, so nobody can put it right but we
            raise
        fact = f"cannot be used ({error.strerror})"
        return _complain(Refusal.at(error.filename, fact, "make it readable and writable, or remove it")) and UNABLE


def do_run(project: Project, chosen: Namespace) -> int:
    """Run the scripts that have no current record."""
    from printproof.runs.schedule import bring_up_to_date
    from printproof.scripts.script import scripts_of

    scripts, unreadable = scripts_of(project, _scripts(project, chosen))
    if unreadable:
        return _complain(*unreadable)
    ran = bring_up_to_date(project, scripts, progress=_say)
    _say(str(ran))
    return _complain(*ran.failures)


def do_check(project: Project, chosen: Namespace) -> int:
    """Run what must be run and compare every record with its promise."""
    from printproof.promises.suite import check_scripts

    checked = check_scripts(project, _scripts(project, chosen), progress=_say)
    _say(str(checked.ran))
    return _complain(*checked.findings)


def do_accept(project: Project, chosen: Namespace) -> int:
    """Let promises say what is printed now, and show what changed."""
    from printproof.promises.accept import accept_scripts

    return _complain(*accept_scripts(project, _scripts(project, chosen)))


def do_site(project: Project, chosen: Namespace) -> int:
    """Make the site of all languages and publish it; or make one language as a part, not published."""
    from printproof.site.build import make_site

    note = f"nothing was published; {project.shown(project.build / 'site')} is as it was"
    return _publish(lambda: f"{project.shown(make_site(project, chosen.language, _say))}/index.html", note)


def do_epub(project: Project, chosen: Namespace) -> int:
    """Make an EPUB of each language, or of one, of outputs that were compared as those of the site are."""
    return _books(project, chosen, "epub")


def do_pdf(project: Project, chosen: Namespace) -> int:
    """Make a PDF of each language, or of one; WeasyPrint and fonts of its characters must be installed."""
    return _books(project, chosen, "pdf")


def _books(project: Project, chosen: Namespace, kind: str) -> int:
    from printproof.site.books import PLACE, make_books

    note = f"no book was published; {project.shown(project.build / PLACE)} is as it was"
    books = partial(make_books, project, kind, chosen.language, _say)
    return _publish(lambda: "\n".join(str(project.shown(path)) for path in books()), note)


def _publish(make: Callable[[], str], note: str) -> int:
    """Make what is published, and print where it is; where a step stops it, ``note`` says what is as it was."""
    from printproof.site.build import SiteError

    try:
        print(make())
    except SiteError as problem:
        return _complain(problem, note)
    except (Refusal, KeyboardInterrupt) as stopped:
        stopped.add_note(note)
        raise
    return DONE


def do_serve(project: Project, chosen: Namespace) -> int:
    """Show the site while it is being written, one language first; a saved file is a new page, and runs nothing."""
    from printproof.preview.serve import serve

    serve(project, chosen.language, chosen.port, _say)
    return DONE


def do_catalogs(project: Project, chosen: Namespace) -> int:
    """Check catalogs as a reviewer would."""
    from printproof.catalogs.check import check

    # Without a name also what lies beside the folders of the languages is looked at.
    findings = check(project, project.translated(chosen.languages) if chosen.languages else (), chosen.glossary)
    for finding in findings:
        print(finding.labelled)
    errors = sum(finding.severity == "error" for finding in findings)
    print(f"catalogs: {errors} errors, {len(findings) - errors} warnings")
    return BROKEN if errors else DONE


def do_update(project: Project, chosen: Namespace) -> int:
    """Bring all catalogs up to date with their pages."""
    from printproof.catalogs.update import templates_of, update

    # Labels of figures are messages, and only a run draws a figure: without it they would be lost.
    if chosen.templates is None and do_run(project, Namespace(scripts=())):
        return _complain("no catalog was changed: labels of figures would be lost")
    print("\n".join(update(project, templates_of(project, chosen.templates), chosen.forget)) or "catalogs: up to date")
    return DONE


def do_move(project: Project, chosen: Namespace) -> int:
    """Rename a page with its script, its catalogs and every line that names it."""
    from printproof.catalogs.move import move_page

    print("\n".join(move_page(project, project.docname(chosen.old), project.docname(chosen.new))))
    return DONE


def do_fix(project: Project, chosen: Namespace) -> int:
    """Put right in catalogs what needs no translator, and show what changed."""
    from printproof.catalogs.fix import fix

    print("\n".join(fix(project, project.translated(chosen.languages))) or "catalogs: nothing to fix")
    return DONE


def do_todo(project: Project, chosen: Namespace) -> int:
    """List the messages that wait for a translator."""
    from printproof.catalogs.todo import todo

    tasks = list(todo(project, project.translated(chosen.languages)))
    print("\n\n".join([*tasks, f"to do: {len(tasks)}"]))
    return DONE


def do_status(project: Project, chosen: Namespace) -> int:
    """Show how far each language is, page by page."""
    from printproof.catalogs.status import as_table, status

    print(as_table(status(project, project.translated(chosen.languages))))
    return DONE


def do_new(project: Project, chosen: Namespace) -> int:
    """Start a language: a catalog for each page and a column in the glossary."""
    from printproof.catalogs.new_language import begin
    from printproof.catalogs.pseudo import fill_with_pseudo
    from printproof.catalogs.update import templates_of

    templates = templates_of(project, chosen.templates)
    print("\n".join(begin(project, chosen.language, templates, spoken=not chosen.pseudo)))
    if chosen.pseudo:
        fill_with_pseudo(project, chosen.language)
    return DONE


def do_matrix(project: Project, chosen: Namespace) -> int:
    """Check all promises on every supported jax and instruction set, and write the table of the site."""
    from printproof.promises.matrix import check_matrix

    jobs = partial(print, file=sys.stderr)  # beside the table: each takes minutes
    found = check_matrix(project, chosen.accelerator, chosen.table, jobs)
    _say(found.text)
    if found.unwritten:  # what was asked for is not there, although every promise that was compared holds
        return _complain(found.unwritten) and UNABLE
    return _complain(*found.reports)


Arguments = Mapping[str, Mapping[str, Any]]
SCRIPTS: Arguments = {"scripts": {"nargs": "*", "metavar": "SCRIPT", "help": "a docname, or a path of script or page"}}
ONE: Arguments = {"language": {"nargs": "?", "metavar": "LANG", "help": "one language, or a path of its catalogs"}}
PORT: Arguments = {"--port": {"type": int, "default": 8000, "help": "0 for any that is free (8000)"}}
LANGUAGES: Arguments = {"languages": {"nargs": "*", "metavar": "LANG", "help": "a code, or a path of its catalogs"}}
GLOSSARY: Arguments = {"--glossary": {"type": Path, "metavar": "FILE", "help": "another one than glossary.csv"}}
TEMPLATES: Arguments = {"--templates": {"type": Path, "metavar": "FOLDER", "help": ".pot files that were made before"}}
FORGET: Arguments = {"--forget": {"action": "store_true", "help": "keep no translation that no page uses any more"}}
PAGES: Arguments = {
    "old": {"metavar": "FROM", "help": "the page as it is called, such as guide/intro, or its path"},
    "new": {"metavar": "TO", "help": "its new name, or path"},
}
NEW: Arguments = {"language": {"metavar": "LANG", "help": "such as fr or pt_BR"}}
PSEUDO: Arguments = {"--pseudo": {"action": "store_true", "help": "fill it with lengthened English"}}
JOB: Arguments = {"--accelerator": {"metavar": "NAME", "help": "also this platform of JAX, such as cuda; not required"}}
TABLE: Arguments = {"--table": {"type": Path, "metavar": "FILE", "help": "the JSON file that a page shows"}}
VERBS: Mapping[str, tuple[Callable[[Project, Namespace], int], Arguments]] = {
    "run": (do_run, SCRIPTS),
    "check": (do_check, SCRIPTS),
    "accept": (do_accept, SCRIPTS),
    "site": (do_site, ONE),
    "epub": (do_epub, ONE),
    "pdf": (do_pdf, ONE),
    "serve": (do_serve, {**ONE, **PORT}),
    "catalogs": (do_catalogs, {**LANGUAGES, **GLOSSARY}),
    "update": (do_update, {**TEMPLATES, **FORGET}),
    "move": (do_move, PAGES),
    "fix": (do_fix, LANGUAGES),
    "todo": (do_todo, LANGUAGES),
    "status": (do_status, LANGUAGES),
    "new": (do_new, {**NEW, **PSEUDO, **TEMPLATES}),
    "matrix": (do_matrix, {**JOB, **TABLE}),
}
"""What does each verb, and its arguments as argparse takes them."""


def parsed(arguments: Sequence[str]) -> Namespace:
    """The arguments as values; a misspelt verb or option is answered with the nearest one.

    Raises SystemExit where they are wrong or ask for help; no argument at all asks for help, too.
    """
    form: dict[str, Any] = {"formatter_class": argparse.RawDescriptionHelpFormatter, "allow_abbrev": False}
    parser = argparse.ArgumentParser(prog="printproof", description=printproof.__doc__, epilog=STATUSES, **form)
    parser.add_argument("--version", action="version", version=f"printproof {printproof.__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", dest="verb")
    for name, (do, takes) in VERBS.items():
        about = (do.__doc__ or "").partition("\n")[0]
        verb = verbs.add_parser(name, help=about, description=about, epilog=STATUSES, **form)
        for argument, settings in takes.items():
            verb.add_argument(argument, **settings)
    first = next((word for word in arguments if not word.startswith("-")), "")
    if first and first not in VERBS:  # argparse itself would list all verbs and offer none
        parser.error(f"no verb {first!r}; {nearest(first, list(VERBS))}")
    chosen, unknown = parser.parse_known_args(arguments or ["--help"])
    if unknown or not first:
        options = [name for name in VERBS[first][1] if name.startswith("-")] if first else ["--version"]
        word = next(iter(unknown), "")
        verbs.choices.get(first, parser).error(f"no argument {word!r}; {nearest(word, [*options, '--help'])}")
    return chosen


def _scripts(project: Project, chosen: Namespace) -> Sequence[str]:
    return [project.named_script(name) for name in chosen.scripts] or project.docnames()


def _complain(*reports: object) -> int:
    """Print reports where errors belong; the exit status that they amount to."""
    for report in reports:
        print(report, file=sys.stderr)
    return BROKEN if reports else DONE
