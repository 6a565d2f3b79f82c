"""Which verbs handle a page with its script: move it, make it of a document, make a document of it?"""

from argparse import Namespace
from pathlib import Path

from printproof.cli.report import DONE, JSON, Arguments, Report, here, progress_of, say, tell


def do_move(chosen: Namespace) -> int:
    """Rename a page with its script, its catalogs and every line that names it."""
    from printproof.catalogs.move import move_page

    project = here()
    old, new = project.docname(chosen.old), project.docname(chosen.new)
    say("\n".join([*move_page(project, old, new), f"moved: {old} is now {new}"]))
    return DONE


def do_import(chosen: Namespace) -> int:
    """Make pages with scripts of MyST pages and notebooks, and promises of what they print."""
    from printproof.documents.importing import import_documents

    found = import_documents(here(), chosen.documents, progress_of(chosen))
    counts = {"documents": len(chosen.documents), "places": len(found)}
    summary = f"imported: {counts['documents']}; places that wait for you: {counts['places']}"
    return tell(chosen, Report("import", summary, counts, found))


def do_export(chosen: Namespace) -> int:
    """Make a notebook, or a page of MyST-NB, of a page with its script."""
    from printproof.documents.exporting import export_page

    project = here()
    place = export_page(project, project.docname(chosen.page), chosen.output)
    say(str(project.shown(place)))
    return DONE


IMPORT: Arguments = {
    "documents": {"nargs": "+", "type": Path, "metavar": "FILE", "help": "a page that ends in .md, or a notebook"},
}
EXPORT: Arguments = {
    "page": {"metavar": "PAGE", "help": "the page as it is called, such as guide/intro, or its path"},
    "--output": {"type": Path, "metavar": "FILE", "help": "a file that ends in .ipynb, or .md for MyST-NB"},
}
MOVE: Arguments = {
    "old": {"metavar": "FROM", "help": "the page as it is called, such as guide/intro, or its path"},
    "new": {"metavar": "TO", "help": "its new name, or path"},
}
VERBS = {
    "import": (do_import, {**IMPORT, **JSON}),
    "export": (do_export, EXPORT),
    "move": (do_move, MOVE),
}
