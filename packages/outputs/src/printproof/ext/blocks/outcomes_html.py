"""A table of outcomes as HTML: a legend, on a phone a choice of one column, and entries that lead to their cell."""

import re
from dataclasses import dataclass
from html import escape

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import cell_id
from printproof.pages.outcomes import AS_WANTED, KEPT, OTHERWISE, PYTHON, RAISED, Outcome, OutcomeTable
from printproof.style.signs import AS_WANTED as YES
from printproof.style.signs import NOT_WANTED as NO

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


def html_outcomes(translator: HTML5Translator, node: nodes.Element) -> str:
    """The whole; a table that has groups of columns may be wider than the text."""
    table: OutcomeTable = node["table"]
    groups = _groups(table, [(len(part["of"]), _inside(translator, part)) for part in node if part["group"]])
    of_rows = {name: _inside(translator, part) for part in node if not part["group"] for name in part["of"]}
    rows = "\n".join(
        f'<tr><th scope="row"><code>{_name(name)}</code>{of_rows.get(name, "")}</th>'
        + "".join(_entry(entry, node["example"], table, n, groups) for n, entry in enumerate(entries))
        + "</tr>"
        for name, entries in table.rows
    )
    many = len(table.heads) > FEW
    classes = f"matrix{' wide' if groups else ''}{' many' if many else ''}"
    above = _legend(table) + (_choice(node["example"], table, groups) if many else "")
    return (
        f'<div class="{classes}">\n{above}<table class="outcomes"><caption>{_caption(node["example"], table)}</caption>\n'
        f"<thead>{_heads(table, groups)}</thead>\n<tbody>\n{rows}\n</tbody></table>\n</div>\n"
    )


def _inside(translator: HTML5Translator, node: nodes.Element) -> str:
    """A note, in the language of the page."""
    kept, translator.body = translator.body, []
    node.walkabout(translator)
    words, translator.body = "".join(translator.body), kept
    return words


def begin_note(translator: HTML5Translator, node: nodes.Element) -> str:
    """A note, with its language where that is not the page's."""
    return translator.starttag(node, "span", "")


def _groups(table: OutcomeTable, notes: list[tuple[int, str]]) -> list[Group]:
    """The column of plain Python belongs to the first group."""
    groups: list[Group] = []
    for size, words in notes:
        start = groups[-1].columns.stop if groups else 0
        groups.append(Group(range(start, start + size + (table.has_plain and not groups)), words))
    return groups


def _name(name: str) -> str:
    return BREAK.sub("<wbr>", escape(name))


def _heads(table: OutcomeTable, groups: list[Group]) -> str:
    """A line with what groups have in common, and one with the name of each column."""
    common = "".join(
        f'<th scope="colgroup" colspan="{len(group.columns)}"{_kind(group.columns.start, table, groups)}>{group.words}</th>'
        for group in groups
    )
    heads = "".join(
        f'<th scope="col"{_kind(n, table, groups)}><code>{_name(head)}</code></th>'
        for n, head in enumerate(table.heads)
    )
    return (f'<tr class="groups"><td></td>{common}</tr>' if groups else "") + f"<tr><td></td>{heads}</tr>"


def _kind(column: int, table: OutcomeTable, groups: list[Group]) -> str:
    """The class of what stands in a column: in that of plain Python, which is always seen, or first in its group."""
    plain, first = table.has_plain and not column, any(group.columns.start == column for group in groups[1:])
    return ' class="plain"' if plain else ' class="first"' if first else ""


def _choice(example: str, table: OutcomeTable, groups: list[Group]) -> str:
    """Which column a phone shows; a number says which child of a row it is (1 = the name of the row)."""
    parts = []
    for group in groups or [Group(range(len(table.heads)), "")]:
        columns = [n for n in group.columns if table.heads[n] != PYTHON]
        parts.append(f"<p>{group.words}{''.join(_button(example, table, n) for n in columns)}</p>")
    return f'<fieldset class="ways"><legend>{escape(_("Show one column"))}</legend>{"".join(parts)}</fieldset>\n'


def _button(example: str, table: OutcomeTable, column: int) -> str:
    checked = " checked" if column == table.has_plain else ""
    button = f'<input type="radio" name="{escape(example)}" value="{column + 2}"{checked}>'
    return f" <label>{button}<code>{escape(table.heads[column])}</code></label>"


def _entry(entry: Outcome, example: str, table: OutcomeTable, column: int, groups: list[Group]) -> str:
    """What came of a case. All lead to one cell, so the Tab key stops at none: the caption leads there as well."""
    came, kind = escape(entry.came), entry.amounts_to
    said = _said(entry, table.counts)
    counted = f"<b>{came}{f'<i>/{escape(entry.wanted)}</i>' if came.isdigit() else ''}</b>"
    below = f" <small>{words}</small>" if (words := _below(kind, table.counts)) else ""
    link = f'<a class="{_look(kind, table)}" href="#{cell_id(example)}" tabindex="-1" aria-label="{escape(said)}">{counted}{below}</a>'
    return f"<td{_kind(column, table, groups)}>{link}</td>"


def _look(kind: str, table: OutcomeTable) -> str:
    """The class of an entry: a count that is another one is wrong, and a word that is another one only is another."""
    return "other" if kind == OTHERWISE and not table.counts else kind


def _below(kind: str, counts: bool) -> str:
    """What stands below what came, where numbers alone would not say it."""
    if kind == KEPT:
        return escape(_("tracer kept"))
    if not counts or kind == RAISED:
        return ""
    return YES if kind == AS_WANTED else f"{NO} <span>{escape(_('silent'))}</span>"


def _said(entry: Outcome, counts: bool) -> str:
    """The same in words, for who hears it."""
    sentences = {
        AS_WANTED: _("{came} of {wanted}: as wanted"),
        OTHERWISE: _("{came} of {wanted}: wrong, no error"),
        KEPT: _("a tracer is kept, no error yet"),
        RAISED: _("stops with an error"),
    }
    words = {AS_WANTED: _("{came}, as in Python"), OTHERWISE: _("{came}, in Python {wanted}; no error")}
    return (
        ({} if counts and entry.came.isdigit() else words)
        .get(entry.amounts_to, sentences[entry.amounts_to])
        .format(came=entry.came, wanted=entry.wanted)
    )


def _legend(table: OutcomeTable) -> str:
    """What the looks of entries mean; only those that are there."""
    meanings = {
        AS_WANTED: _("as in plain Python"),
        OTHERWISE: _("wrong, and no error says so") if table.counts else _("something else, and no error"),
        KEPT: _("a tracer is kept: wrong later"),
        RAISED: _("stops with an error"),
    }
    seen = {entry.amounts_to for _name, entries in table.rows for entry in entries}
    items = "".join(
        f'<li><i class="{_look(kind, table)}"></i>{escape(words)}</li>'
        for kind, words in meanings.items()
        if kind in seen
    )
    return f'<ul class="kinds">{items}</ul>\n'


def _caption(example: str, table: OutcomeTable) -> str:
    anchor = f'<a href="#{cell_id(example)}"><code>{escape(example)}</code></a>'
    return escape(sentence(table)).format(cell=anchor)


def sentence(table: OutcomeTable) -> str:
    """What the entries are: counts, or words such as ``value`` and ``error``."""
    if not table.counts:
        return _("What each line gives, as cell {cell} printed it.")
    return _("How often the effect happened, and how often in plain Python, as cell {cell} printed it.")
