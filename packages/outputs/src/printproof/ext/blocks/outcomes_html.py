"""A table of outcomes as HTML: a legend, on a phone a choice of one column, and entries that lead to their cell."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from itertools import accumulate, pairwise

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import cell_id
from printproof.pages.outcomes import AS_WANTED, KEPT, OTHERWISE, PYTHON, RAISED, Outcome, OutcomeTable
from printproof.style import signs

FEW = 4
"""So many columns stand beside the names of the rows on a phone."""

BREAK = re.compile(r"(?<=[(_.])(?=\w)")
"""Where a long name may break."""

_ = get_translation("printproof")


@dataclass(frozen=True)
class Group:
    """Columns that stand together: their numbers (0 = first), and what the page says of them, as HTML."""

    columns: range
    words: str


@dataclass(frozen=True)
class Poster:
    """A table of the cell ``example``, its groups of columns, and what the page says of rows, as HTML."""

    example: str
    table: OutcomeTable
    groups: tuple[Group, ...]
    of_rows: Mapping[str, str]

    def html(self) -> str:
        """The whole; a table that has groups of columns may be wider than the text."""
        many = len(self.table.heads) > FEW
        classes = f"matrix{' wide' if self.groups else ''}{' many' if many else ''}"
        parts = (self._legend(), self._choice() if many else "", f'<table class="outcomes">{self._caption()}\n')
        rows = "\n".join(self._row(name, entries) for name, entries in self.table.rows)
        body = f"<thead>{''.join(self._heads())}</thead>\n<tbody>\n{rows}\n</tbody></table>"
        return f'<div class="{classes}">\n{"".join(parts)}{body}\n</div>\n'

    def _legend(self) -> str:
        """What the looks of entries mean; only those that are there."""
        meanings = {
            AS_WANTED: _("as in plain Python"),
            OTHERWISE: _("wrong, and no error says so") if self.table.counts else _("something else, and no error"),
            KEPT: _("a tracer is kept: wrong later"),
            RAISED: _("stops with an error"),
        }
        seen = {entry.amounts_to for _name, entries in self.table.rows for entry in entries}
        looks = {self._look(kind): escape(words) for kind, words in meanings.items() if kind in seen}
        items = "".join(f'<li><i class="{look}"></i>{words}</li>' for look, words in looks.items())
        return f'<ul class="kinds">{items}</ul>\n'

    def _look(self, kind: str) -> str:
        """The class of an entry: a count that is another one is wrong, and a word only is another one."""
        return "other" if kind == OTHERWISE and not self.table.counts else kind

    def _choice(self) -> str:
        """Which column a phone shows."""
        groups = self.groups or [Group(range(len(self.table.heads)), "")]
        parts = "".join(f"<p>{group.words}{''.join(self._buttons(group.columns))}</p>" for group in groups)
        return f'<fieldset class="ways"><legend>{escape(_("Show one column"))}</legend>{parts}</fieldset>\n'

    def _buttons(self, columns: range) -> Iterator[str]:
        """One for each column; its number says which child of a row the column is (1 = the name of the row)."""
        for column in columns:
            if (head := self.table.heads[column]) != PYTHON:
                checked = " checked" if column == self.table.has_plain else ""
                button = f'<input type="radio" name="{escape(self.example)}" value="{column + 2}"{checked}>'
                yield f" <label>{button}<code>{escape(head)}</code></label>"

    def _caption(self) -> str:
        anchor = f'<a href="#{cell_id(self.example)}"><code>{escape(self.example)}</code></a>'
        return f"<caption>{escape(sentence(self.table)).format(cell=anchor)}</caption>"

    def _heads(self) -> Iterator[str]:
        """A row with what groups have in common, and one with the name of each column."""
        if self.groups:
            spans = ((group, f'scope="colgroup" colspan="{len(group.columns)}"') for group in self.groups)
            common = (f"<th {span}{self._place(group.columns.start)}>{group.words}</th>" for group, span in spans)
            yield f'<tr class="groups"><td></td>{"".join(common)}</tr>'
        names = enumerate(map(_name, self.table.heads))
        heads = (f'<th scope="col"{self._place(column)}><code>{name}</code></th>' for column, name in names)
        yield f"<tr><td></td>{''.join(heads)}</tr>"

    def _place(self, column: int) -> str:
        """The class of what stands in a column: that of plain Python, which is always seen, or the first of a group."""
        if self.table.has_plain and not column:
            return ' class="plain"'
        return ' class="first"' if any(group.columns.start == column for group in self.groups[1:]) else ""

    def _row(self, name: str, entries: tuple[Outcome, ...]) -> str:
        head = f'<th scope="row"><code>{_name(name)}</code>{self.of_rows.get(name, "")}</th>'
        cells = (f"<td{self._place(column)}>{self._entry(entry)}</td>" for column, entry in enumerate(entries))
        return f"<tr>{head}{''.join(cells)}</tr>"

    def _entry(self, entry: Outcome) -> str:
        """What came of a case. All lead to one cell, so the Tab key stops at none: the caption leads there as well."""
        link = f'href="#{cell_id(self.example)}" tabindex="-1"'
        wanted = f"<i>/{escape(entry.wanted)}</i>" if entry.came.isdigit() else ""
        words = self._below(entry.amounts_to)
        below = f" <small>{words}</small>" if words else ""
        look, said = self._look(entry.amounts_to), escape(self._said(entry))
        return f'<a class="{look}" {link} aria-label="{said}"><b>{escape(entry.came)}{wanted}</b>{below}</a>'

    def _below(self, kind: str) -> str:
        """What stands below what came, where that alone would not say it."""
        if kind == KEPT:
            return escape(_("tracer kept"))
        if not self.table.counts or kind == RAISED:
            return ""
        return signs.AS_WANTED if kind == AS_WANTED else f"{signs.NOT_WANTED} <span>{escape(_('silent'))}</span>"

    def _said(self, entry: Outcome) -> str:
        """The same in words, for who hears it."""
        counted = {AS_WANTED: _("{came} of {wanted}: as wanted"), OTHERWISE: _("{came} of {wanted}: wrong, no error")}
        named = {AS_WANTED: _("{came}, as in Python"), OTHERWISE: _("{came}, in Python {wanted}; no error")}
        others = {KEPT: _("a tracer is kept, no error yet"), RAISED: _("stops with an error")}
        sentences = others | (counted if entry.came.isdigit() else named)
        return sentences[entry.amounts_to].format(came=entry.came, wanted=entry.wanted)


def html_outcomes(translator: HTML5Translator, node: nodes.Element) -> str:
    """The table with its notes, in the language of the page."""
    table: OutcomeTable = node["table"]
    notes = [(part, _inside(translator, part)) for part in node.findall(nodes.TextElement) if "of" in part]
    of_rows = {name: words for part, words in notes if not part["group"] for name in part["of"]}
    stops = list(accumulate((len(part["of"]) for part, _words in notes if part["group"]), initial=table.has_plain))
    starts = [0, *stops[1:]]  # the column of plain Python belongs to the first group
    words = (words for part, words in notes if part["group"])
    groups = (Group(range(*ends), said) for ends, said in zip(pairwise(starts), words, strict=True))
    return Poster(node["example"], table, tuple(groups), of_rows).html()


def _inside(translator: HTML5Translator, node: nodes.Element) -> str:
    kept, translator.body = translator.body, []
    node.walkabout(translator)
    words, translator.body = "".join(translator.body), kept
    return words


def begin_note(translator: HTML5Translator, node: nodes.Element) -> str:
    """A note, with its language where that is not the page's."""
    return translator.starttag(node, "span", "")


def _name(name: str) -> str:
    return BREAK.sub("<wbr>", escape(name))


def sentence(table: OutcomeTable) -> str:
    """What the entries are: counts, or words such as ``value`` and ``error``."""
    if not table.counts:
        return _("What each line gives, as cell {cell} printed it.")
    return _("How often the effect happened, and how often in plain Python, as cell {cell} printed it.")
