"""What must change so that a place holds a site? What is added, changed and deleted, and what stays, and why."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import PurePosixPath

from printproof_base.project import ProjectError

MANIFEST = ".published.json"
"""The file of a place that says which of its files are ours."""

KEPT_S = 24 * 60 * 60
LOADED = {".css", ".js", ".json", ".svg", ".png", ".jpg", ".webp", ".woff2"}
"""How files end that an open page still asks for, such as the next part of a search: they stay for a day."""


@dataclass(frozen=True)
class Manifest:
    """What a place says of itself: the commit it was made of, our files, and since when others that were are gone."""

    source: str = ""
    files: Sequence[str] = ()
    gone: Mapping[str, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """As it is written into the place."""
        return json.dumps(asdict(self), indent=1)


def manifest_of(text: str) -> Manifest:
    """What a manifest says; nothing where it cannot be read: then no file that is there counts as ours."""
    try:
        found = json.loads(text)
        return Manifest(found["source"], list(found["files"]), {name: float(at) for name, at in found["gone"].items()})
    except (ValueError, TypeError, LookupError, AttributeError):
        return Manifest()


@dataclass(frozen=True)
class Plan:
    """Names of files: what comes and goes, and what stays that is none of the site: for a day, or as it is not ours."""

    added: Sequence[str]
    changed: Sequence[str]
    deleted: Sequence[str]
    kept: Sequence[str]
    foreign: Sequence[str]
    before: Manifest
    after: Manifest

    @property
    def new(self) -> Sequence[str]:
        """What is taken from the site."""
        return [*self.added, *self.changed]

    @property
    def out(self) -> set[str]:
        """What a place has and does not keep as it is."""
        return {*self.deleted, *self.changed, MANIFEST}

    @property
    def is_empty(self) -> bool:
        """True where the place holds the site already, and says so."""
        told = set(self.before.files) == set(self.after.files) and self.before.gone == self.after.gone
        return told and not (self.new or self.deleted)

    def lines(self, names: bool) -> Iterator[str]:
        """How many files there are of each kind, and with ``names`` which; one line where nothing changes."""
        kinds = {"added": self.added, "changed": self.changed, "deleted": self.deleted}
        kinds |= {"kept for a day, for readers of an open page": self.kept, "kept, not ours": self.foreign}
        if self.is_empty:
            yield "nothing changed"
        for kind, found in kinds.items() if names or not self.is_empty else ():
            yield f"{len(found)} {kind}"
            yield from (f"  {name}" for name in found if names)


def planned(new: Mapping[str, str], held: Mapping[str, str], before: Manifest, now: float, source: str = "") -> Plan:
    """What must change in a place that holds files so that it holds others; each name has a digest, on both sides.

    ``before`` says which files are ours, ``now`` is in seconds since 1970. Raises ProjectError where a file that is
    not ours stands where a folder of the site must be, or the other way round.
    """
    old = sorted({*held} - {*new, MANIFEST})
    ours = {*before.files, *before.gone}
    foreign = [name for name in old if name not in ours]
    gone = {name: before.gone.get(name, now) for name in old if name in ours and PurePosixPath(name).suffix in LOADED}
    gone = {name: since for name, since in gone.items() if now - since < KEPT_S}
    for name in sorted({*foreign} & folders_of(new) | {*new} & folders_of(foreign)):
        raise ProjectError.at(name, "stands in the way there, and was not published by this program", "move it away")
    return Plan(
        added=[name for name in new if name not in held],
        changed=[name for name in new if held.get(name, new[name]) != new[name]],
        deleted=[name for name in old if name in ours and name not in gone],
        kept=list(gone),
        foreign=foreign,
        before=before,
        after=Manifest(source, list(new), gone),
    )


def folders_of(names: Iterable[str]) -> set[str]:
    """The folders that files lie in, by their names."""
    return {str(folder) for name in names for folder in PurePosixPath(name).parents}
