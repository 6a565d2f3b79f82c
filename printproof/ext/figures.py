"""A figure stands in the page itself, in its colours, its labels and its alternative text in its language."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform

from printproof.ext.stages import Transform
from printproof.language import tag
from printproof.pages.figure import draw, labels
from printproof.pages.notebook import KEY

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator


class picture(nodes.General, nodes.Element):
    """What a cell drew: ``svg`` as it was drawn, ``alt`` what it shows; without ``svg`` the words stand for it.

    ``messages`` are its words, as the page's other messages are; ``said`` holds their translations.
    """


class ShowFigures(SphinxTransform):
    """Puts the drawn figure in the place of what MyST-NB would show."""

    default_priority = Transform.SHOW_FIGURES

    def apply(self, **kwargs: Any) -> None:
        """Give each figure its picture, and say which of its words are messages."""
        for cell in [c for c in self.document.findall(nodes.container) if "cell_metadata" in c]:
            known = cell["cell_metadata"].get(KEY, {})
            for bundle in [n for n in cell.findall(nodes.container) if n.get("nb_element") == "mime_bundle"]:
                bundle.replace_self(_picture(known, self.document["source"]))
                figure = next(iter(cell.findall(nodes.figure)))
                figure["drawn_by"] = known["example"]
                figure["ids"] = figure["ids"] or [self._id(figure, known["example"])]
                figure["classes"] = [] if known["figure"] else ["figure-missing"]
                for caption in figure.findall(nodes.caption):
                    caption.line = known["page_lines"]["caption"]

    def _id(self, figure: nodes.figure, name: str) -> str:
        """An id that is the same in every language; one that is counted would move with a translation."""
        self.document.ids[f"figure-{name}"] = figure
        return f"figure-{name}"


class DrawFigures(SphinxTransform):
    """Puts translated words into pictures, once they are known."""

    default_priority = Transform.TRANSLATE_FIGURES

    def apply(self, **kwargs: Any) -> None:
        """Say the words of each picture in the language of the page."""
        for node in self.document.findall(picture):
            said: dict[str, str] = node.get("said", {})
            node["lang"] = "" if node["alt"] in said else self._source_language()
            node["alt"] = said.get(node["alt"], node["alt"])
            node.append(nodes.paragraph("", node["alt"], translatable=False))
            if node["svg"]:
                node["html"] = draw(node["svg"], f"figure-{node['name']}", node["alt"], said, node["lang"])

    def _source_language(self) -> str:
        """The tag of what is not translated; empty in the language of the page."""
        source: str = self.config.printproof_source_language
        return "" if source == self.config.language else tag(source)


def _picture(known: dict[str, Any], page: str) -> picture:
    svg, alt = known["figure"], known.get("alt", "")
    messages = [(alt, page, known["page_lines"]["alt"])] if alt else []
    messages += [(label, known["script"], known["line"]) for label in (labels(svg) if svg else [])]
    return picture(svg=svg, alt=alt, name=known["example"], messages=messages)


def visit_picture(self: HTML5Translator, node: picture) -> None:
    """Write the picture, or the words that stand for it."""
    lang = f' lang="{node["lang"]}"' if node["lang"] else ""
    self.body.append(node["html"] + "\n" if node["svg"] else f"<p{lang}>{escape(node['alt'])}</p>\n")
    raise nodes.SkipNode


def enter(self: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Let the words stand for the picture where a page holds no pictures."""


def visit_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Write the frame of a figure, with the name of the cell that drew it."""
    if "drawn_by" in node:
        self.body.append(self.starttag(node, "figure", **{"data-figure": node["drawn_by"]}))
    else:
        type(self).visit_figure(self, node)


def depart_figure(self: HTML5Translator, node: nodes.figure) -> None:
    """Close the frame of a figure."""
    type(self).depart_figure(self, node)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Show figures as their cells drew them."""
    others: Any = dict.fromkeys(("latex", "text", "man", "texinfo"), (enter, enter))
    app.setup_extension("printproof.ext.theme.languages")  # it has the language of the source
    app.add_node(picture, html=(visit_picture, None), **others)
    app.add_node(nodes.figure, override=True, html=(visit_figure, depart_figure))
    app.add_transform(ShowFigures)
    app.add_transform(DrawFigures)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
