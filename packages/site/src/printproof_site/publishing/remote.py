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

LISTED = re.compile(r"^(.)\S+ +\S+ \S+ \S+ (.*?)(?: -> (.*))?$", re.MULTILINE)
DIGITS = 16


@dataclass(frozen=True)
class Remote:
    """A place as rsync names it: ``host:folder/``, which may be empty for the folder here, and its name in there.

    ``scratch`` is a folder for copies, and of ``site`` they are made where its files are the same.
    """

    around: str
    name: str
    scratch: Path
    site: Path

    def held(self, files: Mapping[str, Path]) -> Held:
        """What the place holds of a site's files, by their names, and besides. Raises ProjectError, and OSError."""
        copy = self.scratch / "there"
        if self._live:
            same = f"--copy-dest={self.site.absolute()}"  # what differs from the site alone is fetched
            answer("rsync", "-rlpc", same, "--", f"{self.around}{self.name}/", f"{copy}/")
        return Folder(copy).held(files)

    def put(self, plan: Plan, files: Mapping[str, Path], report: Say) -> None:
        """Let the place hold what a plan says. Raises ProjectError, and OSError."""
        live = self._live if plan.is_empty else self._send(plan, files, report)
        ours = re.compile(re.escape(self.name) + rf"-[0-9a-f]{{{DIGITS}}}")
        former = [name for name, (kind, _) in self._listed.items() if kind == "d" and ours.fullmatch(name)]
        if former := [name for name in former if name != live]:
            (self.scratch / "empty").mkdir()
            rules = [f"--include=/{name}{below}" for name in former for below in ("", "/**")]
            empty = f"{self.scratch / 'empty'}/"
            answer("rsync", "-r", "--delete", *rules, "--exclude=*", "--", empty, self.around or ".")

    def _send(self, plan: Plan, files: Mapping[str, Path], report: Say) -> str:
        """Send a folder and switch the link to it; its name, by which sending is taken up again where it ended."""
        new, link = self.scratch / "new", self.scratch / self.name
        lay(plan, files, self.scratch / "there", new, report)
        name = f"{self.name}-{digest_of(new)[:DIGITS]}"
        shared = [f"--link-dest=../{self._live}"] if self._live else []
        command = ("rsync", "-rlcz", "--delete", "--info=progress2", *shared, "--", f"{new}/", f"{self.around}{name}/")
        work(*command, doing="sending", report=report)
        link.symlink_to(name)
        answer("rsync", "-l", "--", str(link), self.around or ".")
        return name

    @cached_property
    def _listed(self) -> Mapping[str, tuple[str, str]]:
        """What lies around the place, by its name: its kind, as ``ls`` writes it, and where a link leads."""
        lines = LISTED.findall(answer("rsync", "--list-only", "-l", "--", self.around or "./"))
        return {name: (kind, leads) for kind, name, leads in lines}

    @property
    def _live(self) -> str:
        """The folder that the link leads to; empty where there is none. Raises ProjectError where it is no link."""
        kind, leads = self._listed.get(self.name, ("l", ""))
        if kind != "l":
            first = f"{self.name}-{'0' * DIGITS}"
            cure = f"there, once: mv {self.name} {first} && ln -s {first} {self.name}"
            fact = "is a folder, and only a link can be switched in one step"
            raise ProjectError.at(f"{self.around}{self.name}", fact, cure)
        return leads
