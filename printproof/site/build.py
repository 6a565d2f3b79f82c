"""How does a site come to be? Run, compare, build, verify, publish: each step only after the one before."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from printproof.catalogs.check import check
from printproof.html.originals import write_originals
from printproof.html.page import read_rendered
from printproof.language import segment
from printproof.project import Project, ProjectError, find_project
from printproof.promises.suite import check_scripts
from printproof.site.entry import write_root
from printproof.site.publish import PublishError, alone, publish, recover
from printproof.site.verify import verify

SHOWN = 20  # sentences of one step that a person reads before going to work


class SiteError(RuntimeError):
    """A site that was not published: what each step found, a line or more for each."""


def say(line: str) -> None:
    """Print a line at once, so that it stands above what the processes of a build print."""
    print(line, flush=True)


def run_site(arguments: list[str]) -> int:
    """Make the site of all languages and publish it, or make one language as a part."""
    parser = argparse.ArgumentParser(prog="printproof site", description=run_site.__doc__)
    parser.add_argument("language", nargs="?", metavar="LANG", help="only this language, not published")
    chosen = parser.parse_args(arguments)
    project = None
    try:
        project = find_project(Path.cwd())
        place = make_site(project, chosen.language)
    except (ProjectError, PublishError, SiteError) as problem:
        print(problem, file=sys.stderr)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
    else:
        print(f"{project.shown(place)}/index.html")
        return 0
    if project is not None:
        print(f"nothing was published; {project.shown(project.build / 'site')} is as it was", file=sys.stderr)
    return 1


def make_site(project: Project, only: str | None = None, said: Callable[[str], None] = say) -> Path:
    """Make the site and publish it in ``_build/site``, or one language in ``_build/parts``; gives the place.

    Raises SiteError where a step finds anything wrong, and PublishError where another build is at work; the
    published tree is then as it was. Every language is built from nothing, so the same inputs give the same bytes.
    """
    languages = project.languages(only)
    site = project.build / "site"
    work = project.build / "making"
    with alone(project.build) as lock:
        recover(site)
        _promises_hold(project, said)
        _catalogs_hold(project, languages)
        shutil.rmtree(work, ignore_errors=True)
        _build(project, languages, work, lock, said)
        tree = _assemble(project, languages, work, whole=only is None)
        place = site if only is None else project.build / "parts" / only
        publish(tree / segment(only) if only else tree, place)
        shutil.rmtree(work, ignore_errors=True)
    return place


def _promises_hold(project: Project, said: Callable[[str], None]) -> None:
    checked = check_scripts(project, project.docnames(), said=said)
    said(str(checked.ran))
    _stop(list(map(str, checked.reports)))


def _catalogs_hold(project: Project, languages: Sequence[str]) -> None:
    _stop([finding.labelled for finding in check(project, languages) if finding.severity == "error"])


def _build(project: Project, languages: Sequence[str], work: Path, lock: int, said: Callable[[str], None]) -> None:
    """Build the languages side by side, in processes that hold the build folder as well."""
    said(f"building {', '.join(languages)}")
    jobs = []
    for language in languages:
        folder = work / language
        folder.mkdir(parents=True)
        arguments = sphinx_arguments(project, language, folder)
        jobs.append({"language": language, "arguments": arguments, "log": str(folder / "log")})
    asked = json.dumps({"confdir": str(project.root), "jobs": jobs})
    command = [sys.executable, "-m", "printproof.site.languages"]
    env = build_environment(project)
    held = (lock,) if os.name == "posix" else ()
    ended = subprocess.run(command, input=asked, text=True, cwd=project.root, env=env, pass_fds=held, check=False)
    if ended.returncode:
        raise SiteError("the lines above say what to correct")


def sphinx_arguments(project: Project, language: str, folder: Path) -> list[str]:
    """What Sphinx is told to build one language; pages without a current record are refused."""
    settings = {"language": language, "printproof_source_language": project.source}
    settings |= dict.fromkeys(("printproof_require_records", "printproof_originals"), "1")
    defined = [part for name, value in settings.items() for part in ("-D", f"{name}={value}")]
    where = ["-c", str(project.root), "-d", str(folder / "doctrees"), str(project.docs), str(folder / "html")]
    return ["-b", "html", "-W", "--keep-going", *defined, *where]


def build_environment(project: Project) -> dict[str, str]:
    """The environment of a build: the date is that of the last commit, so that the same commit gives the same bytes."""
    env = {"PYTHONHASHSEED": "0", **os.environ}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(Path(__file__).parents[2]), env.get("PYTHONPATH", "")]))
    if "SOURCE_DATE_EPOCH" not in env and shutil.which("git"):
        log = ["git", "-C", str(project.root), "log", "-1", "--format=%ct"]
        date = subprocess.run(log, capture_output=True, text=True, check=False).stdout.strip()
        env.update({"SOURCE_DATE_EPOCH": date} if date else {})
    return env


def _assemble(project: Project, languages: Sequence[str], work: Path, whole: bool) -> Path:
    """Put the languages side by side, the root above them, and verify what readers will get."""
    tree = work / "site"
    tree.mkdir()
    for language in languages:
        (work / language / "html").rename(tree / segment(language))
        (tree / segment(language) / ".buildinfo").unlink(missing_ok=True)
    if whole:
        first = segment(languages[0])
        pages = [page for page in project.pages() if (tree / first / f"{page}.html").is_file()]
        write_root(tree, languages, pages, site_url(tree, first))
    _stop(verify(tree, languages, whole))
    _stop(list(map(str, write_originals(tree, languages))) if whole else [])
    return tree


def site_url(tree: Path, first: str) -> str:
    """The public address of a built site as its pages have it; empty where they name none."""
    return read_rendered(tree / first / "index.html").canonical.removesuffix(f"{first}/index.html")


def _stop(sentences: Sequence[str]) -> None:
    """Raises SiteError where there is anything to say."""
    if sentences:
        more = [f"… and {len(sentences) - SHOWN} more"] if len(sentences) > SHOWN else []
        raise SiteError("\n".join([*sentences[:SHOWN], *more]))
