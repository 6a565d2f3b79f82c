"""What stands beside a page of a preview? The findings of the checker, each sentence's English, and whole files."""

from collections.abc import Sequence
from html import escape
from pathlib import Path

from printproof_base.findings import Finding
from printproof_base.project import Project
from printproof_catalogs.catalog import CatalogError, Message, checksum
from printproof_catalogs.check import check_page
from printproof_catalogs.layout import catalog_file
from printproof_catalogs.sentences.glossary import GlossaryError
from printproof_catalogs.todo import changed_words

SHOWN = (".po", ".md", ".py", ".csv", ".toml")


def findings(project: Project, language: str, docname: str) -> Sequence[Finding]:
    """What the checker reports on the catalog of a page."""
    try:
        return check_page(project, language, docname)
    except GlossaryError as error:
        return list(error.findings)


def messages(project: Project, language: str, docname: str) -> dict[str, dict[str, str]]:
    """The messages of a page by the name that ``ext.preview`` gives them: English, place, and what is to be done."""
    place = catalog_file(project, language, docname)
    try:
        known = place.read().messages
    except (OSError, CatalogError):
        return {}
    return {checksum(message.msgid): _annotation(message, place.shown) for message in known}


def _annotation(message: Message, shown: str) -> dict[str, str]:
    place = f"{shown}:{message.text_line}"
    changed = changed_words(message.previous, message.msgid) if message.fuzzy and message.previous else ""
    return {"english": message.msgid, "place": place, "state": message.state, "changed": changed}


def listing(project: Project, name: str) -> str | None:
    """A file of the project as a page whose lines have addresses; None for a file that is not for looking at."""
    path = Path(project.root, name)
    folders = (project.docs, project.examples, project.locales)
    if ".." in path.parts or path.suffix not in SHOWN or path.is_symlink() or not path.is_file():
        return None
    if not any(path.is_relative_to(folder) for folder in folders) and path.parent != project.root:
        return None
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    rows = "\n".join(f'<li id="L{n}"><code>{escape(line)}</code></li>' for n, line in enumerate(lines, 1))
    head = '<!DOCTYPE html><meta charset=utf-8><link rel=stylesheet href="/-/preview.css">'
    return f'{head}<title>{escape(name)}</title><h1>{escape(name)}</h1><ol class="preview-file">{rows}</ol>'
