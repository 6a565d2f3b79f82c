"""The directive ``diagram``: drawn in the words of the page, its numbers compared with those of a run."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, drawing
from printproof.ext.settings import build_of, place_of_translation, theme_of
from printproof.formats.pictures import DIAGRAM, standalone
from printproof.pages.shown_cells import option_lines
from printproof.style import THEME
from printproof.style.signs import NOT_WANTED
from printproof_base.files import write_whole
from printproof_base.findings import Finding
from printproof_base.languages import tag
from printproof_diagrams.canvas import Canvas, Words
from printproof_diagrams.ext.figures import FigureDirective, warn
from printproof_diagrams.facts import wrong_facts
from printproof_diagrams.grammar import DiagramError, finding
from printproof_diagrams.kinds import Diagram, read
from printproof_diagrams.svg import write

# What we wrote ourselves, so it has this form.
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)"')
_SPOKEN = re.compile(r'(aria-label="[^"]*")(?: (lang="[^"]*"))?')


class diagram(nodes.General, nodes.Element):
    """A diagram as it was read, ``drawn``; its one child says in words what it shows, where nothing can be drawn.

    ``messages`` are its labels, as the page's other messages are; ``translations`` holds their translations, ``place``
    is its page.
    """


class ShowDiagram(FigureDirective):
    """Draws the lines up to the first blank one; below them stand its point and, in paragraphs of their own, more."""

    final_argument_whitespace = True  # a kind of two words is refused with a suggestion, not by docutils
    option_spec: ClassVar[Any] = {
        "alt": directives.unchanged,
        "example": directives.unchanged,
        "name": directives.unchanged,
    }

    def run(self) -> list[nodes.Node]:
        """The figure, or nothing and findings where the diagram cannot be read or says what no cell does."""
        self.locate()
        line = self.fence
        page = self.path.read_text(encoding="utf-8").splitlines() if self.path.is_file() else []
        self.options_at = option_lines(page, line)
        first = line + self.content_offset + 1
        end = next((n for n, text in enumerate(self.content) if not text.strip()), len(self.content))
        try:
            drawn = read(self.arguments[0], list(self.content[:end]), first)
        except DiagramError as error:
            return self.refuse(error.findings)
        caption = self.caption(end)
        material = build_of(self.config).material(self.env.docname)
        names = self.options.get("example", "").split()
        self.refuse(wrong_facts(drawn, names, material, self.options_at.get("example", line)))
        if not caption or not self.options.get("alt"):
            return self.refuse(self._wordless(bool(caption)))
        return [self._figure(drawn, caption)]

    def _figure(self, drawn: Diagram, caption: list[nodes.paragraph]) -> nodes.figure:
        """The figure of what was read."""
        messages = [(one.text, str(self.path), one.line) for one in drawn.messages()]
        node = diagram(drawn=drawn, messages=messages, place=str(self.shown))
        alt = nodes.paragraph(self.options["alt"], self.options["alt"])
        # A message of its own: its catalog leads a translator to the line of the option.
        alt.source, alt.line = str(self.path), self.options_at.get("alt", self.fence)
        node += alt
        figure = self.figure(node, caption)
        for number, text in drawn.draw(Words()).tight:  # of translations, html_diagram warns
            warn(f"{self.shown}:{number}", text)
        return figure

    def _wordless(self, captioned: bool) -> Iterable[Finding]:
        fact, cure = "this diagram has no alternative text", "say what it shows with: ':alt: …'"
        if not captioned:
            fact = "this diagram has no caption"
            cure = "write its point below a blank line, and what to notice in a paragraph below that"
        return [finding(self.fence, fact, cure)]


def html_diagram(translator: HTML5Translator, node: diagram) -> str:
    """The diagram in the language of the page; its alternative says its own where that is another one."""
    canvas, svg = _drawn(node, translator.builder.config)
    # Of labels as the author wrote them it was warned when the page was read.
    translations: dict[str, str] = node.get("translations", {})
    for line, text in canvas.tight if translations else ():
        warn(_place_of(translator, translations, text) or f"{node['place']}:{line}", text)
    return f"{_in_a_file(translator, node, svg) or svg}\n"


def _in_a_file(translator: HTML5Translator, node: diagram, svg: str) -> str:
    """The diagram as an image that a page loads when a reader comes near: nothing in it is pressed or played.

    Empty in a theme that is not ours, whose colours no file knows, and in a book.
    """
    builder = translator.builder
    if theme_of(builder) != THEME:
        return ""
    path = Path(builder.get_outfilename(builder.current_docname))
    # The Markdown of the page shows the same file, by the same name.
    name = f"{path.stem}.{node.parent['ids'][0]}.svg"
    write_whole(path.with_name(name), standalone(svg, DIAGRAM))
    size = "".join(f' {side}="{given}"' for side, given in zip(("width", "height"), *_SIZE.findall(svg), strict=True))
    said = " ".join(filter(None, *_SPOKEN.findall(svg))).replace("aria-label", "alt")
    return f'<img src="{name}" {said}{size} loading="lazy">'


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


def setup(app: Sphinx) -> None:
    """Offer the directive ``diagram``."""
    add_node(app, diagram, html_diagram, plain=plain_diagram, markdown=markdown_diagram)
    app.add_directive("diagram", ShowDiagram)
