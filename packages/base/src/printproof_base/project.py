"""The project: where its pages, scripts, catalogs and run records lie, and its settings."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

from printproof_base.findings import ReportedError, suggestion
from printproof_base.languages import known_languages

GLOSSARY = "glossary.csv"
CLAIMS = "claims.csv"
FOLDERS = {"docs": "docs", "examples": "examples", "locales": "locales", "build": "_build"}
DOCS = ("docs/source", "doc/source", "docs", "doc", "source")
"""Where projects keep their pages: the folder that holds conf.py."""

LOCALES = ("locales", "locale", "translations", "i18n")
"""How projects call the folder of their catalogs, which stands in their root or beside or among their pages."""

MARKUP = {".md": "markdown", ".myst": "markdown", ".ipynb": "markdown", ".rst": "rst", ".txt": "rst"}
"""The suffixes of documents, and how their sentences are marked up."""

"""Tables in the root of a project: its terms, and what readers call its sections."""

VARIABLE = "env:"
"""What stands before a variable among the inputs of a project, so that it is no pattern of files."""

ACCEPT = "printproof accept {docname}"
WORDS = ("reference", "accept", "source")
KNOWN_MODES = ("as-written", "jit-off", "jit-everywhere")
"""The modes in which a script that imports JAX may run; any other runs in the first alone."""

STYLE = ("copy", "end", "english", "exact", "header", "layout", "length", "term", "typography")
"""The rules of catalogs that a project may ask for: all, some or none. Asked for ``layout``, a warning is an error."""

EXAMPLES = {
    **{"modes": '["as-written"]', "style": '["end", "term"]', "inputs": '["data/*.csv", "env:RELEASE"]'},
    **{"code_in_pages": '["tutorials/*"]'},
}
"""The settings that are lists, each as an author may write it."""

LIMITS = {"svg_limit_kb": 200}
"""The settings that are whole numbers, each with what holds where none is given."""

CHOICES = {"modes": ("mode", KNOWN_MODES), "style": ("rule of style", STYLE)}
"""What the entries of such a list are, and which there are."""

SETTINGS = (*FOLDERS, *WORDS, *EXAMPLES, *LIMITS)

CELL = "# %% (?P<name>[a-z0-9]+(?:-[a-z0-9]+)*)$"
"""The heading of a cell. One word in lower case: it is part of an address, of the name of a file and of a test's id."""

# In bytes, as nobody knows the encoding yet; blanks or a carriage return behind the name are harmless.
_HEADINGS = {
    ".py": re.compile(CELL.replace("$", r"\s*$").encode(), re.MULTILINE),
    ".md": re.compile(
        rb"^[^\n`~:]*(?:`{3,}|~{3,}|:{3,})\s*(?:\{code-cell\}|"
        # Or a block of Python that begins with a prompt.
        rb"(?:\{[a-z-]+\}\s*)?(?:py[a-z0-9]*)?\s*\n(?:[ \t>]*(?::[\w-]+:[^\n]*)?\n)*[ \t>]*>>> )",
        re.MULTILINE,
    ),
    ".ipynb": re.compile(rb'"cell_type"\s*:\s*"code"'),
    ".rst": re.compile(rb"^[ \t]*(?:\.\. code-cell::|>>> )", re.MULTILINE),
}
"""How a cell begins, in a script and in a page that keeps its code."""

SCRIPTS = frozenset(_HEADINGS)
"""How the files end that may hold code of a page."""


class ProjectError(ReportedError):
    """A folder that is no project, settings that cannot be read, or a name that the project does not have."""


