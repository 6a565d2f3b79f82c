"""A page of the theme is three requests: itself, one style, one script, with nothing in them that no page uses."""

import os
import re
from collections.abc import Collection, Sequence
from fnmatch import fnmatch
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any
from zlib import crc32

from docutils import nodes
from rcssmin import cssmin
from rjsmin import jsmin
from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.config import Config
from sphinx.jinja2glue import SphinxFileSystemLoader
from sphinx.locale import get_translation

from printproof import style
from printproof.ext.priorities import PageContext
from printproof.ext.settings import Context, Doctree
from printproof_base.languages import language_data, tag
from printproof_base.text import JOINER, columns
from printproof_site import look

DESCRIPTION = 160
"""Columns of a description that search engines show: they cut by width, and a Han or Hangul letter has two."""

LONGEST_WORD = 24

OWN_STYLES = {
    "modes": re.compile(r'class="mode"'),
    "loose": re.compile(
        # What follows the strip of a cell stands in it.
        r'(?<!</a></div>\n)(?<!</details></div>\n)<div class="(?:[^"]* )?highlight\b'
    ),
    "few": re.compile(r'<(?:dl|blockquote)\b|class="headerlink|class="toctree-wrapper[^>]*>\n<[pu]'),
    "admonitions": re.compile(r'class="(?:[^"]* )?admonition\b(?! hide)'),
    "lines": re.compile(r'class="(?:g[dirt]|err|hll)"'),
    "other": re.compile(r'class="other"'),
    "unchecked": re.compile(r'class="(?:[^"]* )?(?:unchecked|figure-missing)\b'),
    "folded": re.compile(r'class="admonition hide\b'),
    "versions": re.compile(r'<table class="versions"'),
    "outcomes": re.compile(r'<table class="outcomes\b'),
    "poster": re.compile(r'<div class="matrix wide\b'),
    "finder": re.compile(r'class="(?:[^"]* )?errors\b'),
    "errors": re.compile(r'class="(?:[^"]* )?errors\b'),
    "claims": re.compile(r'class="proof"'),
    "predict": re.compile(r'class="predict"'),
    "variants": re.compile(r'<div class="variants"'),
    "sheet": re.compile(r'<div class="(?:[^"]* )?sheet\b'),
    "plots": re.compile(r'<figure(?! class="diagram")'),
    "figures": re.compile(r'<figure(?! class="diagram")'),
    "rich": re.compile(r'class="output text_html"'),
    "scroll": re.compile(r'class="(?:[^"]* )?(?:tag_scroll-output|tag_output_scroll|config_scroll_outputs)[ "]'),
    "start": re.compile(r'<div class="lane\b'),
}
"""Parts of the style, in css/own/, that a page has in itself where its text shows their sign: no other one has them."""

OWN_SCRIPTS = {
    **dict.fromkeys(("reader", "search"), re.compile("")),
    "walk": re.compile('<g data-part=|class="predict"'),
    "finder": re.compile(r'<dl class="(?:[^"]* )?errors\b'),
}
"""What answers, searches, plays calls, filters errors: a page with such a sign loads it late, or when asked."""

UNUSED = (
    *("basic.css", "pygments*.css", "mystnb.*.css", "file.png", "minus.png", "plus.png"),
    *("doctools.js", "documentation_options.js", "language_data.js", "searchtools.js"),
    *("sphinx_highlight.js", "translations.js", "*stemmer.js"),
)
"""What Sphinx and MyST-NB write for other themes; a file of the author's own may have the same name."""


@cache  # asked for each page
def own_names(app: Sphinx) -> set[str]:
    """The names of the files that the settings of a site put into _static."""
    settings = app.config
    given = filter(None, (*settings.html_static_path, settings.html_logo, settings.html_favicon))
    places = [Path(app.confdir, place) for place in given]
    files = [file for place in places for file in (place.iterdir() if place.is_dir() else [place])]
    # Sphinx fills in a file that ends so, and takes the end off.
    return {file.name.removesuffix("_t").removesuffix(".jinja") for file in files}


def is_used(asset: Any, own: Collection[str]) -> bool:
    """Whether a page needs an asset, a file name or one that Sphinx describes: those for other themes it does not."""
    name = Path(os.fspath(getattr(asset, "filename", asset) or "")).name
    return name in own or not any(fnmatch(name, pattern) for pattern in UNUSED)


