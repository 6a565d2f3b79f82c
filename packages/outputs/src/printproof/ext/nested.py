"""A cell that stands in a tab, a card or a list is shown there; MyST-NB reads those alone that stand in nothing."""

from pathlib import Path
from typing import Any

from docutils import nodes
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode
from myst_nb.core.nb_to_tokens import nb_node_to_dict
from myst_nb.core.read import UnexpectedCellDirective
from sphinx.application import Sphinx

from printproof.ext.nodes import CELLS, NESTED
from printproof.ext.settings import build_of
from printproof.pages.notebook import named, notebook_cell, read_head
from printproof.pages.page_view import PageCell, facts_of
from printproof.pages.shown_cells import Shown
from printproof_base.findings import Finding, Place


class NestedCell(UnexpectedCellDirective):
    """On a page of ours the cell that it names; on any other what MyST-NB makes of it, a warning."""

    def run(self) -> list[nodes.Node]:
        """The cell as MyST-NB would have made it on the page itself."""
        env = self.state.document.settings.env
        if not facts_of(env.metadata[env.docname]).ours:
            found: list[nodes.Node] = super().run()  # type: ignore[no-untyped-call]
            return found
        name = named(read_head("\n".join(self.content)))
        waiting: dict[str, Shown | None] = env.temp_data.get(NESTED, {})
        renderer = getattr(self.state, "_renderer", None)  # MyST's, which has no public name
        if name not in waiting or renderer is None:
            path, line = self.state_machine.get_source_and_line(self.lineno)
            place = Place(str(build_of(env.config).project.shown(Path(path or ""))), line or 0, env.docname, name)
            return _refuse(env, place, "a cell of a page stands in another file", "write it on the page")
        cell: PageCell | None = env.temp_data[CELLS].get(name)
        first = cell is not None and waiting[name] is cell.shown  # one that is repeated, or misspelt, is said elsewhere
        waiting[name] = None
        return _made(renderer, cell) if cell and first else []


def _made(renderer: Any, cell: PageCell) -> list[nodes.Node]:
    """What MyST-NB makes of a cell, which joins those of its notebook, where it looks for the outputs."""
    cells = renderer.nb_client.notebook.cells
    cells.append(notebook_cell(cell))
    meta = {"index": len(cells) - 1, "metadata": nb_node_to_dict(cells[-1].metadata)}
    line = cell.shown.line
    token = Token("nb_cell_code", "code", 0, content=cells[-1].source, meta=meta, map=[line, line])
    holder = nodes.Element()
    with renderer.current_node_context(holder):
        renderer.render_nb_cell_code(SyntaxTreeNode([token]).children[0])
    return list(holder.children)


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Refuse a nested cell that stands in what is no Markdown after all: it would be missing from the page."""
    env: Any = app.env
    waiting: dict[str, Shown | None] = env.temp_data.get(NESTED, {})
    page = build_of(app.config).project.shown(Path(env.doc2path(env.current_document.docname)))
    for name, shown in waiting.items():
        if shown is not None and name in env.temp_data[CELLS]:
            place = Place(str(page), shown.line, env.current_document.docname, name)
            fact = f"cell '{name}' stands in a block that shows no cells"
            _refuse(env, place, fact, "move it out of that block")


def _refuse(env: Any, place: Place, fact: str, cure: str) -> list[nodes.Node]:
    facts_of(env.metadata[place.docname]).findings.append(Finding(place, "error", "page", fact, cure))
    return []


def setup(app: Sphinx) -> None:
    """Show nested cells."""
    app.add_directive("code-cell", NestedCell, override=True)
    app.connect("doctree-read", on_doctree_read)