@dataclass(frozen=True)
class Project:
    """The folders that a docname joins; ``reference`` is the jax whose output the promises state exactly.

    ``reference`` is None where the project names none: then the installed jax is the reference. ``accept`` is the
    command that messages offer to accept what a script printed, ``source`` the language pages are written in,
    ``modes`` are those in which scripts that import JAX run, ``style`` the rules of STYLE that its catalogs keep,
    ``inputs`` what its pages are made of besides: patterns of files, and variables behind `VARIABLE`. A figure whose
    SVG has more than ``svg_limit_kb`` (KB of 1000 bytes) is kept as pixels. ``code_in_pages`` are patterns of docnames,
    such as ``tutorials/*``: a page that one fits, and that has no script, keeps its code in its cells.
    """

    root: Path
    docs: Path
    examples: Path
    locales: Path
    build: Path
    reference: str | None = None
    accept: str = ACCEPT
    source: str = "en"
    modes: tuple[str, ...] = KNOWN_MODES
    style: frozenset[str] = frozenset(STYLE)
    inputs: tuple[str, ...] = ()
    svg_limit_kb: int = LIMITS["svg_limit_kb"]
    code_in_pages: tuple[str, ...] = ()

    def script(self, docname: str) -> Path:
        """The file that holds the code of a page, whether or not it exists: a script, or the page that keeps it."""
        own = self.examples / f"{docname}.py"
        kept = any(fnmatchcase(docname, pattern) for pattern in self.code_in_pages)
        return self.document(docname) if kept and not own.is_file() else own

    def page(self, docname: str) -> Path:
        """The Markdown file of a page, whether or not it exists."""
        return self.docs / f"{docname}.md"

    def document(self, docname: str) -> Path:
        """The file of a page, of whichever kind; that of Markdown where there is none."""
        return self.docs / f"{docname}{self.suffix(docname)}"

    def record(self, docname: str, mode: str) -> Path:
        """The run record of a script in a mode, whether or not it exists."""
        return self.build / "runs" / docname / f"{mode}.json"

    @property
    def conf(self) -> Path:
        """The settings of Sphinx, whether or not they exist: in the root, or in the folder of pages."""
        beside = self.docs / "conf.py"
        return beside if beside.is_file() and not (self.root / "conf.py").is_file() else self.root / "conf.py"

    @property
    def glossary(self) -> Path:
        """The table of terms of the project, whether or not it exists."""
        return self.docs / GLOSSARY

    @property
    def claims(self) -> Path:
        """The table of what proves general sentences of pages, whether or not it exists."""
        return self.docs / CLAIMS

    def claim_tests(self, docname: str) -> Path:
        """The tests of sentences of a page, whether or not they exist; a module of Python has no dash in its name."""
        return self.root / "tests" / "claims" / f"test_{docname.replace('/', '_').replace('-', '_')}.py"

    def shown(self, path: Path) -> Path:
        """The path as messages name it: from the root where it lies below it."""
        return path.relative_to(self.root) if path.is_relative_to(self.root) else path

    def docnames(self) -> list[str]:
        """The docnames that have a script with a cell, in the order of their names; any other file is none of ours."""
        names = {*docnames_below(self.examples, ".py"), *(self.documents() if self.code_in_pages else ())}
        return [name for name in sorted(names) if self.has_cells(name)]

    def has_cells(self, docname: str) -> bool:
        """Whether the script of a page is a file with the heading of a cell, so that it is one of ours."""
        return is_script(self.script(docname))

    def docname(self, name: str) -> str:
        """The docname that a path of a page, script or folder has, from where this process is; else the name itself."""
        path = (Path.cwd() / name).resolve()
        for folder in (self.examples, self.docs):
            if (path.suffix in {*MARKUP, ".py"} or path.is_dir()) and path.is_relative_to(folder.resolve()):
                found = path.relative_to(folder.resolve())
                return (found if path.is_dir() else found.with_suffix("")).as_posix()
        return name

    def named_scripts(self, name: str) -> list[str]:
        """The docnames of scripts that are named: one by its docname, or by a path of it or of its page, or a folder.

        Raises ProjectError, with the nearest name, where there is no such script.
        """
        known = self.docnames()
        name = name if name in known else self.docname(name)
        folder = "" if name == "." else f"{name.rstrip('/')}/"
        alone = self.script(name).is_file()  # one without a cell is no script of ours, until somebody names it
        found = [name] if alone else [docname for docname in known if docname.startswith(folder)]
        if not found:
            place = self.shown(self.script(name))
            raise ProjectError.at(place, "no such script", suggestion(name, known))
        return found

    def languages(self, only: str | None = None) -> list[str]:
        """The languages of the site, the one its pages are written in first; or the one that is asked for.

        Raises ProjectError where the site does not have it.
        """
        known = known_languages(self.source, [self.locales])
        return known if only is None else [self._named_language(only, known)]

    def translated(self, names: Sequence[str] = ()) -> list[str]:
        """The languages that have catalogs, or those that are named. Raises ProjectError where one has none."""
        known = sorted(path.parent.name for path in self.locales.glob("*/LC_MESSAGES"))
        return [self._named_language(name, known) for name in names] or known

    def _named_language(self, name: str, known: Sequence[str]) -> str:
        """The language that is named by its code or by a path of its catalogs."""
        path, folder = (Path.cwd() / name).resolve(), self.locales.resolve()
        if path != folder and path.is_relative_to(folder):
            name = path.relative_to(folder).parts[0]
        if name in known:
            return name
        # On the web a language is written zh-cn, in its folder zh_CN.
        cure = suggestion(name.replace("-", "_"), known, otherwise=f"start it: printproof i18n new {name}")
        raise ProjectError.at(self.shown(self.locales), f"no language {name!r}", cure)

    def pages(self) -> list[str]:
        """The docnames that have a page, in the order of their names."""
        return docnames_below(self.docs, ".md")

    def suffix(self, docname: str) -> str:
        """How the file of a document ends; as a page of Markdown where there is none."""
        return next((suffix for suffix in MARKUP if (self.docs / f"{docname}{suffix}").is_file()), ".md")

    def documents(self) -> dict[str, str]:
        """The docname of each document, of whichever kind, and its suffix, in the order of their names."""
        kinds = reversed(MARKUP)  # where two documents have one name, Sphinx reads the first kind
        return dict(sorted((name, suffix) for suffix in kinds for name in docnames_below(self.docs, suffix)))