def describe(doctree: nodes.document) -> str:
    """The first paragraph of a page, in its language, cut at a word; empty where the page describes itself."""
    if any(meta.get("name") == "description" for meta in doctree.findall(nodes.meta)):
        return ""
    first = next(doctree.findall(nodes.paragraph), None)
    text = " ".join(first.astext().split()) if first is not None else ""
    if columns(text) <= DESCRIPTION:
        return text
    cut = "".join(sign for sign, end in zip(text, accumulate(map(columns, text)), strict=True) if end < DESCRIPTION)
    # Where no blank is near the end, the language does not put any between its words.
    return (cut[: cut.rfind(" ")] if " " in cut[-LONGEST_WORD:] else cut).rstrip(",;:，、") + "…"


def on_html_page_context(app: Sphinx, pagename: str, templatename: str, context: Context, doctree: Doctree) -> None:
    """Hand what a page says about itself to its template, and only the assets it uses."""
    if app.config.html_theme != look.NAME or "css_files" not in context:  # pages as JSON load nothing
        return
    own = own_names(app)
    context["site_name"] = app.env.titles[app.config.root_doc].astext()
    for kind in ("css_files", "script_files"):
        context[kind] = [asset for asset in context[kind] if is_used(asset, own)]
    context["title"] = context.get("title", "").replace(JOINER, "")  # a tab and a search engine break no lines
    context["description"] = describe(doctree) if doctree is not None else ""
    text = context.get("lead", "") + context.get("body", "")
    for name, sign in OWN_SCRIPTS.items():
        context[f"{name}_js"] = _script(Path(app.outdir), name) if sign.search(text) else ""
    context["own_styles"] = [part for part, sign in OWN_STYLES.items() if sign.search(text)]


def _script(folder: Path, name: str) -> str:
    """The address of a script, in which a digest lets hosts keep the file. Empty where it is not written."""
    path = folder / "_static" / f"{name}.js"
    return f"_static/{name}.js?v={crc32(path.read_bytes()):08x}" if path.is_file() else ""


def typography(language: str, languages: Sequence[str]) -> dict[str, dict[str, Any]]:
    """What the stylesheet needs to know of languages, for its template.

    ``style`` are custom properties for pages in a language; ``texts`` are rules, by the tag of each language of the
    site that has any, for text in it on every page.
    """
    style = {name: value for name, value in language_data(language).get("style", {}).items() if name != "text"}
    texts = {tag(other): language_data(other).get("style", {}).get("text", {}) for other in languages}
    return {"style": style, "texts": {name: rules for name, rules in texts.items() if rules}}


def on_config_inited(app: Sphinx, config: Config) -> None:
    """Write no index and no copy of the sources: no page leads there."""
    if config.html_theme == look.NAME:
        config.html_use_index = config.html_domain_indices = config.html_copy_source = False


def on_builder_inited(app: Sphinx) -> None:
    """Give the templates of styles and scripts what they are filled with, and load our script."""
    if isinstance(app.builder, StandaloneHTMLBuilder) and app.config.html_theme == look.NAME:
        app.builder.search = False  # Sphinx would write an index that no page of ours asks
        app.builder.templates.loaders.append(SphinxFileSystemLoader(str(style.FOLDER)))  # the styles of outputs
        environment = app.builder.templates.environment
        environment.filters.update(minified_css=cssmin, minified_js=jsmin)
        environment.globals["_"] = get_translation("printproof")  # scripts have words as well
        environment.globals |= typography(app.config.language, app.config.printproof_site_languages)
        environment.policies["json.dumps_kwargs"] = {"ensure_ascii": False}  # not as \uc0c1\ud0dc
        # A browser fetches it last and holds nothing up for it: who reads on a screen waits for no rule of paper.
        app.add_css_file("print.css", media="print")
        # It sets the reader's colours before the first paint, which waits for it; the reading of the page does not.
        app.add_js_file("printproof.js", loading_method="async", fetchpriority="high", blocking="render")


def on_build_finished(app: Sphinx, exception: Exception | None) -> None:
    """Leave no file in the published tree that no page loads."""
    if exception or not isinstance(app.builder, StandaloneHTMLBuilder) or app.config.html_theme != look.NAME:
        return
    own = own_names(app)
    for path in Path(app.outdir, "_static").glob("*"):
        if not is_used(path.name, own):
            path.unlink()


def setup(app: Sphinx) -> None:
    """Offer the theme by its name."""
    app.add_html_theme(look.NAME, str(look.FOLDER))
    app.connect("config-inited", on_config_inited)
    app.connect("builder-inited", on_builder_inited)
    app.connect("html-page-context", on_html_page_context, priority=PageContext.DRESS_PAGE)
    app.connect("build-finished", on_build_finished)
