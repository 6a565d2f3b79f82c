"""The first use of a term on a page leads to the glossary, in every language; no message knows of it."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

from printproof.ext.stages import PostTransform
from printproof.project import project_of_pages
from printproof.sentences.glossary import Glossary, GlossaryError, read_glossary
from printproof.sentences.term_links import FirstUses, Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

HOLDS = "printproof_glossary"  # as printproof.ext.glossary has it
APART = (nodes.reference, nodes.literal, nodes.math, nodes.footnote_reference, nodes.raw, nodes.problematic)


class term_link(nodes.Inline, nodes.TextElement):
    """A word that leads to its row in the glossary, at ``href``."""


class LinkTerms(SphinxPostTransform):
    """Links words of paragraphs, in the order in which they are read; headings, code and links stay as they are."""

    default_priority = PostTransform.LINK_TERMS
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        """Link the first use of each term, where a page of the site is the glossary."""
        docname, metadata = self.env.current_document.docname, self.env.metadata
        page = next((name for name, known in metadata.items() if known.get(HOLDS)), "")
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
        project = project_of_pages(Path(self.env.srcdir), Path(self.env.app.confdir))
        try:
            return read_glossary(project.root / "glossary.csv")
        except GlossaryError:  # its page says so
            return Glossary()


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


def visit_link(self: HTML5Translator, node: term_link) -> None:
    """Open the link."""
    self.body.append(f'<a class="term" href="{escape(node["href"])}">')


def depart_link(self: HTML5Translator, node: term_link) -> None:
    """Close the link."""
    self.body.append("</a>")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Link terms when a page is written."""
    app.add_node(term_link, html=(visit_link, depart_link))
    app.add_post_transform(LinkTerms)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