def is_script(path: Path) -> bool:
    """Whether a path is a file with the heading of a cell."""
    if path.suffix not in _HEADINGS or not path.is_file():
        return False
    # By time and size as well, so that a file that was saved again is read again.
    known = path.stat()
    return _has_cells(path, known.st_mtime_ns, known.st_size)


@cache
def _has_cells(path: Path, changed: int, size: int) -> bool:
    """`is_script`, remembered: a file is read once, however often a build asks."""
    try:
        return _HEADINGS[path.suffix].search(path.read_bytes()) is not None
    except OSError:
        return True  # whoever reads it as a script says why it cannot be read


def docnames_below(folder: Path, suffix: str) -> list[str]:
    """The docnames of the files in a folder and below it, in the order of their names.

    What lies at its top under a name that begins with ``_`` is none, nor what lies anywhere under one that begins with
    ``.``: by custom it is Sphinx's, or stands beside the pages, as Jupyter's copies do.
    """
    found = (path.relative_to(folder) for path in folder.rglob(f"*{suffix}"))
    names = (name for name in found if not name.as_posix().startswith("_") and "/." not in f"/{name.as_posix()}")
    return sorted(name.with_suffix("").as_posix() for name in names)


def find_project(start: Path) -> Project:
    """The project that a folder lies in: the nearest folder upwards with settings or examples/, or with pages.

    ``[tool.printproof]`` in its pyproject.toml may set docs, examples, locales, build, reference, accept, source,
    modes, style, inputs, code_in_pages and svg_limit_kb. Raises ProjectError where there is none of them upwards, or
    settings cannot be read.
    """
    project = _project_around(start) or _pages_around(start)
    if project is None:
        fact = "no folder here or above holds examples/, or pages with their conf.py"
        raise ProjectError.at(start, fact, "start in the project's folder")
    return project


def project_of_pages(docs: Path, fallback: Path) -> Project:
    """The project that a folder of pages belongs to; without scripts upwards its root is the other folder.

    Raises ProjectError where settings cannot be read.
    """
    return replace(_project_around(Path(docs)) or at(Path(fallback)), docs=Path(docs))


def _project_around(start: Path) -> Project | None:
    for root in (start.resolve(), *start.resolve().parents):
        settings = _settings(root)
        if settings or (root / "examples").is_dir():
            return at(root, settings)
    return None


def _pages_around(start: Path) -> Project | None:
    """The project of a folder upwards that has pages, and neither scripts nor settings."""
    upwards = (start.resolve(), *start.resolve().parents)
    return next(
        (at(root, {}) for root in upwards if any((root / name / "conf.py").is_file() for name in (*DOCS, ""))), None
    )


def at(root: Path, settings: Mapping[str, Any] | None = None) -> Project:
    """The project whose root is this folder, with its settings; folders that it does not name are looked for."""
    settings = _settings(root) if settings is None else settings
    docs = str(settings.get("docs", _docs_in(root)))
    # What a setting names goes before what was found.
    found = {**FOLDERS, "docs": docs, "locales": _locales_in(root, root / docs), **settings}
    folders: dict[str, Any] = {key: root / str(found[key]) for key in FOLDERS}
    words: dict[str, Any] = {key: settings[key] for key in WORDS if key in settings}
    modes = tuple(mode for mode in KNOWN_MODES if mode in settings.get("modes", KNOWN_MODES))
    inputs, code_in_pages = (tuple(settings.get(key, ())) for key in ("inputs", "code_in_pages"))
    svg_limit_kb = int(settings.get("svg_limit_kb", LIMITS["svg_limit_kb"]))
    style = _style(root / docs / GLOSSARY, settings)
    lists: dict[str, Any] = {"modes": modes, "inputs": inputs, "code_in_pages": code_in_pages}
    return Project(root=root, **folders, **words, **lists, style=style, svg_limit_kb=svg_limit_kb)


