"""Sections can be found in the language of the page: an index per language, and the box that asks it."""

from collections.abc import Iterable
from pathlib import Path
from zlib import crc32

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.util.typing import ExtensionMetadata

from printproof.ext.stages import SIDE_BY_SIDE
from printproof.html.search_index import write_index
from printproof.language import needs_of

WORDS = ("common", "questions", "particles", "endings")
"""The lists of words of ``[search]`` in the data of a language; a language may have none."""


def words_of(languages: Iterable[str]) -> dict[str, list[str]]:
    """The words that a search in some languages knows, by list."""
    known = [needs_of(language).get("search", {}) for language in dict.fromkeys(languages)]
    return {name: [word for lists in known for word in lists.get(name, ())] for name in WORDS}


def on_builder_inited(app: Sphinx) -> None:
    """Hand the words of a page's language to the engine, and those of the source, in which names of code are."""
    if isinstance(app.builder, StandaloneHTMLBuilder):
        languages = (app.config.printproof_source_language, app.config.language)
        app.builder.templates.environment.globals["search_words"] = words_of(languages)


def on_html_page_context(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, object], doctree: nodes.document | None
) -> None:
    """Hand the address of the engine to the template; a digest in it lets hosts keep the file."""
    path = Path(app.outdir, "_static", "search.js")
    if path.is_file():
        context["search_js"] = f"_static/search.js?v={crc32(path.read_bytes()):08x}"


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Write the index from the pages as they were built."""
    if exception is None and isinstance(app.builder, StandaloneHTMLBuilder) and app.builder.name == "html":
        titles = app.env.titles
        write_index(Path(app.outdir), ((app.builder.get_target_uri(page), titles[page].astext()) for page in titles))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Write the index last, when all pages stand."""
    app.connect("builder-inited", on_builder_inited)
    app.connect("html-page-context", on_html_page_context)
    app.connect("build-finished", on_build_finished)
    return SIDE_BY_SIDE
