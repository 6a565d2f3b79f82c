"""A translation is one sentence and nothing more: it cannot run, read, copy, include or link anything new."""

import re
from collections.abc import Callable, MutableMapping
from dataclasses import replace
from textwrap import dedent
from types import ModuleType
from typing import Any, cast

from docutils import nodes
from docutils.parsers.rst.languages import get_language
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from myst_nb.sphinx_ import Parser
from myst_parser.mdit_to_docutils.sphinx_ import SphinxRenderer
from myst_parser.parsers.mdit import create_md_parser
from myst_parser.parsers.sphinx_ import MystParser
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.nodes import extract_messages

from printproof.ext.nodes import add_transform
from printproof.ext.priorities import Transform
from printproof.ext.settings import place_of_translation
from printproof.pages.page_view import facts_of
from printproof_catalogs.sentences.markup import read_sentences_with
from printproof_catalogs.sentences.sentence import Allowed, allowed_by

ENGLISH = "printproof_english"
"""Where the temporary data of the page being read hold its messages by line."""

NEVER = frozenset({"substitution", "html_image", "html_admonition"})
"""Extensions of MyST that run or inject."""

OFF = ["html_inline", "substitution_inline", "front_matter"]
"""Rules of markdown-it that do the same."""

# Sphinx hands every translation over as the source of a page of reStructuredText: a literal block below two colons, a
# title above a line twice as long as it, a paragraph that ends in two colons with a block below.
_LITERAL = re.compile(r"::\n\n(?P<text>   .*)", re.S)
_TITLE = re.compile(r"(?P<text>.*)\n(?P<line>=+)", re.S)
_DUMMY = "\n\n   dummy literal"

Render = Callable[[SyntaxTreeNode], None]
"""A method of MyST's that makes nodes of a part of a sentence."""

logger = logging.getLogger(__name__)


class SentenceRenderer(SphinxRenderer):
    """Makes nodes of a translated sentence; what English does not have is shown as the text it is."""

    english: list[str]
    place: Any
    _allowed: Allowed | None = None

    def setup_render(self, options: dict[str, Any], env: MutableMapping[str, Any]) -> None:
        """Begin a sentence.

        MyST would make a document of its own for each, whether or not it is used. What it sets besides stands here, by
        the names that its renderer has for it.
        """
        self.md_env, self.md_options, self.md_config = env, options, options["myst_config"]
        self.document = self.current_node = options["document"]
        self.reporter = self.document.reporter
        self.language_module_rst = cast(ModuleType, get_language(self.document.settings.language_code))
        self._heading_offset = 0
        self._level_to_section = {0: self.document}
        self._heading_slugs = {}
        self._allowed = None

    @property
    def allowed(self) -> Allowed:
        """What English allows; read only for a sentence that holds more than words."""
        if self._allowed is None:
            self._allowed = allowed_by(token for message in self.english for token in self.md.parseInline(message, {}))
        return self._allowed

    def copy_attributes(self, token: SyntaxTreeNode, node: nodes.Element, keys: Any = ("class",), **more: Any) -> None:
        """Take what a sentence says of its parts, save ids: places have the same names in every language."""
        super().copy_attributes(token, node, tuple(key for key in keys if key != "id"), **more)

    def render_link(self, token: SyntaxTreeNode) -> None:
        """Link to what English links to; a refused link leaves its words."""
        href = str(token.attrGet("href") or "")
        self._render(super().render_link, token, href in self.allowed.links, f"the link to {href!r}", "")
        if href not in self.allowed.links:
            self.render_children(token)

    def render_image(self, token: SyntaxTreeNode) -> None:
        """Show what English shows."""
        source, alt = str(token.attrGet("src") or ""), self.renderInlineAsText(token.children or [])
        self._render(super().render_image, token, source in self.allowed.images, f"the image {source!r}", alt)

    def render_myst_role(self, token: SyntaxTreeNode) -> None:
        """Follow a role that English has."""
        name, written = token.meta["name"], f"{{{token.meta['name']}}}`{token.content}`"
        allowed = self.allowed.role(name, token.content)
        self._render(super().render_myst_role, token, allowed, f"the role {written}", written)

    def render_footnote_ref(self, token: SyntaxTreeNode) -> None:
        """Note what English notes."""
        label = token.meta["label"]
        allowed = label in self.allowed.footnotes
        self._render(super().render_footnote_ref, token, allowed, f"the footnote {label!r}", f"[^{label}]")

    def render_math_inline(self, token: SyntaxTreeNode) -> None:
        """Calculate what English calculates."""
        self._formula(super().render_math_inline, token)

    def render_math_inline_double(self, token: SyntaxTreeNode) -> None:
        """Calculate what English calculates, on a line of its own."""
        self._formula(super().render_math_inline_double, token)

    def _formula(self, render: Render, token: SyntaxTreeNode) -> None:
        allowed = token.content in self.allowed.formulas
        self._render(render, token, allowed, f"the formula {token.content!r}", f"${token.content}$")

    def _render(self, render: Render, token: SyntaxTreeNode, allowed: bool, what: str, text: str) -> None:
        """Render what English allows; show all else as the text it is, and say so."""
        if allowed:
            render(token)
            return
        self.current_node.append(nodes.Text(text))
        fact = f"{what} is not in the sentence this one translates, and is shown as text"
        logger.warning(fact, location=self.place(), type="printproof", subtype="sentence", once=True)


