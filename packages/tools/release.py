"""Which version do the packages have, and how do they get the next one? Changelog, packages and tag agree.

``python -m packages.tools.release 0.2.0`` makes the commit of a release, without a tag and without a push. Without a
version it compares, and with ``--tag v0.2.0`` also what that tag says.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place, ReportedError
from printproof_base.report import DONE, print_errors
from printproof_site.publishing.programs import answer

ROOT = Path(__file__).parents[2]
CHANGES = "packages/outputs/CHANGELOG.md"
OPEN = "not published yet"
UPGRADE = "### When you upgrade"
HEADING = re.compile(rf"^## (?P<version>\d+\.\d+\.\d+) \((?P<when>{OPEN}|\d{{4}}-\d\d-\d\d)\)$", re.MULTILINE)
NUMBERS = re.compile(r"\d+\.\d+\.\d+")


def main(arguments: Sequence[str] | None = None, root: Path = ROOT) -> int:
    """Make the commit of a release, or compare; 1 where anything does not agree or forbids it."""
    parser = argparse.ArgumentParser(
        prog="python -m packages.tools.release", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("version", nargs="?", help="what is released, such as 0.2.0; without it places are compared")
    parser.add_argument("--tag", default="", help="the tag that is to be published, such as v0.2.0")
    chosen = parser.parse_args(arguments)
    try:
        if not chosen.version:
            found = list(disagreeing(root, chosen.tag))
            return print_errors(*found) if found else DONE
        print(commit(root, chosen.version, time.strftime("%Y-%m-%d", time.gmtime())))
    except ReportedError as refusal:
        return print_errors(refusal)
    return DONE


def disagreeing(root: Path, tag: str = "") -> Iterator[Finding]:
    """What does not agree: packages with each other, with the newest section of the changelog, and these with a tag."""
    versions = _versions(root)
    version = max(versions.values(), key=_numbers)
    for path, own in versions.items():
        if own != version:
            yield _finding(path, f"version is {own}", f"the others have {version}", f'write version = "{version}"')
    heading, line = _newest(root)
    newest, dated = heading["version"], heading["when"] != OPEN
    if _numbers(newest) < _numbers(version) or (dated and newest != version):
        wanted = f"the packages have {version}"
        yield _finding(CHANGES, f"the newest section is {newest}", wanted, f"begin ## {version} ({OPEN})", line)
    if dated and UPGRADE not in _section(root, heading):
        cure = "say there what a project has to change, or that it is nothing"
        yield _finding(CHANGES, f"{newest} has no '{UPGRADE}'", "a release tells how to upgrade", cure, line)
    if tag and (tag != f"v{version}" or not dated):
        fact = f"the tag is {tag}, the newest section {newest} ({heading['when']})"
        cure = f"tag the commit that python -m packages.tools.release makes: git tag v{version}"
        yield _finding(CHANGES, fact, f"a release has the tag v{version} and its day", cure, line)


def commit(root: Path, version: str, day: str) -> str:
    """Make the commit of a release; what is left to do. Raises ReportedError, before anything is written."""
    heading, line = _newest(root)
    _refuse(root, version, heading, line)
    _write(root, CHANGES, heading[0], f"## {version} ({day})")
    for path, own in _versions(root).items():
        _write(root, path, f'version = "{own}"', f'version = "{version}"')
    git = ("git", "-C", str(root))
    answer(*git, "commit", "-qam", f"release: {version}")
    return f"release {version} is committed; look at it, then: git tag v{version} && git push origin main v{version}"


def _refuse(root: Path, version: str, heading: re.Match[str], line: int) -> None:
    """Raises ReportedError where a version cannot be released now."""
    git = ("git", "-C", str(root))
    if not NUMBERS.fullmatch(version):
        raise ReportedError.at("", f"{version!r} is no version", "write three numbers, such as 0.2.0")
    answer(*git, "var", "GIT_COMMITTER_IDENT")  # else the commit would be refused when all is written
    if changed := answer(*git, "status", "--porcelain").splitlines():
        fact = f"{len(changed)} files differ from the commit, the first is {changed[0][3:]}"
        raise ReportedError.at(root, fact, "commit them or take them back: a release is what was tested")
    tags = [tag for tag in answer(*git, "tag", "--list", "v*").split() if NUMBERS.fullmatch(tag[1:])]
    if f"v{version}" in tags:
        raise ReportedError.at("", f"the tag v{version} exists", "name the next version")
    least = max([*_versions(root).values(), *(tag[1:] for tag in tags)], key=_numbers)
    if _numbers(version) < _numbers(least):
        raise ReportedError.at("", f"{version} is not greater than {least}", "name a greater version")
    if heading["when"] != OPEN:
        fact, cure = f"{heading['version']} is published, and nothing stands above it", f"begin ## {version} ({OPEN})"
        raise ReportedError.at(CHANGES, fact, cure, line=line)
    if UPGRADE not in _section(root, heading):
        fact, cure = f"the newest section has no '{UPGRADE}'", "say what a project has to change, or that it is nothing"
        raise ReportedError.at(CHANGES, fact, cure, line=line)


def _versions(root: Path) -> dict[str, str]:
    """The version of each package, by the path of its pyproject.toml."""
    paths = sorted(root.glob("packages/*/pyproject.toml"))
    read = {path.relative_to(root).as_posix(): tomllib.loads(path.read_text(encoding="utf-8")) for path in paths}
    return {path: str(data["project"]["version"]) for path, data in read.items()}


def _newest(root: Path) -> tuple[re.Match[str], int]:
    """The heading of the newest section, and its line. Raises ReportedError where there is none."""
    text = (root / CHANGES).read_text(encoding="utf-8")
    first = re.search(r"^## .*$", text, re.MULTILINE)
    line = text.count("\n", 0, first.start()) + 1 if first else 1
    if first and (heading := HEADING.match(text, first.start())):
        return heading, line
    fact = f"{first[0] if first else 'the file'} is no heading of a version"
    raise ReportedError.at(CHANGES, fact, f"write ## 0.2.0 ({OPEN}), or the day in the brackets", line=line)


def _section(root: Path, heading: re.Match[str]) -> str:
    return (root / CHANGES).read_text(encoding="utf-8")[heading.end() :].partition("\n## ")[0]


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", version))


def _write(root: Path, path: str, old: str, new: str) -> None:
    write_whole(root / path, (root / path).read_text(encoding="utf-8").replace(old, new, 1))


def _finding(path: str, fact: str, wanted: str, cure: str, line: int = 0) -> Finding:
    return Finding(Place(path, line), "error", "release", f"{fact}, and {wanted}", cure)


if __name__ == "__main__":
    sys.exit(main())
