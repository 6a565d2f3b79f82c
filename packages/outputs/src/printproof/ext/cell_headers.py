"""Over the code of a cell stands its header: where the code comes from, and a mark that opens to how it was checked.

Words stand beside the first mark of a page only; an output that was not compared says so in every cell.
"""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.locale import get_translation
from sphinx.transforms import SphinxTransform
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, add_node, cell_id, cells_in
from printproof.ext.priorities import Transform
from printproof.ext.settings import edition
from printproof.formats.markdown import words
from printproof.pages.compared_outputs import first_other_row, wrong_rows
from printproof.pages.page_view import PageCell, facts_of
from printproof.promises.purity import Calls
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof_base.languages import between

_ = get_translation("printproof")


class cell_header(nodes.General, nodes.Element):
    """The header of the cell ``cell`` of the page ``docname``.

    ``worded``: words stand beside its mark, which opens to what the page shares.

    ``varied`` says that the page has an output that was not compared, ``others`` names all its cells.
    """


class ShowCellHeaders(SphinxTransform):
    """Puts a header over the code of each cell; in a teaser, which a sentence announces, below the output."""

    default_priority = Transform.SHOW_CELL_HEADERS

    def apply(self, **kwargs: Any) -> None:
        """Give each cell its header, and the first one with a mark the words."""
        worded, cells = False, cells_in(self.document)
        names = {cell.cell.name for _container, cell in cells}
        varied = any(cell.outputs[AS_WRITTEN].varies for _container, cell in cells)
        for container, cell in cells:
            worded_here = not worded and _has_mark(cell)
            node = cell_header(cell=cell, docname=self.env.docname, worded=worded_here, varied=varied, others=names)
            node["first"] = cell is cells[0][1]
            worded = worded or worded_here
            container.insert(len(container) if _is_teaser(cell) else 0, node)


def _is_teaser(cell: PageCell) -> bool:
    return "lane" in cell.shown.options.get("class", "").split()


def _has_output(cell: PageCell) -> bool:
    """Whether something stands below the code that can be checked."""
    return any(printed.text for printed in cell.outputs.values()) or bool(
        cell.rendered.figures or cell.rendered.leftover or cell.key_reuse
    )


def _has_mark(cell: PageCell) -> bool:
    return _has_output(cell) and bool(cell.rendered.versions) and not cell.outputs[AS_WRITTEN].varies


def html_cell_header(translator: HTML5Translator, node: cell_header) -> str:
    """The header in the language of the page; style sheets call it a strip."""
    cell: PageCell = node["cell"]
    unchecked = _unchecked(translator.builder.env, node)
    says = f'<p class="unchecked">{escape(unchecked)}</p>' if unchecked else ""
    checked = facts_of(translator.builder.env.metadata[node["docname"]]).checked
    marked = checked and checked.versions and _has_mark(cell) and not unchecked
    mark = _mark(node, translator.config.language, checked.again) if checked and marked else ""
    return (
        f'<div class="strip">{_verdict(cell) if _is_teaser(cell) else _name(cell, node["first"])}{says}{mark}</div>\n'
    )


def _unchecked(env: BuildEnvironment, node: cell_header) -> str:
    """Why an output has no mark; empty where it has one, where there is no output, and where another cell is wrong."""
    cell: PageCell = node["cell"]
    # Of a wrong page no cell says that it was checked; what is wrong is said where it is.
    wrong = {finding.place.cell for finding in facts_of(env.metadata[node["docname"]]).findings}
    if cell.cell.name in wrong:
        return _("Not verified: the build found an error in this cell")
    if not _has_output(cell) or (_has_mark(cell) and not wrong):
        return ""
    if cell.outputs[AS_WRITTEN].varies:
        return _("Varies from run to run; not compared")
    if not cell.rendered.versions:
        return _("Not verified in this build")
    return "" if wrong <= node["others"] else _("Not verified: the build found an error on this page")


def _name(cell: PageCell, first: bool) -> str:
    """The link to a cell: its name, and in the first one of a page its script, for which a telephone has no room."""
    script = f"<span>{escape(Path(cell.script).name)} › </span>" if first else ""
    return f'<a href="#{cell_id(cell.cell.name)}"><code>{script}{escape(cell.cell.name)}</code></a>'


def _instead(cell: PageCell) -> str | None:
    """What was wanted of a teaser that did not print it."""
    return " ".join(cell.rendered.outputs[JIT_OFF].rows) if wrong_rows(cell) else None


def _verdict(cell: PageCell) -> str:
    """Whether a teaser printed what was wanted."""
    instead = _instead(cell)
    return wording.as_wanted() if instead is None else wording.wanted(instead)


def _mark(node: cell_header, language: str, again: bool) -> str:
    """The mark, which opens to the modes and traces of this cell, and in the first cell to what all of them share."""
    cell: PageCell = node["cell"]
    label = escape(_("Checked with {libraries}").format(libraries=wording.libraries(cell.rendered.versions, language)))
    name = f">{label}" if node["worded"] else f' aria-label="{escape(_("Checked"))}">'
    shared = _shared(cell, node["varied"], again) if node["worded"] else ()
    facts = "".join(
        f"<li>{fact}</li>"
        for fact in (
            *_modes(cell),
            *_leftover(cell, language),
            *_effects(cell, language),
            *_traces(cell, language),
            *shared,
        )
    )
    return f'<details class="checked"><summary{name}</summary><ul>{facts}</ul></details>'


