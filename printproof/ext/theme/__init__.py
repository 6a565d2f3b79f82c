"""How is a page dressed? The theme ``printproof``: one promise per module; none of these imports another.

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``.
"""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE

PARTS = (
    *("settings", "words", "theme.contents"),  # what the parts need of the others: the project, its words, its pages
    *("theme.page", "theme.languages", "theme.chapters", "theme.lessons", "theme.writer", "theme.foot", "theme.take"),
    *("theme.words", "theme.repository", "theme.start", "theme.search", "theme.llms"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the parts, so that a project names one extension."""
    for part in PARTS:
        app.setup_extension(f"printproof.ext.{part}")
    return SIDE_BY_SIDE
