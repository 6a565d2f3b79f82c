"""The package's own words in the language of the build, from its first clean build on."""

from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.errors import ConfigError
from sphinx.locale import _ as sphinx_word
from sphinx.locale import get_translation
from sphinx.util.typing import ExtensionMetadata

from printproof.catalogs.catalog import CatalogError
from printproof.catalogs.compile import compile_words, word_catalogs
from printproof.catalogs.layout import OWN_WORDS
from printproof.ext.stages import SIDE_BY_SIDE, ConfigInited

_ = get_translation(OWN_WORDS)


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Compile and load our own words; Sphinx would compile them one build too late."""
    folder = Path(app.doctreedir, "words")
    try:
        for source in word_catalogs(Path(app.srcdir, place) for place in config.locale_dirs):
            compile_words(source, folder)
    except CatalogError as error:
        raise ConfigError(str(error)) from error
    app.add_message_catalog(OWN_WORDS, str(folder))


def translated(message: str) -> str:
    """A word of a template as HTML, as our catalog has it, or as Sphinx's has where ours does not.

    Ours is text from anybody; Sphinx's may be meant as markup, and comes with Sphinx.
    """
    ours = _(message)
    return escape(ours) if ours != message else sphinx_word(message)


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Let templates write ``_("...")`` as in Sphinx's own, with our words first."""
    context["_"] = translated


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the words before anything needs one."""
    app.connect("config-inited", on_config_inited, priority=ConfigInited.LOAD_WORDS)
    app.connect("html-page-context", on_html_page_context)
    return SIDE_BY_SIDE
