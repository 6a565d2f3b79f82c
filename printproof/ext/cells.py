"""A cell is one element that bears its name; its comments and docstrings are in the language of the page."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, add_node, cell_id, cells_in, held, place_of_translation
from printproof.ext.stages import SIDE_BY_SIDE, Transform
from printproof.formats.taken_page import Code, Output
from printproof.pages.page_view import PageCell
from printproof.scripts.comments import comments, translate_comments

logger = logging.getLogger(__name__)


class cell(nodes.General, nodes.Element):
    """A cell of a script: its code, then what it printed and drew.

    ``example`` is its name, ``code`` its code in the script. ``messages`` are its comments and docstrings, as the
    page's other messages are; ``translations`` holds their translations.
    """


class ShowCells(SphinxTransform):
    """Puts a cell in the place of the containers that MyST-NB has made."""

    default_priority = Transform.SHOW_CELLS

    def apply(self, **kwargs: Any) -> None:
        """Make one element of each cell, and say which of its words are messages."""
        for container, page_cell in cells_in(self.document, self.env):
            shown = _cell(next(iter(container.findall(nodes.literal_block))).astext(), page_cell)
            shown.source, shown.line = container.source, container.line
            # MyST-NB keeps an order of its own only where it hides a part.
            hidden = "hide_mode" in container
            shown += [part for child in container for part in ([child] if hidden else _parts(child))]
            name = page_cell.shown.options.get("name")
            if name and not page_cell.has_figure:  # else the figure bears it
                shown["names"].append(nodes.fully_normalize_name(name))
                self.document.note_explicit_target(shown, shown)
            shown["ids"].append(cell_id(page_cell.cell.name))
            self.document.ids[cell_id(page_cell.cell.name)] = shown
            container.replace_self(shown)


class TranslateComments(SphinxTransform):
    """Puts translated comments and docstrings into the code of cells, once they are known."""

    default_priority = Transform.TRANSLATE_COMMENTS

    def apply(self, **kwargs: Any) -> None:
        """Write the comments of each cell in the language of the page; the tokens of its code stay as they are."""
        for node in self.document.findall(cell):
            translations = node.get("translations")
            if not translations:
                continue
            code, refused = translate_comments(node["code"], translations)
            block = next(iter(node.findall(nodes.literal_block)))
            block.rawsource, block.children = code, []
            block += nodes.Text(code)
            for comment in refused:
                place = place_of_translation(self.env, self.env.current_document.docname, comment.text)
                fact = "this translation would change the code and is not shown; write words only: %r"
                logger.warning(fact, comment.text, location=place, type="printproof", subtype="comment")


def _parts(child: nodes.Node) -> list[nodes.Node]:
    """What MyST-NB has put into a container; what we have put beside it stands alone."""
    return child.children if isinstance(child, nodes.container) else [child]


def _cell(code: str, page_cell: PageCell) -> cell:
    script, line = page_cell.script, page_cell.cell.code_line
    messages = [(comment.text, script, line + comment.line - 1) for comment in comments(code)]
    classes = page_cell.shown.options.get("class", "").split()
    return cell(example=page_cell.cell.name, code=code, classes=classes, messages=messages)


def visit_cell(self: HTML5Translator, node: cell) -> None:
    """Open the element of a cell."""
    self.body.append(self.starttag(node, "div", CLASS="cell", **{"data-cell": node["example"]}))


def depart_cell(self: HTML5Translator, node: cell) -> None:
    """Close the element of a cell."""
    self.body.append("</div>\n")


def take_cell(writer: MarkdownWriter, node: cell) -> list[Block]:
    """A cell with its outputs, and what the page says around it.

    Above it stands what the page has above its code, and the question that the page asks before the output; below it
    all else, as the outputs are part of the cell.
    """
    source = next(iter(node.findall(nodes.literal_block)))
    place = next(n for n, part in enumerate(node.children) if part is source or source in part.findall())
    before, after = node.children[:place], node.children[place + 1 :]
    asked = [part for part in after if isinstance(part, nodes.Element) and part.tagname == "prediction"]
    parts = writer.blocks(held(*(part for part in after if part not in asked)))
    outputs = tuple(part for part in parts if isinstance(part, Output))
    shown = Code(node["example"], source.astext(), outputs, asked=bool(asked))
    below = [part for part in parts if not isinstance(part, Output)]
    return [*writer.blocks(held(*before, *asked)), shown, *below]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Show cells, and translate their comments."""
    add_node(app, cell, visit_cell, depart_cell, markdown=take_cell)
    app.add_transform(ShowCells)
    app.add_transform(TranslateComments)
    return SIDE_BY_SIDE
