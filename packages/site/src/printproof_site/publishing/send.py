"""How does the built site come to a host? As it was verified, to a folder, a branch or a place of rsync."""

import re
import shutil
from contextlib import nullcontext
from pathlib import Path, PurePath

from printproof_base.findings import summarize_names
from printproof_base.project import Project, ProjectError
from printproof_base.report import Say
from printproof_site.publishing.branch import Branch, source_of
from printproof_site.publishing.build import SITE, build_environment
from printproof_site.publishing.folder import Folder
from printproof_site.publishing.inputs import differing, inputs_of
from printproof_site.publishing.parts import is_whole, stamp_of
from printproof_site.publishing.plan import planned
from printproof_site.publishing.publish import exclusive_lock
from printproof_site.publishing.remote import Remote
from printproof_site.publishing.shelf import current_books, made_of

BRANCH = "gh-pages"
GIT = re.compile(r"git:(?P<repository>[^#]*)(?:#(?P<branch>.+))?")
RSYNC = re.compile(r"rsync:(?P<around>(?:.*[/:])?)(?P<name>[^/:]+)/?")

Target = Folder | Branch | Remote
"""A place that holds a site: each tells what it ``held``, and can be ``put`` to hold what a plan says, in one step.

From one to the other it is held ``alone``, as far as it can be.
"""


def send(project: Project, target: str, now: float, dry: bool, report: Say) -> str:
    """Publish the built site to a target, or with ``dry`` say what that would change; the target.

    ``now`` is in seconds since 1970. Raises ProjectError where the site is not as it was verified, or the target
    cannot hold it, and OSError; the target then serves one whole site, and the next call begins anew.
    """
    with exclusive_lock(project.build):
        site, work = verified(project), project.build / "publishing"
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir()
        try:
            deliver(site, _target(project, target, work), now, source_of(project.root), dry, report)
        finally:
            shutil.rmtree(work, ignore_errors=True)
    return target


def deliver(site: Path, target: Target, now: float, source: str, dry: bool, report: Say) -> None:
    """Bring a site to a target. Raises ProjectError and OSError."""
    files = {path.relative_to(site).as_posix(): path for path in sorted(site.rglob("*")) if path.is_file()}
    # A dry run changes nothing, and others need not wait for it.
    with nullcontext() if dry else target.alone():
        report(f"comparing {len(files)} files with what is there")
        plan = planned(*target.held(files), now, source)
        for line in plan.lines(names=dry):
            report(line)
        if not dry:
            target.put(plan, files, report)


def verified(project: Project) -> Path:
    """The built site. Raises ProjectError where there is none, it was changed, or its sources were."""
    site, stamp = project.build / SITE, stamp_of(project, SITE)
    if stamp is None or not is_whole(site, stamp):
        fact = "is no site that passed its checks"
        raise ProjectError.at(project.shown(site), fact, "make it: printproof site build")
    inputs = inputs_of(project, build_environment(project))
    made = made_of(inputs, current_books(project, project.languages(), inputs))
    # Files alone: where the site is published from, and when, is nothing that it is made of.
    if changed := [name for name in differing(stamp.fingerprint, made) if "/" in name or "." in name]:
        fact = f"is older than what it is made of ({summarize_names(changed)})"
        raise ProjectError.at(project.shown(site), fact, "make it anew: printproof site build")
    return site


def names_host(target: str, kind: type[PurePath] = Path) -> bool:
    """Whether words that say no kind of target name another machine, as rsync does; ``C:`` of Windows is none."""
    return ":" in target.partition("/")[0] and not kind(target).drive


def _target(project: Project, target: str, scratch: Path) -> Target:
    """The place that the words of a command line mean. Raises ProjectError where they mean none, or the project."""
    if named := RSYNC.fullmatch(target):
        return Remote(named["around"], named["name"], scratch, project.build / SITE)
    if named := GIT.fullmatch(target):
        repository = named["repository"] or "origin"
        # A path is one from here; what is none may be the name of a remote.
        repository = str(Path(repository).resolve()) if Path(repository).exists() else repository
        return Branch(project.root, repository, named["branch"] or BRANCH, scratch)
    if names_host(target):
        raise ProjectError.at(target, "is no folder here", f"say how to reach it: rsync:{target} or git:{target}")
    place = Path(target).resolve()
    if place in (project.root, *project.root.parents) or project.build in (place, *place.parents):
        raise ProjectError.at(target, "holds the project, or what it builds", "name a folder that holds the site alone")
    return Folder(place)
