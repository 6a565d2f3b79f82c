"""A ``code-cell`` on a page of ours shows the cell that it names, be it in a tab, a card or a list."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from docutils import nodes
from myst_nb.core.read import UnexpectedCellDirective
from sphinx.application import Sphinx

from printproof.ext.nodes import CELLS, WAITING
from printproof.ext.settings import build_of, place_on_page, report
from printproof.pages.page_view import PageCell, facts_of
from printproof.pages.shown_cells import Shown
from printproof.scripts.kept_in_page import RST
from printproof.scripts.myst_cells import options_of
from printproof_base.findings import Place


class _Cell(UnexpectedCellDirective):
    """On a page of ours what ``show`` makes of it; on any other what MyST-NB does, a warning."""

    def run(self) -> list[nodes.Node]:
        """The nodes of the cell."""
        env = self.state.document.settings.env
        ours = facts_of(env.metadata[env.docname]).ours
        return self.show(env) if ours else super().run()  # type: ignore[no-untyped-call]

    def show(self, env: Any) -> list[nodes.Node]:
        """The same on a page of ours."""
        raise NotImplementedError


class CodeCell(_Cell):
    """A cell of the script, by its name."""

    def show(self, env: Any) -> list[nodes.Node]:
        """A container with the code, and the figure as far as the page has words for it."""
        name = str(options_of("\n".join(self.content))[0].get("example", "")).strip()
        waiting: dict[str, Shown | None] = env.temp_data.get(WAITING, {})
        of_markdown = getattr(self.state, "_renderer", None) is not None  # MyST's, which has no public name
        if name not in waiting or of_markdown == (Path(env.doc2path(env.docname)).suffix == RST):
            path, line = self.state_machine.get_source_and_line(self.lineno)
            place = Place(str(build_of(env.config).project.shown(Path(path or ""))), line or 0, env.docname, name)
            report(env, place, "a cell of a page stands in another file", "write it on the page")
            return []
        cell: PageCell | None = env.temp_data[CELLS].get(name)
        first = cell is not None and waiting[name] is cell.shown  # one that is repeated, or misspelt, is said elsewhere
        waiting[name] = None
        return [*_label(self, cell), _made(self, cell)] if cell and first else []


class RawCell(_Cell):
    """What its format says, such as ``text/html``, and nothing without one."""

    def show(self, env: Any) -> list[nodes.Node]:
        """Raw nodes, which only writers of that format write; Markdown is read, as it is for all of them."""
        options, above = options_of("\n".join(self.content))
        text, kind = "\n".join(self.content[above:]), str(options.get("format") or "").rpartition("/")[2]
        if kind != "markdown":
            return [nodes.raw(text, text, format=kind)] if kind else []
        renderer, holder = self.state._renderer, nodes.Element()  # type: ignore[attr-defined]
        with renderer.current_node_context(holder):
            renderer.nested_render_text(text, self.lineno)
        return list(holder.children)


def _label(directive: CodeCell, cell: PageCell) -> list[nodes.Node]:
    """What a variant is called, above its cell: a piece of its code, the same in every language, or words."""
    words, line = cell.shown.text("variant"), cell.shown.line_of("variant")
    if not words:
        return []
    is_code = words in cell.cell.code
    found = [nodes.literal(words, words)] if is_code else directive.state.inline_text(words, line)[0]
    label = nodes.rubric(words, "", *found, variant=cell.shown.name, translatable=not is_code)
    label.source, label.line = directive.state.document["source"], line
    return [label]


def _made(directive: CodeCell, cell: PageCell) -> nodes.container:
    """The container of a cell; the words of its figure are read as the page is."""
    code = cell.cell.code
    # By its rawsource, the first argument, Sphinx tells that no other markup was read in it, and colours it.
    block = nodes.literal_block(code, code, language="python")
    if cell.shown.settings["number_source_lines"]:
        block["linenos"] = True
    container = nodes.container("", block, classes=["cell"], page_cell=cell)
    for node in (container, block):
        node.source, node.line = directive.state.document["source"], cell.shown.line
    if cell.has_figure:
        container += _figure(directive, cell.shown.options, cell.shown.line)
    return container


def _figure(directive: CodeCell, words: Mapping[str, str], line: int) -> nodes.figure:
    """A figure with its words; ``show_figures`` draws it."""
    figure, document = nodes.figure(), directive.state.document
    figure.source, figure.line = document["source"], line
    if name := words.get("name"):
        figure["names"].append(nodes.fully_normalize_name(name))
        document.note_explicit_target(figure, figure)
    if caption := words.get("caption"):
        text, messages = directive.state.inline_text(caption, line)
        node = nodes.caption(caption, "", *text)
        node.source, node.line = document["source"], line
        figure += [node, *messages]
    return figure


def on_doctree_read(app: Sphinx, doctree: nodes.document) -> None:
    """Refuse a cell that stands in what is no Markdown after all: it would be missing from the page."""
    env: Any = app.env
    waiting: dict[str, Shown | None] = env.temp_data.get(WAITING, {})
    for name, shown in waiting.items():
        if shown is not None and name in env.temp_data[CELLS]:
            fact = f"cell '{name}' stands in a block that shows no cells"
            report(env, place_on_page(env, shown.line, name), fact, "move it out of that block")
    # MyST keeps it as JSON, MyST-NB as what themes with launch buttons look into.
    metadata = env.metadata[env.current_document.docname]
    if isinstance(kernel := metadata.get("kernelspec"), str):
        metadata["kernelspec"] = json.loads(kernel)


def setup(app: Sphinx) -> None:
    """Show cells, in place of MyST-NB's refusal of those that are no part of a notebook."""
    app.add_directive("code-cell", CodeCell, override=True)
    app.add_directive("raw-cell", RawCell, override=True)
    app.connect("doctree-read", on_doctree_read)
