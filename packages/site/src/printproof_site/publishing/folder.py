"""How does a folder come to hold a site? A new one is laid beside it, whole, and both are exchanged in one step.

A host that serves the folder never sees a half: a link that is switched would do as well, and asks that the host
follows links and that nothing but a link stood there before.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path

from printproof_base.files import is_full
from printproof_base.locks import exclusive_lock
from printproof_base.project import ProjectError
from printproof_base.report import Say, paced
from printproof_site.publishing.plan import MANIFEST, Manifest, Plan, folders_of, manifest_of
from printproof_site.publishing.publish import publish

Held = tuple[Mapping[str, str], Mapping[str, str], Manifest]
"""What a plan is made of: the digests of the files of a site and of those that a place holds, and its manifest."""


FORMER = "former"


@dataclass(frozen=True)
class Folder:
    """A folder that a host serves; where it is a link, the one that it leads to."""

    place: Path

    def held(self, files: Mapping[str, Path]) -> Held:
        """What the folder holds of a site's files, by their names, and besides. Raises OSError."""
        tree = _now(self.place)
        paths = (path for path in tree.rglob("*") if path.is_symlink() or not path.is_dir())
        held = {path.relative_to(tree).as_posix(): path for path in paths}
        digests = {name: _digest(path) if name in files else "" for name, path in held.items()}
        said = held[MANIFEST].read_text(errors="replace") if MANIFEST in held else ""
        return {name: _digest(path) for name, path in files.items()}, digests, manifest_of(said)

    def put(self, plan: Plan, files: Mapping[str, Path], report: Say) -> None:
        """Let the folder hold what a plan says. Raises ProjectError where it cannot be replaced, and OSError."""
        if not plan.is_empty:
            stage = _stage(self.place)
            with _replacing(self.place):
                lay(plan, files, _now(self.place), stage / "site", report)
                publish(stage / "site", self.place, stage / FORMER)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else publish to the folder, from the look at what it holds until it holds what is planned.

        In a folder of ours beside it, which takes what is laid and is gone afterwards, however that ended. Raises
        ProjectError where somebody else does, or no folder can be made there.
        """
        stage = _stage(self.place)
        with ExitStack() as held:
            with _replacing(self.place):
                stage.mkdir(exist_ok=True)  # not those around it: where they are gone, a disk may be
                held.enter_context(exclusive_lock(stage, partial(refuse_second, self.place)))
                shutil.rmtree(stage / "site", ignore_errors=True)
            try:
                yield
            finally:
                shutil.rmtree(stage if _now(self.place) == self.place else stage / "site", ignore_errors=True)


def lay(plan: Plan, files: Mapping[str, Path], old: Path, new: Path, report: Say) -> None:
    """Lay a folder as a plan says: what is new is copied, what stays is the same file as before. Raises OSError.

    Folders have the rights and, where this user may give them, the owners of those that they replace.
    """
    new.mkdir(parents=True)
    say = paced(report)
    for number, name in enumerate(plan.new):
        say(f"copying: {100 * number // len(plan.new)} %")
        (new / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(files[name], new / name)
    (new / MANIFEST).write_text(plan.after.text, encoding="utf-8", newline="\n")
    if old.is_dir():
        # Last, as somebody may just be writing what is not ours.
        shutil.copytree(old, new, symlinks=True, ignore=_leaving(plan, old), copy_function=_link, dirs_exist_ok=True)
    for folder in sorted(folders_of(plan.deleted), reverse=True):
        with suppress(OSError):  # one that is not empty
            (new / folder).rmdir()
    for path in (new, *new.rglob("*/")) if hasattr(os, "chown") else ():  # Windows has no such owners
        with suppress(OSError):  # one that is new, or whose owner this user may not name
            former = (old / path.relative_to(new)).lstat()
            os.chown(path, former.st_uid, former.st_gid, follow_symlinks=False)


def _leaving(plan: Plan, old: Path) -> Callable[[str, list[str]], list[str]]:
    """What says which names of a folder do not stay."""
    return lambda folder, names: [
        name for name in names if (Path(folder, name).relative_to(old)).as_posix() in plan.out
    ]


def _link(old: str, new: str) -> None:
    """Let a file be in two folders; where the system refuses it a second name, a copy."""
    try:
        os.link(old, new, follow_symlinks=False)
    except (OSError, NotImplementedError):  # Windows knows no links that are not followed
        shutil.copy2(old, new)


def _digest(path: Path) -> str:
    """A digest of a file; of a link, a word that no file has."""
    return "link" if path.is_symlink() else sha256(path.read_bytes()).hexdigest()


def _stage(place: Path) -> Path:
    return place.with_name(f".{place.name}.publishing")


def _now(place: Path) -> Path:
    """The folder with what readers had last, also where publishing ended between the two renames of some systems."""
    former = _stage(place) / FORMER
    return former if former.is_dir() and not place.exists() else place


def refuse_second(place: object) -> None:
    """Raises ProjectError for who comes second."""
    fact, cure = "somebody else is publishing to it", "wait until that has ended, then run it again"
    raise ProjectError.at(place, fact, cure)


@contextmanager
def _replacing(place: Path) -> Iterator[None]:
    """Say in one line why a folder cannot be replaced. Raises ProjectError, and OSError where the disk is full."""
    try:
        yield
    except OSError as error:
        if is_full(error):
            raise
        fact = f"cannot be replaced ({error.strerror or str(error)[:200]})"  # `shutil` gathers many into one
        cure = "the folder around it must be there and writable, as a new one is laid beside it"
        raise ProjectError.at(place, fact, cure) from None
