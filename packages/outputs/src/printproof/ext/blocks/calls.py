"""A page shows, call by call, what a cell did, from the run record alone: one call at a time, or a table of all.

Radio buttons choose, and style sheets show what is chosen: no script has a part in it. Paper shows the table.
"""

from collections.abc import Iterator, Mapping
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, add_node, cell_id, plain_table, tab_stop
from printproof.ext.settings import build_of, refuse
from printproof.formats import markdown
from printproof.pages.call_table import COMPILED, NONE, REUSED, CallRow, CallRows, Moved, call_rows
from printproof.pages.function_source import function_source
from printproof.scripts.modes import AS_WRITTEN
from printproof.style.signs import DID_NOT_RUN, RAN
from printproof_base.findings import suggestion
from printproof_base.languages import between

_ = get_translation("printproof")


class calls(nodes.General, nodes.Element):
    """The calls of the cell ``example`` of a ``script`` as ``rows``, none without a run.

    ``libraries`` says with which it ran, ``codes`` is the code of the cells in which the functions stand.
    """


class ShowCalls(SphinxDirective):
    """Shows the calls of the cell that it names."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """The table, or nothing and a finding where the cell called nothing."""
        name, build, docname = self.arguments[0], build_of(self.config), self.env.docname
        script, records = build.material(docname).script, build.material(docname).records
        shown = calls(example=name, rows=CallRows(()), libraries="", script=build.project.script(docname).name)
        if records is None or script is None:
            return [shown]
        shown["rows"] = rows = call_rows(name, records)
        if not rows.rows:
            known = [cell.name for cell in records[AS_WRITTEN].cells if cell.calls]
            refuse(self, f"cell '{name}' calls no function of the script", suggestion(name, known, quote="'"))
            return []
        shown["libraries"] = wording.libraries(records[AS_WRITTEN].versions, self.config.language)
        shown["codes"] = {row.call.cell: script.cell(row.call.cell).code for row in rows.rows if row.call.cell}
        return [shown]


def _with_codes(sentence: str, codes: Mapping[str, str]) -> str:
    """A sentence as HTML, with code in its places."""
    return escape(sentence).format(**{name: f"<code>{escape(code)}</code>" for name, code in codes.items()})


def _about(node: calls) -> list[str]:
    """What the table is, sentence by sentence, with places for words of code."""
    first = _("The first calls of {called} in the cell {cell}, checked with {libraries}.")
    about = first if node["rows"].more else _("Each call of {called} in the cell {cell}, checked with {libraries}.")
    wanted = [_("Wanted is what the cell prints with jit off.")] if node["rows"].judged else []
    return [about.replace("{libraries}", node["libraries"]), *wanted]


def _codes(node: calls) -> dict[str, str]:
    """The words of code in these places."""
    return {"called": ", ".join(node["rows"].names), "cell": node["example"]}


def _unverified() -> str:
    return _("The calls of the cell {cell} were not verified in this build, so they are not shown.")


def _heads(table: CallRows) -> list[str]:
    state = _("State") if table.owned else _("In → out")
    answered = [_("Python code"), _("Program")] if table.jax else []
    return [_("Call"), *answered, state, *([_("Printed")] if table.printing else [])]


def _answer(row: CallRow) -> str:
    """What answered a call, in words."""
    words = {COMPILED: _("compiled now"), REUSED: _("reused"), NONE: _("none")}
    return words.get(row.program) or _("none, Python alone")


def _value(row: CallRow) -> str:
    """What a call printed, or else gave, or else ended with; only a wrong value is marked."""
    text = "\n".join(row.result)
    return f"<mark>{escape(text)}</mark>" if row.wanted else f"<samp>{escape(text)}</samp>"


def _verdict(row: CallRow, judged: bool) -> str:
    """Whether a call printed what was wanted, behind its value; nothing where nobody can say."""
    if not judged:
        return ""
    return " " + (wording.wanted(" ".join(row.wanted)) if row.wanted else wording.as_wanted())


def _ran(row: CallRow) -> str:
    words, sign = (_("ran"), RAN) if row.call.ran else (_("did not run"), DID_NOT_RUN)
    return f'<span aria-hidden="true">{sign}</span> {escape(words)}'


def _entries(number: int, row: CallRow, table: CallRows) -> Iterator[str]:
    """The entries of a row as HTML."""
    several = len(table.names) > 1
    yield f"{number} <code>{escape(row.call.name)}</code>" if several else str(number)
    if table.jax:
        yield _ran(row)
        yield escape(_answer(row)) + (f' <code class="jaxpr">{escape(row.jaxpr)}</code>' if row.jaxpr else "")
    yield f"<code>{escape(row.before)} → {escape(row.after)}</code>"
    if table.printing:
        yield _value(row) + _verdict(row, table.judged)


def _table(node: calls) -> str:
    """All calls in the language of the page; each entry says its head where there is no room for a row."""
    table: CallRows = node["rows"]
    heads = _heads(table)
    caption = "<br>".join(_with_codes(one, _codes(node)) for one in _about(node))
    lines = [f"<caption>{caption}</caption>"]
    lines.append("<thead><tr>" + "".join(f'<th scope="col">{escape(head)}</th>' for head in heads) + "</tr></thead>")
    lines.append("<tbody>")
    for number, row in enumerate(table.rows, 1):
        first, *rest = zip(heads, _entries(number, row, table), strict=True)
        parts = [f'<th scope="row" data-head="{escape(first[0])}">{first[1]}</th>']
        parts += [f'<td data-head="{escape(head)}">{entry}</td>' for head, entry in rest]
        lines.append(f"<tr>{''.join(parts)}</tr>")
    written = "\n".join([*lines, "</tbody>"])
    return f'<div class="wide"{tab_stop(_("Table"))}><table>\n{written}\n</table></div>'


def _rail(kind: str, title: str, words: str, code: str) -> str:
    """One of the two rails of a call: a line of words, and the code that was there to run."""
    return f'<div class="{kind}"><p><b>{escape(title)}</b> <span>{words}</span></p>{code}</div>'


def _translations(document: nodes.document, name: str) -> dict[str, str]:
    """The translated comments of a cell, from where the page shows it: they are messages there, and not here again."""
    shown = (e for e in document.findall(nodes.Element) if e.get("example") == name and "translations" in e)
    return next((element["translations"] for element in shown), {})


def _python(translator: HTML5Translator, node: calls, row: CallRow) -> str:
    """The source of the function that was called; the lines that ran are marked."""
    words, code = _ran(row), ""
    call = row.call
    if call.cell:
        translations = _translations(translator.document, call.cell)
        source = function_source(node["codes"][call.cell], call.line, call.lines, translations)
        coloured = translator.highlighter.highlight_block(source.text, "python", nowrap=True, hl_lines=source.ran)
        code = f'<pre class="highlight">{coloured if call.ran else escape(source.text)}</pre>' if source.text else ""
        if source.ran and not source.whole:
            lines = between(translator.config.language).join(map(str, source.ran))
            words = f'<span aria-hidden="true">{RAN}</span> {escape(_("ran, lines {lines}").format(lines=lines))}'
    return _rail("python" if call.ran else "python off", _("Python code"), words, code)


def _moved(moved: Moved, kept: bool) -> str:
    """A value on its way through a call."""
    name = f"<code>{escape(moved.name)}</code> " if moved.name else ""
    pills = "&#160;→&#160;".join(f"<samp>{escape(text)}</samp>" for text in (moved.before, moved.after) if text)
    return name + pills + (f" {escape(_('unchanged'))}" if kept and moved.before == moved.after else "")


def _step(translator: HTML5Translator, node: calls, row: CallRow) -> str:
    """One call: the two rails, below them what it did to the state and what came out."""
    text = f"<pre>{escape(row.call.jaxpr)}</pre>" if row.call.jaxpr else ""
    kind = "compiled" + {COMPILED: " made", REUSED: ""}.get(row.program, " off")
    rails = _python(translator, node, row)
    if node["rows"].jax:
        rails += _rail(kind, _("Compiled program"), escape(_answer(row)), text)
    state = _("State") if row.kept else _("In → out")
    moved = " ".join(_moved(one, row.kept) for one in row.moved)
    ended = _("stopped with {value}") if row.call.raised else _("returned {value}")
    came = _("printed {value}") if row.call.printed else ended
    result = escape(came).format(value=_value(row)) + _verdict(row, node["rows"].judged)
    return f'<div class="step">{rails}<p class="moved">{escape(state)} {moved}</p><p>{result}</p></div>'


def _choices(translator: HTML5Translator, node: calls) -> Iterator[str]:
    """A label with a radio button for each call, right before what it shows; the last one is for all calls."""
    table: CallRows = node["rows"]
    group = f"calls-{list(translator.document.findall(calls)).index(node) + 1}"
    several = len(table.names) > 1
    for number, row in enumerate(table.rows, 1):
        call = escape(_("Call {number}").format(number=number)) + (
            f" <code>{escape(row.call.name)}</code>" if several else ""
        )
        label = f"{call} {_value(row)}{_verdict(row, table.judged)}"
        yield _choice(group, label, chosen=number == table.first + 1) + _step(translator, node, row)
    yield _choice(group, escape(_("All")), chosen=False) + _table(node)


def _choice(group: str, label: str, chosen: bool) -> str:
    return f'<label><input type="radio" name="{group}"{" checked" if chosen else ""}>{label}</label>'


def _header(translator: HTML5Translator, node: calls) -> str:
    """Which calls these are; the name of the cell leads to it, where the page shows it."""
    name = node["example"]
    about = _with_codes(_("Calls of {called}"), _codes(node))
    cell = f"<code><span>{escape(node['script'])} › </span>{name}</code>"
    there = cell_id(name) in translator.document.ids
    cell = f'<a href="#{cell_id(name)}">{cell}</a>' if there else f"<span>{cell}</span>"
    return f'<legend class="strip">{cell} <span>{about}</span></legend>'


def html_calls(translator: HTML5Translator, node: calls) -> str:
    """The calls in the language of the page, or that there was no run."""
    name = node["example"]
    if not node["rows"].rows:
        return f'<p class="unchecked">{_with_codes(_unverified(), _codes(node))}</p>\n'
    choices = "\n".join(_choices(translator, node))
    return f'<fieldset class="calls" data-calls="{name}">{_header(translator, node)}\n{choices}\n</fieldset>\n'


def markdown_calls(writer: MarkdownWriter, node: calls) -> list[Block]:
    """The table of all calls below what it says, or that there was no run."""
    data: CallRows = node["rows"]
    if not data.rows:
        return [wording.as_markdown(_unverified(), _codes(node))]
    sentences = [wording.as_markdown(one, _codes(node)) for one in _about(node)]
    rows = [_markdown_entries(number, row, data) for number, row in enumerate(data.rows, 1)]
    return [markdown.paragraph(" ".join(sentences)), markdown.table(list(map(markdown.words, _heads(data))), rows)]


def _markdown_entries(number: int, row: CallRow, data: CallRows) -> list[str]:
    """The entries of a row."""
    ran = f"{RAN} {_('ran')}" if row.call.ran else f"{DID_NOT_RUN} {_('did not run')}"
    entries = [wording.as_markdown(text, _codes_of(row)) for text in _texts(number, row, data, ran)]
    if data.judged:
        entries[-1] += f" {wording.markdown_verdict(' '.join(row.wanted) if row.wanted else None)}"
    return entries


def _texts(number: int, row: CallRow, data: CallRows, ran: str) -> list[str]:
    """The entries of a row in words, with places for words of code; ``ran`` says whether Python code ran."""
    program = f"{_answer(row)} {{jaxpr}}" if row.jaxpr else _answer(row)
    called = f"{number} {{name}}" if len(data.names) > 1 else str(number)
    return [called, *([ran, program] if data.jax else []), "{moved}", *(["{result}"] if data.printing else [])]


def _codes_of(row: CallRow) -> dict[str, str]:
    """The words of code in these places."""
    moved = f"{row.before} → {row.after}"
    return {"name": row.call.name, "jaxpr": row.jaxpr, "moved": moved, "result": " ".join(row.result)}


def plain_calls(env: BuildEnvironment, node: calls) -> list[nodes.Node]:
    """The table of all calls below what it says, or that there was no run."""
    data: CallRows = node["rows"]
    if not data.rows:
        return [wording.as_paragraph(_unverified(), _codes(node))]
    paragraphs = [wording.as_paragraph(one, _codes(node)) for one in _about(node)]
    rows = [_plain_entries(number, row, data) for number, row in enumerate(data.rows, 1)]
    return [*paragraphs, plain_table([[nodes.Text(head)] for head in _heads(data)], rows)]


def _plain_entries(number: int, row: CallRow, data: CallRows) -> list[list[nodes.Node]]:
    """The entries of a row, in words alone: no font of a book is sure to have a sign."""
    texts = _texts(number, row, data, _("ran") if row.call.ran else _("did not run"))
    if data.judged:
        texts[-1] += f" {_('wanted {value}') if row.wanted else _('as wanted')}"
    return [wording.as_nodes(text, {**_codes_of(row), "value": " ".join(row.wanted)}) for text in texts]


def setup(app: Sphinx) -> None:
    """Offer the directive ``calls``."""
    add_node(app, calls, html_calls, plain=plain_calls, markdown=markdown_calls)
    app.add_directive("calls", ShowCalls)
