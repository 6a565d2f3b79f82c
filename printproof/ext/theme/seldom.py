"""A page that holds what few pages hold loads the look of that, and no other page does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from printproof.ext.stages import PageContext

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SELDOM = re.compile(
    r"<(?:blockquote|dl)\b|toctree-wrapper[^>]*>\s*<(?!/)|"
    r'class="(?:unchecked|figure-missing|hll|g[dirt]|versions|err|admonition (?!note"))\b'
)


def show_seldom(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, str], doctree: nodes.document | None
) -> None:
    """Load the look of quotations, definitions, warnings, errors and what was not checked where they stand."""
    if SELDOM.search(context.get("body", "")):
        app.add_css_file("seldom.css")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Look at the body before the theme settles what a page loads."""
    app.connect("html-page-context", show_seldom, priority=PageContext.SHOW_SELDOM)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
