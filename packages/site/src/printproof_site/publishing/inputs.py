"""What is a site made of, and what of it is a language made of? Each input has a name and a digest."""

import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from pathlib import Path

from printproof_base.processes import own_packages
from printproof_base.project import Project
from printproof_site.publishing.asked import Asked

Digests = dict[str, str]
"""What something is made of: by the name of an input, a digest of it."""

OWN_WORDS = "printproof.po"
"""The name of the catalogs whose words pages of other languages show as well: the offer to change the language."""

PRESENT = "there"
"""What stands for the digest of a file that a build did not open: that it was there."""

SETTLED = ("conf.py", "pyproject.toml", "glossary.csv", "search.csv")
"""Files of the root that count by their content, as more than builds of pages read them."""

LEFT_OUT = {"__pycache__", "node_modules"}


@dataclass(frozen=True)
class Inputs:
    """All that the site of a project is made of: the digest of each file by its name, and the environment.

    ``times`` are when files were written: two that are equal have no change between them that was taken back.
    """

    project: Project
    files: Mapping[str, str]
    environ: Mapping[str, str]
    times: Mapping[str, int] = field(default_factory=dict)

    def of_language(self, language: str, asked: Asked) -> Digests:
        """What the pages of a language are made of, where their build asked for this.

        Every file but the catalogs of other languages, and their numbers, which some pages show. Of a file beside
        settings, pages, scripts, catalogs, records and the package, the content counts where the build opened it.
        """
        others, opened = set(self.project.translated()) - {language}, set(asked.files)
        files = {
            name: PRESENT if self._is_aside(name) and name not in opened else digest
            for name, digest in self.files.items()
            if self._language_of(name) not in others
        }
        variables = {f"${name}": _digest(self.environ.get(name, "")) for name in asked.variables}
        return {**files, **self._machine, **variables, **self._numbers}

    def narrowed(self, asked: Asked) -> Asked:
        """What a build asked for, without the files whose content counts anyway."""
        files = (name for name in asked.files if name in self.files and self._is_aside(name))
        return replace(asked, files=tuple(files))

    @property
    def of_promises(self) -> Digests:
        """What it depends on whether promises hold: everything but catalogs."""
        catalogs = f"{self._name(self.project.locales)}/"
        return {name: digest for name, digest in self.of_site.items() if not name.startswith(catalogs)}

    @property
    def of_site(self) -> Digests:
        """What the site as a whole depends on: every file, the whole environment, the machine."""
        variables = {f"${name}": _digest(value) for name, value in self.environ.items()}
        return {**self.files, **self._machine, **variables}

    @property
    def without_runs(self) -> Digests:
        """What people change: every file but records of runs."""
        runs = f"{self._name(self.project.build / 'runs')}/"
        return {name: digest for name, digest in self.files.items() if not name.startswith(runs)}

    @cached_property
    def _machine(self) -> Digests:
        """Python and what is installed, by name and version; the place of the project; the day."""
        # A page with a date shows that of SOURCE_DATE_EPOCH, and Sphinx still asks for the year of the clock.
        today = time.strftime("%Y" if "SOURCE_DATE_EPOCH" in self.environ else "%Y-%m-%d")
        python = f"{sys.version} {sys.platform} {sys.prefix}"
        packages = _digest("\n".join(sorted(_installed())))
        languages = ", ".join(self.project.languages())
        return {
            **{"the Python": python, "the packages": packages, "the day": today},
            **{"the folder": str(self.project.root), "the languages": languages},
        }

    @cached_property
    def _numbers(self) -> Digests:
        """How far each page is in each language."""
        from printproof_catalogs.status import status  # only where something changed

        return {f"{row.docname} in {row.language}": _digest(str(row)) for row in status(self.project)}

    def _language_of(self, name: str) -> str:
        """The language whose pages alone a file is for, or nothing."""
        catalogs = f"{self._name(self.project.locales)}/"
        alone = name.startswith(catalogs) and not name.endswith(f"/{OWN_WORDS}")
        return name.removeprefix(catalogs).partition("/")[0] if alone else ""

    def _is_aside(self, name: str) -> bool:
        """Whether a file lies beside settings, pages, scripts, catalogs, records and the package."""
        return not Path(name).is_absolute() and not name.startswith(self._always)

    @cached_property
    def _always(self) -> tuple[str, ...]:
        folders = (f"{self._name(place)}/" for place in _places(self.project) if place != self.project.root)
        return (*folders, *SETTLED)

    def _name(self, path: Path) -> str:
        return self.project.shown(path).as_posix()


def inputs_of(project: Project, environ: Mapping[str, str]) -> Inputs:
    """What the site of a project would be made of now, with these variables. Raises OSError."""
    paths = {path for place in _places(project) for path in _files(place, project)}
    named = {project.shown(path).as_posix(): path for path in sorted(paths)}
    times = {name: path.stat().st_ctime_ns for name, path in named.items()}
    files = {name: sha256(path.read_bytes()).hexdigest() for name, path in named.items()}
    return Inputs(project, files, environ, times)


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names of inputs that are not the same on both sides, files first."""
    names = {name for name, _ in one.items() ^ other.items()}
    return sorted(names, key=lambda name: (name.startswith("$"), "." not in name, name))


def _places(project: Project) -> list[Path]:
    """The folders whose files a site is made of; below the first one the others may lie."""
    return [project.root, project.docs, project.examples, project.locales, project.build / "runs", *own_packages()]


def _files(place: Path, project: Project) -> Iterator[Path]:
    """The files in and below a folder: no hidden folder of the root, nothing built, no environment of Python."""
    seen = set()
    for folder, names, files in os.walk(place, followlinks=True):
        real = os.path.realpath(folder)
        names[:] = [] if real in seen else sorted(name for name in names if _counts(Path(folder, name), project))
        seen.add(real)
        yield from (path for path in (Path(folder, name) for name in sorted(files)) if path.is_file())


def _counts(folder: Path, project: Project) -> bool:
    hidden = folder.name.startswith(".") and folder.parent == project.root
    return not (hidden or folder.name in LEFT_OUT or folder == project.build or (folder / "pyvenv.cfg").is_file())


def _installed() -> Iterable[str]:
    """The folders in which installers say what they have installed, by name and version."""
    places = (place for place in map(Path, sys.path) if place.is_dir())
    return (path.name for place in places for path in place.iterdir() if path.suffix in {".dist-info", ".egg-info"})


def _digest(text: str) -> str:
    return sha256(text.encode(errors="surrogateescape")).hexdigest()
