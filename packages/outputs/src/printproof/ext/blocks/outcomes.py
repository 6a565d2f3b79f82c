"""A page shows the many cases that a cell has tried as one table; what came otherwise, without a word, stands out."""

import re
from html import escape
from itertools import accumulate, pairwise
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import add_node, cell_id, nothing, plain_table, worded
from printproof.ext.settings import named_cell, refuse
from printproof.pages.outcomes import (
    AS_WANTED,
    KEPT,
    OTHERWISE,
    PYTHON,
    RAISED,
    Note,
    Outcome,
    OutcomeTable,
    check_notes,
    read_notes,
    read_outcomes,
)
from printproof.scripts.modes import AS_WRITTEN
from printproof.style import render

FEW = 4
"""So many columns stand beside the names of the rows on a phone."""

BREAK = re.compile(r"(?<=[(_.])(?=\w)")
"""Where a long name may break."""


class outcomes(nodes.General, nodes.Element):
    """The ``table`` that the cell ``example`` prints; its parts are notes on groups of columns and on rows."""


class outcome_note(nodes.General, nodes.TextElement):
    """What a page says of a ``group`` of columns, or of rows, by their names."""


class ShowOutcomes(SphinxDirective):
    """Shows what the cell that it names has printed as a table, with what the block says of its columns and rows."""

    required_arguments = 1
    has_content = True

    def run(self) -> list[nodes.Node]:
        """The table, or nothing and a finding where the cell prints none, or a note is of nothing in it."""
        named = named_cell(self)
        if named is None:
            return []
        _script, cell = named
        promised = cell.promise.output(AS_WRITTEN)
        try:
            table = read_outcomes(promised.printed if promised else ())
        except ValueError as problem:
            fact = f"cell '{cell.name}' prints no table of outcomes: '{problem}'"
            return refuse(self, fact, "let it print 'NAME: HEAD HEAD', then lines 'NAME: CAME/WANTED CAME/WANTED'")
        try:
            groups, of_rows = check_notes(table, read_notes(self.content))
        except ValueError as problem:
            fact = f"the table of cell '{cell.name}' and the notes on it differ at '{problem}'"
            return refuse(self, fact, "write '- `NAME`: WORDS' for rows, and name each column once, group by group")
        heads = [name for group in groups for name in group.names] or table.heads
        shown = table.in_order(heads).with_plain(len(groups[0].names if groups else heads))
        node = outcomes(example=cell.name, table=shown)
        node += [self._note(one, group=True) for one in groups]
        node += [self._note(one) for one in of_rows]
        return [node]

    def _note(self, note: Note, group: bool = False) -> outcome_note:
        line = self.lineno + self.content_offset + note.line + 1
        return worded(self, outcome_note(of=note.names, group=group), note.words, line)


def html_outcomes(translator: HTML5Translator, node: outcomes) -> str:
    """The table with its notes, in the language of the page."""
    table: OutcomeTable = node["table"]
    inside = {part: _inside(translator, part) for part in node.findall(outcome_note)}
    groups = [(columns, inside[part]) for columns, part in _groups(node)]
    cell = cell_id(node["example"])
    words = wording.outcome_words(table.counts, f'<a href="#{cell}"><code>{escape(node["example"])}</code></a>')
    # A count that is another one is wrong, and a word only is another one.
    looks = {kind: "other" if kind == OTHERWISE and not table.counts else kind for kind in words.meanings}
    known = {"example": node["example"], "cell": cell, "table": table, "groups": groups, "words": words, "looks": looks}
    known |= {"of_rows": {name: said for part, said in inside.items() if not part["group"] for name in part["of"]}}
    known |= {"legend": [(looks[kind], said) for kind, said in words.meanings.items() if kind in table.kinds]}
    known |= {"many": len(table.heads) > FEW, "firsts": [columns.start for columns, _said in groups[1:]]}
    return render("outcomes.html.jinja", {**known, "python": PYTHON, "breaking": _breaking})


def _breaking(name: str) -> str:
    """A name of code as HTML, with the places where a long one may break."""
    return BREAK.sub("<wbr>", escape(name))


def _groups(node: outcomes) -> list[tuple[range, outcome_note]]:
    """The columns of each group, with the note on it; the column of plain Python belongs to the first."""
    notes = [part for part in node.findall(outcome_note) if part["group"]]
    stops = list(accumulate((len(one["of"]) for one in notes), initial=node["table"].has_plain))
    return [(range(*ends), one) for ends, one in zip(pairwise([0, *stops[1:]]), notes, strict=True)]


def _inside(translator: HTML5Translator, node: outcome_note) -> str:
    kept, translator.body = translator.body, []
    node.walkabout(translator)
    words, translator.body = "".join(translator.body), kept
    return words


def plain_outcomes(env: BuildEnvironment, node: outcomes) -> list[nodes.Node]:
    """The table below what it says; Markdown is made of it as well.

    No writer has columns that belong together, so the first row says at the first of them what they have in common.
    """
    data: OutcomeTable = node["table"]
    notes = {name: note for note in node.findall(outcome_note) for name in note["of"]}
    heads: list[list[nodes.Node]] = [[], *([_code(head)] for head in data.heads)]
    common = {columns.start: note.deepcopy().children for columns, note in _groups(node)}
    rows: list[list[list[nodes.Node]]] = [[[], *(common.get(n, []) for n in range(len(data.heads)))]] if common else []
    rows += [[_named(name, notes), *([_plain_entry(entry)] for entry in entries)] for name, entries in data.rows]
    before, after = wording.outcome_caption(data.counts).split("{cell}")
    cell: Any = nodes.reference("", "", _code(node["example"]), refid=cell_id(node["example"]), internal=True)
    sentence = nodes.paragraph("", "", nodes.Text(before), cell, nodes.Text(after), translatable=False)
    return [_plain_legend(data), sentence, plain_table(heads, rows)]


def _plain_legend(table: OutcomeTable) -> nodes.bullet_list:
    """How an entry is written, and what that means; only what is there."""
    meanings = wording.outcome_words(table.counts, "").meanings
    shown = ([_written(kind, "…"), nodes.Text(f" {words}")] for kind, words in meanings.items() if kind in table.kinds)
    items = (nodes.list_item("", nodes.paragraph("", "", *parts, translatable=False)) for parts in shown)
    return nodes.bullet_list("", *items)


def _named(name: str, notes: dict[str, outcome_note]) -> list[nodes.Node]:
    note = [part.deepcopy() for part in notes[name].children] if name in notes else []
    return [_code(name), *([nodes.Text(" "), *note] if note else [])]


def _plain_entry(entry: Outcome) -> nodes.Node:
    """What came of a case, and how often it was wanted where it is a count."""
    return _written(entry.amounts_to, f"{entry.came}/{entry.wanted}" if entry.came.isdigit() else entry.came)


def _written(kind: str, text: str) -> nodes.Node:
    """An entry as writers without colours have it: what came otherwise, without a word, stands out."""
    if kind == AS_WANTED:
        return nodes.Text(text)
    return {RAISED: nodes.literal, KEPT: nodes.emphasis}.get(kind, nodes.strong)(text, text)


def _code(text: str) -> nodes.Node:
    return nodes.literal(text, text)


def setup(app: Sphinx) -> None:
    """Offer the directive ``outcomes``."""
    add_node(app, outcomes, html_outcomes, plain=plain_outcomes)
    add_node(app, outcome_note, lambda translator, node: translator.starttag(node, "span", ""), "</span>", nothing)
    app.add_directive("outcomes", ShowOutcomes)
