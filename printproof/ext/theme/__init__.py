"""How is a page dressed? The theme ``printproof``: one promise per module; none of these imports another.

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PARTS = (
    *("settings", "words", "theme.page", "theme.languages", "theme.originals", "theme.chapters", "theme.anchors"),
    *("theme.writer", "theme.freshness", "theme.checked", "theme.materials", "theme.search"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer the theme by its name, with the parts that fill it."""
    for part in PARTS:
        app.setup_extension(f"printproof.ext.{part}")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
