"""Where are a project's pages, scripts, catalogs and run records?"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from printproof.language import known_languages

FOLDERS = {"docs": "docs", "examples": "examples", "locales": "locales", "build": "_build"}
ACCEPT = "python -m printproof accept {docname}"
WORDS = ("reference", "accept", "source")
SETTINGS = (*FOLDERS, *WORDS)


class ProjectError(ValueError):
    """A folder that is no project, or settings that cannot be read: place, fact and cure in one line."""


class NoProjectError(ProjectError):
    """A folder that lies in no project."""


@dataclass(frozen=True)
class Project:
    """The folders that a docname joins; ``reference`` is the jax whose output the promises state exactly.

    ``reference`` is None where the project names none: then the installed jax is the reference. ``accept`` is the
    command that messages offer to accept what a script printed, ``source`` the language pages are written in.
    """

    root: Path
    docs: Path
    examples: Path
    locales: Path
    build: Path
    reference: str | None = None
    accept: str = ACCEPT
    source: str = "en"

    def script(self, docname: str) -> Path:
        """The script of a page, whether or not it exists."""
        return self.examples / f"{docname}.py"

    def page(self, docname: str) -> Path:
        """The Markdown file of a page, whether or not it exists."""
        return self.docs / f"{docname}.md"

    def record(self, docname: str, mode: str) -> Path:
        """The run record of a script in a mode, whether or not it exists."""
        return self.build / "runs" / docname / f"{mode}.json"

    def shown(self, path: Path) -> Path:
        """The path as messages name it: from the root where it lies below it."""
        return path.relative_to(self.root) if path.is_relative_to(self.root) else path

    def docnames(self) -> list[str]:
        """The docnames that have a script, in the order of their names."""
        found = self.examples.rglob("*.py")
        return sorted(path.relative_to(self.examples).with_suffix("").as_posix() for path in found)

    def languages(self, only: str | None = None) -> list[str]:
        """The languages of the site, the one its pages are written in first; or the one that is asked for.

        Raises ProjectError where the site does not have it.
        """
        known = known_languages(self.source, [self.locales])
        if only not in (None, *known):
            raise ProjectError(f"{self.shown(self.locales)}: no language {only!r}; there are {', '.join(known)}")
        return known if only is None else [only]

    def translated(self, names: Sequence[str] = ()) -> list[str]:
        """The languages that have catalogs, or those that are named. Raises ProjectError where one has none."""
        known = sorted(path.parent.name for path in self.locales.glob("*/LC_MESSAGES"))
        for name in names:
            if name not in known:
                near = difflib.get_close_matches(name.replace("-", "_"), known, n=1, cutoff=0.5)
                there = f"there are {', '.join(known)}; start it: make new L={name}"
                cure = f"did you mean {near[0]}?" if near else there
                raise ProjectError(f"{self.shown(self.locales)}: no language {name!r}; {cure}")
        return list(names) or known

    def pages(self) -> list[str]:
        """The docnames that have a page, in the order of their names."""
        return sorted(path.relative_to(self.docs).with_suffix("").as_posix() for path in self.docs.rglob("*.md"))


def find_project(start: Path) -> Project:
    """The project that a folder lies in: the nearest folder upwards that holds examples/.

    ``[tool.printproof]`` in its pyproject.toml may set docs, examples, locales, build, reference, accept and source.
    Raises ProjectError where no folder upwards holds scripts.
    """
    for root in (start.resolve(), *start.resolve().parents):
        settings = _settings(root)
        if settings or (root / "examples").is_dir():
            return at(root, settings)
    raise NoProjectError(f"{start}: no folder here or above holds examples/; start in the project's folder")


def project_of_pages(docs: Path, fallback: Path) -> Project:
    """The project that a folder of pages belongs to; without scripts upwards its root is the other folder.

    Raises ProjectError where settings cannot be read.
    """
    try:
        project = find_project(Path(docs))
    except NoProjectError:
        project = at(Path(fallback))
    return replace(project, docs=Path(docs))


def at(root: Path, settings: dict[str, Any] | None = None) -> Project:
    """The project whose root is this folder, with its settings."""
    settings = _settings(root) if settings is None else settings
    folders: dict[str, Any] = {key: root / str(settings.get(key, default)) for key, default in FOLDERS.items()}
    words: dict[str, Any] = {key: settings[key] for key in WORDS if key in settings}
    return Project(root=root, **folders, **words)


def _settings(root: Path) -> dict[str, Any]:
    path = root / "pyproject.toml"
    if not path.is_file():
        return {}
    try:
        settings: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("printproof", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProjectError(f"{path}: cannot be read as TOML: {error}") from None
    except AttributeError:
        raise ProjectError(f"{path}: 'tool' is no table; begin one with: [tool.printproof]") from None
    _check_settings(settings, path)
    return settings


def _check_settings(settings: Any, path: Path) -> None:
    """Raises ProjectError for a setting that nothing reads, or that means nothing."""
    if not isinstance(settings, dict):
        raise ProjectError(f"{path}: 'tool.printproof' is no table; begin one with: [tool.printproof]")
    for key, value in settings.items():
        if key not in SETTINGS:
            raise ProjectError(f"{path}: [tool.printproof] knows no '{key}'; it knows: {', '.join(SETTINGS)}")
        if not isinstance(value, str):
            raise ProjectError(f"{path}: [tool.printproof] {key} = {value!r} is no text; write it in quotes")
    try:
        str(settings.get("accept", ACCEPT)).format(docname="")
    except (LookupError, ValueError):
        fact = f"[tool.printproof] accept = {settings['accept']!r} cannot be filled in"
        raise ProjectError(f"{path}: {fact}; {{docname}} is all it may name") from None
    if "examples" in settings and not (path.parent / settings["examples"]).is_dir():
        fact = f"[tool.printproof] examples = {settings['examples']!r} is no folder"
        raise ProjectError(f"{path}: {fact}; make it, or name the one that holds the scripts")
