"""MyST-NB reads our pages and never runs anything; what it writes for itself stays out of the published tree."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.util import logging

from printproof.ext.stages import BuilderInited, ConfigInited
from printproof.project import ProjectError, project_of_pages

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

logger = logging.getLogger(__name__)


def choose_settings(app: Sphinx, config: Config) -> None:
    """Choose the settings of MyST-NB and Sphinx that every project of ours has."""
    try:
        project_of_pages(app.srcdir, app.confdir)
    except ProjectError as error:
        logger.error("%s", error)
        # Sphinx would print a report of a crash around any exception of its own.
        raise SystemExit(2) from None
    config.nb_execution_mode = "off"
    config.nb_custom_formats = {**config.nb_custom_formats, ".md": ["printproof.ext.pages.read_page", {}, False]}
    config.gettext_compact = False  # one catalog per page
    config.gettext_uuid = False
    # A raw node as a message would let a catalog write HTML.
    config.gettext_additional_targets = [t for t in config.gettext_additional_targets if t != "raw"]


def keep_notebooks(app: Sphinx) -> None:
    """Let MyST-NB keep its notebooks beside the doctrees."""
    settings = app.env.mystnb_config  # type: ignore[attr-defined]
    app.env.mystnb_config = settings.copy(output_folder=str(Path(app.doctreedir) / "notebooks"))  # type: ignore[attr-defined]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Choose settings before MyST-NB reads them, and change what it derives from them."""
    app.connect("config-inited", choose_settings, priority=ConfigInited.READ_PROJECT)
    app.connect("builder-inited", keep_notebooks, priority=BuilderInited.KEEP_NOTEBOOKS)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
