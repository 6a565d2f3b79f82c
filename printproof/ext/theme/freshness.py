"""A translated page says how many of its sentences are current."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx.locale import get_translation

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation("printproof")


def add_freshness(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Count what Sphinx found translated on this page and say it at the foot."""
    progress = doctree.get("translation_progress") if doctree is not None else None
    if progress and progress["total"] and app.config.language != app.config.printproof_source_language:
        context["freshness"] = _("{translated} of {total} sentences on this page are up to date.").format(**progress)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Say it on each page that was translated."""
    app.connect("html-page-context", add_freshness)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
