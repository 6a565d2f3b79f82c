"""How does the project stand? One report in Markdown for its maintainers; each figure is counted as the gate does."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from printproof.html.page import read_tree
from printproof.pages.claims import count_proofs, read_claims
from printproof.promises.suite import checked_so_far
from printproof.promises.versions import LOCKS, is_measured
from printproof_base.languages import endonym, segment
from printproof_base.project import Project, ProjectError
from printproof_catalogs.status import status as count_messages
from printproof_site.publishing.branch import source_of
from printproof_site.publishing.build import DAY_S
from printproof_site.publishing.first_view import FIRST_VIEW, MEDIAN_VIEW, first_view, weights
from printproof_site.publishing.programs import answer
from printproof_site.publishing.send import verified

VERSIONS = "versions.json"
"""What ``printproof matrix --table`` writes, somewhere among the pages."""

Row = Sequence[object]


def status(project: Project, now: float) -> str:
    """The report; ``now`` is in seconds since 1970. Nothing is run, and what is not known is said not to be.

    Raises ReportedError where a table of claims cannot be read, and OSError.
    """
    commit, _, changed = source_of(project.root).partition("-")
    tree = f"Commit `{commit}`{', with changes that are not committed' * bool(changed)}." if commit else "No commit."
    facts = [*_outputs(project), *_claims(project), *_site(project)]
    parts = ["# Status", tree, _table(("What", "Figure"), facts), _table(*_languages(project)), *_versions(project)]
    return "\n\n".join([*parts, _table(*_locks(project, now))])


def _table(head: Row, rows: Iterable[Row]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(str(entry).replace('|', chr(92) + '|') for entry in row)} |" for row in lines)


def _outputs(project: Project) -> Iterator[Row]:
    checked = checked_so_far(project)
    without = len(project.docnames()) - len(checked.ran.current)
    yield "Outputs", f"{checked}{f'; {without} scripts have no current record' * bool(without)}"
    yield "What does not hold", len(checked.findings)


def _claims(project: Project) -> Iterator[Row]:
    claims = read_claims(project)
    cells, tests = count_proofs(claims)
    yield "Claims", f"{len(claims)}, proved by {cells} cells and {tests} tests"


def _site(project: Project) -> Iterator[Row]:
    """What only the built pages say; a site that is not made of these sources says nothing of them."""
    pages, languages = project.pages(), project.languages()
    yield "Pages", f"{len(pages)} in each of {len(languages)} languages"
    try:
        site = verified(project)
        paths = [f"{segment(language)}/{page}.html" for page in pages for language in languages]
        paths = [path for path in paths if (site / path).is_file()]
        first = (read_tree(site / path) for path in paths if path.startswith(f"{segment(languages[0])}/"))
        yield "Lessons", sum(any("place" in one.classes for one in page.find("div")) for page in first)
        sizes = {path: sum(files.values()) for path, files in weights({p: first_view(site, p) for p in paths}).items()}
    except ProjectError as reason:
        yield "Not counted: lessons, first views", reason
        return
    heaviest = max(sizes, key=lambda path: sizes[path])
    yield "Heaviest first view", f"{sizes[heaviest]:,} B of {FIRST_VIEW:,} B: {heaviest}"
    yield "Median first view", f"{median(sizes.values()):,.0f} B of {MEDIAN_VIEW:,} B"


def _languages(project: Project) -> tuple[Row, Iterable[Row]]:
    counted: dict[str, Counter[str]] = {}
    for page in count_messages(project):
        counts = {"messages": page.messages, "current": page.current, "fuzzy": page.fuzzy, "broken": bool(page.broken)}
        counted.setdefault(page.language, Counter()).update(counts)
    rows = ((endonym(name), f"{n['current'] / (n['messages'] or 1):.1%}", *n.values()) for name, n in counted.items())
    return ("Language", "Share current", "Messages", "Current", "Fuzzy", "Catalogs that cannot be read"), rows


def _versions(project: Project) -> Iterator[str]:
    """What was measured of the scripts as they are now; the table of versions holds no day, which is said."""
    path = next(iter(sorted(project.docs.rglob(VERSIONS))), None)
    if path is None:
        yield f"No {VERSIONS} lies among the pages, so no version of JAX is said to be verified."
        return
    shown, (commit, day, _) = project.shown(path), _last_change(project, path)
    try:
        fared = _fared(project, json.loads(path.read_text(encoding="utf-8")))
    except (ValueError, LookupError, TypeError, AttributeError):
        yield f"`{shown}` is no table of versions; make one with: printproof matrix --table {shown}"
        return
    rows = [(job, f"{n['exact']} of {len(project.docnames())}", _rest(n)) for job, n in fared.items()]
    yield _table(("Verified with", "Scripts exact in every mode", "Others, by mode"), rows)
    where = f"git has its last change in `{commit}` of {day}" if commit else "git does not know the file"
    yield f"`{shown}` does not say when it was measured; {where}."


def _fared(project: Project, data: Mapping[str, Any]) -> dict[str, Counter[str]]:
    """By job, how many of the scripts as they are now have which results in their modes."""
    known = [found["results"] for name, found in data["scripts"].items() if is_measured(project, name, found)]
    return {job: Counter(" or ".join(sorted({*by_job[job].values()})) for by_job in known) for job in data["jobs"]}


def _rest(counts: Counter[str]) -> str:
    return ", ".join(f"{number} {result}" for result, number in sorted(counts.items()) if result != "exact")


def _locks(project: Project, now: float) -> tuple[Row, Iterable[Row]]:
    paths = sorted((project.root / LOCKS).glob("requirements*.txt"))
    changes = [(project.shown(path), _last_change(project, path)) for path in paths]
    rows = (
        (f"`{path}`", day, f"{(now - at) // DAY_S:.0f} days" if day else "not in git") for path, (_, day, at) in changes
    )
    return ("Lock", "Last changed", "Age"), rows


def _last_change(project: Project, path: Path) -> tuple[str, str, int]:
    """The commit that changed a file last, its day and second; empty where git knows of none."""
    try:
        said = answer("git", "-C", str(project.root), "log", "-1", "--format=%h %cs %ct", "--", str(path)).split()
    except ProjectError:
        said = []
    return (said[0], said[1], int(said[2])) if said else ("", "", 0)
