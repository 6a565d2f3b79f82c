"""Over the code of a cell stands its header: where the code comes from, and in the first one the mark of the page.

An output that was not compared says so in every cell. The mark opens to how all outputs of the page were checked, and
to what its cells do in other runs.
"""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.writers.html5 import HTML5Translator

from printproof.ext import wording
from printproof.ext.nodes import Block, MarkdownWriter, _, add_node, add_transform, cell_id, cells_in
from printproof.ext.priorities import Transform
from printproof.formats.markdown import words
from printproof.pages.compared_outputs import silent_rows, wrong_rows
from printproof.pages.page_view import PageCell, facts_of
from printproof.pages.shown_cells import CELL
from printproof.promises.purity import Calls
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof_base.languages import between


class cell_header(nodes.General, nodes.Element):
    """The header of the cell ``cell`` of the page ``docname``, whose cells are ``page``.

    ``first``: it names the script. ``marked``: it bears the mark of the page.
    """


def show_headers(env: BuildEnvironment, document: nodes.document) -> None:
    """Put a header over the code of each cell; in a teaser, which a sentence announces, below the output.

    The first one whose output was compared bears the mark of the page.
    """
    found = cells_in(document)
    page = [cell for _container, cell in found]
    marked = next((cell for cell in page if _was_compared(cell) and cell.shown.removed != CELL), None)
    for container, cell in found:
        node = cell_header(cell=cell, docname=env.docname, page=page)
        node["first"], node["marked"] = cell is page[0], cell is marked
        container.insert(len(container) if _is_teaser(cell) else 0, node)


def _is_teaser(cell: PageCell) -> bool:
    return "lane" in cell.shown.options.get("class", "").split()


def _has_output(cell: PageCell) -> bool:
    """Whether something stands below the code that can be checked."""
    beside = cell.rendered.figures or cell.rendered.leftover or cell.cell.promise.key_reuse
    return bool(beside) or any(printed.text for printed in cell.outputs.values())


def _was_compared(cell: PageCell) -> bool:
    return _has_output(cell) and bool(cell.rendered.versions) and not cell.outputs[AS_WRITTEN].varies


def html_cell_header(translator: HTML5Translator, node: cell_header) -> str:
    """The header in the language of the page; style sheets call it a strip."""
    cell: PageCell = node["cell"]
    env, language = translator.builder.env, translator.config.language
    unchecked = _unchecked(env, node)
    says = f'<p class="unchecked">{escape(unchecked)}</p>' if unchecked else ""
    checked = facts_of(env.metadata[node["docname"]]).checked
    marked = node["marked"] and checked and checked.versions and not unchecked
    mark = _page_mark(node["page"], language, checked.again) if checked and marked else ""
    name = wording.html_verdict(_instead(cell)) if _is_teaser(cell) else _name(cell, node["first"])
    return f'<div class="strip">{name}{says}{mark}</div>\n'


def _unchecked(env: BuildEnvironment, node: cell_header) -> str:
    """Why an output has no mark; empty where it has one, where there is no output, and where another cell is wrong."""
    cell: PageCell = node["cell"]
    # Of a wrong page no cell says that it was checked; what is wrong is said where it is.
    wrong = {finding.place.cell for finding in facts_of(env.metadata[node["docname"]]).findings}
    if cell.cell.name in wrong:
        return _("Not verified: the build found an error in this cell")
    if not _has_output(cell) or (_was_compared(cell) and not wrong):
        return ""
    if cell.outputs[AS_WRITTEN].varies:
        return _("Varies from run to run; not compared")
    if not cell.rendered.versions:
        return _("Not verified in this build")
    elsewhere = wrong - {one.cell.name for one in node["page"]}
    return _("Not verified: the build found an error on this page") if elsewhere else ""


def _name(cell: PageCell, first: bool) -> str:
    """The link to a cell: its name, and in the first one of a page its script, for which a telephone has no room."""
    script = f"<span>{escape(Path(cell.script).name)} › </span>" if first else ""
    return f'<a href="#{cell_id(cell.cell.name)}"><code>{script}{escape(cell.cell.name)}</code></a>'


def _instead(cell: PageCell) -> str | None:
    """What was wanted of a teaser that did not print it."""
    return " ".join(cell.rendered.outputs[JIT_OFF].rows) if wrong_rows(cell) else None


def markdown_cell_header(writer: MarkdownWriter, node: cell_header) -> list[Block]:
    """Whether a teaser printed what was wanted, and that an output was not compared.

    How the others were checked is said on the page alone: a notebook that was changed would say it still.
    """
    cell: PageCell = node["cell"]
    verdict: list[Block] = [wording.markdown_verdict(_instead(cell))] if _is_teaser(cell) else []
    unchecked = _unchecked(writer.env, node)
    return [*verdict, f"*{words(unchecked)}*"] if unchecked else verdict


