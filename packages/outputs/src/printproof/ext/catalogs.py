"""A page is in the language its catalog says now: read strictly from the sources at each build."""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging

from printproof.ext.priorities import ConfigInited
from printproof.ext.settings import build_of, end_build
from printproof_base.languages import known_languages
from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.compile import compile_language

logger = logging.getLogger(__name__)


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Compile the catalogs of this language, and let Sphinx read nothing else, where all pages are ours.

    What it makes of pages is one catalog for each, with messages that a translator may hold.
    """
    if not config.printproof_all_pages:
        return
    sources = [Path(app.srcdir, folder) for folder in config.locale_dirs]
    known = known_languages(config.printproof_source_language, sources)
    if len(known) > 1 and config.language not in known:
        fact = f"no language {config.language!r}; there are {', '.join(known)}"
        logger.warning("locale_dirs: %s; the pages stay in %s", fact, known[0], type="printproof", subtype="language")
    build, target = build_of(config), Path(app.doctreedir) / "catalogs"
    try:
        build.catalogs |= compile_language(sources, config.language, target, build.catalogs)
    except CatalogError as error:
        end_build(*(finding.labelled for finding in error.findings))
    config.printproof_catalogs = [str(source) for source in sources]
    config.locale_dirs = [str(target)]
    config.gettext_compact = False  # the page is the unit of translation
    config.gettext_uuid = False  # an id made by chance would be another one in each catalog
    # A raw node as a message would let a catalog write HTML.
    config.gettext_additional_targets = [t for t in config.gettext_additional_targets if t != "raw"]
    config.gettext_auto_build = False  # Sphinx would write .mo files beside the sources, which then go stale


def setup(app: Sphinx) -> None:
    """Compile catalogs; ``printproof_catalogs`` keeps the place of their sources."""
    app.add_config_value("printproof_catalogs", [], "", types=frozenset({list}))
    app.connect("config-inited", on_config_inited, priority=ConfigInited.COMPILE_CATALOGS)
