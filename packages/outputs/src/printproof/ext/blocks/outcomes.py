"""A page shows the many cases that a cell has tried as one table; what came otherwise, without a word, stands out."""

from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import add_node, cell_id, plain_table
from printproof.ext.settings import named_cell, refuse
from printproof.pages.outcomes import AS_WANTED, RAISED, Outcome, OutcomeTable, read_outcomes
from printproof.scripts.modes import AS_WRITTEN

_ = get_translation("printproof")


class outcomes(nodes.General, nodes.Element):
    """The ``table`` that the cell ``example`` prints."""


class ShowOutcomes(SphinxDirective):
    """Shows what the cell that it names has printed as a table."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table, or nothing and a finding where the cell prints none."""
        named = named_cell(self)
        if named is None:
            return []
        _script, cell = named
        promised = cell.promise.output(AS_WRITTEN)
        try:
            table = read_outcomes(promised.printed if promised else ())
        except ValueError as problem:
            fact = f"cell '{cell.name}' prints no table of outcomes: '{problem}'"
            refuse(self, fact, "let it print 'NAME: HEAD HEAD', then lines 'NAME: CAME/WANTED CAME/WANTED'")
            return []
        return [outcomes(example=cell.name, table=table)]


def html_outcomes(translator: HTML5Translator, node: outcomes) -> str:
    """The table; its roles are said, as a phone shows its rows as blocks."""
    table: OutcomeTable = node["table"]
    heads = "".join(f'<th role="columnheader" scope="col"><code>{escape(head)}</code></th>' for head in table.heads)
    head = f'<thead role="rowgroup"><tr role="row"><td role="cell"></td>{heads}</tr></thead>'
    rows = "\n".join(_row(name, entries) for name, entries in table.rows)
    caption = f"<caption>{_caption(node['example'], table)}</caption>"
    body = f'<tbody role="rowgroup">\n{rows}\n</tbody>'
    return f'<table class="outcomes" role="table">{caption}\n{head}\n{body}</table>\n'


def _row(name: str, entries: tuple[Outcome, ...]) -> str:
    cells = "".join(f'<td role="cell">{_entry(entry)}</td>' for entry in entries)
    return f'<tr role="row"><th role="rowheader" scope="row"><code>{escape(name)}</code></th>{cells}</tr>'


def _entry(entry: Outcome) -> str:
    """What came of a case; beside a number stands what was wanted, and a word says enough."""
    came, kind = escape(entry.came), entry.amounts_to
    if kind == RAISED:
        return f"<b><samp>{came}</samp></b>"
    shown = f"{came}<small>/{escape(entry.wanted)}</small>" if came.isdigit() else f'<samp class="word">{came}</samp>'
    return shown if kind == AS_WANTED else f"<mark>{shown}</mark>"


def _caption(example: str, table: OutcomeTable) -> str:
    anchor = f'<a href="#{cell_id(example)}"><code>{escape(example)}</code></a>'
    return escape(_sentence(table)).format(cell=anchor)


def _sentence(table: OutcomeTable) -> str:
    """What the entries are: counts, or words such as ``value`` and ``error``."""
    if not table.counts:
        return _(
            "What each line gives, as cell {cell} printed it. "
            "A marked entry is not what plain Python gives, and no error says so."
        )
    return _(
        "How often the effect happened, and how often in plain Python, as cell {cell} printed it. "
        "In a marked entry the counts differ, and no error says so."
    )


def plain_outcomes(env: BuildEnvironment, node: outcomes) -> list[nodes.Node]:
    """The table below what it says; Markdown is made of it as well."""
    data: OutcomeTable = node["table"]
    heads: list[list[nodes.Node]] = [[], *([_code(head)] for head in data.heads)]
    rows = [[[_code(name)], *([_plain_entry(entry)] for entry in entries)] for name, entries in data.rows]
    before, after = _sentence(data).split("{cell}")
    cell: Any = nodes.reference("", "", _code(node["example"]), refid=cell_id(node["example"]), internal=True)
    sentence = nodes.paragraph("", "", nodes.Text(before), cell, nodes.Text(after), translatable=False)
    return [sentence, plain_table(heads, rows)]


def _plain_entry(entry: Outcome) -> nodes.Node:
    """What came of a case, marked where nothing said that it is another than was wanted."""
    if entry.amounts_to == RAISED:
        return _code(entry.came)
    shown = f"{entry.came}/{entry.wanted}" if entry.came.isdigit() else entry.came
    return nodes.Text(shown) if entry.amounts_to == AS_WANTED else nodes.strong(shown, shown)


def _code(text: str) -> nodes.Node:
    return nodes.literal(text, text)


def setup(app: Sphinx) -> None:
    """Offer the directive ``outcomes``."""
    add_node(app, outcomes, html_outcomes, plain=plain_outcomes)
    app.add_directive("outcomes", ShowOutcomes)
