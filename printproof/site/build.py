"""How does a site come to be? Run, compare, build, verify, publish: each step only after the one before."""

import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

from printproof.catalogs.check import check
from printproof.findings import Finding, Refusal
from printproof.html.originals import write_originals
from printproof.language import segment
from printproof.processes import own_environment, own_module
from printproof.project import Project
from printproof.promises.suite import check_scripts
from printproof.site.entry import write_root
from printproof.site.languages import Answer, Job
from printproof.site.publish import alone, publish, recover
from printproof.site.verify import verify

SHOWN = 20  # findings of one step that a person reads before going to work


class SiteError(Refusal):
    """A site that was not published: what the step that stopped it found."""

    def __str__(self) -> str:
        """The first findings, and how many more there are."""
        more = [f"… and {len(self.findings) - SHOWN} more"] if len(self.findings) > SHOWN else []
        return "\n".join([*map(str, self.findings[:SHOWN]), *more])


def make_site(project: Project, only: str | None = None, report: Callable[[str], None] = print) -> Path:
    """The place of the site, made and published in ``_build/site``, or of one language, in ``_build/parts``.

    Raises SiteError where a step finds anything wrong, and ProjectError where another build is at work or there is
    no such language; the published tree is then as it was. Every language is built from nothing, so the same inputs
    give the same bytes.
    """
    languages = project.languages(only)
    site, work = project.build / "site", project.build / "making"
    part = languages[0] if only else ""
    with alone(project.build) as lock:
        recover(site)
        checked = check_scripts(project, project.docnames(), progress=report, again=True)
        report(str(checked.ran))
        _stop(checked.findings)
        _stop(finding for finding in check(project, languages) if finding.severity == "error")
        shutil.rmtree(work, ignore_errors=True)
        address = _build(project, languages, work, lock, report)
        tree = _assemble(project, languages, work, None if part else address)
        place = project.build / "parts" / part if part else site
        publish(tree / segment(part) if part else tree, place)
        shutil.rmtree(work, ignore_errors=True)
    return place


def _build(project: Project, languages: Sequence[str], work: Path, lock: int, report: Callable[[str], None]) -> str:
    """Build the languages side by side, in processes that hold the build folder as well; the public address."""
    report(f"building {', '.join(languages)}")
    folders = {language: work / language for language in languages}
    for folder in folders.values():
        folder.mkdir(parents=True)
    jobs = [Job(name, sphinx_arguments(project, name, folder), str(folder / "log")) for name, folder in folders.items()]
    answered = work / "answer.json"
    held = (lock,) if os.name == "posix" else ()  # where no descriptor can be handed on, the parent alone holds it
    ended = subprocess.run(
        [*own_module("site.languages"), str(answered)], input=json.dumps(list(map(asdict, jobs))), text=True,
        cwd=project.root, env=build_environment(project), pass_fds=held, check=False,
    )  # fmt: skip
    answer = Answer(languages) if ended.returncode else Answer(**json.loads(answered.read_text(encoding="utf-8")))
    if answer.failed:
        raise SiteError.at("", f"not built: {', '.join(answer.failed)}", "the lines above say what to correct")
    return answer.address


def sphinx_arguments(project: Project, language: str, folder: Path) -> list[str]:
    """What Sphinx is told to build one language; pages without a current record are refused."""
    settings = (f"language={language}", "printproof_require_records=1", "printproof_originals=1")
    defined = [part for setting in settings for part in ("-D", setting)]
    where = ["-c", str(project.root), "-d", str(folder / "doctrees"), str(project.docs), str(folder / "html")]
    return ["-b", "html", "-W", "--keep-going", *defined, *where]


def build_environment(project: Project) -> dict[str, str]:
    """The environment of a build: the date is that of the last commit, so that the same commit gives the same bytes."""
    env = own_environment({"PYTHONHASHSEED": "0", **os.environ})  # sets are written in one order
    if "SOURCE_DATE_EPOCH" not in env and shutil.which("git"):
        log = ["git", "-C", str(project.root), "log", "-1", "--format=%ct"]
        date = subprocess.run(log, capture_output=True, text=True, check=False).stdout.strip()
        env.update({"SOURCE_DATE_EPOCH": date} if date else {})
    return env


def _assemble(project: Project, languages: Sequence[str], work: Path, address: str | None) -> Path:
    """The tree that readers will get, verified: the languages side by side and, with an address, the root above them.

    An empty address is that of a site which may stand anywhere; None makes a part, which has no root.
    """
    tree, whole = work / "site", address is not None
    tree.mkdir()
    for language in languages:
        (work / language / "html").rename(tree / segment(language))
        (tree / segment(language) / ".buildinfo").unlink(missing_ok=True)  # it names the options of this very build
    if address is not None:
        first = tree / segment(languages[0])
        write_root(tree, languages, [page for page in project.pages() if (first / f"{page}.html").is_file()], address)
    _stop(verify(tree, languages, whole))
    if whole:
        _stop(write_originals(tree, languages))
    return tree


def _stop(findings: Iterable[Finding]) -> None:
    """Raises SiteError where there is anything to report."""
    if found := tuple(findings):
        raise SiteError(*found)
