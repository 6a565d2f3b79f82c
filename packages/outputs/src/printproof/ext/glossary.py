"""Where a page explains terms, the first use of one on any other page leads there.

No message knows of the links: translations stay as they are.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.docutils import SphinxDirective

from printproof.ext.nodes import MarkdownWriter, add_node, around
from printproof.ext.priorities import PostTransform
from printproof.ext.settings import build_of, terms_of
from printproof.formats.markdown import Inline
from printproof.formats.markdown import link as link_to
from printproof.pages.page_view import facts_of
from printproof_base.languages import known_languages, tag
from printproof_catalogs.sentences.glossary import SOURCE, Term
from printproof_catalogs.sentences.term_links import FirstUses, Spot

APART = (nodes.reference, nodes.literal, nodes.math, nodes.footnote_reference, nodes.raw, nodes.problematic)
"""What a paragraph holds beside plain words: nothing inside becomes a link."""

NO_PLACE = (nodes.figure, nodes.caption, nodes.legend, nodes.entry)
"""Where a paragraph has no room for what is shown beside a term: a figure, a caption, a table, which may scroll."""


class term_link(nodes.Inline, nodes.TextElement):
    """A word that leads to its place in the glossary, at ``href``."""


class Definitions(SphinxDirective):
    """What the terms of ``glossary.csv`` mean, in the language of the page and below it in the others of the site."""

    def run(self) -> list[nodes.Node]:
        """The list; a glossary that cannot be read is an error at this line."""
        terms = [term for term in terms_of(self) if term.explained]
        facts_of(self.env.metadata[self.env.docname]).lists_terms = True
        known = known_languages(self.config.printproof_source_language, [build_of(self.config).project.locales])
        return [nodes.definition_list("", *(self._item(term, known) for term in terms), classes=["terms"])]

    def _item(self, term: Term, known: Sequence[str]) -> nodes.definition_list_item:
        """A term with its definitions; that of the page's language, or that of the source in its place, comes first."""
        source, own = known[0], self.config.language
        first = own if own in term.definitions else source
        others = [name for name in known if name != first and (name == source or name in term.definitions)]
        head = nodes.term("", "", _in(first, own, nodes.Text(term.name(first))), ids=[term.anchor])
        self.state.document.ids[term.anchor] = head  # else docutils could give the id to a section
        words = _words(term.meaning(first))
        below = [nodes.paragraph(term.meaning(SOURCE), "", _in(first, own, *words), translatable=False)]
        for name in others:
            parts = (nodes.strong("", term.name(name)), nodes.Text(" "), *_words(term.meaning(name)))
            below.append(nodes.paragraph("", "", _in(name, own, *parts), translatable=False, classes=["elsewhere"]))
        item = nodes.definition_list_item("", head, nodes.definition("", *below))
        item.source, item.line = str(build_of(self.config).project.glossary), term.line
        return item


class LinkTerms(SphinxPostTransform):
    """Links words of paragraphs, in the order in which they are read; headings, code and links stay as they are."""

    default_priority = PostTransform.LINK_TERMS
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Link the first use of each term, where a page of the site explains them."""
        docname, metadata = self.env.current_document.docname, self.env.metadata
        page = next((name for name, known in metadata.items() if facts_of(known).lists_terms), "")
        if not page or page == docname:
            return
        source, own = self.config.printproof_source_language, self.config.language
        uses = FirstUses(build_of(self.config).glossary, own)
        # The first page in the order of the environment: a glossary in two parts is led to by its first.
        to = self.env.app.builder.get_relative_uri(docname, page)
        for paragraph in self.document.findall(nodes.paragraph):
            if not paragraph.get("translatable", True) or any(isinstance(part, NO_PLACE) for part in around(paragraph)):
                continue
            texts = [text for text in paragraph.findall(nodes.Text) if not _apart(text, paragraph)]
            translated = own != source and paragraph.get("translated")
            spots = uses.take([text.astext() for text in texts], paragraph.rawsource if translated else None)
            for number, text in enumerate(texts):
                link(text, [spot for spot in spots if spot.text == number], to)


def _apart(text: nodes.Text, paragraph: nodes.paragraph) -> bool:
    """Whether a text is part of something that is no plain word of its paragraph."""
    inside = takewhile(lambda element: element is not paragraph, around(text))
    return any(isinstance(element, APART) for element in inside)


def link(text: nodes.Text, spots: Sequence[Spot], to: str) -> None:
    """Put links in the place of the words of a text."""
    words, done = text.astext(), 0
    parts: list[nodes.Node] = []
    for spot in spots:
        to_term = term_link("", words[spot.start : spot.end], href=f"{to}#{spot.term.anchor}")
        parts += [nodes.Text(words[done : spot.start]), to_term]
        done = spot.end
    if parts:
        text.parent.replace(text, [*parts, nodes.Text(words[done:])])


def _in(language: str, own: str, *parts: nodes.Node) -> nodes.inline:
    """Words in a language, marked with it where it is not the page's."""
    return nodes.inline("", "", *parts, classes=[] if language == own else [f"language-{tag(language)}"])


def _words(text: str) -> Iterator[nodes.Node]:
    """A definition as nodes: code stands between backticks."""
    for number, part in enumerate(text.split("`")):
        yield nodes.literal(part, part) if number % 2 else nodes.Text(part)


def html_term(translator: object, node: term_link) -> str:
    """The link."""
    return f'<a class="term" href="{escape(node["href"])}">'


def markdown_term(writer: MarkdownWriter, node: term_link) -> list[Inline]:
    """A link to what the word means."""
    return [link_to(writer.line(node), writer.address(node["href"]))]


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Let a changed glossary change every page: each may lead to it."""
    path = build_of(config).project.glossary
    config.printproof_glossary_seen = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def setup(app: Sphinx) -> None:
    """Offer the directive ``definitions``, and link terms when a page is written."""
    app.add_config_value("printproof_glossary_seen", "", "env", types=frozenset({str}))
    app.connect("config-inited", on_config_inited)
    app.add_directive("definitions", Definitions)
    add_node(app, term_link, html_term, "</a>", plain=None, markdown=markdown_term)
    app.add_post_transform(LinkTerms)
