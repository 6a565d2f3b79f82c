"""What pages say in pictures: the directives ``diagram`` and ``rails``.

Its modules import none of each other but ``figures`` and ``sentences``, which they share.
"""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.priorities import SIDE_BY_SIDE
from printproof_diagrams.ext import diagrams, rails


def setup(app: Sphinx) -> ExtensionMetadata:
    """Offer both directives."""
    app.setup_extension("printproof.ext")
    diagrams.setup(app)
    rails.setup(app)
    return SIDE_BY_SIDE
