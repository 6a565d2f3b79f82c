"""A translated page offers what its paragraphs were translated from, where the site publishes that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printproof.html.originals import SUFFIX
from printproof.language import segment

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def add_original(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Tell the page where its paragraphs stand in the language they were written in."""
    source = app.config.printproof_source_language
    if app.config.printproof_originals and doctree is not None and app.config.language != source:
        up = "../" * (pagename.count("/") + 1)
        context["original"] = f"{up}{segment(source)}/{pagename}{SUFFIX}"


def setup(app: Sphinx) -> ExtensionMetadata:
    """``printproof_originals`` says that ``printproof.html.originals`` writes them beside the pages."""
    app.add_config_value("printproof_originals", False, "html", types=frozenset({bool, str}))
    app.connect("html-page-context", add_original)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
