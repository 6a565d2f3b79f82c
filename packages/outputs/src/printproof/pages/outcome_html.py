"""A table of outcomes as HTML: a legend, on a phone a choice of one column, and entries that lead to their cell."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape

from printproof.pages.outcomes import OTHERWISE, PYTHON, Outcome, OutcomeTable

FEW = 4
"""So many columns stand beside the names of the rows on a phone."""

BREAK = re.compile(r"(?<=[(_.])(?=\w)")
"""Where a long name may break."""


@dataclass(frozen=True)
class OutcomeWords:
    """Words in the language of a page, by what an entry amounts to: what its look means, what a voice says of it.

    A count is ``counted``, another entry ``named``. ``below`` stands below an entry, ``choice`` above the names of
    columns; ``below`` and ``caption`` are HTML.
    """

    meanings: Mapping[str, str]
    counted: Mapping[str, str]
    named: Mapping[str, str]
    below: Mapping[str, str]
    choice: str
    caption: str


@dataclass(frozen=True)
class Group:
    """Columns that stand together: their numbers (0 = first), and what the page says of them, as HTML."""

    columns: range
    words: str


@dataclass(frozen=True)
class Poster:
    """A table of the cell ``example`` with the id ``cell_id``, its groups of columns, and notes on rows as HTML."""

    example: str
    cell_id: str
    table: OutcomeTable
    groups: tuple[Group, ...]
    of_rows: Mapping[str, str]
    words: OutcomeWords

    def html(self) -> str:
        """The whole; a table that has groups of columns may be wider than the text."""
        many = len(self.table.heads) > FEW
        classes = f"matrix{' wide' if self.groups else ''}{' many' if many else ''}"
        parts = (
            self._legend(),
            self._choice() if many else "",
            f'<table class="outcomes"><caption>{self.words.caption}</caption>\n',
        )
        rows = "\n".join(self._row(name, entries) for name, entries in self.table.rows)
        body = f"<thead>{''.join(self._heads())}</thead>\n<tbody>\n{rows}\n</tbody></table>"
        return f'<div class="{classes}">\n{"".join(parts)}{body}\n</div>\n'

    def _legend(self) -> str:
        """What the looks of entries mean; only those that are there."""
        meanings = ((kind, words) for kind, words in self.words.meanings.items() if kind in self.table.kinds)
        looks = {self._look(kind): escape(words) for kind, words in meanings}
        items = "".join(f'<li><i class="{look}"></i>{words}</li>' for look, words in looks.items())
        return f'<ul class="kinds">{items}</ul>\n'

    def _look(self, kind: str) -> str:
        """The class of an entry: a count that is another one is wrong, and a word only is another one."""
        return "other" if kind == OTHERWISE and not self.table.counts else kind

    def _choice(self) -> str:
        """Which column a phone shows."""
        groups = self.groups or [Group(range(len(self.table.heads)), "")]
        parts = "".join(f"<p>{group.words}{''.join(self._buttons(group.columns))}</p>" for group in groups)
        return f'<fieldset class="ways"><legend>{escape(self.words.choice)}</legend>{parts}</fieldset>\n'

    def _buttons(self, columns: range) -> Iterator[str]:
        """One for each column; its number says which child of a row the column is (1 = the name of the row)."""
        for column in columns:
            if (head := self.table.heads[column]) != PYTHON:
                checked = " checked" if column == self.table.has_plain else ""
                button = f'<input type="radio" name="{escape(self.example)}" value="{column + 2}"{checked}>'
                yield f" <label>{button}<code>{escape(head)}</code></label>"

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
        note = f" {self.of_rows[name]}" if name in self.of_rows else ""
        head = f'<th scope="row"><code>{_name(name)}</code>{note}</th>'
        cells = (f"<td{self._place(column)}>{self._entry(entry)}</td>" for column, entry in enumerate(entries))
        return f"<tr>{head}{''.join(cells)}</tr>"

    def _entry(self, entry: Outcome) -> str:
        """What came of a case. All lead to one cell, so the Tab key stops at none: the caption leads there as well."""
        link = f'href="#{self.cell_id}" tabindex="-1"'
        wanted = f"<i>/{escape(entry.wanted)}</i>" if entry.came.isdigit() else ""
        words = self.words.below.get(entry.amounts_to, "")
        below = f" <small>{words}</small>" if words else ""
        said = (self.words.counted if entry.came.isdigit() else self.words.named)[entry.amounts_to]
        label = escape(said.format(came=entry.came, wanted=entry.wanted))
        look = self._look(entry.amounts_to)
        return f'<a class="{look}" {link} aria-label="{label}"><samp>{escape(entry.came)}{wanted}</samp>{below}</a>'


def _name(name: str) -> str:
    return BREAK.sub("<wbr>", escape(name))
