"""Renaming a page: with its script, figures and catalogs, and with every line that names it, or not at all."""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from printproof_base.files import write_whole
from printproof_base.findings import Finding, Place, suggestion
from printproof_base.project import Project
from printproof_catalogs.catalog import Catalog, CatalogError
from printproof_catalogs.layout import OWN_DOMAIN, catalog_file, is_name
from printproof_catalogs.renamed import Renamed
from printproof_catalogs.update import read_language
from printproof_catalogs.writer import catalog_text


def _renames(project: Project, old: str, new: str) -> dict[Path, Path]:
    """Each file that is to have another name. Raises CatalogError where one cannot have it, or there is no such page.

    A page that was renamed by hand is followed by what still has its old name.
    """
    if not is_name(new) or new in {OWN_DOMAIN, "sphinx"}:
        fact, cure = f"{new!r} is no name of a page", "each of its parts has letters, digits, - and _ only"
        raise CatalogError.at(project.shown(project.page(new)), fact, cure)
    renames = {source: target for source, target in _named(project, old, new) if source.is_file()}
    if not project.document(old).is_file() and not (renames and project.document(new).is_file()):
        cure = suggestion(old, project.pages())
        raise CatalogError.at(project.shown(project.page(old)), f"no page {old!r}", cure)
    taken = [project.shown(target) for target in renames.values() if target.exists()]
    if taken:
        cure = "choose another name, or delete it first"
        raise CatalogError(*(Finding(Place(str(path)), "error", "", "it is there already", cure) for path in taken))
    return renames


def _page(project: Project, old: str, new: str, name: str) -> Path:
    """The file of a page by its old or its new name: one of the kind that it is, also where a hand has renamed it."""
    return project.docs / f"{name}{project.suffix(old if project.document(old).is_file() else new)}"


def _named(project: Project, old: str, new: str) -> Iterator[tuple[Path, Path]]:
    """Each file that may have the name of a page, and what it will be called."""
    page, moved = (_page(project, old, new, name) for name in (old, new))
    yield page, moved
    script, target = project.script(old), project.script(new)
    if script == page:  # it keeps its code
        target = moved
    yield script, target
    yield project.claim_tests(old), project.claim_tests(new)
    for kept in sorted(script.parent.glob(f"{script.stem}.*.*")):
        name, _, cell = kept.stem.rpartition(".")  # a baseline is called SCRIPT.CELL.svg
        if name == script.stem:
            yield kept, target.with_name(f"{target.stem}.{cell}{kept.suffix}")
    for language in project.translated():
        catalog, renamed = (catalog_file(project, language, docname).path for docname in (old, new))
        yield catalog, renamed
        yield catalog.with_suffix(".mo"), renamed.with_suffix(".mo")  # compiled by another tool; alone it is an error


def _texts(project: Project, renamed: Renamed) -> Iterator[tuple[Path, str]]:
    """Each page, data file and catalog that names the page, as it has to be."""
    rewritten = dict.fromkeys([*map(project.page, project.pages()), *sorted(project.root.glob("*.md"))], renamed.page)
    for path in sorted(project.docs.rglob("*.json")):
        hidden = any(part.startswith(".") for part in project.shown(path).parts)
        if not hidden and not path.is_relative_to(project.build):
            rewritten[path] = renamed.data
    if project.claims.is_file():
        rewritten[project.claims] = renamed.claims
    for path, rewrite in rewritten.items():
        text = _read(project, path)
        if (changed := rewrite(text, path)) != text:
            yield path, changed
    for docname, suffix in project.documents().items():
        if suffix != ".md":
            path = project.docs / f"{docname}{suffix}"
            text = path.read_text(encoding="utf-8", errors="replace")
            renamed.other(_markdown(text) if suffix == ".ipynb" else text, path)
    for path in {project.root / "conf.py", project.docs / "conf.py"}:
        if path.is_file():
            renamed.settings(_read(project, path), path)
    places = {project.shown(s).as_posix(): project.shown(t).as_posix() for s, t in renamed.renames.items()}
    for language in project.translated():
        for place, catalog in read_language(project, language).items():
            if text := _renamed_catalog(catalog, project.page(place.docname), renamed, places):
                yield place.path, text


def _markdown(notebook: str) -> str:
    """The Markdown of a notebook; none where it cannot be read, which the build says."""
    try:
        cells = [cell for cell in json.loads(notebook)["cells"] if cell["cell_type"] == "markdown"]
        return "\n\n".join("".join(cell["source"]) for cell in cells)
    except (ValueError, LookupError, TypeError):
        return ""


def _read(project: Project, path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise CatalogError.at(project.shown(path), "these bytes are not UTF-8", "save the file as UTF-8") from None


def _renamed_catalog(catalog: Catalog, page: Path, renamed: Renamed, places: Mapping[str, str]) -> str:
    """The text of a catalog whose messages name the page; empty where none does."""

    def changed(text: str | None) -> str | None:
        return text and renamed.sentence(text, page)

    before = [*catalog.messages, *catalog.obsolete]
    after = [
        replace(
            message,
            msgid=renamed.sentence(message.msgid, page),
            plural=changed(message.plural),
            previous=changed(message.previous),
            texts=[renamed.sentence(text, page) for text in message.texts],
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
    # The page itself stands in `renames` only where nobody has renamed it by hand.
    named = {**renames, _page(project, old, new, old): _page(project, old, new, new)}
    found = _texts(project, Renamed(project, old, new, named))
    texts = {renames.get(path, path): text for path, text in found}
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
