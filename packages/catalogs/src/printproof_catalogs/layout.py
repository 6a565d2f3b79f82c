"""The layout of a folder of catalogs: ``<language>/LC_MESSAGES/**/<docname>.po`` and nothing else."""

import os
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path, PurePosixPath
from types import MappingProxyType

from printproof_base.findings import Finding, Place, Severity
from printproof_base.project import Project
from printproof_catalogs.catalog import Catalog, CatalogError, read_catalog

OWN_DOMAIN = "printproof"
"""The domain of the package's own words."""

THEME_WORDS = "sphinx"
"""The domain of the words of Sphinx and its themes; it is also that of a project's own templates."""

TEMPLATE = ".html"
"""The suffix of a project's own templates."""

# A code as Babel and gettext write it: ja, pt_BR, zh_Hant_TW.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?")
# Names that mean the same to every file system, shell and address; none that is hidden.
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_CHANNELS = {
    ".mo": ("nobody can review it, and it would be shown", "keep its source, the .po file, in its place"),
    ".js": ("it would run on every page", "put it where the theme keeps its scripts"),
}
# The line of a place, and the way to it from where the template of the catalog lay.
_AROUND = re.compile(r"^(?:\.\./)+|:-?\d+$")

NONE: Mapping[Path, Catalog] = MappingProxyType({})
"""No catalogs: what is known before any was read."""


@dataclass(frozen=True)
class CatalogFile:
    """A catalog by its language and docname; ``shown`` is its path as messages name it, ``suffix`` that of its page.

    A catalog that serves several pages has no suffix; each of its messages names its own page.
    """

    path: Path
    language: str
    docname: str
    shown: str = ""
    suffix: str = ".md"

    def read(self, known: Mapping[Path, Catalog] = NONE) -> Catalog:
        """The catalog, of those ``known`` by their resolved paths or read. Raises CatalogError where it cannot be."""
        return known.get(self.path.resolve()) or read_catalog(self.path, self.shown)


def catalog_file(project: Project, language: str, docname: str) -> CatalogFile:
    """The catalog of a page in a language, whether or not it exists."""
    path = project.locales / language / "LC_MESSAGES" / f"{docname}.po"
    return CatalogFile(path, language, docname, project.shown(path).as_posix(), project.suffix(docname))


def catalogs_of(project: Project, languages: Collection[str] = ()) -> list[CatalogFile]:
    """All catalogs of a project, or those of some languages, in the order of language and docname."""
    found = walk_project(project, languages)
    return sorted((f for f in found if isinstance(f, CatalogFile)), key=lambda f: (f.language, f.docname))


def walk_project(project: Project, languages: Collection[str] = ()) -> Iterator[CatalogFile | Finding]:
    """Each catalog of a project, that of its templates included, and what belongs elsewhere; see walk_catalogs.

    In a project whose style asks for it, whatever belongs elsewhere is an error: nothing else may lie there.
    """
    pages = {**project.documents(), THEME_WORDS: TEMPLATE}
    for found in walk_catalogs(project.locales, pages, project.shown(project.locales).as_posix(), languages):
        if isinstance(found, Finding) and "layout" in project.style:
            yield replace(found, severity="error")
        else:
            yield found


def read_all(
    places: Iterable[CatalogFile | Finding], known: Mapping[Path, Catalog] = NONE
) -> dict[CatalogFile, Catalog]:
    """Each catalog; ``known`` as in CatalogFile.read.

    Raises CatalogError with all that must not be there or cannot be read; a warning stops nothing.
    """
    read: dict[CatalogFile, Catalog] = {}
    wrong: list[Finding] = []
    for place in places:
        if isinstance(place, Finding):
            wrong += [place] if place.severity == "error" else []
            continue
        try:
            read[place] = place.read(known)
        except CatalogError as error:
            wrong += error.findings
    if wrong:
        raise CatalogError(*wrong)
    return read


