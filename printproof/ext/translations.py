"""A page of the site says how far each language is: page by page, from the catalogs of this build."""

from collections.abc import Iterator, Mapping

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from printproof.catalogs.layout import OWN_WORDS
from printproof.catalogs.status import PageStatus, status
from printproof.ext.nodes import entry, table
from printproof.ext.settings import Build, build_of
from printproof.ext.stages import SIDE_BY_SIDE
from printproof.language import known_languages, own_name
from printproof.scripts.modes import AS_WRITTEN

_ = get_translation("printproof")


class Translations(SphinxDirective):
    """A row for each page: how much of it is current in each language, and with what its outputs were verified."""

    def run(self) -> list[nodes.Node]:
        """The table; it is made anew when a catalog or a record changes."""
        build = build_of(self.config)
        source = self.config.printproof_source_language
        languages = [name for name in known_languages(source, [build.project.locales]) if name != source]
        for path in sorted(build.project.locales.rglob("*.po")):
            self.env.note_dependency(str(path))
        found = {(row.language, row.docname): row for row in status(build.project)}
        head = [entry(_("Page")), *(entry(own_name(name), name) for name in languages), entry(_("Outputs"))]
        docnames = sorted({docname for _language, docname in found})
        rows = (nodes.row("", *self._row(build, docname, languages, found)) for docname in docnames)
        return [table("translations", head, rows)]

    def _row(
        self, build: Build, docname: str, languages: list[str], found: Mapping[tuple[str, str], PageStatus]
    ) -> Iterator[nodes.entry]:
        words = docname == OWN_WORDS
        yield entry(_("Words around the text")) if words else self._title(docname)
        for language in languages:
            yield entry(share_of(found[language, docname]))
        yield entry("" if words else self._verified(build, docname))

    def _title(self, docname: str) -> nodes.entry:
        """A cell that holds the title of a page, in the language of this one."""
        known = {"refdomain": "std", "reftype": "doc", "reftarget": f"/{docname}", "refexplicit": False}
        to = addnodes.pending_xref("", nodes.inline("", docname), refdoc=self.env.docname, refwarn=True, **known)
        return nodes.entry("", nodes.paragraph("", "", to, translatable=False))

    def _verified(self, build: Build, docname: str) -> str:
        """With which JAX the outputs of a page were verified last; empty for a page without a script."""
        material = build.material(docname)
        if not material.digest:
            return ""
        self.env.note_dependency(str(build.project.record(docname, AS_WRITTEN)))
        version = material.records[AS_WRITTEN].versions.get("jax", "") if material.records else ""
        return _("Checked with JAX {version}").format(version=version) if version else _("Not verified in this build")


def share_of(row: PageStatus) -> str:
    """How much of a page readers see in a language; less than all is never called all."""
    if row.broken:
        return _("Cannot be read")
    share = f"{int(row.share * 100)}%"
    return _("{share}, {count} out of date").format(share=share, count=row.fuzzy) if row.fuzzy else share


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``translations``."""
    app.add_directive("translations", Translations)
    return SIDE_BY_SIDE
