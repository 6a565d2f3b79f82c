"""The directive ``diagram``: drawn in the words of the page, its numbers compared with those of a run."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, add_node, drawing, place_of_translation
from printproof.ext.priorities import SIDE_BY_SIDE
from printproof.ext.settings import build_of
from printproof.formats.pictures import DIAGRAM
from printproof.pages.page_view import facts_of
from printproof.pages.shown_cells import option_lines
from printproof.style.signs import NOT_WANTED
from printproof_base.findings import Finding, Place
from printproof_base.languages import tag
from printproof_diagrams.canvas import Canvas, Words
from printproof_diagrams.facts import wrong_facts
from printproof_diagrams.grammar import DiagramError, finding
from printproof_diagrams.kinds import Diagram, read
from printproof_diagrams.svg import write

_ = get_translation("printproof")
logger = logging.getLogger(__name__)


class diagram(nodes.General, nodes.Element):
    """A diagram as it was read, ``drawn``; its one child says in words what it shows, where nothing can be drawn.

    ``messages`` are its labels, as the page's other messages are; ``translations`` holds their translations, ``place``
    is its page.
    """


class ShowDiagram(SphinxDirective):
    """Draws the lines up to the first blank one; below them stand its point and, in paragraphs of their own, more."""

    required_arguments = 1
    final_argument_whitespace = True  # a kind of two words is refused with a suggestion, not by docutils
    has_content = True
    option_spec: ClassVar[Any] = {
        "alt": directives.unchanged,
        "example": directives.unchanged,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The figure, or nothing and findings where the diagram cannot be read or says what no cell does."""
        path, line = self.get_source_info()
        self.path, self.fence = Path(path), line
        self.shown = build_of(self.config).project.shown(self.path)
        page = self.path.read_text(encoding="utf-8").splitlines() if self.path.is_file() else []
        self.options_at = option_lines(page, line)
        first = line + self.content_offset + 1
        end = next((n for n, text in enumerate(self.content) if not text.strip()), len(self.content))
        try:
            drawn = read(self.arguments[0], list(self.content[:end]), first)
        except DiagramError as error:
            return self._refuse(error.findings)
        caption = self._caption(end)
        material = build_of(self.config).material(self.env.docname)
        names = self.options.get("example", "").split()
        self._refuse(wrong_facts(drawn, names, material, self.options_at.get("example", line)))
        if not caption or not self.options.get("alt"):
            return self._refuse(self._wordless(bool(caption)))
        return [self._figure(drawn, caption)]

    def _figure(self, drawn: Diagram, caption: list[nodes.paragraph]) -> nodes.figure:
        """The figure of what was read; its id is the same in every language."""
        messages = [(one.text, str(self.path), one.line) for one in drawn.messages()]
        node = diagram(drawn=drawn, messages=messages, place=str(self.shown))
        alt = nodes.paragraph(self.options["alt"], self.options["alt"])
        # A message of its own: its catalog leads a translator to the line of the option.
        alt.source, alt.line = str(self.path), self.options_at.get("alt", self.fence)
        node += alt
        # With its source, as the text of a caption is a message like that of the paragraph it was.
        point = nodes.caption(caption[0].rawsource, "", *caption[0].children)
        point.source, point.line = caption[0].source, caption[0].line
        figure = nodes.figure("", node, point, classes=["diagram"])
        if caption[1:]:
            figure += nodes.legend("", *caption[1:])
        known = self.state.document.ids
        while (name := f"diagram-{self.env.new_serialno('diagram') + 1}") in known:
            pass  # a heading may have the name that comes next
        figure["ids"], known[name] = [name], figure
        self.set_source_info(figure)
        self.add_name(figure)
        for number, text in drawn.draw(Words()).tight:  # of translations, html_diagram warns
            _warn(f"{self.shown}:{number}", text)
        return figure

    def _caption(self, end: int) -> list[nodes.paragraph]:
        """The paragraphs below the lines: the point, then what to notice; none where something else stands there."""
        holder = nodes.Element()
        self.state.nested_parse(StringList(list(self.content[end:])), self.content_offset + end, holder)
        found = [one for one in holder.children if isinstance(one, nodes.paragraph)]
        return found if len(found) == len(holder.children) else []

    def _wordless(self, captioned: bool) -> Iterable[Finding]:
        fact, cure = "this diagram has no alternative text", "say what it shows with: ':alt: …'"
        if not captioned:
            fact = "this diagram has no caption"
            cure = "write its point below a blank line, and what to notice in a paragraph below that"
        return [finding(self.fence, fact, cure)]

    def _refuse(self, findings: Iterable[Finding]) -> list[nodes.Node]:
        """Note findings at their lines of this page."""
        # A fault of a diagram as a whole has no line of its own: it is told at the fence.
        page = Place(str(self.shown), docname=self.env.docname)
        facts = facts_of(self.env.metadata[self.env.docname])
        facts.findings += [replace(one, place=replace(page, line=one.place.line or self.fence)) for one in findings]
        return []


def _warn(place: str, text: str) -> None:
    fact = "the label %r has no room in its diagram; write it shorter, or let words break at a blank"
    logger.warning(fact, text, location=place, type="printproof", subtype="diagram")


def html_diagram(translator: HTML5Translator, node: diagram) -> str:
    """The diagram in the language of the page; its alternative says its own where that is another one."""
    canvas, svg = _drawn(node, translator.builder.config)
    # Of labels as the author wrote them it was warned when the page was read.
    translations: dict[str, str] = node.get("translations", {})
    for line, text in canvas.tight if translations else ():
        _warn(_place_of(translator, translations, text) or f"{node['place']}:{line}", text)
    return f"{svg}\n"


def _alt(node: diagram) -> nodes.paragraph:
    """The words that say what a diagram shows."""
    return next(iter(node.findall(nodes.paragraph)))


def _drawn(node: diagram, config: Config) -> tuple[Canvas, str]:
    """The diagram in the words of the page, and its SVG."""
    alt, source = _alt(node), config.printproof_source_language
    lang = "" if config.language == source or alt.get("translated") else tag(source)
    canvas = node["drawn"].draw(Words(node.get("translations", {}), _("as wanted"), _("wanted {value}")))
    return canvas, write(canvas, alt.astext(), lang)


def markdown_diagram(writer: MarkdownWriter, node: diagram) -> list[Block]:
    """The drawing as a picture, with the words that say what it shows."""
    return [writer.picture(node, _alt(node).astext(), _drawn(node, writer.config)[1], DIAGRAM)]


def plain_diagram(env: BuildEnvironment, node: diagram) -> list[nodes.Node]:
    """An image."""
    return [drawing(_drawn(node, env.config)[1], _alt(node).astext())]


def _place_of(translator: HTML5Translator, translations: dict[str, str], text: str) -> str:
    """Where the translation stands in its catalog that a text is a line of."""
    english = next((label for label, translation in translations.items() if text in f"{NOT_WANTED} {translation}"), "")
    builder = translator.builder
    return place_of_translation(builder.env, builder.current_docname, english) if english else ""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``diagram``."""
    app.setup_extension("printproof.ext")
    add_node(app, diagram, html_diagram, plain=plain_diagram, markdown=markdown_diagram)
    app.add_directive("diagram", ShowDiagram)
    return SIDE_BY_SIDE
