"""The mark of a page opens to how all of its outputs were checked, and to what its cells do in other runs."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from printproof.ext import wording
from printproof.ext.nodes import _
from printproof.pages.compared_outputs import silent_rows
from printproof.pages.page_view import PageCell
from printproof.promises.purity import Calls
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof_base.languages import between


def page_mark(cells: Sequence[PageCell], language: str, again: bool) -> str:
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
    for error in dict.fromkeys(cell.key_reuse for cell in cells if cell.key_reuse):
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
        left = (one for cell in cells for one in cell.rendered.leftover if one.mode == mode)
        values = [wording.word_of_code(f"{one.path} = {one.value}") for one in left]
        if values:
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
