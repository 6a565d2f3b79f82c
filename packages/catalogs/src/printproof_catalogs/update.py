"""Bringing catalogs up to date with their pages: extract, merge with what is remembered, write what has changed."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

from printproof_base.files import require_writable, write_if_changed
from printproof_base.findings import Finding, Place
from printproof_base.locks import exclusive_lock
from printproof_base.processes import own_environment, own_module
from printproof_base.project import Project, docnames_below
from printproof_catalogs.catalog import Catalog, CatalogError, Message, read_catalog
from printproof_catalogs.layout import OWN_DOMAIN, CatalogFile, catalog_file, read_all
from printproof_catalogs.merging.merge import Merged, merge, remember
from printproof_catalogs.writer import catalog_text, header_of

Templates = dict[str, list[Message]]
"""The messages of each page, by docname."""


def templates_of(project: Project, folder: Path | None = None) -> Templates:
    """The messages of all pages, from a folder of templates that were made before or are made now.

    Raises CatalogError where there are none, or pages cannot be read.
    """
    if folder is None:
        extract(project, project.build / "gettext")
    return read_templates(project, (folder or project.build / "gettext").resolve())


def extract(project: Project, folder: Path) -> None:
    """Write the templates of all pages with the gettext builder, in a process of its own, one at a time in a folder.

    Raises CatalogError where it fails; it says why on the terminal.
    """
    sphinx = [*own_module("sphinx"), "-q", "-b", "gettext", "-c", str(project.conf.parent)]
    with exclusive_lock(folder, lambda: None) as held:
        require_writable(folder)  # else Sphinx would tell of a crash
        # Sphinx holds it as well, as it goes on where this process is killed. In a group of its own it hears no Ctrl-C,
        # of which it would tell beside us.
        shared, group = ((held,), 0) if os.name == "posix" else ((), None)
        done = subprocess.run(
            [*sphinx, str(project.docs), str(folder)], cwd=project.root, env=own_environment(), check=False,
            pass_fds=shared, process_group=group,
        )  # fmt: skip
    if done.returncode:
        raise CatalogError.at("", "the pages cannot be read, so no catalog was changed", "see the lines above")


def read_templates(project: Project, folder: Path) -> Templates:
    """The messages of each page as the gettext builder left them in a folder.

    Places lose their line and are named from the project's root. Raises CatalogError without templates.
    """
    found: Templates = {}
    for docname in docnames_below(folder, ".pot"):
        if project.page(docname).is_file():
            found[docname] = read_catalog(folder / f"{docname}.pot").messages
            for message in found[docname]:
                places = (os.path.relpath(folder / place, project.root) for place in message.places)
                message.places = list(dict.fromkeys(Path(place).as_posix() for place in places))
    if not found:
        raise CatalogError.at(project.shown(folder), "no templates of pages", "run: printproof i18n update")
    return found


def update(project: Project, templates: Templates, forget: bool = False) -> Iterator[str | Finding]:
    """Bring the catalogs of all languages up to date; a line for each that changed, a finding for one without a page.

    With ``forget`` nothing obsolete is kept. Raises CatalogError where a catalog cannot be read: nothing is
    written then.
    """
    known = {language: read_language(project, language) for language in project.translated()}
    for language, catalogs in known.items():
        yield from _update_language(project, language, catalogs, templates, forget)


def read_language(project: Project, language: str) -> dict[CatalogFile, Catalog]:
    """All catalogs of a language. Raises CatalogError with each that cannot be read."""
    docnames = docnames_below(project.locales / language / "LC_MESSAGES", ".po")
    return read_all(catalog_file(project, language, docname) for docname in docnames)


def _update_language(
    project: Project, language: str, catalogs: dict[CatalogFile, Catalog], templates: Templates, forget: bool
) -> Iterator[str | Finding]:
    pages = {place.docname: catalog for place, catalog in catalogs.items() if place.docname != OWN_DOMAIN}
    memory = remember(pages.values())
    in_templates = {message.key for messages in templates.values() for message in messages}
    for docname, messages in templates.items():
        old = pages.get(docname)
        merged = merge(messages, old, memory, in_templates)
        obsolete = [] if forget else merged.obsolete
        place = catalog_file(project, language, docname)
        comments = old.head.comments if old else ()
        text = catalog_text(header_of(language, old), [*merged.messages, *obsolete], comments)
        if write_if_changed(place.path, text):
            yield f"{place.shown}: {_summary(merged)}"
    for docname in sorted(pages.keys() - templates.keys()):
        gone = Place(catalog_file(project, language, docname).shown)
        cure = f"delete it, or: printproof i18n move {docname} …"
        yield Finding(gone, "warning", "layout", f"no page {docname!r} any more", cure)


def _summary(merged: Merged) -> str:
    counts = {"new": merged.new, "changed (fuzzy)": merged.changed, "recalled": merged.recalled}
    ways = ", ".join(f"{count} {what}" for what, count in counts.items() if count)
    return f"{len(merged.messages)} messages" + (f": {ways}" if ways else "")
