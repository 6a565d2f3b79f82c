"""A cell is one element that bears its name; its comments and docstrings are in the language of the page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms import SphinxTransform
from sphinx.util import logging

from printproof.catalogs.compile import find_translation
from printproof.ext.stages import Transform
from printproof.pages.notebook import KEY
from printproof.scripts.comments import comments, translate_comments

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

logger = logging.getLogger(__name__)


class cell(nodes.General, nodes.Element):
    """A cell of a script: its code, then what it printed and drew.

    ``example`` is its name, ``code`` its code in the script, ``script`` and ``code_line`` where that stands.
    ``messages`` are its comments and docstrings, as the page's other messages are; ``said`` holds translations.
    """


class ShowCells(SphinxTransform):
    """Puts a cell in the place of the containers that MyST-NB has made."""

    default_priority = Transform.SHOW_CELLS

    def apply(self, **kwargs: Any) -> None:
        """Make one element of each cell, and say which of its words are messages."""
        for container in [c for c in self.document.findall(nodes.container) if "cell_metadata" in c]:
            known = container["cell_metadata"].get(KEY)
            if known is not None:
                self._show(container, known)

    def _show(self, container: nodes.container, known: dict[str, Any]) -> None:
        code = next(iter(container.findall(nodes.literal_block)))
        text = code.astext()
        shown = cell(
            example=known["example"],
            code=text,
            script=known["script"],
            code_line=known["code_line"],
            classes=known.get("class", "").split(),
            messages=[(r.text, known["script"], known["code_line"] + r.line - 1) for r in comments(text)],
        )
        shown.source, shown.line = container.source, container.line
        # MyST-NB keeps an order of its own only where it hides a part.
        hidden = "hide_mode" in container
        shown += container.children if hidden else [part for child in container for part in child.children]
        if "figure" not in known and known.get("name"):
            shown["names"].append(nodes.fully_normalize_name(known["name"]))
            self.document.note_explicit_target(shown, shown)
        container.replace_self(shown)


class SayRemarks(SphinxTransform):
    """Puts translated comments and docstrings into the code of cells, once they are known."""

    default_priority = Transform.TRANSLATE_COMMENTS

    def apply(self, **kwargs: Any) -> None:
        """Say the remarks of each cell in the language of the page; the tokens of its code stay as they are."""
        for node in self.document.findall(cell):
            said = node.get("said")
            if not said:
                continue
            code, refused = translate_comments(node["code"], said)
            block = next(iter(node.findall(nodes.literal_block)))
            block.rawsource, block.children = code, []
            block += nodes.Text(code)
            for remark in refused:
                self._warn(remark.text)

    def _warn(self, message: str) -> None:
        folders = [Path(folder) for folder in self.config.printproof_catalogs]
        place = find_translation(folders, self.config.language, self.env.current_document.docname, message)
        fact = "this translation would change the code and is not shown; write words only: %r"
        logger.warning(fact, message, location=place, type="printproof", subtype="remark")


def visit_cell(self: HTML5Translator, node: cell) -> None:
    """Open the element of a cell."""
    self.body.append(self.starttag(node, "div", CLASS="cell", **{"data-cell": node["example"]}))


def depart_cell(self: HTML5Translator, node: cell) -> None:
    """Close the element of a cell."""
    self.body.append("</div>\n")


def enter(self: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Let the children of a node speak for it."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Show cells, and say their remarks."""
    others: Any = dict.fromkeys(("latex", "text", "man", "texinfo"), (enter, enter))
    app.add_node(cell, html=(visit_cell, depart_cell), **others)
    app.add_transform(ShowCells)
    app.add_transform(SayRemarks)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
