"""A page of the site is the glossary: each term in every language, at an address of its own."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective

from printproof.language import known_languages, own_name, tag
from printproof.project import project_of_pages
from printproof.sentences.glossary import GlossaryError, Term, read_glossary

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

HOLDS = "printproof_glossary"  # metadata of the page with the table

_ = get_translation("printproof")


class GlossaryTable(SphinxDirective):
    """The terms of ``glossary.csv``: in English, in the language of the page, in the other languages of the site."""

    def run(self) -> list[nodes.Node]:
        """Give the table; a glossary that cannot be read is an error at this line."""
        project = project_of_pages(Path(self.env.srcdir), Path(self.env.app.confdir))
        path = project.root / "glossary.csv"
        self.env.note_dependency(str(path))
        try:
            terms = [term for term in read_glossary(path).terms if term.listed]
        except GlossaryError as error:
            raise self.error(str(error)) from None
        source, own = self.config.printproof_source_language, self.config.language
        others = [name for name in known_languages(source, [project.locales]) if name != source]
        columns = sorted((name for name in others if any(name in t.forms for t in terms)), key=lambda name: name != own)
        self.env.metadata[self.env.docname][HOLDS] = True
        head = [_entry(_("Term")), *(_entry(own_name(name), name, own) for name in columns)]
        group = nodes.tgroup("", *(nodes.colspec(colwidth=1) for _column in head), cols=len(head))
        group += nodes.thead("", nodes.row("", *head))
        group += nodes.tbody("", *(self._row(term, source, columns) for term in terms))
        return [nodes.table("", group, classes=["terms"])]

    def _row(self, term: Term, source: str, columns: list[str]) -> nodes.row:
        own = self.config.language
        forms = (_entry(" / ".join(term.forms.get(name, ())), name, own) for name in columns)
        row = nodes.row("", _entry(term.term, source, own), *forms, ids=[term.anchor])
        self.state.document.ids[term.anchor] = row
        return row


def _entry(text: str, language: str = "", own: str = "") -> nodes.entry:
    """A cell that no catalog holds; what is in another language than its page says so."""
    classes = [f"language-{tag(language)}"] if language and language != own else []
    return nodes.entry("", nodes.paragraph(text, text, translatable=False, classes=classes))


def see_glossary(app: Sphinx, config: Config) -> None:
    """Let a changed glossary change every page: each may lead to it."""
    path = project_of_pages(Path(app.srcdir), Path(app.confdir)).root / "glossary.csv"
    config.printproof_glossary_seen = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``glossary-table``."""
    app.add_config_value("printproof_glossary_seen", "", "env", types=frozenset({str}))
    app.connect("config-inited", see_glossary)
    app.add_directive("glossary-table", GlossaryTable)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
