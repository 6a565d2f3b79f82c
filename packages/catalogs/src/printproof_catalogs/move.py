"""How is a page renamed? With its script, figures and catalogs, and with every line that names it, or not at all."""

import posixpath
import re
from collections.abc import Collection, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place, nearest
from printproof_base.project import Project
from printproof_catalogs.catalog import Catalog, CatalogError
from printproof_catalogs.layout import OWN_WORDS, catalog_file, is_name
from printproof_catalogs.update import read_language
from printproof_catalogs.writer import catalog_text

# {doc}`target` and {doc}`title <target>`.
_DOC = re.compile(r"(?P<before>\{doc\}`(?:[^`<]*<)?)(?P<target>[^`<>]+)(?P<after>>?`)")
# [words](target), [words](target.md) and [words](target.md#place); an address has a colon.
_LINK = re.compile(r"(?P<before>\]\()(?P<target>[^()\s#:]+)(?P<after>(?:#[^()\s]*)?\))")
# A table of contents as a fence of backticks or colons, up to the line that closes it.
_TOCTREE = re.compile(r"^([`:]{3,})\{toctree\}[^\n]*\n.*?^\1", re.MULTILINE | re.DOTALL)
# A line of it that is no option: a target, or a title and a target in angle brackets.
_ENTRY = re.compile(r"^(?P<before>(?!:)(?:[^\n]*<)?)(?P<target>[^<>\s`:]+)(?P<after>>?[ \t]*)$", re.MULTILINE)


@dataclass(frozen=True)
class _Renamed:
    """A renamed page: how texts that name it, or stand on it, are to be written."""

    old: str
    new: str
    pages: Collection[str]

    def page(self, text: str, docname: str) -> str:
        """The text of a page: its references, and the entries of its tables of contents."""
        return _TOCTREE.sub(lambda found: self._with(_ENTRY, found[0], docname), self.sentence(text, docname))

    def sentence(self, text: str, docname: str) -> str:
        """A text of a page without tables of contents."""
        return self._with(_LINK, self._with(_DOC, text, docname), docname)

    def _with(self, pattern: re.Pattern[str], text: str, docname: str) -> str:
        return pattern.sub(lambda m: m["before"] + self._target(m["target"], docname) + m["after"], text)

    def _target(self, target: str, docname: str) -> str:
        """A target on a page, written from where that page will be; Sphinx reads it from where it is now."""
        bare = target.removesuffix(".md")
        named = posixpath.normpath(posixpath.join("/", posixpath.dirname(docname), bare))[1:]
        if named not in self.pages or self.old not in (named, docname):
            return target
        goal, here = (self.new if name == self.old else name for name in (named, docname))
        moved = f"/{goal}" if bare.startswith("/") else posixpath.relpath(f"/{goal}", f"/{posixpath.dirname(here)}")
        return moved + target[len(bare) :]


def _renames(project: Project, old: str, new: str) -> dict[Path, Path]:
    """Each file that is to have another name. Raises CatalogError where one cannot have it, or there is no such page.

    A page that was renamed by hand is followed by what still has its old name.
    """
    if not is_name(new) or new in {OWN_WORDS, "sphinx"}:
        fact, cure = f"{new!r} is no name of a page", "each of its parts has letters, digits, - and _ only"
        raise CatalogError.at(project.shown(project.page(new)), fact, cure)
    renames = {source: target for source, target in _named(project, old, new) if source.is_file()}
    if not project.page(old).is_file() and not (renames and project.page(new).is_file()):
        cure = nearest(old, project.pages())
        raise CatalogError.at(project.shown(project.page(old)), f"no page {old!r}", cure)
    taken = [project.shown(target) for target in renames.values() if target.exists()]
    if taken:
        cure = "choose another name, or delete it first"
        raise CatalogError(*(Finding(Place(str(path)), "error", "", "it is there already", cure) for path in taken))
    return renames


def _named(project: Project, old: str, new: str) -> Iterator[tuple[Path, Path]]:
    """Each file that may have the name of a page, and what it will be called."""
    yield project.page(old), project.page(new)
    script, target = project.script(old), project.script(new)
    yield script, target
    for figure in sorted(script.parent.glob("*.svg")):
        name, _, cell = figure.stem.rpartition(".")  # a baseline is called SCRIPT.CELL.svg
        if name == script.stem:
            yield figure, target.with_name(f"{target.stem}.{cell}.svg")
    for language in project.translated():
        yield catalog_file(project, language, old).path, catalog_file(project, language, new).path


def _texts(project: Project, renamed: _Renamed, renames: dict[Path, Path]) -> Iterator[tuple[Path, str]]:
    """Each page and catalog that names the page, as it has to be."""
    for docname in project.pages():
        path = project.page(docname)
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError:
            raise CatalogError.at(project.shown(path), "these bytes are not UTF-8", "save the file as UTF-8") from None
        if (changed := renamed.page(text, docname)) != text:
            yield renames.get(path, path), changed
    # The page itself stands in `renames` only where nobody has renamed it by hand.
    named = {**renames, project.page(renamed.old): project.page(renamed.new)}
    places = {project.shown(s).as_posix(): project.shown(t).as_posix() for s, t in named.items()}
    for language in project.translated():
        for place, catalog in read_language(project, language).items():
            if text := _renamed_catalog(catalog, place.docname, renamed, places):
                yield renames.get(place.path, place.path), text


def _renamed_catalog(catalog: Catalog, docname: str, renamed: _Renamed, places: dict[str, str]) -> str:
    """The text of a catalog whose messages name the page; empty where none does."""

    def changed(text: str | None) -> str | None:
        return text and renamed.sentence(text, docname)

    before = [*catalog.messages, *catalog.obsolete]
    after = [
        replace(
            message,
            msgid=renamed.sentence(message.msgid, docname),
            plural=changed(message.plural),
            previous=changed(message.previous),
            texts=[renamed.sentence(text, docname) for text in message.texts],
            places=[places.get(place, place) for place in message.places],
        )
        for message in before
    ]
    return catalog_text(catalog.header, after, catalog.head.comments) if after != before else ""


def move_page(project: Project, old: str, new: str) -> list[str]:
    """Rename a page with all that belongs to it; a line for each file that was moved or changed.

    Nothing is moved where that cannot be done whole. Raises CatalogError where the new name is none or is taken, there
    is no such page, or a catalog or page cannot be read, and OSError where the system refuses a file.
    """
    renames = _renames(project, old, new)
    texts = dict(_texts(project, _Renamed(old, new, {*project.pages(), old}), renames))
    with ExitStack() as undo:
        for source, target in renames.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            source.rename(target)
            undo.callback(target.rename, source)
        for path, text in texts.items():
            undo.callback(write_whole, path, path.read_bytes())
            write_whole(path, text)
        undo.pop_all()
    moved = [f"{project.shown(source)} -> {project.shown(target)}" for source, target in renames.items()]
    return [*moved, *(f"{project.shown(path)}: names {new}" for path in texts)]
