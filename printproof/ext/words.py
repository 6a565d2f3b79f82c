"""The package's own words in the language of the build, from its first clean build on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.errors import ConfigError
from sphinx.locale import _ as sphinx_word
from sphinx.locale import get_translation

from printproof.catalogs.words import DOMAIN, WordsError, compile_words, word_catalogs
from printproof.ext.stages import ConfigInited

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

_ = get_translation(DOMAIN)


def load_words(app: Sphinx, config: Config) -> None:
    """Compile and load our own words; Sphinx would compile them one build too late."""
    folder = Path(app.doctreedir, "words")
    try:
        for source in word_catalogs(Path(app.srcdir, place) for place in config.locale_dirs):
            compile_words(source, folder)
    except WordsError as error:
        raise ConfigError(str(error)) from error
    app.add_message_catalog(DOMAIN, str(folder))


def say(message: str) -> str:
    """Say a word of a template in our words, or in Sphinx's where we have none."""
    said = _(message)
    return said if said != message else sphinx_word(message)


def add_words(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Let templates say ``_("...")`` as in Sphinx's own, with our words first."""
    context["_"] = say


def setup(app: Sphinx) -> ExtensionMetadata:
    """Load the words before anything can say one."""
    app.connect("config-inited", load_words, priority=ConfigInited.LOAD_WORDS)
    app.connect("html-page-context", add_words)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
