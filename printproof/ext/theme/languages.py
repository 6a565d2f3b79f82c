"""Each page points to itself in the other languages, and search engines are told so."""

from __future__ import annotations

from dataclasses import dataclass
from gettext import translation
from pathlib import Path
from typing import TYPE_CHECKING

from printproof.catalogs.layout import OWN_WORDS as DOMAIN
from printproof.ext.stages import ConfigInited
from printproof.language import known_languages, own_name, public_address, segment, tag

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.util.typing import ExtensionMetadata

OWN_WORDS = "en"  # the language our messages are written in
# translators: name your own language here, not English.
OFFER = "You can read this page in English."


@dataclass(frozen=True)
class Edition:
    """A page in one language: its name, its tag, where it is, and the sentence that offers it."""

    name: str
    tag: str
    href: str
    address: str
    current: bool
    offer: str


def name_languages(app: Sphinx, config: Config) -> None:
    """Settle which languages the site has and where it will stand, so that a change rewrites the pages."""
    if config.printproof_site_languages is None:
        places = [Path(app.srcdir, place) for place in config.locale_dirs]
        config.printproof_site_languages = known_languages(config.printproof_source_language, places)
    config.html_baseurl = public_address(config.html_baseurl)


def offer(app: Sphinx, language: str) -> str:
    """Say, in that language, that the page can be read in it; nothing where we lack the words."""
    words = translation(DOMAIN, Path(app.doctreedir) / "words", [language], fallback=True)
    said = words.gettext(OFFER)
    return said if said != OFFER or language == OWN_WORDS else ""


def editions(app: Sphinx, pagename: str) -> list[Edition]:
    """List this page in all languages of the site, in the order of the site."""
    up = "../" * (pagename.count("/") + 1)
    page = app.builder.get_target_uri(pagename)
    return [
        Edition(
            name=own_name(language),
            tag=tag(language),
            href=f"{up}{segment(language)}/{page}",
            address=f"{app.config.html_baseurl}{segment(language)}/{page}" if app.config.html_baseurl else "",
            current=language == app.config.language,
            offer=offer(app, language),
        )
        for language in app.config.printproof_site_languages
    ]


def add_languages(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Give the templates the editions of this page and the one that stands for all others."""
    found = editions(app, pagename)
    source = tag(app.config.printproof_source_language)
    context["editions"] = found
    context["default_edition"] = next((edition for edition in found if edition.tag == source), None)
    context["this_edition"] = next((edition for edition in found if edition.current), None)


def setup(app: Sphinx) -> ExtensionMetadata:
    """``printproof_site_languages`` are all that a site is built in."""
    app.add_config_value("printproof_site_languages", None, "html", types=frozenset({list, tuple, type(None)}))
    app.connect("config-inited", name_languages, priority=ConfigInited.NAME_LANGUAGES)
    app.connect("html-page-context", add_languages)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
