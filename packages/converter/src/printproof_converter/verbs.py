"""Which verbs make a page with its script of a document, a document of a page, and compare trees of documents?"""

from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path

from printproof_base.report import JSON, Arguments, Report, here, print_report, progress_of


def do_import(chosen: Namespace) -> int:
    """Run MyST pages and notebooks, and write what their cells print: in a script, or where code stays, in the page.

    printproof import docs/intro.md
    printproof import docs/tour.ipynb --dry-run
    """
    from printproof_converter.importing import import_documents, preview_import
    from printproof_converter.in_place import kept_pages, write_outputs

    project, progress = here(), progress_of(chosen)
    kept = kept_pages(project, chosen.documents)
    others = [path for path in chosen.documents if path not in kept]
    if chosen.dry_run:
        preview_import(project, others, progress)
        return print_report(chosen, Report("import", "nothing was run or written", {"documents": 0, "places": 0}, []))
    found = import_documents(project, others, progress, run=not chosen.no_run) if others else []
    found += write_outputs(project, list(kept.values()), progress) if kept and not chosen.no_run else []
    counts = {"documents": len(chosen.documents), "places": len(found)}
    summary = f"imported: {counts['documents']}; places that wait for you: {counts['places']}"
    return print_report(chosen, Report("import", summary, counts, found))


def do_export(chosen: Namespace) -> int:
    """Make a notebook, or a page of MyST-NB, of a page with its script.

    printproof export guide/intro
    printproof export guide/intro --output intro.md
    """
    from printproof_converter.exporting import export_page

    project = here()
    place = str(project.shown(export_page(project, project.docname(chosen.page), chosen.output)))
    return print_report(chosen, Report("export", place, rows=[{"path": place}]))


def do_drift(chosen: Namespace) -> int:
    """Compare the code of two versions of documents, such as a translation and its original.

    printproof drift docs translations/docs
    printproof drift docs docs --suffix ko --diff
    """
    from printproof_base.files import write_whole
    from printproof_converter.code_cells import DocumentError
    from printproof_converter.drift_table import as_csv, as_table, findings_of, rows_of, total_of
    from printproof_converter.trees import compare_trees

    output: Path | None = chosen.output
    if output and output.suffix not in {".csv", ".json"}:
        raise DocumentError.at(output, "has no form", "name a file that ends in .csv or .json")
    trees = compare_trees(chosen.source, chosen.target, chosen.suffix)
    drifted = list(findings_of(trees))
    total = total_of(trees)
    both = sum(bool(versions.pairs) for versions in trees.documents)
    summary = f"{both} documents compared: {total.code} of {total.cells} cells drifted, {total.missing} are missing"
    report = Report("drift", summary, asdict(total), [*trees.unreadable, *drifted], rows_of(trees))
    if output:
        write_whole(output, as_csv(trees) if output.suffix == ".csv" else f"{report.as_json()}\n")
    shown = drifted if chosen.diff else [replace(finding, detail=()) for finding in drifted]
    return print_report(chosen, report, *map(str, [*trees.unreadable, *shown]), as_table(trees))


IMPORT: Arguments = {
    "documents": {"nargs": "+", "type": Path, "metavar": "DOCUMENT", "help": "a page that ends in .md, or a notebook"},
    "--no-run": {
        "action": "store_true",
        "help": "run nothing; expected outputs come with 'printproof accept'",
    },
    "--dry-run": {"action": "store_true", "help": "run and write nothing, and say what would be made"},
}
EXPORT: Arguments = {
    "page": {"metavar": "PAGE", "help": "a docname, or the path of a page or of its script"},
    "--output": {"type": Path, "metavar": "FILE", "help": "a file that ends in .ipynb, or .md for MyST-NB"},
}
DRIFT: Arguments = {
    "source": {"type": Path, "metavar": "DOCUMENT", "help": "an original, or a folder of originals"},
    "target": {"type": Path, "metavar": "DOCUMENT", "help": "the version to compare with it, or their folder"},
    "--suffix": {
        "default": "",
        "metavar": "LANGUAGE",
        "help": "compare x.md with x.LANGUAGE.md; both folders may be the same",
    },
    "--diff": {"action": "store_true", "help": "show what differs"},
    "--output": {"type": Path, "metavar": "FILE", "help": "write it, too: documents to .csv, everything to .json"},
}
VERBS = {
    "import": (do_import, {**IMPORT, **JSON}),
    "export": (do_export, {**EXPORT, **JSON}),
}
GROUPS = {"Pages": VERBS, "Other trees": {"drift": (do_drift, {**DRIFT, **JSON})}}