def plain_cell_header(env: BuildEnvironment, node: cell_header) -> list[nodes.Node]:
    """That an output was not compared; how the others were checked is said where it can be folded."""
    unchecked = _unchecked(env, node)
    return [wording.as_paragraph(unchecked)] if unchecked else []


def _page_mark(cells: Sequence[PageCell], language: str, again: bool) -> str:
    """The mark of a page that shows these cells, as HTML; ``again``: the script ran a second time.

    The first of the cells says with what all were checked.
    """
    versions = cells[0].rendered.versions
    said = _("Checked with {libraries}").format(libraries=wording.libraries(versions, language))
    facts = "".join(f"<li>{fact}</li>" for fact in _facts(cells, language, again))
    return f'<details class="checked"><summary>{escape(said)}</summary><ul>{facts}</ul></details>'


def _facts(cells: Sequence[PageCell], language: str, again: bool) -> Iterator[str]:
    yield escape(_compared(cells))
    yield from _modes(cells, language)
    yield from _state(cells, language)
    yield from _effects(cells, language)
    said = _("With its PRNG key checker on, JAX says: {error}")
    for error in dict.fromkeys(filter(None, (cell.cell.promise.key_reuse for cell in cells))):
        yield wording.as_html(said, language, {"error": error})
    if not again:
        yield escape(_("The script was not run a second time, in other surroundings."))
    yield escape(wording.named(cells[0].rendered.versions))


def _compared(cells: Sequence[PageCell]) -> str:
    """That every output of the page was compared, and whether that was done with jit off as well."""
    varied = any(cell.outputs[AS_WRITTEN].varies for cell in cells)
    if JIT_OFF not in cells[0].rendered.outputs:
        every = _("Every output on this page was printed by its script and compared line by line.")
        most = _("Every output on this page was printed by its script. What does not vary was compared.")
        return most if varied else every
    every = _("Every output on this page was printed by its script and compared line by line, also with jit off.")
    most = _("Every output on this page was printed by its script. What does not vary was compared, also with jit off.")
    return most if varied else every


def _modes(cells: Sequence[PageCell], language: str) -> Iterator[str]:
    """The cells that print something else in a mode, as HTML; that all print the same, where all do.

    A cell that shows what was wanted, beside its lines or beside its output, is not named.
    """
    calls = Calls(*(sum(getattr(cell.rendered.calls, kind) for cell in cells) for kind in ("jitted", "left")))
    sentences = {
        JIT_OFF: _("Other output with jit off: {cells}"),
        JIT_EVERYWHERE: _("Other output with jit on every call: {cells}"),
    }
    for mode, sentence in sentences.items():
        found = (cell for cell in cells if mode in cell.rendered.differs and not _shows(cell, mode))
        if names := [wording.word_of_code(cell.cell.name) for cell in found]:
            yield _listed(sentence, "cells", names, language)
    if not any(cell.rendered.differs for cell in cells):
        yield from (escape(said) for said in [_same(calls, JIT_OFF in cells[0].rendered.outputs)] if said)


def _shows(cell: PageCell, mode: str) -> bool:
    return mode in cell.outputs or (mode == JIT_OFF and bool(silent_rows(cell)))


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


def _state(cells: Sequence[PageCell], language: str) -> Iterator[str]:
    """What cells announce to leave behind in a mode without printing it, as HTML."""
    sentences = {
        AS_WRITTEN: _("State that no line prints: {values}"),
        JIT_OFF: _("State that no line prints, with jit off: {values}"),
        JIT_EVERYWHERE: _("State that no line prints, with jit on every call: {values}"),
    }
    for mode, sentence in sentences.items():
        left = [one for cell in cells for one in cell.rendered.leftover.get(mode, ())]
        if values := [wording.word_of_code(one) for one in left]:
            yield _listed(sentence, "values", values, language)


def _effects(cells: Sequence[PageCell], language: str) -> Iterator[str]:
    """The functions that did something beside returning a value, as HTML."""
    effects = dict.fromkeys(name for cell in cells for name in cell.rendered.effects)
    if effects:
        said = _("Functions with a side effect: {functions}")
        yield _listed(said, "functions", map(wording.word_of_code, effects), language)


def _listed(sentence: str, place: str, parts: Iterable[str], language: str) -> str:
    """A sentence with a list of HTML in its place."""
    return escape(sentence).format(**{place: between(language).join(parts)})


def setup(app: Sphinx) -> None:
    """Show headers."""
    add_node(app, cell_header, html_cell_header, plain=plain_cell_header, markdown=markdown_cell_header)
    add_transform(app, Transform.SHOW_CELL_HEADERS, show_headers)
