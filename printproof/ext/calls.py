"""A page shows, call by call, what a cell did: a table whose values come from the run record alone."""

from collections.abc import Iterator
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata
from sphinx.writers.html5 import HTML5Translator

from printproof.ext.nodes import add_node, as_wanted, leave_out, stop
from printproof.ext.settings import build_of, refuse
from printproof.ext.stages import SIDE_BY_SIDE
from printproof.findings import nearest
from printproof.pages.call_table import COMPILED, REUSED, CallRow, CallRows, call_rows
from printproof.scripts.modes import AS_WRITTEN

_ = get_translation("printproof")


class calls(nodes.General, nodes.Element):
    """The calls of the cell ``example`` as ``rows``, run with the JAX ``jax``; without a run both are empty."""


class ShowCalls(SphinxDirective):
    """Shows the calls of the cell that it names."""

    required_arguments = 1
    option_spec: ClassVar[Any] = {}

    def run(self) -> list[nodes.Node]:
        """The table, or nothing and a finding where the cell called nothing."""
        name = self.arguments[0]
        records = build_of(self.config).material(self.env.docname).records
        if records is None:
            return [calls(example=name, rows=CallRows(()), jax="")]
        rows = call_rows(name, records)
        if not rows.rows:
            known = [cell.name for cell in records[AS_WRITTEN].cells if cell.calls]
            refuse(self, f"cell '{name}' calls no function of the script", nearest(name, known, quote="'"))
            return []
        return [calls(example=name, rows=rows, jax=records[AS_WRITTEN].versions.get("jax", ""))]


def _with_codes(sentence: str, **codes: str) -> str:
    """A sentence as HTML, with code in its places."""
    return escape(sentence).format(**{name: f"<code>{escape(code)}</code>" for name, code in codes.items()})


def _caption(example: str, table: CallRows, jax: str) -> str:
    first = _("The first calls of {called} in the cell {cell}, checked with JAX {version}.") if table.more else ""
    about = first or _("Each call of {called} in the cell {cell}, checked with JAX {version}.")
    caption = _with_codes(about.replace("{version}", jax), called=", ".join(table.names), cell=example)
    return caption + (f"<br>{_with_codes(_('Wanted is what the cell prints with jit off.'))}" if table.judged else "")


def _heads(table: CallRows) -> list[str]:
    state = _("State") if table.owned else _("In → out")
    return [_("Call"), _("Python code"), _("Program"), state, *([_("Printed")] if table.printing else [])]


def _program(row: CallRow) -> str:
    name = {COMPILED: _("compiled now"), REUSED: _("reused")}.get(row.program) or _("none, Python alone")
    return escape(name) + (f' <code class="jaxpr">{escape(row.jaxpr)}</code>' if row.jaxpr else "")


def _printed(row: CallRow, judged: bool) -> str:
    text = "\n".join(row.printed)
    printed = f"<samp>{escape(text)}</samp>"
    if not judged:
        return printed
    if row.wanted:
        wanted = _with_codes(_("wanted {value}"), value="\n".join(row.wanted))
        return f'{printed} <span class="no">{wanted}</span>'
    return f"{printed} {as_wanted()}"


def _entries(number: int, row: CallRow, table: CallRows) -> Iterator[str]:
    """The entries of a row as HTML."""
    several = len(table.names) > 1
    yield f"{number} <code>{escape(row.name)}</code>" if several else str(number)
    ran, mark = (_("ran"), "●") if row.ran else (_("did not run"), "○")
    yield f'<span aria-hidden="true">{mark}</span> {escape(ran)}'
    yield _program(row)
    yield f"<code>{escape(row.before)} → {escape(row.after)}</code>"
    if table.printing:
        yield _printed(row, table.judged)


def visit_calls(self: HTML5Translator, node: calls) -> None:
    """Write the table in the language of the page; each entry says its head where there is no room for a row."""
    table, name = node["rows"], node["example"]
    if not table.rows:
        missing = _("The calls of the cell {cell} were not verified in this build, so they are not shown.")
        self.body.append(f'<p class="unchecked">{_with_codes(missing, cell=name)}</p>\n')
        raise nodes.SkipNode
    heads = _heads(table)
    lines = [f"<caption>{_caption(name, table, node['jax'])}</caption>"]
    lines.append("<thead><tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead>")
    lines.append("<tbody>")
    for number, row in enumerate(table.rows, 1):
        first, *rest = zip(heads, _entries(number, row, table), strict=True)
        parts = [f'<th scope="row" data-head="{escape(first[0])}">{first[1]}</th>']
        parts += [f'<td data-head="{escape(head)}">{entry}</td>' for head, entry in rest]
        lines.append(f"<tr>{''.join(parts)}</tr>")
    written = "\n".join([*lines, "</tbody>"])
    framed = f'<div class="wide"{stop(_("Table"))}><table>\n{written}\n</table></div>'
    self.body.append(f'<div class="calls" data-calls="{name}">\n{framed}\n</div>\n')
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``calls``; formats other than HTML leave the table out."""
    add_node(app, calls, visit_calls, elsewhere=leave_out)
    app.add_directive("calls", ShowCalls)
    return SIDE_BY_SIDE
