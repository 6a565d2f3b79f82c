"""How catalogs follow their pages: extract, merge with all that is remembered, write what has changed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from printproof.catalogs.catalog import Catalog, Message, read_catalog
from printproof.catalogs.error import CatalogError
from printproof.catalogs.header import expected_header
from printproof.catalogs.layout import OWN_WORDS
from printproof.catalogs.memory import Key, Memory, key_of
from printproof.catalogs.merge import Merged, merge
from printproof.catalogs.writer import catalog_text
from printproof.project import Project

Templates = dict[str, list[Message]]

_DATES = frozenset({"POT-Creation-Date", "PO-Revision-Date", "X-Generator", "Generated-By"})


class UpdateError(RuntimeError):
    """Catalogs that cannot be brought up to date: what stands in the way, and its cure."""


def read_templates(project: Project, folder: Path) -> Templates:
    """Give the messages of each page, by docname, as the gettext builder left them in a folder.

    Places lose their line and are named from the project's root. Raises UpdateError without templates.
    """
    found: Templates = {}
    for path in sorted(folder.rglob("*.pot")):
        docname = path.relative_to(folder).with_suffix("").as_posix()
        if project.page(docname).is_file():
            found[docname] = read_catalog(path).messages
            for message in found[docname]:
                message.places = list(dict.fromkeys(_place(project, folder, p) for p in message.places))
    if not found:
        raise UpdateError(f"{project.shown(folder)}: no templates of pages; run: make update")
    return found


def _place(project: Project, folder: Path, place: str) -> str:
    """Name a place, written from the folder of templates, from the project's root."""
    return Path(os.path.relpath(folder / place, project.root)).as_posix()


def update(project: Project, templates: Templates) -> Iterator[str]:
    """Bring the catalogs of all languages up to date and give one line for each that changed.

    Raises CatalogError, with the catalog's name, where a catalog cannot be read: nothing is written then.
    """
    languages = sorted(path.parent for path in project.locales.glob("*/LC_MESSAGES"))
    known = {folder: read_language(project, folder / "LC_MESSAGES") for folder in languages}
    for folder, catalogs in known.items():
        yield from _update_language(project, folder, catalogs, templates)


def read_language(project: Project, folder: Path) -> dict[str, Catalog]:
    """Read all catalogs of a language, by docname. Raises UpdateError at the first that cannot be read."""
    found = {}
    for path in sorted(folder.rglob("*.po")):
        try:
            found[path.relative_to(folder).with_suffix("").as_posix()] = read_catalog(path)
        except CatalogError as error:
            raise UpdateError(f"{project.shown(path)}:{error.line}: {error.rule}: {error}") from None
    return found


def _update_language(
    project: Project, folder: Path, catalogs: dict[str, Catalog], templates: Templates
) -> Iterator[str]:
    pages = {docname: catalog for docname, catalog in catalogs.items() if docname != OWN_WORDS}
    memory = Memory(pages.values())
    keys = {docname: {key_of(message) for message in messages} for docname, messages in templates.items()}
    for docname, messages in templates.items():
        old = pages.get(docname)
        elsewhere: set[Key] = set().union(*(found for name, found in keys.items() if name != docname))
        merged = merge(messages, old, memory, elsewhere)
        path = folder / "LC_MESSAGES" / f"{docname}.po"
        text = page_text(folder.name, merged, old)
        if write_if_changed(path, text):
            yield f"{project.shown(path)}: {_summary(merged)}"
    for docname in sorted(pages.keys() - templates.keys()):
        shown = project.shown(pages[docname].path)
        yield f"{shown}: no page {docname!r} any more; delete it, or: make move FROM={docname} TO=…"


def page_text(language: str, merged: Merged, old: Catalog | None) -> str:
    """Give the text of a merged catalog; its header keeps what people wrote in the old one."""
    return catalog_text(header_of(language, old), [*merged.messages, *merged.obsolete], old.head.remarks if old else ())


def header_of(language: str, old: Catalog | None) -> dict[str, str]:
    """Give the header of a catalog: who translated it, then the fields with fixed values; no dates."""
    fixed = expected_header(language)
    kept = old.header if old else {}
    return {name: value for name, value in kept.items() if name not in _DATES | fixed.keys()} | fixed


def write_if_changed(path: Path, text: str) -> bool:
    """Write a file whose bytes would change, and say whether they did."""
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f"{path.name}.part")
    partial.write_text(text, encoding="utf-8", newline="\n")
    partial.replace(path)
    return True


def _summary(merged: Merged) -> str:
    counts = {"new": merged.new, "changed (fuzzy)": merged.changed, "recalled": merged.recalled}
    said = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{len(merged.messages)} messages" + (f": {said}" if said else "")


def extract(project: Project, folder: Path) -> None:
    """Write the templates of all pages with the gettext builder, in a process of its own.

    Raises UpdateError where it fails; it says why on the terminal.
    """
    command = [sys.executable, "-m", "sphinx", "-q", "-b", "gettext", "-c", str(project.root)]
    done = subprocess.run([*command, str(project.docs), str(folder)], cwd=project.root, check=False)
    if done.returncode:
        raise UpdateError("the pages cannot be read, so no catalog was changed; see the lines above")
