"""How is drift told? A table of documents, its columns explained, and a line for each piece of code that drifted."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields

from printproof_base.findings import Finding, Place
from printproof_converter.blocks import Block
from printproof_converter.code_cells import Document
from printproof_converter.drift import Drift, Pair
from printproof_converter.trees import Trees, Versions

COLUMNS = {
    "cells": "pieces of Python in the target",
    "exact": "of these, that differ from the source in anything",
    "code": "that differ in more than comments, docstrings, layout and quotes",
    "logic": "that differ also where the words of strings are left out",
    "missing": "pieces that only the source has",
}


def findings_of(trees: Trees) -> Iterator[Finding]:
    """Each piece of code that drifted, an error."""
    for versions in trees.documents:
        for pair in versions.pairs:
            if pair.level not in {"", "exact"}:
                place, fact = _told(versions, pair)
                yield Finding(place, "error", "drift", fact, detail=pair.difference)


def _told(versions: Versions, pair: Pair) -> tuple[Place, str]:
    """Where a piece of code stands, and what is to be said of the other side."""
    source, target = _place(versions.source, pair.source), _place(versions.target, pair.target)
    here, there = (target, source) if pair.target else (source, target)
    if pair.source and pair.target:
        return here, f"other {'strings' if pair.level == 'code' else 'code'} than {there}"
    return here, f"no such code in {there}"


def _place(document: Document | None, block: Block | None) -> Place:
    return Place(str(document.path) if document else "", block.line if block else 0)


def rows_of(trees: Trees) -> list[dict[str, object]]:
    """The documents as a table: both paths, empty where a side has none, and the numbers of `Drift`."""
    sides = ((versions, versions.source, versions.target) for versions in trees.documents if versions.has_python)
    return [
        {
            "document": versions.name,
            "source": str(source.path) if source else "",
            "target": str(target.path) if target else "",
            **asdict(versions.drift),
        }
        for versions, source, target in sides
    ]


def as_csv(trees: Trees) -> str:
    """The documents as comma-separated values."""
    written = io.StringIO()
    writer = csv.DictWriter(written, ["document", "source", "target", *COLUMNS], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows_of(trees))
    return written.getvalue()


def total_of(trees: Trees) -> Drift:
    """The numbers of all documents together."""
    return sum((versions.drift for versions in trees.documents), Drift())


def as_table(trees: Trees) -> str:
    """A line for each document and a sum, then what the columns mean and what was not compared."""
    total = total_of(trees)
    # A longer name moves the numbers of its own line alone.
    wide = min(60, max(map(len, [*map(_name, trees.documents), "share of cells"])) + 2)
    lines = [f"{'document':<{wide}}" + "".join(f"{name:>8}" for name in COLUMNS)]
    lines += [_line(versions, wide) for versions in trees.documents if versions.has_python]
    lines.append(_numbers("all", total, wide))
    shares = (f"{part / (total.cells or 1):.1%}" for part in (total.exact, total.code, total.logic))
    lines.append(f"{'share of cells':<{wide}}{'':>8}" + "".join(f"{part:>8}" for part in shares))
    lines += ["", *(f"{name:<8} {meaning}" for name, meaning in COLUMNS.items())]
    return "\n".join([*lines, *_not_compared(trees.documents)])


def _name(versions: Versions) -> str:
    return f"{versions.name} -> {versions.renamed}" if versions.renamed else versions.name


def _line(versions: Versions, wide: int) -> str:
    if versions.source is None or versions.target is None:
        side = "target" if versions.target is None else "source"
        return f"{versions.name:<{wide}}  not in the {side}"
    return _numbers(_name(versions), versions.drift, wide)


def _numbers(name: str, drift: Drift, wide: int) -> str:
    return f"{name:<{wide}}" + "".join(f"{getattr(drift, f.name):>8}" for f in fields(drift))


def _not_compared(documents: Iterable[Versions]) -> list[str]:
    """What stands in the target and is no Python."""
    others = Counter(language for versions in documents if versions.target for language in versions.target.others)
    named = ", ".join(f"{count} {language}" for language, count in others.most_common())
    return [f"not compared: {others.total()} pieces in other languages ({named})"] if others else []
