"""Over the code of a cell stands its header: where the code comes from, and in the first one the mark of the page.

An output that was not compared says so in every cell.
"""

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform, cell_id, cells_in
from printproof.ext.page_mark import page_mark
from printproof.ext.priorities import Transform
from printproof.formats.markdown import words
from printproof.pages.compared_outputs import wrong_rows
from printproof.pages.page_view import PageCell, facts_of
from printproof.pages.shown_cells import CELL
from printproof.scripts.modes import AS_WRITTEN, JIT_OFF


class cell_header(nodes.General, nodes.Element):
    """The header of the cell ``cell`` of the page ``docname``, whose cells are ``page``.

    ``first``: it names the script. ``marked``: it bears the mark of the page.
    """


def show_headers(env: BuildEnvironment, document: nodes.document) -> None:
    """Put a header over the code of each cell; in a teaser, which a sentence announces, below the output.

    The first one whose output was compared bears the mark of the page.
    """
    found = cells_in(document)
    page = [cell for _container, cell in found]
    marked = next((cell for cell in page if _was_compared(cell) and cell.shown.removed != CELL), None)
    for container, cell in found:
        node = cell_header(cell=cell, docname=env.docname, page=page)
        node["first"], node["marked"] = cell is page[0], cell is marked
        container.insert(len(container) if _is_teaser(cell) else 0, node)


def _is_teaser(cell: PageCell) -> bool:
    return "lane" in cell.shown.options.get("class", "").split()


def _has_output(cell: PageCell) -> bool:
    """Whether something stands below the code that can be checked."""
    return any(printed.text for printed in cell.outputs.values()) or bool(
        cell.rendered.figures or cell.rendered.leftover or cell.key_reuse
    )


def _was_compared(cell: PageCell) -> bool:
    return _has_output(cell) and bool(cell.rendered.versions) and not cell.outputs[AS_WRITTEN].varies


def html_cell_header(translator: HTML5Translator, node: cell_header) -> str:
    """The header in the language of the page; style sheets call it a strip."""
    cell: PageCell = node["cell"]
    env, language = translator.builder.env, translator.config.language
    unchecked = _unchecked(env, node)
    says = f'<p class="unchecked">{escape(unchecked)}</p>' if unchecked else ""
    checked = facts_of(env.metadata[node["docname"]]).checked
    marked = node["marked"] and checked and checked.versions and not unchecked
    mark = page_mark(node["page"], language, checked.again) if checked and marked else ""
    name = _verdict(cell) if _is_teaser(cell) else _name(cell, node["first"])
    return f'<div class="strip">{name}{says}{mark}</div>\n'


def _unchecked(env: BuildEnvironment, node: cell_header) -> str:
    """Why an output has no mark; empty where it has one, where there is no output, and where another cell is wrong."""
    cell: PageCell = node["cell"]
    # Of a wrong page no cell says that it was checked; what is wrong is said where it is.
    wrong = {finding.place.cell for finding in facts_of(env.metadata[node["docname"]]).findings}
    if cell.cell.name in wrong:
        return _("Not verified: the build found an error in this cell")
    if not _has_output(cell) or (_was_compared(cell) and not wrong):
        return ""
    if cell.outputs[AS_WRITTEN].varies:
        return _("Varies from run to run; not compared")
    if not cell.rendered.versions:
        return _("Not verified in this build")
    elsewhere = wrong - {one.cell.name for one in node["page"]}
    return _("Not verified: the build found an error on this page") if elsewhere else ""


def _name(cell: PageCell, first: bool) -> str:
    """The link to a cell: its name, and in the first one of a page its script, for which a telephone has no room."""
    script = f"<span>{escape(Path(cell.script).name)} › </span>" if first else ""
    return f'<a href="#{cell_id(cell.cell.name)}"><code>{script}{escape(cell.cell.name)}</code></a>'


def _instead(cell: PageCell) -> str | None:
    """What was wanted of a teaser that did not print it."""
    return " ".join(cell.rendered.outputs[JIT_OFF].rows) if wrong_rows(cell) else None


def _verdict(cell: PageCell) -> str:
    """Whether a teaser printed what was wanted."""
    instead = _instead(cell)
    return wording.as_wanted() if instead is None else wording.wanted(instead)


def markdown_cell_header(writer: MarkdownWriter, node: cell_header) -> list[Block]:
    """Whether a teaser printed what was wanted, and that an output was not compared.

    How the others were checked is said on the page alone: a notebook that was changed would say it still.
    """
    cell: PageCell = node["cell"]
    verdict: list[Block] = [wording.markdown_verdict(_instead(cell))] if _is_teaser(cell) else []
    unchecked = _unchecked(writer.builder.env, node)
    return [*verdict, f"*{words(unchecked)}*"] if unchecked else verdict


def plain_cell_header(env: BuildEnvironment, node: cell_header) -> list[nodes.Node]:
    """That an output was not compared; how the others were checked is said where it can be folded."""
    unchecked = _unchecked(env, node)
    return [wording.as_paragraph(unchecked)] if unchecked else []


def setup(app: Sphinx) -> None:
    """Show headers."""
    add_node(app, cell_header, html_cell_header, plain=plain_cell_header, markdown=markdown_cell_header)
    add_transform(app, Transform.SHOW_CELL_HEADERS, show_headers)
