"""A page says with what and when its outputs were checked, and whether its script is pure."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from html import escape
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from sphinx.locale import get_translation

from printproof.pages.page_view import facts_of
from printproof.promises.purity import Purity
from printproof.scripts.modes import AS_WRITTEN, JIT_EVERYWHERE, JIT_OFF

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation("printproof")


def date_of_build(language: str) -> str:
    """The date of SOURCE_DATE_EPOCH in a language; empty where a build has none, as a date of its own would differ."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not seconds.isdigit():
        return ""
    day = datetime.fromtimestamp(int(seconds), UTC).date()
    try:
        return format_date(day, "long", Locale.parse(language))
    except (UnknownLocaleError, ValueError):
        return day.isoformat()


def say_checked(jax: str, date: str) -> str:
    """Say with which JAX and when outputs were checked."""
    if not jax:
        return _("The outputs on this page were not verified in this build.")
    if not date:
        return _("Outputs checked with JAX {version}.").format(version=jax)
    return _("Outputs checked with JAX {version} on {date}.").format(version=jax, date=date)


def say_purity(purity: Purity | None) -> str:
    """Say as HTML whether a script is pure; where it is not, with the cells to open below."""
    if purity is None:
        return ""
    if purity.pure:
        return f"<p>{escape(_('Pure: every cell prints the same with jit on, off and everywhere.'))}</p>"
    sentences = {
        ("print", JIT_OFF): _("Prints something else with jit off: {cells}"),
        ("print", JIT_EVERYWHERE): _("Prints something else with jit everywhere: {cells}"),
        ("state", JIT_OFF): _("Leaves another state with jit off: {cells}"),
        ("state", JIT_EVERYWHERE): _("Leaves another state with jit everywhere: {cells}"),
        ("leak", AS_WRITTEN): _("Keeps a tracer after its trace has ended: {cells}"),
    }
    lines = []
    for (kind, mode), sentence in sentences.items():
        cells = [reason.cell for reason in purity.reasons if (reason.kind, reason.mode) == (kind, mode)]
        codes = ", ".join(f"<code>{escape(cell)}</code>" for cell in dict.fromkeys(cells))
        lines += [f"<li>{escape(sentence).format(cells=codes)}</li>"] if cells else []
    short = escape(_("Not pure: what some cells do depends on where jit is applied."))
    return f"<details><summary>{short}</summary><ul>{''.join(lines)}</ul></details>"


def add_checked(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say it at the foot of each page that has a script."""
    known = facts_of(app.env.metadata.get(pagename, {})).checked
    if doctree is None or known is None:
        return
    context["checked"] = say_checked(known.jax, date_of_build(app.config.language))
    context["verdict"] = say_purity(known.purity)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Say it on each page with a script."""
    app.connect("html-page-context", add_checked)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
