"""An exercise keeps its hint and its solution folded until a reader asks for them; no script is needed."""

from dataclasses import replace

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform, cells_in, details
from printproof.ext.priorities import Transform
from printproof.formats.exported_page import Code
from printproof.formats.markdown import folded, words


class solution(nodes.General, nodes.Element):
    """A cell that solves an exercise; it is checked as every cell is."""


class clue(nodes.General, nodes.Element):
    """A hint of an exercise; where nothing can be folded it is a hint like any other."""


def fold_exercises(env: BuildEnvironment, document: nodes.document) -> None:
    """Make an exercise of each section that has a cell with the option ``solution``: fold that, and the hints."""
    for container, cell in cells_in(document):
        if "solution" in cell.shown.options:
            section, solved = container.parent, solution()
            container.replace_self(solved)
            solved += container
            if isinstance(section, nodes.section):
                section["classes"].append("exercise")
                for hint in list(section.findall(nodes.hint)):
                    hint.replace_self(clue("", *hint.children, **hint.attributes))


def name_solution(env: BuildEnvironment, node: solution) -> list[nodes.Node]:
    """The solution below its name, where nothing can be folded."""
    return [wording.as_paragraph(_("One solution")), *node.children]


def name_clue(env: BuildEnvironment, node: clue) -> list[nodes.Node]:
    """A hint of docutils, which has its name in every format."""
    return [nodes.hint("", *node.children, **node.attributes)]


def markdown_solution(writer: MarkdownWriter, node: solution) -> list[Block]:
    """The solution below its name; the cell says that it is one."""
    named: list[Block] = [f"**{words(_('One solution'))}**"]
    blocks = writer.blocks(node)
    return named + [replace(block, solution=True) if isinstance(block, Code) else block for block in blocks]


def markdown_clue(writer: MarkdownWriter, node: clue) -> list[Block]:
    """The hint, folded as on the page."""
    return [folded(_("Hint"), "\n\n".join(map(str, writer.blocks(node))))]


def setup(app: Sphinx) -> None:
    """Fold exercises."""
    begin, end = (lambda *_about: details("solution", _("One solution"))), "</details>\n"
    add_node(app, solution, begin, end, plain=name_solution, markdown=markdown_solution)
    add_node(app, clue, lambda *_about: details("clue", _("Hint")), end, plain=name_clue, markdown=markdown_clue)
    add_transform(app, Transform.FOLD_EXERCISES, fold_exercises)
