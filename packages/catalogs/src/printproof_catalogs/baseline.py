"""The baseline: findings that a project lives with, written down once, so that only what is new is told."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path

from printproof_base.files import write_if_changed
from printproof_base.findings import Finding, Place
from printproof_base.project import Project
from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.check import Found

NAME = "printproof-baseline.csv"
"""The file beside the settings of a project."""

_CURE = "write it anew with: printproof i18n check --write-baseline"
_HEADING = ["catalog", "rule", "message", "count"]

UNSAFE = frozenset({"html", "copying", "layout"})
"""The rules that no project may live with: what they find could run in the browser of a reader, or read a file."""

Key = tuple[str, str, str]
"""A catalog, a rule, and a digest of the message: no line number, which any edit above would change."""


def write_baseline(project: Project, found: Iterable[Found]) -> int:
    """Write down the findings that a project may live with, in the place of what stood there; how many there are."""
    counts = Counter(_key(one) for one in found if not _is_unsafe(one))
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(_HEADING)
    rows.writerows([*key, count] for key, count in sorted(counts.items()))
    write_if_changed(project.root / NAME, text.getvalue())
    return counts.total()


def filter_by_baseline(
    project: Project, found: Iterable[Found], languages: Sequence[str] = ()
) -> tuple[list[Finding], int]:
    """The findings that are new, with a warning for each stale line of the baseline, and how many the baseline takes.

    What is unsafe is always new. A message whose findings of one rule are more than were written down shows the last
    of them. With ``languages`` only lines of their catalogs can be stale. Raises CatalogError where the baseline
    cannot be read.
    """
    left = _read(project.root / NAME, project.shown(project.root / NAME))
    known, new = left.total(), []
    # In order of place: of findings with one key those above are taken for the ones that were written down.
    for one in sorted(found):
        key = _key(one)
        if left[key] > 0 and not _is_unsafe(one):
            left[key] -= 1
        else:
            new.append(one.finding)
    folders = tuple(f"{project.shown(project.locales / language).as_posix()}/" for language in languages)
    stale = [line for line, count in left.items() for _ in range(count) if line[0].startswith(folders or "")]
    place = Place(str(project.shown(project.root / NAME)))
    new += [Finding(place, "warning", "baseline", f"{line[0]}: {line[1]}: found no more", _CURE) for line in stale]
    return new, known - left.total()


def _is_unsafe(found: Found) -> bool:
    return found.finding.severity == "error" and found.finding.rule in UNSAFE


def _key(found: Found) -> Key:
    message = sha256(found.message.encode()).hexdigest()[:12] if found.message else ""
    return found.finding.place.path, found.finding.rule, message


def _read(path: Path, shown: object) -> Counter[Key]:
    """How often each finding was written down; nothing where there is no baseline."""
    if not path.is_file():
        return Counter()
    try:
        heading, *rows = csv.reader(path.read_text(encoding="utf-8").splitlines(), strict=True)
        counts = {(catalog, rule, message): int(count) for catalog, rule, message, count in rows}
    except (ValueError, csv.Error):
        raise CatalogError.at(shown, "no baseline of findings", _CURE) from None
    if heading != _HEADING:
        raise CatalogError.at(shown, "no baseline of findings", _CURE)
    return Counter(counts)
