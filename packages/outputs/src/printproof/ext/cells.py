"""A cell is one element that bears its name; its comments and docstrings are in the language of the page."""

from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby
from typing import Any

from docutils import nodes
from myst_nb.core.config import NbParserConfig
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform, cell_id, cells_in, grouped, nothing
from printproof.ext.priorities import Transform
from printproof.ext.settings import place_of_translation
from printproof.formats.exported_page import Code, Output
from printproof.pages.page_view import PageCell
from printproof.pages.shown_cells import CELL, CODE, OUTPUTS, Shown
from printproof.scripts.comments import comments, translate_comments

PROMPTS = (NbParserConfig().code_prompt_show, NbParserConfig().code_prompt_hide)
"""What MyST-NB says of a fold where nobody has chosen other words, in English alone."""

logger = logging.getLogger(__name__)


class cell(nodes.General, nodes.Element):
    """A cell of a script: its code, then what it printed and drew.

    ``example`` is its name, ``code`` its code in the script. ``messages`` are its comments and docstrings, as the
    page's other messages are; ``translations`` holds their translations. ``tags`` are those of MyST-NB, ``removed`` are
    the parts that the page leaves out, ``mends`` the cells that it shows better code for.
    """


class fold(nodes.General, nodes.Element):
    """The parts of a cell that a reader opens; ``prompt_show`` and ``prompt_hide`` say so, ``place`` is MyST-NB's."""


class unseen(nodes.General, nodes.Element):
    """A part of a cell that no page shows; the notebook and the script beside the page have it."""


def show_cells(env: BuildEnvironment, document: nodes.document) -> None:
    """Put a cell in the place of the container that stood for it, and say which of its words are messages."""
    for container, page_cell in cells_in(document):
        shown = _cell(next(iter(container.findall(nodes.literal_block))).astext(), page_cell)
        shown.source, shown.line = container.source, container.line
        shown += _kept(container, page_cell.shown)
        name = page_cell.shown.options.get("name")
        if name and not page_cell.has_figure:  # else the figure bears it
            shown["names"].append(nodes.fully_normalize_name(name))
            document.note_explicit_target(shown, shown)
        shown["ids"].append(cell_id(page_cell.cell.name))
        document.ids[cell_id(page_cell.cell.name)] = shown
        container.replace_self(shown)


def translate(env: BuildEnvironment, document: nodes.document) -> None:
    """Write the comments and docstrings of cells in the language of the page; the tokens of code stay as they are."""
    for node in (node for node in document.findall(cell) if node.get("translations")):
        code, refused = translate_comments(node["code"], node["translations"])
        block = next(iter(node.findall(nodes.literal_block)))
        # Sphinx shows a block as it is, without colours, where its rawsource is not its text.
        block.rawsource, block.children = code, []
        block += nodes.Text(code)
        for comment in refused:
            place = place_of_translation(env, env.current_document.docname, comment.text)
            fact = "this translation would change the code and is not shown; write words only: %r"
            logger.warning(fact, comment.text, location=place, type="printproof", subtype="comment")


def _kept(container: nodes.container, shown: Shown) -> Iterator[nodes.Node]:
    """The parts of a cell in their order, those that are removed or hidden each in a node that says so."""
    parts = {part: list(run) for part, run in groupby(list(container), key=_part)}
    for part, inside in parts.items():
        others = [one for one in CELL - {part} if one not in shown.removed]
        if part in shown.removed:
            yield unseen("", *inside, nb_element="unseen")
        elif part in shown.hidden and "hide-cell" in shown.tags and others:
            if part == CODE:  # one fold holds both parts
                both = [_named(one, parts[one]) for one in (CODE, OUTPUTS) if one in parts]
                yield _folded("content", "above-input", both, shown)
        elif part in shown.hidden:
            kind = "source" if part == CODE else "output" if others else "outputs"
            place = "above-input" if part == CODE else "below-input" if others else "above-output"
            yield _folded(kind, place, [_named(part, inside)], shown)
        else:
            yield from inside


def _part(child: nodes.Node) -> str:
    """Which part of a cell a node belongs to; the header of the cell, which is never folded, to none."""
    if isinstance(child, nodes.literal_block):
        return CODE
    return "" if isinstance(child, nodes.Element) and child.tagname == "cell_header" else OUTPUTS


def _named(part: str, inside: Sequence[nodes.Node]) -> nodes.container:
    """A part of a cell in the container by which MyST-NB's style knows it."""
    return nodes.container("", *inside, classes=["cell_input" if part == CODE else "cell_output"])