def _style(glossary: Path, settings: Mapping[str, Any]) -> frozenset[str]:
    """The rules of style that are asked for; without a setting, a project that keeps a glossary asks for all."""
    asked = settings.get("style", glossary.is_file())
    return frozenset((STYLE if asked else ()) if isinstance(asked, bool) else asked)


def _docs_in(root: Path) -> str:
    """The folder of pages: the one with conf.py, which may be the root itself where there is no other."""
    if found := next((name for name in DOCS if (root / name / "conf.py").is_file()), None):
        return found
    return "." if (root / "conf.py").is_file() and not (root / FOLDERS["docs"]).is_dir() else FOLDERS["docs"]


def _locales_in(root: Path, docs: Path) -> str:
    """The folder of catalogs: the first of those that projects use in which a language has some."""
    places = dict.fromkeys(folder / name for folder in (root, docs.parent, docs) for name in LOCALES)
    return str(next((place for place in places if any(place.glob("*/LC_MESSAGES"))), FOLDERS["locales"]))


def _settings(root: Path) -> Mapping[str, Any]:
    path = root / "pyproject.toml"
    if not path.is_file():
        return {}
    try:
        settings = tomllib.loads(path.read_text(encoding="utf-8")).get("tool", {}).get("printproof", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ProjectError.at(path, f"cannot be read as TOML: {error}") from None
    except AttributeError:
        raise ProjectError.at(path, "'tool' is no table", "begin one with: [tool.printproof]") from None
    if not isinstance(settings, dict):
        raise ProjectError.at(path, "'tool.printproof' is no table", "begin one with: [tool.printproof]")
    _check_settings(settings, path)
    return settings


def _check_settings(settings: Mapping[str, Any], path: Path) -> None:
    """Raises ProjectError for a setting that nothing reads, or that means nothing."""
    for key, value in settings.items():
        fact, cure = _wrong(key, value, path.parent)
        if fact:
            raise ProjectError.at(path, f"[tool.printproof] {fact}", cure)


def _wrong(key: str, value: object, root: Path) -> tuple[str, str]:
    """What is wrong with a setting, and what helps; nothing where it means something."""
    given = f"{key} = {value!r}"
    if key not in SETTINGS:
        return f"knows no '{key}'", f"it knows: {', '.join(SETTINGS)}"
    if key in LIMITS:
        right = isinstance(value, int) and value > 0
        return ("", "") if right else (f"{given} is no number above 0", f"write, for example: {key} = {LIMITS[key]}")
    if key in EXAMPLES:
        return ("", "") if key == "style" and isinstance(value, bool) else _wrong_list(key, value)
    return _wrong_text(key, value, root)


def _wrong_text(key: str, value: object, root: Path) -> tuple[str, str]:
    """What is wrong with a setting that is a text, and what helps."""
    given = f"{key} = {value!r}"
    if not isinstance(value, str):
        return f"{given} is no text", "write it in quotes"
    if key == "examples" and not (root / value).is_dir():
        return f"{given} is no folder", "make it, or name the one that holds the scripts"
    try:
        (value if key == "accept" else "").format(docname="")
    except (LookupError, ValueError):
        return f"{given} cannot be filled in", "{docname} is all it may name"
    return "", ""


def _wrong_list(key: str, value: object) -> tuple[str, str]:
    """What is wrong with a setting that is a list, and what helps."""
    given, example = f"{key} = {value!r}", f"write, for example: {key} = {EXAMPLES[key]}"
    if not isinstance(value, list):
        return f"{given} is no list", example
    kind, known = CHOICES.get(key, ("", ()))
    for entry in value:
        if kind and entry not in known:
            return f"{given} names no {kind} {entry!r}", suggestion(str(entry), known, quote='"')
        if not isinstance(entry, str):
            return f"{key}: {entry!r} is no text", example
        if key == "inputs" and entry.startswith(VARIABLE) and not entry.removeprefix(VARIABLE).isidentifier():
            return f"{key}: {entry!r} names no variable", example
    if key == "modes" and KNOWN_MODES[0] not in value:
        return f"{given} leaves out '{KNOWN_MODES[0]}'", "add it: it is what pages show"
    return "", ""
