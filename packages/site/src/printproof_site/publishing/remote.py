"""How does a place that rsync reaches come to hold a site? A new folder is sent, then a link is switched.

With rsync alone, as many keys of hosts allow nothing else, only a link changes in one step: rsync puts a new one in
the place of the old by a rename, and files of the same name in two folders share their bytes.

Nor can it lock there. Of two machines the second is refused where the link was switched meanwhile; where both switch it
in the same moment, the last one is there whole, as a folder that somebody may be sending is not removed.
"""

import re
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial
from hashlib import sha256
from pathlib import Path

from printproof_base.locks import exclusive_lock
from printproof_base.project import ProjectError
from printproof_base.report import Say
from printproof_site.publishing.folder import Folder, Held, lay, refuse_second
from printproof_site.publishing.parts import digest_of
from printproof_site.publishing.plan import Plan
from printproof_site.publishing.programs import answer, work

LISTED = re.compile(r"^(.)\S+ +\S+ (\d+/\d\d/\d\d \d\d:\d\d:\d\d) (.*?)(?: -> (.*))?$", re.MULTILINE)
DIGITS = 16
SENDING = timedelta(days=1)
"""How much older than the link a folder must be, by the clock there, so that nobody is sending it any more.

Not excluded: one machine takes up what was half sent a day before, and another one publishes in that very moment.
"""

Listed = Mapping[str, tuple[str, datetime, str]]
"""What lies around a place, by its name: its kind, as ``ls`` writes it, since when, and where a link leads."""


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
        if not plan.is_empty:
            self._switch(self._send(plan, files, report))
        self._tidy()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Let nobody else on this machine publish there meanwhile. Raises ProjectError where somebody does."""
        place = f"{self.around}{self.name}"
        held = Path(tempfile.gettempdir(), f"publishing-{sha256(place.encode()).hexdigest()[:DIGITS]}")
        with exclusive_lock(held, partial(refuse_second, place)):
            try:
                yield
            finally:
                with suppress(OSError):  # one that another user has made
                    held.rmdir()

    def _tidy(self) -> None:
        """Remove the folders of former sites, and what was half sent."""
        listed = self._look()
        _, since, live = listed.get(self.name, ("l", datetime.min, ""))  # gone: then nothing else goes
        ours = re.compile(re.escape(self.name) + rf"-[0-9a-f]{{{DIGITS}}}")
        former = [name for name, (kind, at, _) in listed.items() if kind == "d" and since - at > SENDING]
        if former := [name for name in former if name != live and ours.fullmatch(name)]:
            (self.scratch / "empty").mkdir()
            rules = [f"--include=/{name}{below}" for name in former for below in ("", "/**")]
            empty = f"{self.scratch / 'empty'}/"
            answer("rsync", "-r", "--delete", *rules, "--exclude=*", "--", empty, self.around or ".")

    def _send(self, plan: Plan, files: Mapping[str, Path], report: Say) -> str:
        """Send a folder; its name, by which sending is taken up again where it ended."""
        new = self.scratch / "new"
        lay(plan, files, self.scratch / "there", new, report)
        name = f"{self.name}-{digest_of(new)[:DIGITS]}"
        shared = [f"--link-dest=../{self._live}"] if self._live else []
        command = ("rsync", "-rlcz", "--delete", "--info=progress2", *shared, "--", f"{new}/", f"{self.around}{name}/")
        work(*command, doing="sending", report=report)
        return name

    def _switch(self, name: str) -> None:
        """Let the link lead to a folder. Raises ProjectError where it leads elsewhere than when this began."""
        if self._look().get(self.name) != self._listed.get(self.name):
            fact = "somebody else published to it meanwhile, so nothing was published"
            raise ProjectError.at(f"{self.around}{self.name}", fact, "run it again")
        link = self.scratch / self.name
        link.symlink_to(name)
        answer("rsync", "-l", "--", str(link), self.around or ".")

    def _look(self) -> Listed:
        lines = LISTED.findall(answer("rsync", "--list-only", "-l", "--", self.around or "./"))
        return {name: (kind, datetime.strptime(at, "%Y/%m/%d %H:%M:%S"), leads) for kind, at, name, leads in lines}

    @cached_property
    def _listed(self) -> Listed:
        """What lay there when this began."""
        return self._look()

    @property
    def _live(self) -> str:
        """The folder that the link leads to; empty where there is none. Raises ProjectError where it is no link."""
        kind, _, leads = self._listed.get(self.name, ("l", None, ""))
        if kind != "l":
            first = f"{self.name}-{'0' * DIGITS}"
            cure = f"there, once: mv {self.name} {first} && ln -s {first} {self.name}"
            fact = "is a folder, and only a link can be switched in one step"
            raise ProjectError.at(f"{self.around}{self.name}", fact, cure)
        return leads
