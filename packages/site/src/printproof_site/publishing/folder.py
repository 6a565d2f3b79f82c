"""How does a folder come to hold a site? A new one is laid beside it, whole, and both are exchanged in one step.

A host that serves the folder never sees a half: a link that is switched would do as well, and asks that the host
follows links and that nothing but a link stood there before.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from printproof_base.files import is_full
from printproof_base.project import ProjectError
from printproof_site.publishing.plan import MANIFEST, Manifest, Plan, manifest_of
from printproof_site.publishing.programs import Report, now_and_then
from printproof_site.publishing.publish import exclusive_lock, publish

Held = tuple[Mapping[str, str], Mapping[str, str], Manifest]
"""What a plan is made of: the digests of the files of a site and of those that a place holds, and its manifest."""


FORMER = "former"


@dataclass(frozen=True)
class Folder:
    """A folder that a host serves; where it is a link, the one that it leads to."""

    place: Path

    def held(self, files: Mapping[str, Path]) -> Held:
        """What the folder holds of a site's files, by their names, and besides. Raises OSError."""
        entries = dict(_entries(_now(self.place)))
        new = {name: _digest(path) for name, path in files.items()}
        held = {name: _digest(path) if name in new else "" for name, path in entries.items()}
        manifest = entries.get(MANIFEST)
        return new, held, manifest_of(manifest.read_text(errors="replace") if manifest else "")

    def put(self, plan: Plan, files: Mapping[str, Path], report: Report) -> None:
        """Let the folder hold what a plan says. Raises ProjectError where it cannot be replaced, and OSError."""
        with _beside(self.place) as stage:
            if not plan.is_empty:
                lay(plan, files, _now(self.place), stage / "site", report)
                publish(stage / "site", self.place, stage / FORMER)


def lay(plan: Plan, files: Mapping[str, Path], old: Path, new: Path, report: Report) -> None:
    """Lay a folder as a plan says: what is new is copied, what stays keeps its times and all else. Raises OSError."""
    steps = ((100 * number // len(plan.new), name) for number, name in enumerate(plan.new))
    for name in now_and_then(steps, "copying", report):
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(files[name], new / name)
    new.mkdir(parents=True, exist_ok=True)
    (new / MANIFEST).write_text(plan.after.text, encoding="utf-8")
    for name in plan.stays:
        _carry(old / name, new / name)
    for folder in (new, *(path for path in new.rglob("*") if path.is_dir() and not path.is_symlink())):
        _liken(folder, old / folder.relative_to(new))


def _carry(old: Path, new: Path) -> None:
    """Let a file be in two folders; where the system has no second name for it, a copy."""
    new.parent.mkdir(parents=True, exist_ok=True)
    if old.is_dir() and not old.is_symlink():
        new.mkdir(exist_ok=True)
        return
    try:
        os.link(old, new, follow_symlinks=False)
    except OSError as error:
        if isinstance(error, FileExistsError) or is_full(error):
            raise
        shutil.copy2(old, new, follow_symlinks=False)


def _liken(folder: Path, other: Path) -> None:
    """Give a folder the rights and, where this user may, the owner of another that it replaces."""
    if other.is_dir():
        shutil.copystat(other, folder)
        with suppress(PermissionError):
            os.chown(folder, other.stat().st_uid, other.stat().st_gid)


def _entries(tree: Path) -> Iterator[tuple[str, Path]]:
    """Files, links and empty folders below a folder, by their names. Raises OSError where one cannot be read."""

    def refuse(error: OSError) -> None:
        raise error  # else what lies there would be taken for nothing, and be lost

    for folder, folders, names in os.walk(tree, onerror=refuse) if tree.exists() else ():
        links = [name for name in folders if Path(folder, name).is_symlink() or not any(Path(folder, name).iterdir())]
        for path in (Path(folder, name) for name in (*names, *links)):
            yield path.relative_to(tree).as_posix(), path


def _digest(path: Path) -> str:
    """A digest of a file; of what is none, a word that no file has."""
    return sha256(path.read_bytes()).hexdigest() if path.is_file() and not path.is_symlink() else "no file"


def _stage(place: Path) -> Path:
    return place.with_name(f".{place.name}.publishing")


def _now(place: Path) -> Path:
    """The folder with what readers had last, also where publishing ended between the two renames of some systems."""
    former = _stage(place) / FORMER
    return former if former.is_dir() and not place.exists() else place


@contextmanager
def _beside(place: Path) -> Iterator[Path]:
    """A folder of ours beside another, which takes what is laid and is gone afterwards, however that ended."""
    stage = _stage(place)
    try:
        stage.mkdir(exist_ok=True)  # not those around it: where they are gone, a disk may be
        with exclusive_lock(stage):
            shutil.rmtree(stage / "site", ignore_errors=True)
            try:
                yield stage
            finally:
                shutil.rmtree(stage if _now(place) == place else stage / "site", ignore_errors=True)
    except OSError as error:
        if is_full(error):
            raise
        cure = "the folder around it must be there and writable, as a new one is laid beside it"
        raise ProjectError.at(place, f"cannot be replaced ({error.strerror})", cure) from None