def walk_catalogs(
    locales: Path, pages: Mapping[str, str], shown: str, languages: Collection[str] = ()
) -> Iterator[CatalogFile | Finding]:
    """Each catalog, and a Finding for each thing that belongs elsewhere: an error where it could reach a reader.

    ``pages`` are the docnames that may have a catalog, beside the package's own words, with the suffixes of their
    files; ``shown`` is the folder's name in messages. With ``languages`` only their folders are looked at. No link is
    followed.
    """
    compiled: Counter[str] = Counter()
    for folder, names, files in os.walk(locales, followlinks=False):
        names.sort()  # in place: os.walk goes into the folders of this list, in its order
        for name in sorted([*names, *files]):
            path = Path(folder, name)
            parts = path.relative_to(locales).parts
            if languages and parts[0] not in languages:
                continue
            place = f"{shown}/{'/'.join(parts)}"
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                yield _layout_finding(place, "it is no regular file or folder", "put the catalog itself here")
            elif path.suffix == ".mo" and path.with_suffix(".po").is_file():
                compiled[parts[0]] += 1
            elif wrong := _wrong_name(parts, path.is_dir()):
                yield _layout_finding(place, *wrong)
            elif path.is_file():
                yield _catalog(path, parts, pages, place)
    for language, count in compiled.items():
        fact = f"{count} compiled catalogs (.mo) lie beside their sources, and Sphinx may show what they say"
        yield _layout_finding(
            f"{shown}/{language}", fact, "delete them, or let git ignore them: nobody can review them", "warning"
        )


def _catalog(path: Path, parts: tuple[str, ...], pages: Mapping[str, str], place: str) -> CatalogFile | Finding:
    """The catalog at a path, or why its name is no page's."""
    docname = "/".join(parts[2:]).removesuffix(".po")
    if docname == THEME_WORDS and not (docname in pages and any(name.endswith(TEMPLATE) for name in _named(path))):
        return _layout_finding(place, "it would replace words of the theme unescaped", "let the theme keep its words")
    if docname in pages or docname == OWN_DOMAIN:
        return CatalogFile(path, parts[0], docname, place, pages.get(docname, ".md"))
    # One catalog for several pages, as gettext_compact has it, or pages that lie elsewhere, in their own repository.
    if any(_is_page(name, pages) for name in set(_named(path))) or not pages.keys() - {THEME_WORDS}:
        return CatalogFile(path, parts[0], docname, place, "")
    # The default of 0.6 would offer pages that have little more than their folder in common.
    near = get_close_matches(docname, list(pages), n=1, cutoff=0.8)
    cure = (
        f"renamed? printproof i18n move {docname} {near[0]}" if near else "if its page has another name, give it that"
    )
    fact = f"no page {docname!r}, and its messages name none: what it says is shown nowhere"
    return _layout_finding(place, fact, cure, "warning")


def _named(path: Path) -> Iterator[str]:
    """The files that the messages of a catalog come from: docs/intro.rst where it says ../../docs/intro.rst:12."""
    with path.open(encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line.startswith("#:"):
                yield from (_AROUND.sub("", place) for place in line[2:].split())


def _is_page(named: str, pages: Mapping[str, str]) -> bool:
    """Whether a file is a page; from where it is named nobody knows, so that the end of its path decides."""
    suffix = PurePosixPath(named).suffix
    parts = named.removesuffix(suffix).split("/")
    return any(pages.get("/".join(parts[start:])) == suffix for start in range(len(parts)))


def _wrong_name(parts: tuple[str, ...], folder: bool) -> tuple[str, str, Severity] | None:
    """Why a name has no place in a folder of catalogs, the cure, and how bad it is."""
    suffix = Path(parts[-1]).suffix
    if not folder and suffix in _CHANNELS:
        return *_CHANNELS[suffix], "error"
    if not _LANGUAGE.fullmatch(parts[0]):
        return "a language is expected here, such as fr or pt_BR", "", "warning"
    if len(parts) > 1 and parts[1] != "LC_MESSAGES":
        return f"only LC_MESSAGES is expected below {parts[0]}", "Sphinx reads nothing else", "warning"
    if not folder and (len(parts) < 3 or suffix != ".po"):
        return "only <language>/LC_MESSAGES/<page>.po is expected", "Sphinx reads nothing else", "warning"
    if not is_name("/".join(parts)):
        return "a name has letters, digits, - and _ only", "", "error"
    return None


def is_name(docname: str) -> bool:
    """Whether each part of a docname is a name that may stand in a path."""
    return all(_PART.fullmatch(part) and ".." not in part for part in docname.split("/"))


def _layout_finding(place: str, fact: str, cure: str = "", severity: Severity = "error") -> Finding:
    return Finding(Place(place, 1), severity, "layout", fact, cure)
