"""An exercise keeps its hint and its solution folded until a reader asks for them; no script is needed."""

from dataclasses import replace
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import Block, MarkdownWriter, add_node, cells_in, held, sentence
from printproof.ext.stages import SIDE_BY_SIDE, Transform
from printproof.formats.markdown import folded, words
from printproof.formats.taken_page import Code

_ = get_translation("printproof")


class solution(nodes.General, nodes.Element):
    """A cell that solves an exercise; it is checked as every cell is."""


class clue(nodes.General, nodes.Element):
    """A hint of an exercise, as its one child; where nothing can be folded it is a hint like any other."""


class FoldExercises(SphinxTransform):
    """Makes an exercise of each section that has a cell with the option ``solution``, and folds what it gives away."""

    default_priority = Transform.FOLD_EXERCISES

    def apply(self, **kwargs: Any) -> None:
        """Fold the solutions, and the hints in their sections."""
        for container, cell in cells_in(self.document, self.env):
            if "solution" in cell.shown.options:
                section = container.parent
                _wrap(container, solution())
                if isinstance(section, nodes.section):
                    section["classes"].append("exercise")
                    for hint in list(section.findall(nodes.hint)):
                        _wrap(hint, clue())


def _wrap(node: nodes.Element, fold: nodes.Element) -> None:
    node.replace_self(fold)
    fold += node


def visit_solution(self: HTML5Translator, node: solution) -> None:
    """Open the fold of a solution, named in the language of the page."""
    self.body.append(f'<details class="solution"><summary>{escape(_("One solution"))}</summary>\n')


def depart_solution(self: HTML5Translator, node: solution) -> None:
    """Close the fold."""
    self.body.append("</details>\n")


def visit_clue(self: HTML5Translator, node: clue) -> None:
    """Fold the text of a hint, named in the language of the page; the frame of the hint is not written."""
    self.body.append(f'<details class="clue"><summary>{escape(_("Hint"))}</summary>\n')
    for child in node[0].children:
        child.walkabout(self)
    self.body.append("</details>\n")
    raise nodes.SkipNode


def name_solution(env: BuildEnvironment, node: solution) -> list[nodes.Node]:
    """The solution below its name, where nothing can be folded."""
    return [sentence(_("One solution")), *node.children]


def take_solution(writer: MarkdownWriter, node: solution) -> list[Block]:
    """The solution below its name; the cell says that it is one."""
    named: list[Block] = [f"**{words(_('One solution'))}**"]
    blocks = writer.blocks(node)
    return named + [replace(block, solution=True) if isinstance(block, Code) else block for block in blocks]


def take_clue(writer: MarkdownWriter, node: clue) -> list[Block]:
    """The hint, folded as on the page."""
    return [folded(_("Hint"), "\n\n".join(map(str, writer.blocks(held(*node[0].children)))))]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Fold exercises."""
    add_node(app, solution, visit_solution, depart_solution, plain=name_solution, markdown=take_solution)
    add_node(app, clue, visit_clue, markdown=take_clue)
    app.add_transform(FoldExercises)
    return SIDE_BY_SIDE
