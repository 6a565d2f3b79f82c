"""How does Sphinx make a page of ours? One promise per module; ``stages`` has their order.

May import every package of printproof that knows no Sphinx, except ``site`` and ``preview``. Its modules import none
of each other but ``stages``, ``settings``, ``contents``, ``nodes`` and ``formats.pages``, which all of them share.
"""

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE

PARTS = (
    *(
        "settings",
        "words",
        "catalogs",
        "pages",
        "nested",
        "strips",
        "outputs",
        "blocks.promise",
        "figures",
        "blocks.diagrams",
    ),
    *("cells", "blocks.calls", "blocks.outcomes", "blocks.error_list", "blocks.exercises", "blocks.predict"),
    *("blocks.lanes", "messages", "sentences", "glossary", "blocks.tables"),
    *("formats.lines", "formats.blocks", "formats.tables", "formats.beside", "formats.run_links", "formats.feed"),
    *("formats.book", "formats.plain", "guest"),
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load MyST-NB and every part of ours, so that a project names one extension."""
    if "myst_parser" in app.config.extensions:
        app.setup_extension("myst_parser")  # before MyST-NB, which takes pages over from it in this order alone
    app.setup_extension("myst_nb")
    for part in PARTS:
        app.setup_extension(f"printproof.ext.{part}")
    return SIDE_BY_SIDE
