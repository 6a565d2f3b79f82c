"""Which verbs make a page with its script of a document, and a document of a page?"""

from argparse import Namespace
from pathlib import Path

from printproof_base.report import DONE, JSON, Arguments, Report, here, progress_of, say, tell
from printproof_converter import drift_verb


def do_import(chosen: Namespace) -> int:
    """Make pages with scripts of MyST pages and notebooks, and promises of what they print."""
    from printproof_converter.importing import import_documents

    found = import_documents(here(), chosen.documents, progress_of(chosen))
    counts = {"documents": len(chosen.documents), "places": len(found)}
    summary = f"imported: {counts['documents']}; places that wait for you: {counts['places']}"
    return tell(chosen, Report("import", summary, counts, found))


def do_export(chosen: Namespace) -> int:
    """Make a notebook, or a page of MyST-NB, of a page with its script."""
    from printproof_converter.exporting import export_page

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
VERBS = {
    "import": (do_import, {**IMPORT, **JSON}),
    "export": (do_export, EXPORT),
}
GROUPS = {"Pages": VERBS, "Other trees": drift_verb.VERBS}
