"""The package's own words in the language of the build, from its first clean build on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from sphinx.errors import ConfigError
from sphinx.locale import _ as sphinx_word
from sphinx.locale import get_translation

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

DOMAIN = "printproof"
PACKAGE = Path(__file__).parents[1]

_ = get_translation(DOMAIN)


def catalogs(srcdir: Path, locale_dirs: list[str]) -> list[Path]:
    """List the catalogs of our words: the package's, then the site's, which may add to them."""
    places = [PACKAGE / "locales", PACKAGE.parent / "locales", *(srcdir / place for place in locale_dirs)]
    found = (path.resolve() for place in places for path in sorted(place.glob(f"*/LC_MESSAGES/{DOMAIN}.po")))
    return list(dict.fromkeys(found))


def compile_catalog(source: Path, folder: Path) -> None:
    """Write one catalog for gettext, in the build folder: beside its source it would go stale and win."""
    with source.open("rb") as file:
        try:
            catalog = read_po(file, abort_invalid=True)
        except PoFileError as error:
            message = f"{source}:{(error.lineno or 0) + 1}: {error.args[0]}; correct this line of the catalog"
            raise ConfigError(message) from error
    target = folder / source.parts[-3] / "LC_MESSAGES" / f"{DOMAIN}.mo"
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as file:
        write_mo(file, catalog)


def load_words(app: Sphinx, config: Config) -> None:
    """Compile and load our own words; Sphinx would compile them one build too late."""
    folder = Path(app.doctreedir) / "words"
    for source in catalogs(Path(app.srcdir), config.locale_dirs):
        compile_catalog(source, folder)
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
    app.connect("config-inited", load_words, priority=100)
    app.connect("html-page-context", add_words)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
