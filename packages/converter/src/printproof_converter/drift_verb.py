"""Which verb compares trees that are not this project's?"""

from argparse import Namespace
from dataclasses import asdict, replace
from pathlib import Path

from printproof_base.report import JSON, Arguments, Report, tell


def do_drift(chosen: Namespace) -> int:
    """Compare the code of two versions of documents, such as a translation and its original."""
    from printproof_base.files import write_whole
    from printproof_converter.code_cells import DocumentError
    from printproof_converter.drift_table import as_csv, as_table, findings_of, rows_of, total_of
    from printproof_converter.trees import compare_trees

    output: Path | None = chosen.output
    if output and output.suffix not in {".csv", ".json"}:
        raise DocumentError.at(output, "has no form", "name a file that ends in .csv or .json")
    trees = compare_trees(chosen.source, chosen.target, chosen.suffix)
    drifted = list(findings_of(trees, strings=not chosen.allow_strings))
    total = total_of(trees)
    both = sum(bool(versions.pairs) for versions in trees.documents)
    summary = f"{both} documents compared: {total.code} of {total.cells} cells drifted, {total.missing} are missing"
    report = Report("drift", summary, asdict(total), [*trees.unreadable, *drifted], rows_of(trees))
    if output:
        write_whole(output, as_csv(trees) if output.suffix == ".csv" else f"{report.as_json()}\n")
    shown = drifted if chosen.diff else [replace(finding, detail=()) for finding in drifted]
    return tell(chosen, report, *map(str, [*trees.unreadable, *shown]), as_table(trees))


DRIFT: Arguments = {
    "source": {"type": Path, "metavar": "SOURCE", "help": "a folder of documents, or one document"},
    "target": {"type": Path, "metavar": "TARGET", "help": "the version to compare with it"},
    "--suffix": {"default": "", "metavar": "LANG", "help": "compare x.md with x.LANG.md; TARGET may be SOURCE itself"},
    "--diff": {"action": "store_true", "help": "show what differs"},
    "--allow-strings": {"action": "store_true", "help": "words of strings may differ, such as labels of figures"},
    "--output": {"type": Path, "metavar": "FILE", "help": "write it, too: documents to .csv, everything to .json"},
}
VERBS = {"drift": (do_drift, {**DRIFT, **JSON})}
