"""Where a page is the glossary, the first use of a term on any other page leads to its row there.

No message knows of the links: translations stay as they are.
"""

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from itertools import takewhile
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import around
from printproof.ext.settings import build_of
from printproof.ext.stages import SIDE_BY_SIDE, PostTransform
from printproof.pages.page_view import facts_of
from printproof.sentences.term_links import FirstUses, Spot

APART = (nodes.reference, nodes.literal, nodes.math, nodes.footnote_reference, nodes.raw, nodes.problematic)
"""What a paragraph holds beside plain words: nothing inside becomes a link."""


class term_link(nodes.Inline, nodes.TextElement):
    """A word that leads to its row in the glossary, at ``href``."""


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
        uses = FirstUses(build_of(self.config).glossary, own)
        to = self.env.app.builder.get_relative_uri(docname, page)
        for paragraph in self.document.findall(nodes.paragraph):
            if not paragraph.get("translatable", True) or isinstance(paragraph.parent, nodes.caption):
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


def visit_term_link(self: HTML5Translator, node: term_link) -> None:
    """Open the link."""
    self.body.append(f'<a class="term" href="{escape(node["href"])}">')


def depart_term_link(self: HTML5Translator, node: term_link) -> None:
    """Close the link."""
    self.body.append("</a>")


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Let a changed glossary change every page: each may lead to it."""
    path = build_of(config).project.root / "glossary.csv"
    config.printproof_glossary_seen = sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Link terms when a page is written."""
    app.add_config_value("printproof_glossary_seen", "", "env", types=frozenset({str}))
    app.connect("config-inited", on_config_inited)
    app.add_node(term_link, html=(visit_term_link, depart_term_link))  # other formats never get one
    app.add_post_transform(LinkTerms)
    return SIDE_BY_SIDE
