"""A figure stands in the page itself, its labels and its alternative text in the language of the page.

It keeps its colours: a sentence may name them. With ``printproof_recolour_figures`` it takes those of the page, light
and dark.
"""

from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, add_node, add_transform, cells_in, drawing
from printproof.ext.priorities import Transform
from printproof.formats.exported_page import Kind, Output
from printproof.formats.markdown import paragraph, words
from printproof.formats.pictures import PLOT, standalone
from printproof.pages.figure import draw, labels
from printproof.pages.page_view import PageCell
from printproof_base.languages import tag


class picture(nodes.General, nodes.Element):
    """What a cell drew: ``svg`` as it was drawn, ``alt`` what it shows; without ``svg`` the words stand for it.

    ``messages`` are its words, as the page's other messages are; ``translations`` holds their translations.
    """


def show_figures(env: BuildEnvironment, document: nodes.document) -> None:
    """Put what a cell drew into the frame of its figure, above the caption, and say which words of it are messages."""
    for container, cell in cells_in(document):
        for figure in container.findall(nodes.figure):
            for place, (svg, option) in enumerate(cell.pictures):
                figure.insert(place, _picture(cell, svg, option, document["source"]))
            figure["drawn_by"] = cell.cell.name
            if not figure["ids"]:  # the same in every language: one that is counted would move with a translation
                figure["ids"] = [f"figure-{cell.cell.name}"]
                document.ids[f"figure-{cell.cell.name}"] = figure
            figure["classes"] = [] if cell.rendered.figures else ["figure-missing"]
            for caption in figure.findall(nodes.caption):
                caption.line = cell.shown.line_of("caption")


def translate(env: BuildEnvironment, document: nodes.document) -> None:
    """Draw each picture with its words in the language of the page."""
    source, recolour = env.config.printproof_source_language, env.config.printproof_recolour_figures
    foreign = "" if source == env.config.language else tag(source)
    for node in document.findall(picture):
        translations: dict[str, str] = node.get("translations", {})
        node["lang"] = "" if node["alt"] in translations else foreign
        node["alt"] = translations.get(node["alt"], node["alt"])
        # Formats other than HTML show it where nothing was drawn.
        node.append(nodes.paragraph("", node["alt"], translatable=False))
        if node["svg"]:
            name = f"figure-{node['name']}"
            node["html"] = draw(node["svg"], name, node["alt"], translations, node["lang"], recolour)


def _picture(cell: PageCell, svg: str, option: str, page: str) -> picture:
    alt, number = cell.shown.options.get(option, ""), option.removeprefix("alt").replace("-", "_")
    messages = [(alt, page, cell.shown.line_of(option))] if alt else []
    messages += [(label, cell.script, cell.cell.line) for label in (labels(svg) if svg else [])]
    # Ids in it begin with its name, so that no two figures of a page share one.
    return picture(svg=svg, alt=alt, name=f"{cell.cell.name}{number}", messages=messages)


def html_picture(translator: HTML5Translator, node: picture) -> str:
    """The picture, or the words that stand for it."""
    lang = f' lang="{node["lang"]}"' if node["lang"] else ""
    return f"{node['html']}\n" if node["svg"] else f"<p{lang}>{escape(node['alt'])}</p>\n"


def visit_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Write the frame of a figure, with the name of the cell that drew it."""
    if "drawn_by" in node:
        self.body.append(self.starttag(node, "figure", **{"data-figure": node["drawn_by"]}))
    else:
        type(self).visit_figure(self, node)


def depart_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Close the frame of a figure."""
    type(self).depart_figure(self, node)


def markdown_picture(writer: MarkdownWriter, node: picture) -> list[Block]:
    """What a cell drew, which is an output of it; words that stand for it are none."""
    if node["svg"]:
        return [Output(Kind.FIGURE, node["alt"], standalone(node["html"], PLOT))]
    return [paragraph(words(node["alt"]))]


def plain_picture(env: BuildEnvironment, node: picture) -> list[nodes.Node]:
    """An image, or the words that stand for it."""
    return [drawing(node["html"], node["alt"])] if node["svg"] else node.children


def setup(app: Sphinx) -> None:
    """Show figures as their cells drew them, and offer the setting ``printproof_recolour_figures``."""
    app.add_config_value("printproof_recolour_figures", False, "env", types=frozenset({bool}))
    add_node(app, picture, html_picture, plain=plain_picture, markdown=markdown_picture)
    # Sphinx has no event for a node of docutils; its own visitors are those of the class of the translator.
    app.add_node(nodes.figure, override=True, html=(visit_figure, depart_figure))
    add_transform(app, Transform.SHOW_FIGURES, show_figures)
    add_transform(app, Transform.TRANSLATE_FIGURES, translate)
