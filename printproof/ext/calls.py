"""A page shows, call by call, what a cell did: a table whose values come from the run record alone."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from docutils import nodes
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective

from printproof.html.scrolling import stop
from printproof.pages.call_table import COMPILED, REUSED, CallRow, CallRows, call_rows
from printproof.pages.notebook import RECORDS, REFUSED
from printproof.project import project_of_pages
from printproof.scripts.modes import AS_WRITTEN
from printproof.scripts.script import nearest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata
    from sphinx.writers.html5 import HTML5Translator

    from printproof.runs.record import Record

_ = get_translation("printproof")


class calls(nodes.General, nodes.Element):
    """The calls of the cell ``example`` as ``rows``, run with the JAX ``jax``; without a run both are empty."""


class ShowCalls(SphinxDirective):
    """Shows the calls of the cell that it names."""

    required_arguments = 1
    option_spec: ClassVar[Any] = {}

    def run(self) -> list[nodes.Node]:
        """Give the table, or refuse the page where the cell called nothing."""
        name = self.arguments[0]
        records: Mapping[str, Record] | None = self.env.temp_data.get(RECORDS)
        if records is None:
            return [calls(example=name, rows=CallRows(()), jax="")]
        rows = call_rows(name, records)
        if not rows.rows:
            known = [cell.name for cell in records[AS_WRITTEN].cells if cell.calls]
            path, line = self.get_source_info()
            page = project_of_pages(self.env.srcdir, self.env.srcdir).shown(Path(path))
            fact = f"cell '{name}' calls no function of the script{nearest(name, known)}"
            self.env.metadata[self.env.docname].setdefault(REFUSED, []).append(f"{page}:{line}: {fact}")
            return []
        return [calls(example=name, rows=rows, jax=records[AS_WRITTEN].versions.get("jax", ""))]


def _say(sentence: str, **codes: str) -> str:
    """A sentence as HTML, with code in its places."""
    return escape(sentence).format(**{name: f"<code>{escape(code)}</code>" for name, code in codes.items()})


def _caption(example: str, told: CallRows, jax: str) -> str:
    first = _("The first calls of {called} in the cell {cell}, checked with JAX {version}.") if told.more else ""
    about = first or _("Each call of {called} in the cell {cell}, checked with JAX {version}.")
    said = _say(about.replace("{version}", jax), called=", ".join(told.names), cell=example)
    return said + (f"<br>{_say(_('Wanted is what the cell prints with jit off.'))}" if told.judged else "")


def _heads(told: CallRows) -> list[str]:
    state = _("State") if told.owned else _("In → out")
    return [_("Call"), _("Python code"), _("Program"), state, *([_("Printed")] if told.printing else [])]


def _program(row: CallRow) -> str:
    said = {COMPILED: _("compiled now"), REUSED: _("reused")}.get(row.program) or _("none, Python alone")
    return escape(said) + (f' <code class="jaxpr">{escape(row.jaxpr)}</code>' if row.jaxpr else "")


def _printed(row: CallRow, judged: bool) -> str:
    printed = f"<samp>{escape(chr(10).join(row.printed))}</samp>"
    if not judged:
        return printed
    if row.wanted:
        wanted = _say(_("wanted {value}"), value="\n".join(row.wanted))
        return f'{printed} <span class="no"><span aria-hidden="true">✗</span> {wanted}</span>'
    return f'{printed} <span class="yes"><span aria-hidden="true">✓</span> {escape(_("as wanted"))}</span>'


def _cells(number: int, row: CallRow, told: CallRows) -> Iterator[str]:
    """The cells of a row as HTML."""
    several = len(told.names) > 1
    yield f"{number} <code>{escape(row.name)}</code>" if several else str(number)
    ran, mark = (_("ran"), "●") if row.ran else (_("did not run"), "○")
    yield f'<span aria-hidden="true">{mark}</span> {escape(ran)}'
    yield _program(row)
    yield f"<code>{escape(row.before)} → {escape(row.after)}</code>"
    if told.printing:
        yield _printed(row, told.judged)


def visit_calls(self: HTML5Translator, node: calls) -> None:
    """Write the table in the language of the page; each cell says its head where there is no room for a row."""
    told, name = node["rows"], node["example"]
    if not told.rows:
        missing = _("The calls of the cell {cell} were not verified in this build, so they are not shown.")
        self.body.append(f'<p class="unchecked">{_say(missing, cell=name)}</p>\n')
        raise nodes.SkipNode
    heads = _heads(told)
    lines = [f"<caption>{_caption(name, told, node['jax'])}</caption>"]
    lines.append("<thead><tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead>")
    lines.append("<tbody>")
    for number, row in enumerate(told.rows, 1):
        first, *rest = zip(heads, _cells(number, row, told), strict=True)
        parts = [f'<th scope="row" data-head="{escape(first[0])}">{first[1]}</th>']
        parts += [f'<td data-head="{escape(head)}">{cell}</td>' for head, cell in rest]
        lines.append(f"<tr>{''.join(parts)}</tr>")
    table = "\n".join([*lines, "</tbody>"])
    framed = f'<div class="wide"{stop(_("Table"))}><table>\n{table}\n</table></div>'
    self.body.append(f'<div class="calls" data-calls="{name}">\n{framed}\n</div>\n')
    raise nodes.SkipNode


def skip(self: nodes.NodeVisitor, node: nodes.Node) -> None:
    """Leave a node out."""
    raise nodes.SkipNode


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the directive ``calls``."""
    left_out: Any = dict.fromkeys(("latex", "text", "man", "texinfo"), (skip, None))
    app.add_node(calls, html=(visit_calls, None), **left_out)
    app.add_directive("calls", ShowCalls)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