def _folded(kind: str, place: str, inside: Sequence[nodes.Node], shown: Shown) -> fold:
    prompts = {f"prompt_{way}": str(shown.settings[f"code_prompt_{way}"]) for way in ("show", "hide")}
    return fold("", *inside, kind=kind, place=place, nb_element="fold", **prompts)


def _prompts(kind: str) -> tuple[str, str]:
    """What opens and closes a fold, in the language of the page."""
    return {
        "content": (_("Show the code and its output"), _("Hide the code and its output")),
        "source": (_("Show the code"), _("Hide the code")),
    }.get(kind, (_("Show the output"), _("Hide the output")))


def _cell(code: str, page_cell: PageCell) -> cell:
    script, line = page_cell.script, page_cell.cell.code_line
    messages = [(comment.text, script, line + comment.line - 1) for comment in comments(code)]
    shown = page_cell.shown
    classes = [*shown.options.get("class", "").split(), *(f"tag_{tag.replace(' ', '_')}" for tag in shown.tags)]
    classes += ["config_scroll_outputs"] if shown.settings["scroll_outputs"] else []
    about: dict[str, Any] = {"tags": shown.tags, "removed": shown.removed, "mends": shown.mends}
    return cell(example=page_cell.cell.name, code=code, classes=classes, messages=messages, **about)


def html_cell(translator: HTML5Translator, node: cell) -> str:
    """The element of a cell, unless nothing of it is shown."""
    if node["removed"] == CELL:
        raise nodes.SkipNode
    return translator.starttag(node, "div", CLASS="cell")


def html_fold(translator: HTML5Translator, node: fold) -> str:
    """A fold in MyST-NB's form, by which themes know it; words of a project stand before ours."""
    words = zip(_prompts(node["kind"]), (node["prompt_show"], node["prompt_hide"]), PROMPTS, strict=True)
    show, hide = (ours if theirs == known else theirs.replace("{type}", node["kind"]) for ours, theirs, known in words)
    return (
        f'<details class="admonition hide {node["place"]}">\n<summary>\n'
        f'<p class="collapsed admonition-title">{escape(show)}</p>\n'
        f'<p class="expanded admonition-title">{escape(hide)}</p>\n</summary>\n'
    )


def plain_cell(env: BuildEnvironment, node: cell) -> list[nodes.Node]:
    """The container that MyST-NB makes of a cell, unless nothing of it is shown."""
    return [] if node["removed"] == CELL else [nodes.container("", *node.children, classes=["cell"])]


def _opened(node: nodes.Element) -> list[nodes.Node]:
    """The parts of a cell without what folds or removes them."""
    wrappers = fold | unseen | nodes.container
    return [p for child in node.children for p in (_opened(child) if isinstance(child, wrappers) else [child])]


def markdown_cell(writer: MarkdownWriter, node: cell) -> list[Block]:
    """A cell with its outputs, and what the page says around it.

    Above it stands what the page has above its code, and the question that the page asks before the output; below it
    all else, as the outputs are part of the cell.
    """
    source = next(iter(node.findall(nodes.literal_block)))
    children = _opened(node) if node["removed"] or any(isinstance(part, fold) for part in node) else node.children
    place = next(n for n, part in enumerate(children) if part is source or source in part.findall())
    before, after = children[:place], children[place + 1 :]
    asked = [part for part in after if isinstance(part, nodes.Element) and part.tagname == "prediction"]
    parts = writer.blocks(grouped(*(part for part in after if part not in asked)))
    outputs = tuple(part for part in parts if isinstance(part, Output))
    removed = node["removed"]
    shown = Code(node["example"], source.astext(), outputs, asked=bool(asked), tags=node["tags"], removed=removed)
    if removed == CELL:
        return [shown]
    below = [part for part in parts if not isinstance(part, Output)] if OUTPUTS not in removed else []
    return [*writer.blocks(grouped(*before, *asked)), shown, *below]


def setup(app: Sphinx) -> None:
    """Show cells, and translate their comments."""
    add_node(app, cell, html_cell, "</div>\n", plain=plain_cell, markdown=markdown_cell)
    add_node(app, fold, html_fold, "</details>\n")
    add_node(app, unseen, "", plain=nothing, markdown=MarkdownWriter.blocks)
    add_transform(app, Transform.SHOW_CELLS, show_cells)
    add_transform(app, Transform.TRANSLATE_COMMENTS, translate)
