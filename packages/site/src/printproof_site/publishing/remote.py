"""How does a place that rsync reaches come to hold a site? A new folder is sent, then a link is switched.

With rsync alone, as many keys of hosts allow nothing else, only a link changes in one step: rsync puts a new one in
the place of the old by a rename, and files of the same name in two folders share their bytes.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from printproof_base.project import ProjectError
from printproof_base.report import Say
from printproof_site.publishing.folder import Folder, Held, lay
from printproof_site.publishing.parts import digest_of
from printproof_site.publishing.plan import Plan
from printproof_site.publishing.programs import answer, work

LISTED = re.compile(r"^(?P<kind>.)\S+ +\S+ \S+ \S+ (?P<name>.*?)(?: -> (?P<leads>.*))?$", re.MULTILINE)
DIGITS = 16


@dataclass(frozen=True)
class Remote:
    """A place as rsync names it, ``host:folder/name``, with a folder for its copy, and the site to take files from."""

    place: str
    scratch: Path
    site: Path

    def held(self, files: Mapping[str, Path]) -> Held:
        """What the place holds of a site's files, by their names, and besides. Raises ProjectError, and OSError."""
        if self._live:
            # What the site has already is copied from it: what differs alone is fetched.
            same = f"--copy-dest={self.site.absolute()}"
            answer("rsync", "-rlpc", same, "--", f"{self.place}/", f"{self._copy}/")
        return Folder(self._copy).held(files)

    def put(self, plan: Plan, files: Mapping[str, Path], report: Say) -> None:
        """Let the place hold what a plan says. Raises ProjectError, and OSError."""
        live = self._live
        if not plan.is_empty:
            live = self._send(plan, files, report)
        if former := self._releases - {live}:
            (self.scratch / "empty").mkdir()
            rules = [f"--include=/{name}{below}" for name in sorted(former) for below in ("", "/**")]
            empty = f"{self.scratch / 'empty'}/"
            answer("rsync", "-r", "--delete", *rules, "--exclude=*", "--", empty, self._around)

    def _send(self, plan: Plan, files: Mapping[str, Path], report: Say) -> str:
        """Send a folder and switch the link to it; its name, by which sending is taken up again where it ended."""
        new, link = self.scratch / "new", self.scratch / self._name
        lay(plan, files, self._copy, new, report)
        name = f"{self._name}-{digest_of(new)[:DIGITS]}"
        shared = [f"--link-dest=../{live}"] if (live := self._live) else []
        command = ("rsync", "-rlcz", "--delete", "--info=progress2", *shared, "--", f"{new}/", f"{self._around}{name}/")
        work(*command, doing="sending", report=report)
        link.symlink_to(name)
        answer("rsync", "-l", "--", str(link), self._around)
        return name

    @property
    def _copy(self) -> Path:
        return self.scratch / "there"

    @property
    def _name(self) -> str:
        return re.split("[/:]", self.place)[-1]

    @property
    def _around(self) -> str:
        """The folder around the place."""
        return self.place.removesuffix(self._name) or "./"

    @cached_property
    def _listed(self) -> Mapping[str, re.Match[str]]:
        """What lies in the folder around the place, by its name."""
        found = LISTED.finditer(answer("rsync", "--list-only", "-l", "--", self._around))
        return {match["name"]: match for match in found}

    @property
    def _releases(self) -> set[str]:
        """The folders that were sent for this place, whether or not the link leads to them."""
        ours = re.compile(re.escape(self._name) + rf"-[0-9a-f]{{{DIGITS}}}")
        return {name for name, found in self._listed.items() if found["kind"] == "d" and ours.fullmatch(name)}

    @property
    def _live(self) -> str:
        """The folder that the link leads to; empty where there is none. Raises ProjectError where it is no link."""
        found = self._listed.get(self._name)
        if found and found["kind"] != "l":
            first = f"{self._name}-{'0' * DIGITS}"
            cure = f"there, once: mv {self._name} {first} && ln -s {first} {self._name}"
            raise ProjectError.at(self.place, "is a folder, and only a link can be switched in one step", cure)
        return found["leads"] if found else ""
