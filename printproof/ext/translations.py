"""A page of the site says how far each language is: page by page, from the catalogs of this build."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective

from printproof.catalogs.layout import OWN_WORDS
from printproof.catalogs.status import PageStatus, status
from printproof.language import known_languages, own_name, tag
from printproof.project import Project, project_of_pages
from printproof.runs.schedule import current_records
from printproof.scripts.load import script_of
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import ScriptError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation("printproof")


class Translations(SphinxDirective):
    """A row for each page: how much of it is current in each language, and with what its outputs were verified."""

    def run(self) -> list[nodes.Node]:
        """Give the table; it is made anew when a catalog or a record changes."""
        project = project_of_pages(Path(self.env.srcdir), Path(self.env.app.confdir))
        source = self.config.printproof_source_language
        languages = [name for name in known_languages(source, [project.locales]) if name != source]
        for path in sorted(project.locales.rglob("*.po")):
            self.env.note_dependency(str(path))
        found = {(row.language, row.docname): row for row in status(project)}
        head = [_entry(_("Page")), *(_entry(own_name(name), name) for name in languages), _entry(_("Outputs"))]
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _column in head), cols=len(head))
        group += nodes.thead("", nodes.row("", *head))
        docnames = sorted({docname for _language, docname in found})
        group += nodes.tbody("", *(nodes.row("", *self._row(project, d, languages, found)) for d in docnames))
        return [nodes.table("", group, classes=["translations"])]

    def _row(
        self, project: Project, docname: str, languages: list[str], found: Mapping[tuple[str, str], PageStatus]
    ) -> Iterator[nodes.entry]:
        words = docname == OWN_WORDS
        yield _entry(_("Words around the text")) if words else self._title(docname)
        for language in languages:
            yield _entry(share_of(found[language, docname]))
        yield _entry("" if words else self._verified(project, docname))

    def _title(self, docname: str) -> nodes.entry:
        """A cell that holds the title of a page, in the language of this one."""
        known = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{docname}", "refexplicit": False}
        to = addnodes.pending_xref("", nodes.inline("", docname), refdoc=self.env.docname, refwarn=True, **known)
        return nodes.entry("", nodes.paragraph("", "", to, translatable=False))

    def _verified(self, project: Project, docname: str) -> str:
        """With which JAX the outputs of a page were verified last; empty for a page without a script."""
        if not project.script(docname).is_file():
            return ""
        self.env.note_dependency(str(project.record(docname, AS_WRITTEN)))
        try:
            records = current_records(project, script_of(project, docname))
        except ScriptError:  # its page says so
            records = None
        version = records[AS_WRITTEN].versions.get("jax", "") if records else ""
        return _("Checked with JAX {version}").format(version=version) if version else _("Not verified in this build")


def share_of(row: PageStatus) -> str:
    """Say how much of a page readers see in a language; less than all is never called all."""
    if row.broken:
        return _("Cannot be read")
    share = f"{int(row.share * 100)}%"
    return _("{share}, {count} out of date").format(share=share, count=row.fuzzy) if row.fuzzy else share


def _entry(text: str, language: str = "") -> nodes.entry:
    """A cell that no catalog holds."""
    classes = [f"language-{tag(language)}"] if language else []
    return nodes.entry("", nodes.paragraph(text, text, translatable=False, classes=classes))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``translations``."""
    app.add_directive("translations", Translations)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
