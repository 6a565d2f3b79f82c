"""How is a page dressed? The theme ``printproof``: one promise per module; none of these imports another.

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``.
"""

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.priorities import SIDE_BY_SIDE

PARTS = (
    *("contents", "page", "languages", "chapters", "lessons", "hook", "writer", "foot", "take"),
    *("words", "repository", "start", "search", "llms", "feed", "card", "pictures"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Set up the parts, so that a project names one extension."""
    app.setup_extension("printproof.ext.settings")
    for part in PARTS:
        import_module(f"printproof_site.theme.{part}").setup(app)
    app.setup_extension("printproof_site.books.ext")
    return SIDE_BY_SIDE
