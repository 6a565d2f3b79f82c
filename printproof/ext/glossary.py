"""A page is the glossary, each term in every language; the first use of a term on any other page leads to its row.

No message knows of the links: translations stay as they are.
"""

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.locale import get_translation
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import entry, table
from printproof.ext.settings import build_of
from printproof.ext.stages import SIDE_BY_SIDE, PostTransform
from printproof.language import known_languages, own_name
from printproof.pages.page_view import facts_of
from printproof.sentences.glossary import Glossary, GlossaryError, Term, read_glossary
from printproof.sentences.term_links import FirstUses, Spot

APART = (nodes.reference, nodes.literal, nodes.math, nodes.footnote_reference, nodes.raw, nodes.problematic)
"""What a paragraph holds beside plain words: nothing inside becomes a link."""

_ = get_translation("printproof")


class term_link(nodes.Inline, nodes.TextElement):
    """A word that leads to its row in the glossary, at ``href``."""


class GlossaryTable(SphinxDirective):
    """The terms of ``glossary.csv``: in English, in the language of the page, in the other languages of the site."""

    def run(self) -> list[nodes.Node]:
        """The table; a glossary that cannot be read is an error at this line."""
        path = _file(self.config)
        self.env.note_dependency(str(path))
        try:
            terms = [term for term in read_glossary(path).terms if term.listed]
        except GlossaryError as error:
            raise self.error(str(error)) from None
        source, own = self.config.printproof_source_language, self.config.language
        others = [name for name in known_languages(source, [build_of(self.config).project.locales]) if name != source]
        columns = sorted((name for name in others if any(name in t.forms for t in terms)), key=lambda name: name != own)
        facts_of(self.env.metadata[self.env.docname]).lists_terms = True
        head = [entry(_("Term")), *(self._entry(own_name(name), name) for name in columns)]
        return [table("terms", head, (self._row(term, source, columns) for term in terms))]

    def _row(self, term: Term, source: str, columns: list[str]) -> nodes.row:
        forms = (self._entry(" / ".join(term.forms.get(name, ())), name) for name in columns)
        row = nodes.row("", self._entry(term.term, source), *forms, ids=[term.anchor])
        self.state.document.ids[term.anchor] = row  # else docutils could give the id to a section
        return row

    def _entry(self, text: str, language: str) -> nodes.entry:
        """An entry that says its language where that is not the page's."""
        return entry(text, "" if language == self.config.language else language)


class LinkTerms(SphinxPostTransform):
    """Links words of paragraphs, in the order in which they are read; headings, code and links stay as they are."""

    default_priority = PostTransform.LINK_TERMS
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Link the first use of each term, where a page of the site is the glossary."""
        docname, metadata = self.env.current_document.docname, self.env.metadata
        page = next((name for name, known in metadata.items() if facts_of(known).lists_terms), "")
        if not page or page == docname:
            return
        source, own = self.config.printproof_source_language, self.config.language
        uses = FirstUses(self._glossary(), own)
        to = self.env.app.builder.get_relative_uri(docname, page)
        for paragraph in self.document.findall(nodes.paragraph):
            if not paragraph.get("translatable", True) or isinstance(paragraph.parent, nodes.caption):
                continue
            texts = [text for text in paragraph.findall(nodes.Text) if not _apart(text, paragraph)]
            translated = own != source and paragraph.get("translated")
            spots = uses.take([text.astext() for text in texts], paragraph.rawsource if translated else None)
            for number, text in enumerate(texts):
                link(text, [spot for spot in spots if spot.text == number], to)

    def _glossary(self) -> Glossary:
        try:
            return read_glossary(_file(self.config))
        except GlossaryError:  # its page says so
            return Glossary()


def _file(config: Config) -> Path:
    return build_of(config).project.root / "glossary.csv"


def _apart(text: nodes.Text, paragraph: nodes.paragraph) -> bool:
    """Whether a text is part of something that is no plain word of its paragraph."""
    around = text.parent
    while around is not paragraph:
        if isinstance(around, APART):
            return True
        around = around.parent
    return False


def link(text: nodes.Text, spots: Sequence[Spot], to: str) -> None:
    """Put links in the place of the words of a text."""
    if not spots:
        return
    words, done = text.astext(), 0
    parts: list[nodes.Node] = []
    for spot in spots:
        shown = words[spot.start : spot.end]
        parts += [nodes.Text(words[done : spot.start])] if spot.start > done else []
        parts.append(term_link("", shown, href=f"{to}#{spot.term.anchor}"))
        done = spot.end
    parts += [nodes.Text(words[done:])] if words[done:] else []
    text.parent.replace(text, parts)


def visit_term_link(self: HTML5Translator, node: term_link) -> None:
    """Open the link."""
    self.body.append(f'<a class="term" href="{escape(node["href"])}">')


def depart_term_link(self: HTML5Translator, node: term_link) -> None:
    """Close the link."""
    self.body.append("</a>")


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Let a changed glossary change every page: each may lead to it."""
    path = _file(config)
    config.printproof_glossary_seen = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``glossary-table``, and link terms when a page is written."""
    app.add_config_value("printproof_glossary_seen", "", "env", types=frozenset({str}))
    app.connect("config-inited", on_config_inited)
    app.add_directive("glossary-table", GlossaryTable)
    app.add_node(term_link, html=(visit_term_link, depart_term_link))  # other formats never get one
    app.add_post_transform(LinkTerms)
    return SIDE_BY_SIDE