def _shared(cell: PageCell, varied: bool, again: bool) -> Iterator[str]:
    """What is true of every cell of the page, as HTML."""
    yield escape(_compared(JIT_OFF in cell.rendered.outputs, varied))
    if not again:
        yield escape(_("The script was not run a second time, in other surroundings."))
    yield escape(_("Compared for the version of {date}.").format(date=edition()))
    yield escape(wording.named(cell.rendered.versions))


def _compared(jit_off: bool, varied: bool) -> str:
    """That every output of the page was compared, and whether that was done with jit off as well."""
    if not jit_off:
        every = _("Every output on this page was printed by its script and compared line by line.")
        most = _("Every output on this page was printed by its script. What does not vary was compared.")
        return most if varied else every
    every = _("Every output on this page was printed by its script and compared line by line, also with jit off.")
    most = _("Every output on this page was printed by its script. What does not vary was compared, also with jit off.")
    return most if varied else every


def _traces(cell: PageCell, language: str) -> Iterator[str]:
    if cell.rendered.traces:
        traces = between(language).join(f"{wording.word_of_code(name)} {n}" for name, n in cell.rendered.traces.items())
        yield escape(_("Traces: {traces}")).format(traces=traces)


def _modes(cell: PageCell) -> Iterator[str]:
    """How the modes compare, as HTML: that all print the same, or what a mode prints instead."""
    if not cell.rendered.differs and (same := _same(cell.rendered.calls, JIT_OFF in cell.rendered.outputs)):
        yield escape(same)
    for mode in cell.rendered.differs:
        yield _other(cell, mode)


def _leftover(cell: PageCell, language: str) -> Iterator[str]:
    """What the cell announces to leave behind in another mode, as HTML."""
    sentences = {
        JIT_OFF: _("With jit off, {path} is {value} after this cell; unchanged, it is {written}."),
        JIT_EVERYWHERE: _("With jit on every call, {path} is {value} after this cell; unchanged, it is {written}."),
    }
    for one in (one for one in cell.rendered.leftover if one.mode in sentences):
        codes = {"path": one.path, "value": one.value, "written": one.written or "?"}
        yield wording.as_html(sentences[one.mode], language, codes)


def _effects(cell: PageCell, language: str) -> Iterator[str]:
    """The functions that did something beside returning a value, as HTML."""
    if cell.rendered.effects:
        functions = between(language).join(map(wording.word_of_code, cell.rendered.effects))
        yield escape(_("Functions with a side effect: {functions}")).format(functions=functions)


def _same(calls: Calls, jit_off: bool) -> str:
    """That every mode prints the same; nothing is said of jit off, or of jit on every call, where that was not run."""
    if not jit_off:
        every = _("Prints the same with jit on every call (calls: {all})")
        some = _("Prints the same with jit on {jitted} of {all} calls")
        return wording.by_calls(calls, none="", every=every, some=some)
    return wording.by_calls(
        calls,
        none=_("Prints the same with jit off"),
        every=_("Prints the same with jit off and with jit on every call (calls: {all})"),
        some=_("Prints the same with jit off and with jit on {jitted} of {all} calls"),
    )


def _other(cell: PageCell, mode: str) -> str:
    """The first line that a mode prints otherwise, as HTML."""
    plain, instead, missing, stops = _otherwise(mode)
    printed = cell.rendered.outputs[mode]
    number = None if cell.rendered.reduced else first_other_row(printed, cell.rendered.outputs[AS_WRITTEN])
    if number is None:
        return escape(plain)
    row = dict(enumerate(printed.rows)).get(number)
    sentence = missing if row is None else stops if row == printed.raised else instead
    return escape(sentence).format(number=number + 1, line=wording.word_of_code(row or ""))


def _otherwise(mode: str) -> Sequence[str]:
    """That a mode prints something else: in general, and of a line that is another, is missing, or ends the cell."""
    if mode == JIT_OFF:
        return (
            _("Prints something else with jit off"),
            _("With jit off, line {number} is {line}"),
            _("With jit off, line {number} is not printed"),
            _("With jit off it stops with {line}"),
        )
    return (
        _("Prints something else with jit on every call"),
        _("With jit on every call, line {number} is {line}"),
        _("With jit on every call, line {number} is not printed"),
        _("With jit on every call it stops with {line}"),
    )


def markdown_cell_header(writer: MarkdownWriter, node: cell_header) -> list[Block]:
    """Whether a teaser printed what was wanted, and that an output was not compared.

    How the others were checked is said on the page alone: a notebook that was changed would say it still.
    """
    cell: PageCell = node["cell"]
    verdict: list[Block] = [wording.markdown_verdict(_instead(cell))] if _is_teaser(cell) else []
    unchecked = _unchecked(writer.builder.env, node)
    return [*verdict, f"*{words(unchecked)}*"] if unchecked else verdict


def plain_cell_header(env: BuildEnvironment, node: cell_header) -> list[nodes.Node]:
    """That an output was not compared; how the others were checked is said where it can be folded."""
    unchecked = _unchecked(env, node)
    return [wording.as_paragraph(unchecked)] if unchecked else []


def setup(app: Sphinx) -> None:
    """Show headers."""
    add_node(app, cell_header, html_cell_header, plain=plain_cell_header, markdown=markdown_cell_header)
    app.add_transform(ShowCellHeaders)
