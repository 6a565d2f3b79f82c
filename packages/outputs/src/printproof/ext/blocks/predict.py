"""A page asks what a cell prints before it shows it; choosing an answer opens the reply and the checked output."""

from dataclasses import replace
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import CELLS, Block, MarkdownWriter, _, add_node, add_transform, shown_cells, worded
from printproof.ext.priorities import Transform
from printproof.ext.settings import build_of, place_of, refuse
from printproof.formats.markdown import Styled, folded, item, render_line, words
from printproof.pages.page_view import PageCell, facts_of
from printproof.pages.prediction import Prediction, check_prediction, read_prediction
from printproof.scripts.script import Cell
from printproof_base.findings import suggestion
from printproof_base.text import columns


class prediction(nodes.General, nodes.Element):
    """A question about the cell ``example``; then, in turn, an answer and its reply."""


# None of them is a paragraph: no definition opens in what is a button, or hides in what a reader may never see.
class question(nodes.General, nodes.TextElement):
    """What is asked."""


class answer(nodes.General, nodes.TextElement):
    """What a reader may choose; code alone is no message, so that it is the same in every language."""


class reply(nodes.General, nodes.TextElement):
    """What is said of an answer; ``right`` where the cell prints it."""


class Predict(SphinxDirective):
    """Asks about the cell that it names."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The question, or nothing and a finding where not exactly one answer is right."""
        name = self.arguments[0]
        cells: dict[str, PageCell] = self.env.temp_data.get(CELLS, {})  # type: ignore[assignment]
        if build_of(self.config).outline(self.env.docname).findings:
            return []  # the script cannot be read, and the page says so
        if name not in cells:
            return refuse(self, f"the page shows no cell '{name}'", suggestion(name, list(cells), quote="'"))
        if any(node["example"] == name for node in self.state.document.findall(prediction)):
            return refuse(self, f"cell '{name}' is asked about twice", "ask once")
        asked, cell = read_prediction(list(self.content)), cells[name].cell
        place = place_of(self)
        block = replace(place, line=place.line + self.content_offset)
        wrong = check_prediction(block, asked, cell)
        facts_of(self.env.metadata[self.env.docname]).findings.extend(wrong)
        return [] if wrong else [self._asked(asked, cell, block.line + 1)]

    def _asked(self, asked: Prediction, cell: Cell, line: int) -> prediction:
        right = asked.right(cell)
        node = prediction(example=cell.name)
        node += worded(self, question(), asked.question, line)
        for one in asked.answers:
            chosen = answer(translatable=False) if one.is_code else answer()
            node += worded(self, chosen, one.shown, line + one.line)
            node += worded(self, reply(right=one in right), one.reply, line + one.line)
        return node


def ask_before_outputs(env: BuildEnvironment, document: nodes.document) -> None:
    """Put each question between the code of its cell and what the cell printed."""
    cells = {node["example"]: node for node in shown_cells(document)}
    for asked in list(document.findall(prediction)):
        cell = cells[asked["example"]]
        code: nodes.Element = next(iter(cell.findall(nodes.literal_block)))
        while code.parent is not cell and code.parent is not None:  # a teaser folds its code
            code = code.parent
        asked.parent.remove(asked)
        cell.insert(cell.index(code) + 1, asked)


def end_of_prediction(translator: HTML5Translator, node: prediction) -> str:
    """The choice of who would rather not choose, and the end of all of them."""
    return f'<label class="show">{_choice(node)}{escape(_("Show me"))}</label>\n</fieldset>\n'


def html_question(translator: HTML5Translator, node: question) -> str:
    """The name of the choice."""
    words, gap = _first()
    return f"{translator.starttag(node, 'legend', '')}<b>{escape(words)}</b>{gap}"


def _first() -> tuple[str, str]:
    """What stands before a question, and a blank where that ends in no full-width mark, which has its own."""
    words = _("Predict first.")
    return words, " " if columns(words[-1:]) == 1 else ""


def html_answer(translator: HTML5Translator, node: answer) -> str:
    """An answer, a button of which one is pressed at most."""
    return translator.starttag(node, "label", "") + _choice(node.parent)


def html_reply(translator: HTML5Translator, node: reply) -> str:
    """A reply; that of the right answer says it to all who did not choose, and on paper."""
    return translator.starttag(node, "p", "", CLASS="reply right" if node["right"] else "reply")


def _choice(node: nodes.Element) -> str:
    return f'<input type="radio" name="{escape(node["example"])}">'


def list_answers(env: BuildEnvironment, node: prediction) -> list[nodes.Node]:
    """Where nothing can be chosen, the question, its answers and the reply of the right one."""
    paragraphs, offered = [], nodes.bullet_list(bullet="-")
    for part in node:
        paragraph = nodes.paragraph("", "", *part.children)
        if isinstance(part, answer):
            offered += nodes.list_item("", paragraph)
        elif not isinstance(part, reply) or part["right"]:
            paragraphs.append(paragraph)
    return [paragraphs[0], offered, paragraphs[1]]


def markdown_prediction(writer: MarkdownWriter, node: prediction) -> list[Block]:
    """The question with its answers, counted; what is said of each opens below them, by the same numbers."""
    first, gap = _first()
    asked = render_line([Styled("strong", [words(first)]), gap, *_lines(writer, node, question)])
    answers, replies = (
        "\n".join(item(f"{number}.", line) for number, line in enumerate(_lines(writer, node, kind), 1))
        for kind in (answer, reply)
    )
    return [asked, answers, folded(_("Show me"), replies)]


def _lines(writer: MarkdownWriter, node: prediction, kind: type[nodes.Element]) -> list[str]:
    return [writer.line(part) for part in node.findall(kind)]


def setup(app: Sphinx) -> None:
    """Offer the directive ``predict``."""
    # A voice says the reply that appears in what it is in.
    begin = '<fieldset class="predict" aria-live="polite">\n'
    add_node(app, prediction, begin, end_of_prediction, plain=list_answers, markdown=markdown_prediction)
    add_node(app, question, html_question, "</legend>\n")
    add_node(app, answer, html_answer, "</label>\n")
    add_node(app, reply, html_reply, "</p>\n")
    app.add_directive("predict", Predict)
    add_transform(app, Transform.ASK_BEFORE_OUTPUTS, ask_before_outputs)
