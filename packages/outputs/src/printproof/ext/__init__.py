"""How does Sphinx make a page of ours? One promise per module; ``priorities`` has their order.

May import every package of printproof that knows no Sphinx. Its modules import none of each other but ``priorities``,
``settings``, ``nodes`` and ``wording``, which all share.
"""

from importlib import import_module

from sphinx.application import Sphinx
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.priorities import SIDE_BY_SIDE

PARTS = (
    *("catalogs", "memory", "pages", "code_cells", "cell_headers", "outputs", "blocks.promise", "figures"),
    *("cells", "blocks.outcomes", "blocks.error_list", "blocks.symptoms", "blocks.exercises", "blocks.predict"),
    "blocks.variants",
    *("blocks.teasers", "claims", "proofs", "messages", "sentences", "glossary", "blocks.tables"),
    *("formats.blocks", "formats.tables", "formats.downloads", "formats.run_links", "formats.plain"),
    "third_party_theme",
)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load MyST-NB and set up every part of ours, so that a project names one extension."""
    if "myst_parser" in app.config.extensions:
        app.setup_extension("myst_parser")  # before MyST-NB, which takes pages over from it in this order alone
    app.setup_extension("myst_nb")
    app.setup_extension("printproof.ext.settings")  # the theme needs it as well, and Sphinx loads it once
    for part in PARTS:
        import_module(f"printproof.ext.{part}").setup(app)
    return SIDE_BY_SIDE