class SentenceParser(Parser):
    """MyST-NB's parser for pages; a translation of ours is read as one line of inline text, by one reader."""

    # Set on the class: Sphinx makes a parser for each sentence, and one reader serves them all.
    _markdown: MarkdownIt | None = None
    _settings: Any = None

    def parse(self, inputstring: str, document: nodes.document) -> None:
        """Read a page, or a sentence that Sphinx took from a catalog.

        A page of ours is read by MyST alone, whatever its head says of kernels: MyST-NB would run its cells.
        """
        env = document.settings.env
        # MyST-NB knows the translations of Sphinx by the same mark.
        translated = str(document["source"]).endswith("<translated>")
        if not translated and facts_of(env.metadata[env.docname]).ours:
            MystParser.parse(self, inputstring, document)
            return
        if not translated or not env.config.printproof_all_pages:
            super().parse(inputstring, document)
            return
        # Words that hold no markup are not known by their line.
        english = env.temp_data.get(ENGLISH, {}).get(_line_of(document))
        text = inputstring.removesuffix(_DUMMY)
        if literal := _LITERAL.fullmatch(text):
            block = dedent(literal["text"])
            document += nodes.literal_block(block, block)
        elif (title := _TITLE.fullmatch(text)) and len(title["line"]) == 2 * len(title["text"]):
            sentence = self._sentence(title["text"], english, document)
            document += nodes.section("", nodes.title(sentence.rawsource, "", *sentence.children))
        else:
            document += self._sentence(text, english, document)

    def _sentence(self, text: str, english: list[str] | None, document: nodes.document) -> nodes.paragraph:
        text = text.strip()
        if english is None:
            return nodes.paragraph(text, text)
        markdown = self._reader(document)
        renderer = markdown.renderer
        assert isinstance(renderer, SentenceRenderer)
        renderer.english = english
        renderer.place = lambda: _place(document, text)
        around = [Token("paragraph_open", "p", 1, map=[0, 1]), Token("paragraph_close", "p", -1)]
        environment: dict[str, Any] = {}
        renderer.setup_render(markdown.options, environment)  # type: ignore[arg-type]
        # Private: the public way makes a document of its own, as said above.
        renderer._render_tokens([around[0], *markdown.parseInline(text, environment), around[1]])
        paragraph = document.children.pop()
        assert isinstance(paragraph, nodes.paragraph)
        return paragraph

    def _reader(self, document: nodes.document) -> MarkdownIt:
        """The one reader of sentences: the settings of the project, without what a sentence must never do."""
        settings = document.settings.env.myst_config
        cls = type(self)
        if cls._markdown is None or cls._settings is not settings:
            plain = replace(settings, enable_extensions=set(settings.enable_extensions) - NEVER, substitutions={})
            markdown = create_md_parser(plain, SentenceRenderer).disable(OFF, True)
            cls._markdown, cls._settings = read_sentences_with(markdown), settings
        cls._markdown.options["document"] = document
        return cls._markdown


def _line_of(document: nodes.document) -> str:
    """The line of the page that a translation is for; Sphinx tells it in the name of the source alone."""
    # Its form is PATH:LINE:<translated>; a path may hold colons, too.
    return str(document["source"]).rsplit(":", 2)[1]


def _place(document: nodes.document, text: str) -> Any:
    """Where a translation stands: its line in the catalog, else that of the page."""
    env, line = document.settings.env, _line_of(document)
    docname = env.current_document.docname
    return place_of_translation(env, docname, text) or (docname, int(line) if line.isdigit() else None)


def note_english(env: BuildEnvironment, document: nodes.document) -> None:
    """Note the English messages of a page that may hold markup, by line, before translations take their places."""
    known: dict[str, list[str]] = {}
    for node, message in extract_messages(document):
        if not isinstance(node, addnodes.translatable | nodes.meta):
            known.setdefault(str(node.line), []).append(message)
    env.temp_data[ENGLISH] = known


def setup(app: Sphinx) -> None:
    """Read all sentences with our parser, in place of MyST-NB's."""
    app.add_source_parser(SentenceParser, override=True)
    add_transform(app, Transform.NOTE_ENGLISH, note_english)
