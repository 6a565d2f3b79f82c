"""How does a site come to be? Run, compare, build, verify, publish: each step only after the one before.

A step whose inputs are what they were when it passed is not taken again. What only a step needs is imported there:
where nothing changed there is nothing to take.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from printproof_base.files import FULL
from printproof_base.findings import Finding, Place, ReportedError
from printproof_base.languages import segment
from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project
from printproof_site.publishing.conflicts import conflicts
from printproof_site.publishing.inputs import Inputs, inputs_of
from printproof_site.publishing.parts import (
    NEW,
    Stamp,
    digest_of,
    is_whole,
    join,
    keep,
    part_of,
    stamp_of,
    why_not,
    write_stamp,
)
from printproof_site.publishing.publish import exclusive_lock, publish, recover
from printproof_site.publishing.shelf import current_books, made_of

if TYPE_CHECKING:
    from printproof_site.publishing.languages import Answer, Job
    from printproof_site.publishing.shelf import Book

SHOWN = 20  # findings of one step that a person reads before going to work
DAY_S = 24 * 60 * 60
PROMISES, SITE = "promises", "site"


class SiteError(ReportedError):
    """A site that was not published: what the step that stopped it found."""

    def __str__(self) -> str:
        """The first findings, and how many more there are."""
        more = [f"… and {len(self.findings) - SHOWN} more"] if len(self.findings) > SHOWN else []
        return "\n".join([*map(str, self.findings[:SHOWN]), *more])


def make_site(
    project: Project,
    only: str | None = None,
    report: Callable[[str], None] = print,
    run: bool = True,
    build: bool = True,
) -> Path:
    """The place of the site, made and published in ``_build/site``, or of one language, in ``_build/parts``.

    A language is built, from nothing, where anything changed that it is made of; the others are taken as they were
    built. The same inputs give the same bytes either way. Raises SiteError where a step finds anything wrong, and
    ProjectError where another build is at work or there is no such language; the published tree is then as it was.
    Without ``run`` no script runs: a missing record is a RunError. Without ``build`` every part must be there, current.
    """
    languages = project.languages(only)
    site, work = project.build / SITE, project.build / "making"
    with exclusive_lock(project.build) as lock:
        recover(site)
        inputs = inputs_of(project, build_environment(project))
        if not only and _published(project, languages, inputs, current_books(project, languages, inputs)):
            report("0 runs")
            report(f"nothing changed: {', '.join(languages)}")
            return site
        inputs = prove(project, inputs, report, run)
        # What a build has left that was interrupted.
        shutil.rmtree(work, ignore_errors=True)
        _bring_up_to_date(project, languages, inputs, lock, report, build)
        stamp = stamp_of(project, languages[0])
        address = stamp.address if stamp else ""
        tree = _assemble(project, languages, work / SITE, address, whole=not only)
        if not only:
            books = current_books(project, languages, inputs, report)
            _offer_files(languages, tree, address, inputs, books)
            _publish(project, tree, inputs, books)
        shutil.rmtree(work, ignore_errors=True)
    return part_of(project, languages[0]) if only else site


def _published(project: Project, languages: Sequence[str], inputs: Inputs, books: Sequence[Book]) -> bool:
    """True where the published site was verified with these very inputs and books, and it and its parts are whole."""
    stamp = stamp_of(project, SITE)
    parts = ((part_of(project, language), stamp_of(project, language)) for language in languages)
    whole = stamp is not None and stamp.fingerprint == made_of(inputs, books) and is_whole(project.build / SITE, stamp)
    return whole and all(is_whole(*part) for part in parts)


def prove(project: Project, inputs: Inputs, report: Callable[[str], None], run: bool = True) -> Inputs:
    """Run what must be run and compare all promises, unless they held with these inputs; what there is then.

    Raises SiteError where one does not hold or a conflict of git is left, which is said before anything runs, and
    RunError where something must be run that may not.
    """
    raise_if_any(conflicts(inputs))
    stamp = stamp_of(project, PROMISES)
    if stamp and stamp.fingerprint == inputs.of_promises:
        report("0 runs")
        return inputs
    from printproof.promises.shards import require_records
    from printproof.promises.suite import check_scripts

    if not run:
        require_records(project)
    checked = check_scripts(project, project.docnames(), progress=report, again=True)
    report(str(checked.ran))
    raise_if_any(checked.findings)
    after = inputs_of(project, inputs.environ)
    if after.without_runs == inputs.without_runs:
        write_stamp(project, PROMISES, Stamp(after.of_promises))
    return after


def _bring_up_to_date(
    project: Project, languages: Sequence[str], inputs: Inputs, lock: int, report: Callable[[str], None], build: bool
) -> None:
    """Build the languages whose part cannot be taken again, and keep what could be built."""
    from printproof_catalogs.check import check

    reasons = {language: reason for language in languages if (reason := why_not(project, language, inputs))}
    for language in (name for name, reason in reasons.items() if reason != NEW):
        report(f"{language}: {reasons[language]}")
    if not reasons:
        return
    if not build:
        raise SiteError(*(_unbuilt(project, language, reason) for language, reason in reasons.items()))
    # The catalogs of a part that is taken again passed before it was built.
    raise_if_any(finding for finding in check(project, list(reasons)) if finding.severity == "error")
    answer = start_sphinx(project, list(reasons), lock, report)
    # Read again after the build: somebody may have saved a file meanwhile.
    unchanged = inputs_of(project, inputs.environ) == inputs  # else a part may be made of what came in between
    for language in (name for name in reasons if name not in answer.failed):
        fingerprint = inputs.of_language(language) if unchanged else {}
        keep(project, language, project.build / "making" / language / "html", fingerprint, answer.address)
    raise_if_failed(answer)


def _unbuilt(project: Project, language: str, reason: str) -> Finding:
    place = Place(str(project.shown(part_of(project, language))))
    return Finding(place, "error", "", f"not as it would be built here: {reason}", f"printproof site build {language}")


def start_sphinx(
    project: Project, languages: Sequence[str], lock: int, report: Callable[[str], None], builder: str = "html"
) -> Answer:
    """Build languages side by side, in processes that hold the build folder as well."""
    from printproof_site.publishing.languages import Answer, Job

    report(f"building {', '.join(languages)}")
    work = project.build / "making"
    folders = {language: work / language for language in languages}
    for folder in folders.values():
        folder.mkdir(parents=True)
    jobs = [
        Job(name, sphinx_arguments(project, name, folder, builder), str(folder)) for name, folder in folders.items()
    ]
    answered = work / "answer.json"
    status = run_jobs(project, jobs, answered, lock)
    if status in FULL:
        raise OSError(status, os.strerror(status))
    return Answer(languages) if status else Answer(**json.loads(answered.read_text(encoding="utf-8")))


def run_jobs(project: Project, jobs: Sequence[Job], answered: Path, lock: int) -> int:
    """The exit status of a process that builds languages, and writes what came of it into a file."""
    held = (lock,) if os.name == "posix" else ()  # where no descriptor can be handed on, the parent alone holds it
    return subprocess.run(
        [*own_module("printproof_site.publishing.languages"), str(answered)],
        input=json.dumps(list(map(asdict, jobs))), text=True,
        cwd=project.root, env=build_environment(project), pass_fds=held, check=False,
    ).returncode  # fmt: skip


def sphinx_arguments(project: Project, language: str, folder: Path, builder: str = "html") -> list[str]:
    """What Sphinx is told to build one language; pages without a current record are refused."""
    ours = ("require_records", "originals", "archives")
    settings = (f"language={language}", *(f"printproof_{name}=1" for name in ours))
    defined = [part for setting in settings for part in ("-D", setting)]
    where = ["-c", str(project.conf.parent), "-d", str(folder / "doctrees"), str(project.docs), str(folder / builder)]
    return ["-b", builder, "-W", "--keep-going", *defined, *where]


def build_environment(project: Project) -> dict[str, str]:
    """The environment of a build: the day is that of the last commit, so that the same commit gives the same bytes.

    Its first second stands for it: pages show no time of the day, and commits of one day share their parts.
    """
    env = own_environment({"PYTHONHASHSEED": "0", **os.environ})  # sets are written in one order
    if "SOURCE_DATE_EPOCH" not in env and shutil.which("git"):
        log = ["git", "-C", str(project.root), "log", "-1", "--format=%ct"]
        date = subprocess.run(log, capture_output=True, text=True, check=False).stdout.strip()
        env.update({"SOURCE_DATE_EPOCH": str(int(date) // DAY_S * DAY_S)} if date else {})
    return env


def _assemble(project: Project, languages: Sequence[str], tree: Path, address: str, whole: bool) -> Path:
    """The tree that readers will get, verified: the languages side by side and, of a whole site, the root above them.

    A site without an address may stand anywhere; a part of one has no root.
    """
    from printproof.html.page import Rendered, read_tree, rendered
    from printproof_site.originals import Passages, passages, write_originals
    from printproof_site.publishing.entry import write_root
    from printproof_site.publishing.verify import verify

    texts: dict[Path, Passages] = {}

    def read(path: Path) -> Rendered:
        # Once for both who look at it; the trees of all pages would take a megabyte each.
        page = read_tree(path)
        texts[path] = passages(page) if whole else {}
        return rendered(page)

    for language in languages:
        join(project, language, tree / segment(language))
    if whole:
        first = tree / segment(languages[0])
        write_root(tree, languages, [page for page in project.pages() if (first / f"{page}.html").is_file()], address)
    raise_if_any(verify(tree, languages, whole, read))
    if whole:
        raise_if_any(write_originals(tree, languages, texts.__getitem__))
    return tree


def _offer_files(languages: Sequence[str], tree: Path, address: str, inputs: Inputs, books: Sequence[Book]) -> None:
    """Make archives of a verified tree, put books beside them, and offer them on the page above the languages."""
    from printproof_site.publishing.entry import ROOT_PAGE, root_page
    from printproof_site.publishing.offline import place_books, write_archives

    archives = write_archives(tree, languages, address, int(inputs.environ.get("SOURCE_DATE_EPOCH", 0)))
    archives += place_books(tree, books)  # no archive holds a book, or names one
    (tree / ROOT_PAGE).write_text(root_page(tree, languages, address, archives), encoding="utf-8", newline="\n")


def _publish(project: Project, tree: Path, inputs: Inputs, books: Sequence[Book]) -> None:
    """Publish a tree, with a stamp that says what it is made of; one that may be made of something else has none."""
    files = digest_of(tree)
    publish(tree, project.build / SITE)
    if inputs_of(project, inputs.environ) == inputs:
        write_stamp(project, SITE, Stamp(made_of(inputs, books), files))


def raise_if_failed(answer: Answer) -> None:
    """Raises SiteError where a language was not built."""
    if answer.failed:
        raise SiteError.at("", f"not built: {', '.join(answer.failed)}", "the lines above say what to correct")


def raise_if_any(findings: Iterable[Finding]) -> None:
    """Raises SiteError where there is anything to report."""
    if found := tuple(findings):
        raise SiteError(*found)
