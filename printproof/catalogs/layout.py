"""What may lie in a folder of catalogs? ``<language>/LC_MESSAGES/**/<docname>.po`` and nothing else."""

import os
import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from printproof.catalogs.catalog import Catalog, CatalogError, read_catalog
from printproof.findings import Finding, Place
from printproof.project import Project

OWN_WORDS = "printproof"
"""The domain of the package's own words."""

# A code as Babel and gettext write it: ja, pt_BR, zh_Hant_TW.
_LANGUAGE = re.compile(r"[a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?")
# Names that mean the same to every file system, shell and address; none that is hidden.
_PART = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_CHANNELS = {
    ".mo": ("it would win over the reviewed text", "delete it, catalogs are compiled into the build folder"),
    ".js": ("it would run on every page", "delete it"),
}


@dataclass(frozen=True)
class CatalogFile:
    """A catalog by its language and docname; ``shown`` is its path as messages name it."""

    path: Path
    language: str
    docname: str
    shown: str = ""

    def read(self) -> Catalog:
        """The catalog. Raises CatalogError where it cannot be read."""
        return read_catalog(self.path, self.shown)


def catalog_file(project: Project, language: str, docname: str) -> CatalogFile:
    """The catalog of a page in a language, whether or not it exists."""
    path = project.locales / language / "LC_MESSAGES" / f"{docname}.po"
    return CatalogFile(path, language, docname, project.shown(path).as_posix())


def catalogs_of(project: Project, languages: Collection[str] = ()) -> list[CatalogFile]:
    """All catalogs of a project, or those of some languages, in the order of language and docname."""
    shown = project.shown(project.locales).as_posix()
    found = walk_catalogs(project.locales, project.pages(), shown, languages)
    return sorted((f for f in found if isinstance(f, CatalogFile)), key=lambda f: (f.language, f.docname))


def read_all(places: Iterable[CatalogFile | Finding]) -> dict[CatalogFile, Catalog]:
    """Each catalog. Raises CatalogError with all that must not be there or cannot be read."""
    read: dict[CatalogFile, Catalog] = {}
    wrong: list[Finding] = []
    for place in places:
        if isinstance(place, Finding):
            wrong.append(place)
            continue
        try:
            read[place] = place.read()
        except CatalogError as error:
            wrong += error.findings
    if wrong:
        raise CatalogError(*wrong)
    return read


def walk_catalogs(
    locales: Path, pages: Collection[str], shown: str, languages: Collection[str] = ()
) -> Iterator[CatalogFile | Finding]:
    """Each catalog, and a Finding for each thing that must not be there.

    ``pages`` are the docnames that may have a catalog, beside the package's own words; ``shown`` is the folder's
    name in messages. With ``languages`` only their folders are looked at. No link is followed.
    """
    for folder, names, files in os.walk(locales, followlinks=False):
        names.sort()
        for name in sorted([*names, *files]):
            path = Path(folder, name)
            parts = path.relative_to(locales).parts
            if languages and parts[0] not in languages:
                continue
            place = f"{shown}/{'/'.join(parts)}"
            if path.is_symlink() or not (path.is_file() or path.is_dir()):
                yield _refused(place, "it is no regular file or folder", "put the catalog itself here")
            elif wrong := _wrong_name(parts, path.is_dir()):
                yield _refused(place, *wrong)
            elif path.is_file():
                yield _catalog(path, parts, pages, place)


def _catalog(path: Path, parts: tuple[str, ...], pages: Collection[str], place: str) -> CatalogFile | Finding:
    """The catalog at a path, or why its name is no page's."""
    docname = "/".join(parts[2:]).removesuffix(".po")
    if docname in pages or docname == OWN_WORDS:
        return CatalogFile(path, parts[0], docname, place)
    if docname == "sphinx":
        return _refused(place, "it would replace words of the theme unescaped", "delete it")
    near = get_close_matches(docname, list(pages), n=1)
    cure = f"renamed? printproof move {docname} {near[0]}" if near else "delete it, or add its page"
    return _refused(place, f"no page {docname!r}", cure)


def _wrong_name(parts: tuple[str, ...], folder: bool) -> tuple[str, str] | None:
    """Why a name has no place in a folder of catalogs, and the cure."""
    suffix = Path(parts[-1]).suffix
    if not folder and suffix in _CHANNELS:
        return _CHANNELS[suffix]
    if not _LANGUAGE.fullmatch(parts[0]):
        return "a language is expected here, such as fr or pt_BR", ""
    if len(parts) > 1 and parts[1] != "LC_MESSAGES":
        return f"only LC_MESSAGES is expected below {parts[0]}", ""
    if not folder and (len(parts) < 3 or suffix != ".po"):
        return "only <language>/LC_MESSAGES/<page>.po is expected", "delete it, or move it out"
    if not is_name("/".join(parts)):
        return "a name has letters, digits, - and _ only", ""
    return None


def is_name(docname: str) -> bool:
    """Whether each part of a docname is a name that may stand in a path."""
    return all(_PART.fullmatch(part) and ".." not in part for part in docname.split("/"))


def _refused(place: str, fact: str, cure: str = "") -> Finding:
    return Finding(Place(place, 1), "error", "layout", fact, cure)
