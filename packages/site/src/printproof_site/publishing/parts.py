"""Which built tree is kept, and may it be taken again? Only one that is whole, and made of what there is now."""

import json
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.findings import summarize_names
from printproof_base.project import Project
from printproof_site.publishing.inputs import Digests, Inputs, differing
from printproof_site.publishing.publish import publish

NEW = "it has no part"


@dataclass(frozen=True)
class Stamp:
    """What a tree is made of, the digest of its files, and the public address that its build found."""

    fingerprint: Mapping[str, str] = field(default_factory=dict)
    files: str = ""
    address: str = ""


def part_of(project: Project, language: str) -> Path:
    """The folder of a language's pages as they were built, whether or not it exists."""
    return project.build / "parts" / language


def stamp_of(project: Project, name: str) -> Stamp | None:
    """The stamp of a language, of ``site`` or of ``promises``; None where there is none that can be read."""
    try:
        return Stamp(**json.loads(_path(project, name).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def write_stamp(project: Project, name: str, stamp: Stamp) -> None:
    """Write a stamp, in one step. Raises OSError."""
    write_whole(_path(project, name), json.dumps(asdict(stamp)))


def _path(project: Project, name: str) -> Path:
    return project.build / "stamps" / f"{name}.json"


def digest_of(tree: Path) -> str:
    """A digest of the files of a tree, of their names and bytes; empty where there is none. Raises OSError."""
    # In one order: the system gives the files of a folder in any.
    paths = sorted(path for path in tree.rglob("*") if path.is_file())
    files = [(path.relative_to(tree).as_posix(), sha256(path.read_bytes()).hexdigest()) for path in paths]
    return sha256(json.dumps(files).encode()).hexdigest() if files else ""


def is_whole(tree: Path, stamp: Stamp | None) -> bool:
    """True where a tree has the very files that its stamp speaks of, and there are any."""
    return stamp is not None and stamp.files != "" and digest_of(tree) == stamp.files


def why_not(project: Project, language: str, inputs: Inputs) -> str | None:
    """Why the part of a language cannot be taken again, in a few words; None where it can."""
    stamp = stamp_of(project, language)
    if stamp is None:
        return NEW
    if not stamp.fingerprint:
        return "its inputs changed while it was built"
    changed = differing(stamp.fingerprint, inputs.of_language(language))
    if changed:
        return f"changed: {summarize_names(changed)}"
    return None if is_whole(part_of(project, language), stamp) else "its part is damaged"


def keep(project: Project, language: str, tree: Path, fingerprint: Digests, address: str) -> None:
    """Keep the pages of a language; made of nothing that is known they serve this build alone.

    Whenever this is interrupted, the part has a stamp that fits it, or it is built anew.
    """
    (tree / ".buildinfo").unlink(missing_ok=True)  # it names the options of this very build
    # First the old stamp: a tree without one is built anew, whichever step this ends at.
    _path(project, language).unlink(missing_ok=True)
    publish(tree, part_of(project, language))
    write_stamp(project, language, Stamp(fingerprint, digest_of(part_of(project, language)), address))


def join(project: Project, language: str, place: Path) -> None:
    """Copy the pages of a language to a place: what is written beside them there is no part of theirs."""
    shutil.copytree(part_of(project, language), place, copy_function=shutil.copyfile)
