"""What is a site made of, and a language of it? Declared inputs, each with a name and a digest.

No other file counts, and none is read. What conf.py and extensions of a project read besides, its setting ``inputs``
declares.
"""

import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from glob import iglob
from hashlib import sha256
from pathlib import Path

from printproof.promises.versions import locks
from printproof_base.processes import own_packages
from printproof_base.project import VARIABLE, Project, ProjectError
from printproof_catalogs.layout import OWN_DOMAIN

Digests = dict[str, str]
"""What something is made of: by the name of an input, a digest of it."""

VARIABLES = ("SITE_", "SOURCE_DATE_EPOCH", "JAX_", "XLA_FLAGS", "PYTHON", "LANG", "LC_", "TZ")
"""How the variables begin that always count: those of these packages and of JAX, of Python and of the C library."""

CATALOGS = "/{}/LC_MESSAGES/"
"""What the name of a catalog of a language holds, be it of the project or of a package."""

LEFT_OUT = {"__pycache__", "node_modules"}


@dataclass(frozen=True)
class Inputs:
    """All that the site of a project is made of, with the environment that its processes get.

    ``times`` are when files were written: two that are equal have no change between them that was taken back.
    """

    project: Project
    environ: Mapping[str, str]
    of_site: Digests
    times: Mapping[str, int]

    def of_language(self, language: str) -> Digests:
        """What the pages of a language are made of: of the others' catalogs only the numbers, which some pages show."""
        others = set(self.project.translated()) - {language}
        return {**self._without(*map(CATALOGS.format, others)), **self._numbers}

    @property
    def of_promises(self) -> Digests:
        """What it depends on whether promises hold: everything but catalogs."""
        return self._without(*map(CATALOGS.format, self.project.translated()))

    @property
    def without_runs(self) -> Digests:
        """What people change: everything but records of runs."""
        return self._without(f"/{self.project.build.name}/runs/")

    def _without(self, *folders: str) -> Digests:
        """All inputs but the files in folders; words of these packages stay, as pages offer the other languages."""
        aside = {name for name in self.of_site if any(folder in f"/{name}" for folder in folders)}
        aside = {name for name in aside if not name.endswith(f"/{OWN_DOMAIN}.po")}
        return {name: digest for name, digest in self.of_site.items() if name not in aside}

    @cached_property
    def _numbers(self) -> Digests:
        """How far each page is in each language."""
        from printproof_catalogs.status import status  # only where something changed

        return {f"{row.docname} in {row.language}": _digest(str(row)) for row in status(self.project)}


def inputs_of(project: Project, environ: Mapping[str, str]) -> Inputs:
    """What the site of a project would be made of now, with these variables.

    Raises ProjectError where a declared pattern matches no file, and OSError.
    """
    named = {project.shown(path).as_posix(): path for path in _paths(project) if path.is_file()}
    times = {name: path.stat().st_ctime_ns for name, path in named.items()}
    files = {name: sha256(path.read_bytes()).hexdigest() for name, path in named.items()}
    known = (name for name in environ if name.startswith(VARIABLES) or f"{VARIABLE}{name}" in project.inputs)
    variables = {f"${name}": _digest(environ[name]) for name in known}
    return Inputs(project, environ, {**files, **variables, **_machine(project, environ)}, times)


def differing(one: Mapping[str, str], other: Mapping[str, str]) -> list[str]:
    """The names of inputs that are not the same on both sides, files first."""
    names = {name for name, _ in one.items() ^ other.items()}
    return sorted(names, key=lambda name: (name.startswith("$"), "." not in name, name))


def _machine(project: Project, environ: Mapping[str, str]) -> Digests:
    """Python and what is installed, by name and version; the place of the project, its languages; the day."""
    # A page with a date shows that of SOURCE_DATE_EPOCH, and Sphinx still asks for the year of the clock.
    today = time.strftime("%Y" if "SOURCE_DATE_EPOCH" in environ else "%Y-%m-%d")
    return {
        **{"the Python": f"{sys.version} {sys.platform} {sys.prefix}", "the packages": _digest(str(_installed()))},
        **{"the folder": str(project.root), "the languages": ", ".join(project.languages()), "the day": today},
    }


def _paths(project: Project) -> Iterator[Path]:
    """The paths of all inputs; those that are no files are none."""
    for folder in (project.docs, project.examples, project.locales, project.build / "runs", *own_packages()):
        yield from _files(folder, project)
    yield from (project.conf, project.root / "pyproject.toml")
    yield from locks(project).values()
    for pattern in (entry for entry in project.inputs if not entry.startswith(VARIABLE)):
        found = [project.root / name for name in iglob(pattern, root_dir=project.root, recursive=True)]
        if not any(path.is_file() for path in found):
            fact = f"[tool.printproof] inputs: {pattern!r} matches no file"
            raise ProjectError.at("pyproject.toml", fact, "correct it or remove it; a folder's files are 'folder/**'")
        yield from found


def _files(place: Path, project: Project) -> Iterator[Path]:
    """What lies in and below a folder: no hidden folder of the root, nothing built, no environment of Python."""
    seen = set()
    for folder, names, files in os.walk(place, followlinks=True):
        # Links are followed, each folder once: two that lead to each other would never end.
        real = os.path.realpath(folder)
        names[:] = [] if real in seen else sorted(name for name in names if _counts(Path(folder, name), project))
        seen.add(real)
        yield from (Path(folder, name) for name in files)


def _counts(folder: Path, project: Project) -> bool:
    hidden = folder.name.startswith(".") and folder.parent == project.root
    return not (hidden or folder.name in LEFT_OUT or folder == project.build or (folder / "pyvenv.cfg").is_file())


def _installed() -> list[str]:
    """The folders in which installers say what they have installed, by name and version."""
    places = (place for place in map(Path, sys.path) if place.is_dir())
    found = (path.name for place in places for path in place.iterdir())
    return sorted(name for name in found if name.endswith((".dist-info", ".egg-info")))


def _digest(text: str) -> str:
    return sha256(text.encode(errors="surrogateescape")).hexdigest()
