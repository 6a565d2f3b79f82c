"""The package's own words in the language of the build, from its first clean build on."""

from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.settings import build_of
from printproof.ext.stages import SIDE_BY_SIDE, ConfigInited
from printproof_catalogs.catalog import CatalogError
from printproof_catalogs.compile import compile_words, word_catalogs
from printproof_catalogs.layout import OWN_DOMAIN


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Compile and load our own words; Sphinx would compile them one build too late."""
    folder, known = Path(app.doctreedir, "words"), build_of(config).catalogs
    try:
        for source in word_catalogs(Path(app.srcdir, place) for place in config.locale_dirs):
            known[source] = compile_words(source, folder, known)
    except CatalogError as error:
        raise ConfigError(str(error)) from error
    app.add_message_catalog(OWN_DOMAIN, str(folder))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the words before anything needs one."""
    app.connect("config-inited", on_config_inited, priority=ConfigInited.LOAD_WORDS)
    return SIDE_BY_SIDE
