"""What have other machines made, is it whole, and of what is here? Then it is put together as one machine makes it."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import combinations
from pathlib import Path

from printproof.promises.shards import notes, require_records
from printproof.runs.record import RunError, read_record
from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place
from printproof_base.project import Project
from printproof_site.publishing.build import build_environment, make_site, raise_if_any
from printproof_site.publishing.inputs import Digests, Inputs, inputs_of
from printproof_site.publishing.parts import digest_of, join, keep, part_of, stamp_of, why_not
from printproof_site.publishing.publish import exclusive_lock

TWO = "one of them is of another commit or of another run; leave it out"
OTHER = "build it with the sources, packages, variables and folder that are here"


def join_site(project: Project, folders: Sequence[Path], report: Callable[[str], None] = print) -> Path:
    """The place of the site, published, of what was left in folders of builds: records of runs, parts of languages.

    Nothing is run or built, and the site is that of one build of everything, byte for byte. Raises SiteError where
    a folder holds nothing, a record is not whole, two folders disagree or a part is made of something else, RunError
    where a record is missing, and ProjectError where a build is at work; the published tree is then as it was.
    """
    machines = [replace(project, build=folder) for folder in folders]
    raise_if_any(finding for machine in machines for finding in _not_whole(machine))
    left = [(machine.build, _digests(machine)) for machine in machines]
    raise_if_any(finding for one, other in combinations(left, 2) for finding in _differing(*one, *other))
    with exclusive_lock(project.build):
        for machine in machines:
            for path in _files(machine):
                write_whole(project.build / path.relative_to(machine.build), path.read_bytes())
        require_records(project)
        inputs = inputs_of(project, build_environment(project))
        parts = [(machine, language) for machine in machines for language in _languages(machine)]
        raise_if_any(found for machine, language in parts for found in _foreign(machine, language, inputs))
        for machine, language in parts:
            _take(project, machine, language)
    return make_site(project, None, report, run=False, build=False)


def _files(machine: Project) -> list[Path]:
    """The records that a machine left, and its notes of shards."""
    return [*sorted((machine.build / "runs").rglob("*.json")), *notes(machine.build)]


def _languages(machine: Project) -> list[str]:
    return [language for language in machine.languages() if part_of(machine, language).is_dir()]


def _finding(path: Path, fact: str, cure: str) -> Finding:
    return Finding(Place(str(path)), "error", "", fact, cure)


def _not_whole(machine: Project) -> Iterator[Finding]:
    if not (_files(machine) or _languages(machine)):
        yield _finding(machine.build, "holds no record of a run and no language", "name what a machine left in _build")
    for path in sorted((machine.build / "runs").rglob("*.json")):
        try:
            read_record(path)
        except RunError as error:
            yield from error.findings


def _differing(here: Path, ours: Digests, there: Path, theirs: Digests) -> Iterator[Finding]:
    """What two machines left in their folders under one name, and is not the same."""
    for name, digest in ours.items():
        if theirs.get(name, digest) != digest:
            yield _finding(here / name, f"differs from {there / name}", TWO)


def _foreign(machine: Project, language: str, inputs: Inputs) -> Iterator[Finding]:
    """Why a part is not what would be built here."""
    if why := why_not(machine, language, inputs):
        missing = "no stamp says what it is made of"
        yield _finding(part_of(machine, language), why if stamp_of(machine, language) else missing, OTHER)


def _digests(machine: Project) -> Digests:
    """By its name in the folder of builds, a digest of each file that a machine left, and of each language."""
    files = {path: sha256(path.read_bytes()).hexdigest() for path in _files(machine)}
    parts = {part: digest_of(part) for part in (part_of(machine, language) for language in _languages(machine))}
    return {path.relative_to(machine.build).as_posix(): digest for path, digest in {**files, **parts}.items()}


def _take(project: Project, machine: Project, language: str) -> None:
    """Keep the part of a machine as if it had been built here."""
    stamp, tree = stamp_of(machine, language), project.build / "making" / language
    assert stamp
    shutil.rmtree(tree, ignore_errors=True)
    join(machine, language, tree)
    keep(project, language, tree, dict(stamp.fingerprint), stamp.address)
