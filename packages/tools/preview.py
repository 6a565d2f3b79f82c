"""What would a pull request change for readers? Its pages by language, and the outputs that are expected anew.

``python -m packages.tools.preview BASE ARTIFACT`` prints the text of a comment, in Markdown; BASE is a commit, and
ARTIFACT the name below which a workflow keeps the site. Nothing is run: that outputs hold is what the gate says.
"""

from __future__ import annotations

import argparse
import difflib
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path, PurePosixPath

from printproof.promises.baselines import SUFFIXES
from printproof.scripts.loading import read_source
from printproof.scripts.promise import ScriptError
from printproof_base.findings import ReportedError, summarize_names
from printproof_base.languages import endonym
from printproof_base.project import MARKUP, Project, at
from printproof_base.report import DONE, print_errors
from printproof_site.publishing.inputs import inputs_of
from printproof_site.publishing.programs import answer

ROOT = Path(__file__).parents[2]


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Print the text; 1 where git does not know the commit."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.tools.preview", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("base", help="the commit that the pull request is compared with, such as HEAD^1")
    parser.add_argument("artifact", help="the name of the site among the files of the run")
    chosen = parser.parse_args(arguments)
    try:
        print(comment(at(root), chosen.base, chosen.artifact))
    except ReportedError as refusal:
        return print_errors(refusal)
    return DONE


def comment(project: Project, base: str, artifact: str) -> str:
    """The text of the comment. Raises ReportedError where git does not know the commit."""
    listed = answer("git", "-C", str(project.root), "diff", "--name-only", "--no-renames", "-z", f"{base}...HEAD", "--")
    changed = [path for path in listed.split("\0") if path]
    placed = {path: _page(project, PurePosixPath(path)) for path in changed}
    languages = project.languages()
    rows = [f"| {endonym(name)} | {_pages(project, placed, name)} |" for name in languages]
    inputs = inputs_of(project, {}).of_site
    others = [path for path, (_, docname) in placed.items() if not docname and path in inputs]
    lines = ["## Preview", "", f"The site is the artifact {_code(artifact)} of this run: unpack it, open `index.html`."]
    lines += ["", "| Language | Pages whose sources changed |", "| --- | --- |", *rows]
    if others:
        lines += ["", f"Any page may be made of these as well: {summarize_names([*map(_code, others)])}"]
    outputs = [line for path in changed if path.endswith(".py") for line in _outputs(project, base, path)]
    return "\n".join([*lines, "", "### Outputs that changed", "", *(outputs or ["None."])])


def _page(project: Project, path: PurePosixPath) -> tuple[str, str]:
    """The language and the page that a file belongs to; without a language to all, without a page to nobody alone."""
    docs, examples, locales = (
        PurePosixPath(project.shown(folder).as_posix()) for folder in (project.docs, project.examples, project.locales)
    )
    if path.is_relative_to(locales) and path.suffix == ".po":
        language, _, *rest = path.relative_to(locales).parts
        return language, PurePosixPath(*rest).with_suffix("").as_posix()
    if path.is_relative_to(docs) and path.suffix in MARKUP:
        return "", path.relative_to(docs).with_suffix("").as_posix()
    if path.is_relative_to(examples) and path.suffix in {".py", ".svg", *SUFFIXES.values()}:
        name = path.relative_to(examples)
        return "", name.with_name(name.name.partition(".")[0]).as_posix()  # a figure has its cell behind the page
    return "", ""


def _pages(project: Project, placed: dict[str, tuple[str, str]], language: str) -> str:
    found = {docname for owner, docname in placed.values() if docname and owner in ("", language)}
    known = {*project.documents()}
    shown = [f"{_code(name)}{'' if name in known else ' (no page of its own)'}" for name in sorted(found)]
    return ", ".join(shown) or "none"


def _outputs(project: Project, base: str, path: str) -> Iterator[str]:
    """What cells of a script are expected to print otherwise, as differences; all of it where the script is new."""
    if not (project.root / path).is_relative_to(project.examples):
        return
    former, own = _expected(_text(project, base, path), path), _expected(_text(project, "HEAD", path), path)
    for name in dict.fromkeys([*own, *former]):
        before, after = former.get(name, []), own.get(name, [])
        if before != after:
            lines = [*difflib.unified_diff(before, after, lineterm="", n=2)][2:]
            fence = max(re.findall("`{3,}", "\n".join(lines)), key=len, default="``") + "`"
            yield from (f"{_code(path)}, cell {_code(name)}:", "", f"{fence}diff", *lines, fence, "")


def _text(project: Project, commit: str, path: str) -> str:
    """A file as it is in a commit; empty where there is none."""
    git = ("git", "-C", str(project.root))
    known = answer(*git, "ls-tree", "--name-only", commit, "--", path)
    return answer(*git, "show", f"{commit}:{path}") if known else ""


def _expected(text: str, path: str) -> dict[str, list[str]]:
    """What each cell is expected to print; nothing of a script that cannot be read, which the gate refuses."""
    try:
        cells = read_source(text, Path(path)).cells if text else ()
    except ScriptError:
        return {}
    return {cell.name: [line for one in cell.promise.outputs for line in (one.heading, *one.lines)] for cell in cells}


def _code(text: str) -> str:
    """A name as code: names in a pull request are anybody's."""
    return f"`{re.sub('[`|]|[^ -~]', '?', text)}`"


if __name__ == "__main__":
    sys.exit(main())
