"""The foot of a page says how its modes compare, how much is translated, and leads to what the page is made of."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.locale import get_translation

from printproof.ext import wording
from printproof.pages.page_view import facts_of
from printproof.promises.purity import Comparison
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF
from printproof_base.languages import between

_ = get_translation("printproof")


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Hand the facts of a page to its template; a page that no source stands behind has none."""
    if doctree is None:
        return
    checked = facts_of(app.env.metadata.get(pagename, {})).checked
    if checked is not None:
        context["checked"] = "" if checked.versions else _("The outputs on this page were not verified in this build.")
        context["modes"] = modes_html(checked.modes, app.config.language)
    context["translated"] = _translated_sentence(app, doctree)


def modes_html(modes: Comparison | None, language: str = "en") -> str:
    """What the comparison of the modes says of a page, as HTML; details open below.

    Of jit on every call nothing is said where no call was jitted.
    """
    if modes is None:
        return ""
    comma = between(language)
    details = [*_differences(modes, comma), *_side_effects(modes, comma)]
    summary = same_sentence(modes) if modes.same else _("What some cells do depends on where jit is applied.")
    if not summary:
        return ""
    if not details:
        return f"<p>{escape(summary)}</p>"
    return f"<details><summary>{escape(summary)}</summary><ul>{''.join(details)}</ul></details>"


def same_sentence(modes: Comparison) -> str:
    """That all modes did the same, and how many calls of the script's functions were jitted for it.

    Empty where jit was not off and no call could be jitted: then nothing was compared.
    """
    if JIT_OFF not in modes.modes:
        every = _("All cells do the same with jit on every call (calls: {all}).")
        some = _("All cells do the same with jit on {jitted} of {all} calls.")
        return wording.by_calls(modes.calls, none="", every=every, some=some)
    return wording.by_calls(
        modes.calls,
        none=_("All cells do the same with jit off."),
        every=_("All cells do the same with jit off and with jit on every call (calls: {all})."),
        some=_("All cells do the same with jit off and with jit on {jitted} of {all} calls."),
    )


def _differences(modes: Comparison, comma: str) -> Iterator[str]:
    """For each way in which what cells leave behind differs, the cells; what they print is said at each."""
    sentences = {
        ("state", JIT_OFF): _("Leaves another state with jit off: {cells}"),
        ("state", JIT_EVERYWHERE): _("Leaves another state with jit on every call: {cells}"),
        ("leak", AS_WRITTEN): _("Keeps a tracer after its trace has ended: {cells}"),
    }
    for (kind, mode), sentence in sentences.items():
        cells = [reason.cell for reason in modes.reasons if (reason.kind, reason.mode) == (kind, mode)]
        if cells:
            yield f"<li>{escape(sentence).format(cells=_codes(dict.fromkeys(cells), comma))}</li>"


def _side_effects(modes: Comparison, comma: str) -> Iterator[str]:
    """The functions that did something beside returning a value, if any."""
    if modes.impure:
        sentence = escape(_("Functions with a side effect: {functions}"))
        yield f"<li>{sentence.format(functions=_codes(modes.impure, comma))}</li>"


def _codes(names: Iterable[str], comma: str) -> str:
    return comma.join(f"<code>{escape(name)}</code>" for name in names)


def _translated_sentence(app: Sphinx, doctree: nodes.document) -> str:
    """How many passages of a translated page are current, as Sphinx has counted them; empty for any other page."""
    progress = doctree.get("translation_progress")
    if not progress or not progress["total"] or app.config.language == app.config.printproof_source_language:
        return ""
    return _("{translated} of {total} texts on this page are up to date.").format(**progress)


def setup(app: Sphinx) -> None:
    """Fill the foot."""
    app.connect("html-page-context", on_html_page_context)
