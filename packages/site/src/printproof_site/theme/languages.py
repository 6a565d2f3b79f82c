"""Each page points to itself in the other languages, for readers and search engines, and offers its original."""

from dataclasses import dataclass
from gettext import translation
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.config import Config

from printproof.ext.priorities import ConfigInited
from printproof.ext.settings import Context, Doctree, published, to_root
from printproof_base.languages import endonym, known_languages, public_address, segment, tag
from printproof_catalogs.layout import OWN_DOMAIN
from printproof_site.originals import SUFFIX

WRITTEN_IN = "en"
"""The language of our own messages, whatever the language of a project's pages."""

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


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Settle which languages the site has and where it will stand, so that a change rewrites the pages."""
    if config.printproof_site_languages is None:
        places = [Path(app.srcdir, place) for place in config.locale_dirs]
        config.printproof_site_languages = known_languages(config.printproof_source_language, places)
    config.html_baseurl = public_address(config.html_baseurl)


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand the editions of a page to its template, the one that stands for all others, and where its original is."""
    source = app.config.printproof_source_language
    found = _editions(app, pagename)
    context["editions"] = found
    context["default_edition"] = next((edition for edition in found if edition.tag == tag(source)), None)
    context["this_edition"] = next((edition for edition in found if edition.current), None)
    progress = doctree and doctree.get("translation_progress")
    if app.config.printproof_originals and progress and progress["translated"] and app.config.language != source:
        context["original"] = f"{to_root(pagename)}{segment(source)}/{pagename}{SUFFIX}"


def _editions(app: Sphinx, pagename: str) -> list[Edition]:
    """A page in all languages of the site, in the order of the site."""
    page = app.builder.get_target_uri(pagename)
    return [
        Edition(
            name=endonym(language),
            tag=tag(language),
            href=f"{to_root(pagename)}{segment(language)}/{page}",
            address=published(app.config, page, language),
            current=language == app.config.language,
            offer=_offer(app, language),
        )
        for language in app.config.printproof_site_languages
    ]


def _offer(app: Sphinx, language: str) -> str:
    """The sentence that offers a page in a language, in that language; empty where we lack the words."""
    words = translation(OWN_DOMAIN, Path(app.doctreedir) / "words", [language], fallback=True)
    offer = words.gettext(OFFER)
    return offer if offer != OFFER or language == WRITTEN_IN else ""


def setup(app: Sphinx) -> None:
    """``printproof_site_languages`` are all that a site is built in.

    ``printproof_originals`` says that ``printproof_site.originals`` writes originals beside the pages.
    """
    app.add_config_value("printproof_site_languages", None, "html", types=frozenset({list, tuple, type(None)}))
    app.add_config_value("printproof_originals", False, "html", types=frozenset({bool, str}))
    app.connect("config-inited", on_config_inited, priority=ConfigInited.NAME_LANGUAGES)
    app.connect("html-page-context", on_html_page_context)
